// SPDX-License-Identifier: EUPL-1.2

// A file that appears under its name only when it is complete: written without a name
// (base/files/new_file.h), synced, then put in place. For output that others may be reading or that
// a crash must not leave unfinished. A second writer of the same name is refused: an empty, locked
// file NAME.tmp shows that there is one. The next writer takes over such a file of a killed
// process. One thread at a time.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/files/descriptor.h"
#include "base/files/new_file.h"
#include "base/result.h"
#include "formats/byte_sink.h"

namespace orgreg::formats {

// Who may read a file, from its first byte on.
enum class Readers : std::uint8_t { kAll, kOwner };

class FileWriter final : public ByteSink {
 public:
  // Begins the file that will have the name `path`. kIo if its folder cannot be written,
  // kUnavailable while another writer writes the same file.
  static base::Result<std::unique_ptr<FileWriter>> Create(std::string path,
                                                          Readers readers = Readers::kAll);
  // Without Publish, nothing remains of the file.
  ~FileWriter() override;

  // Appends bytes, which are written in large pieces. After an error every call fails.
  base::Status Append(std::string_view bytes) override;
  // Writes the rest and waits until all of it is on disk. Nothing is appended after it.
  base::Status Finish();
  // After Finish: gives the file its name, replacing an older file, and waits until the name is on
  // disk. If only that wait fails, the file has its name all the same.
  base::Status Publish();

  // A path by which this process can open the file until Publish.
  std::string working_path() const { return file_.working_path(); }

  // The number of bytes that were appended so far.
  std::uint64_t size_bytes() const { return size_bytes_; }

 private:
  enum class Stage { kOpen, kFinished, kFailed };

  // The right to write a file: an empty file next to it, locked until its name is removed.
  class Claim {
   public:
    static base::Result<Claim> Make(const std::string& path);
    ~Claim();
    Claim(Claim&&) noexcept = default;
    Claim& operator=(Claim&&) = delete;

   private:
    Claim(std::string name, base::Descriptor file)
        : name_(std::move(name)), file_(std::move(file)) {}

    std::string name_;
    base::Descriptor file_;
  };

  FileWriter(std::string path, Claim claim, base::NewFile file)
      : path_(std::move(path)), claim_(std::move(claim)), file_(std::move(file)) {}
  base::Status Write(std::string_view bytes);
  base::Error Fail(std::string_view action);

  std::string path_;
  std::optional<Claim> claim_;  // Until the file is published.
  base::NewFile file_;
  Stage stage_ = Stage::kOpen;
  std::uint64_t size_bytes_ = 0;
  std::string pending_ = {};
};

}  // namespace orgreg::formats
