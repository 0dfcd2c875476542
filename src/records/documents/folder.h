// SPDX-License-Identifier: EUPL-1.2

// The folder that keeps copies of documents (docs/store-format.md). The name of a
// file is the SHA-256 of its bytes, so it never changes, equal files are kept once, and no client
// chooses a path. Rows of model::Kind::kDocuments say to whom files belong.
//
// Any thread and process may open files at any time. Adding and sweeping need a Session, of which
// there is one at a time among all processes: so a sweep never deletes a file whose row is about to
// be written. A Hold keeps sweeps away too, while a backup copies files; there may be any number of
// them, and files are added meanwhile. Errors: kUnavailable while another session lasts or a hold
// keeps a sweep away, kNotFound, kCorrupt if a file's bytes do not match its name, kIo.

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
  std::uint64_t deleted = 0;  // Files, and unfinished files of killed processes.
};

class DocumentFolder {
 public:
  // Larger files are rejected: no real copy of accounts is this large.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;

  // The folder at `path`. It is created when the first file is added.
  static DocumentFolder At(std::string path) { return DocumentFolder(std::move(path)); }

  const std::string& path() const { return path_; }
  // The path under which a file that comes over a network is written (base/files/new_file.h) before
  // it is added.
  std::string incoming_path() const { return path_ + "/" + std::string(kIncomingName); }
  static constexpr std::string_view kIncomingName = "incoming";
  // True for errors of Session::Add that are about the file; others say that nothing can be stored.
  static bool IsAboutFile(const base::Error& error) {
    return error.code == base::Code::kInvalid || error.code == base::Code::kLimit ||
           error.code == base::Code::kNotFound;
  }
  // The path of a file, which may not exist. `sha256` satisfies model::IsSha256.
  std::string PathOf(std::string_view sha256) const;
  // Checks that the file exists and matches its name.
  base::Status Verify(const StoredDocument& document) const;

  class Session {
   public:
    // Copies the file at `from` into the folder. When this returns a value, the copy survives a
    // power cut. Errors about the file itself have no path: kInvalid if it is not a PDF or changes
    // meanwhile, kLimit if it is larger than kMostBytes, kNotFound.
    base::Result<StoredDocument> Add(const std::string& from);
    // Copies a file of another folder, unless an intact one is here. Its bytes survive a power cut
    // only after Sync. kNotFound and kCorrupt if the other folder has no intact one.
    base::Status Take(const DocumentFolder& from, const StoredDocument& document);
    // Waits until the disk has all files that were taken.
    base::Status Sync() const;
    // Deletes every file for which `is_wanted` returns false. Files that this program did not add
    // stay.
    base::Result<SweepCounts> Sweep(const std::function<bool(std::string_view)>& is_wanted);
    // True if the folder was swept when the lists were in the state `lists`, and no process added
    // anything since. False for a copy of the folder.
    bool IsSweptFor(std::string_view lists) const;
    void NoteSwept(std::string_view lists);

   private:
    friend class DocumentFolder;
    Session(const DocumentFolder* folder, base::Descriptor lock)
        : folder_(folder), lock_(std::move(lock)) {}

    base::Result<SweepCounts> SweepUnheld(
        const std::function<bool(std::string_view)>& is_wanted) const;
    // Called before anything is added.
    base::Status ForgetSwept();
    std::string MarkOf(std::string_view lists) const;

    const DocumentFolder* folder_;
    base::Descriptor lock_;
    bool has_forgotten_ = false;
  };
  // Creates the folder if there is none. It outlives the session.
  base::Result<Session> Begin() const;

  // As long as it lives, no process sweeps the folder.
  class Hold {
   public:
    // False if there was no folder, or none that was ever swept.
    bool is_held() const { return lock_.is_open(); }

   private:
    friend class DocumentFolder;
    explicit Hold(base::Descriptor lock) : lock_(std::move(lock)) {}
    base::Descriptor lock_;
  };
  // Waits for the end of a sweep. Creates nothing, since another user may call it.
  base::Result<Hold> Keep() const;

 private:
  explicit DocumentFolder(std::string path) : path_(std::move(path)) {}

  std::string path_;
};

}  // namespace orgreg::records
