// SPDX-License-Identifier: EUPL-1.2

// The file of a segment: sections of flat arrays, mapped and verified block by block. Layout:
// docs/segment-format.md. A file is written once, front to back, and never changed; it may be made
// in memory, from which nothing remains.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/descriptor.h"
#include "base/files/new_file.h"
#include "base/files/piece_writer.h"
#include "base/result.h"
#include "search/file/array.h"
#include "search/file/mapped_reads.h"

namespace orgreg::search {

// The origin of a file.
struct SegmentIdentity {
  std::uint64_t layout = 0;   // Which arrays exist and how they are filled (LayoutOf).
  std::uint64_t codes = 0;    // The code lists used for its records.
  std::uint64_t program = 0;  // The build that wrote it; 0 if that is unknown.
  std::uint64_t kind = 0;
  std::uint64_t commit = 0;       // The store's commit at the time,
  std::uint64_t rows = 0;         // the number of rows in its table,
  std::uint64_t fingerprint = 0;  // and their fingerprint.
  friend bool operator==(const SegmentIdentity&, const SegmentIdentity&) = default;
};

// A mapped file. Unchanging: any number of threads.
class SegmentFile {
 public:
  // kNotFound if there is none, kInvalid if it is of another version, kCorrupt if its head is
  // damaged.
  static base::Result<std::shared_ptr<const SegmentFile>> Open(const std::string& path);
  ~SegmentFile();
  SegmentFile(const SegmentFile&) = delete;
  SegmentFile& operator=(const SegmentFile&) = delete;

  const SegmentIdentity& identity() const { return identity_; }
  // True after a damaged block was found, or if the file is shorter than before.
  bool is_damaged() const { return guard_->is_damaged(); }
  // Checks whether a process has changed or truncated the file; its blocks are then verified again.
  // One thread.
  void LookForChange() const;
  // False if it was made in memory.
  bool has_name() const { return file_.is_open(); }
  std::size_t section_count() const { return sections_.size(); }

 private:
  friend class SegmentFileWriter;
  friend class SectionReader;

  struct Section {
    std::uint64_t offset = 0;  // From the beginning of the data.
    std::uint64_t bytes = 0;
    std::uint64_t element_bytes = 0;
  };

  SegmentFile() = default;
  static base::Result<std::shared_ptr<SegmentFile>> Map(int descriptor, const std::string& path);
  base::Status ReadHead(const std::string& path);
  // For LookForChange, which does nothing if the file is not open.
  void Keep(base::Descriptor file);

  // The time of the file's last change, and its size.
  struct Trace {
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    std::int64_t bytes = 0;
    friend bool operator==(const Trace&, const Trace&) = default;
  };
  std::optional<Trace> ReadTrace() const;

  std::span<const char> mapped_;
  std::optional<WatchedMapping> watched_;
  base::Descriptor file_;  // Open if the file has a name.
  mutable std::optional<Trace> trace_;
  SegmentIdentity identity_;
  std::span<const char> data_;
  std::span<const Section> sections_;
  std::unique_ptr<BlockGuard> guard_;
};

// Returns the arrays of a file in the order in which they were written.
class SectionReader {
 public:
  explicit SectionReader(const SegmentFile& file) : file_(file) {}

  // Returns an empty array, and ok() is false from then on, if the file has no such array here.
  template <typename T>
  Array<T> Next() {
    const std::span<const char> bytes = NextBytes(sizeof(T));
    return {std::span(reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)),
            file_.guard_.get()};
  }
  // The bytes of an array whose elements have 1, 2, 4 or 8 bytes, which become `width`.
  Array<char> NextOfWidth(std::size_t* width);
  bool ok() const { return ok_; }
  bool AtEnd() const { return next_ == file_.sections_.size(); }

 private:
  std::span<const char> NextBytes(std::size_t element_bytes);

  const SegmentFile& file_;
  std::size_t next_ = 0;
  bool ok_ = true;
};

// Writes a file. The first error is kept, and Finish returns it.
class SegmentFileWriter {
 public:
  // The file gets the name `path` when it is complete; an empty path means memory.
  explicit SegmentFileWriter(std::string path);
  SegmentFileWriter(const SegmentFileWriter&) = delete;
  SegmentFileWriter& operator=(const SegmentFileWriter&) = delete;

  template <typename T>
  void Write(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    BeginSection(sizeof(T));
    Append({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
    EndSection();
  }
  void Write(std::string_view bytes);

  // Begins a section that is written piece by piece; no other section is written meanwhile.
  void BeginSection(std::size_t element_bytes);
  void Append(std::span<const char> bytes);
  void EndSection();

  base::Result<std::shared_ptr<const SegmentFile>> Finish(const SegmentIdentity& identity);

 private:
  void Begin(int descriptor);
  void Put(std::span<const char> bytes);
  void Flush();
  void WriteHead(const SegmentIdentity& identity);
  base::Error Failed(const char* what) const;

  std::string path_;
  std::optional<base::NewFile> file_;  // Set if there is a path.
  base::Descriptor memory_;            // Open if there is no file.
  int descriptor_ = -1;                // The descriptor of the file or of the memory.
  std::optional<base::PieceWriter> pieces_;
  std::uint64_t data_bytes_ = 0;  // Flushed and buffered.
  std::vector<char> block_;       // What is not flushed yet.
  std::vector<std::uint64_t> sums_;
  std::vector<SegmentFile::Section> sections_;
  std::optional<base::Error> error_;
};

}  // namespace orgreg::search
