// The folder beside a store where copies of documents are kept (docs/store-format.md): a
// file is called by the SHA-256 of its bytes, so it never changes, equal ones are kept once, and
// nobody outside chooses a path. Rows of model::Kind::kDocuments say whose they are.
//
// Files may be opened from any thread and process at any time. Whoever adds or sweeps holds
// a Session, of which there is one at a time, in whatever process: so a sweep never takes a
// file whose row is about to be written. Errors: kUnavailable while another session lasts,
// kNotFound, kCorrupt where a file is not what it is called, kIo.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/files/descriptor.h"
#include "base/result.h"

namespace orgreg::records {

struct StoredDocument {
  std::string sha256 = {};
  std::uint64_t size_bytes = 0;
};

struct SweepCounts {
  std::uint64_t kept = 0;
  std::uint64_t deleted = 0;  // Files, and what killed processes left of files.
};

class DocumentFolder {
 public:
  // More is no copy of accounts.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;

  // Of the store at `store_path`. Nothing is made before something is added.
  static DocumentFolder BesideStore(const std::string& store_path);

  const std::string& path() const { return path_; }
  // True for errors of Session::Add that are about the file; others say that nothing can be stored.
  static bool IsAboutFile(const base::Error& error) {
    return error.code == base::Code::kInvalid || error.code == base::Code::kLimit ||
           error.code == base::Code::kNotFound;
  }
  // Where the file stands, if it does. `sha256` satisfies model::IsSha256.
  std::string PathOf(std::string_view sha256) const;
  // Whether the file is there and is what it is called.
  base::Status Verify(const StoredDocument& document) const;

  class Session {
   public:
    // Copies the file at `from` into the folder. When this returns a value, the copy outlives
    // a power cut. Errors about the file itself, without its path: kInvalid where it is no PDF or
    // changes meanwhile, kLimit where it is larger than kMostBytes, kNotFound.
    base::Result<StoredDocument> Add(const std::string& from);
    // Deletes every file that `is_wanted` says no to. What is there but was not put there by
    // this program stays.
    base::Result<SweepCounts> Sweep(const std::function<bool(std::string_view)>& is_wanted);
    // Whether the folder was swept when the lists were as `lists` says, and nothing was added
    // since, by whomever. A copy of the folder was not.
    bool IsSweptFor(std::string_view lists) const;
    void NoteSwept(std::string_view lists);

   private:
    friend class DocumentFolder;
    Session(const DocumentFolder* folder, base::Descriptor lock)
        : folder_(folder), lock_(std::move(lock)) {}

    // Before anything is added.
    base::Status ForgetSwept();
    std::string MarkOf(std::string_view lists) const;

    const DocumentFolder* folder_;
    base::Descriptor lock_;
    bool has_forgotten_ = false;
  };
  // Makes the folder where there is none. It outlives the session.
  base::Result<Session> Begin() const;

 private:
  explicit DocumentFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace orgreg::records
