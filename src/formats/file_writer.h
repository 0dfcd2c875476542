// A file that appears under its name only when it is complete: written beside it as
// NAME.tmp, synced, then renamed. For output that others may be reading or that must not be
// half there after a crash. What a killed process leaves is the temporary file, which the
// next writer of the name takes over; two at a time are refused, so that neither writes
// into the other's bytes. One thread at a time.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

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

  // What was appended so far.
  std::uint64_t size_bytes() const { return size_bytes_; }

 private:
  enum class Stage { kOpen, kFinished, kFailed };

  FileWriter(std::string path, std::string temporary, int descriptor)
      : path_(std::move(path)), temporary_(std::move(temporary)), descriptor_(descriptor) {}
  base::Status Write(std::string_view bytes);
  base::Error Fail(std::string_view action);

  std::string path_;
  std::string temporary_;  // Empty once published.
  int descriptor_ = -1;    // Holds the lock on the temporary file until its name is gone.
  Stage stage_ = Stage::kOpen;
  std::uint64_t size_bytes_ = 0;
  std::string pending_ = {};
};

}  // namespace orgreg::formats
