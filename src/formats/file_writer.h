// A file that appears under its name only when it is complete: written beside it under a
// temporary name, synced, then renamed. For output that others may be reading or that must
// not be half there after a crash. One thread at a time.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace orgreg::formats {

class FileWriter {
 public:
  // Begins the file that will stand at `path`. kIo where its folder cannot be written.
  static base::Result<std::unique_ptr<FileWriter>> Create(std::string path);
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  // Without Publish, nothing remains of the file.
  ~FileWriter();

  // Adds bytes; they are written in large pieces.
  base::Status Append(std::string_view bytes);
  // Writes the rest and waits until the disk has all. Nothing is appended after it.
  base::Status Finish();
  // After Finish: gives the file its name, in place of one that had it.
  base::Status Publish();

 private:
  FileWriter(std::string path, std::string temporary, int descriptor)
      : path_(std::move(path)), temporary_(std::move(temporary)), descriptor_(descriptor) {}
  base::Status Write(std::string_view bytes);
  base::Error Failure(std::string_view action) const;

  std::string path_;
  std::string temporary_;  // Empty once published.
  int descriptor_ = -1;
  std::string pending_ = {};
};

}  // namespace orgreg::formats
