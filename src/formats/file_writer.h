// A file that appears under its name only when it is complete: written without a name
// (base/files/new_file.h), synced, then put in place. For output that others may be reading or that
// must not be half there after a crash. Two writers of one name at a time are refused: the file
// NAME.tmp, which is empty and locked, says that there is one. What a killed process left of it,
// the next writer takes over. One thread at a time.

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
  // Begins the file that will stand at `path`. kIo where its folder cannot be written,
  // kUnavailable while somebody else writes the same file.
  static base::Result<std::unique_ptr<FileWriter>> Create(std::string path,
                                                          Readers readers = Readers::kAll);
  // Without Publish, nothing remains of the file.
  ~FileWriter() override;

  // Adds bytes; they are written in large pieces. After an error every call fails.
  base::Status Append(std::string_view bytes) override;
  // Writes the rest and waits until the disk has all. Nothing is appended after it.
  base::Status Finish();
  // After Finish: gives the file its name, in place of one that had it, and waits until the
  // disk has the name. Should only that wait fail, the file stands there all the same.
  base::Status Publish();

  // By which this process can open what is written, until Publish.
  std::string working_path() const { return file_.working_path(); }

  // What was appended so far.
  std::uint64_t size_bytes() const { return size_bytes_; }

 private:
  enum class Stage { kOpen, kFinished, kFailed };

  // The right to write a file: an empty file next to it, locked, until its name is gone.
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
