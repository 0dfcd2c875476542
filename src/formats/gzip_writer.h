// gzip into a file, as a stream: for output of any size in bounded memory, fast rather than
// small (ISA-L, level 1). One member with a header that says neither time nor name, so the
// same text gives the same bytes; how it is packed may differ between kinds of processor.
// One thread at a time.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace orgreg::formats {

class GzipWriter {
 public:
  // The file appears at `path` on Publish, as file_writer.h describes.
  static base::Result<std::unique_ptr<GzipWriter>> Create(std::string path);
  GzipWriter(const GzipWriter&) = delete;
  GzipWriter& operator=(const GzipWriter&) = delete;
  ~GzipWriter();

  base::Status Append(std::string_view text);
  // Ends the gzip member, and the file is on disk. Nothing is appended after it.
  base::Status Finish();
  base::Status Publish();

 private:
  struct State;  // Keeps ISA-L out of this header.
  explicit GzipWriter(std::unique_ptr<State> state);
  base::Status Pack(bool is_last);

  std::unique_ptr<State> state_;
};

}  // namespace orgreg::formats
