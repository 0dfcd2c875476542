// SPDX-License-Identifier: EUPL-1.2

// A zip archive as a stream: a file is not kept in memory, so its sizes and checksum follow its
// data, and the directory ends the archive. All times are 1980-01-01, so that the same files give
// the same bytes (deflater.h). Archives may have any size: numbers that do not fit 32 bits are
// written as zip64. Used by the spreadsheet writer and for files of JSON. One thread at a time.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/byte_sink.h"
#include "formats/pack/deflater.h"

namespace orgreg::formats {

class ZipWriter final : public ByteSink {
 public:
  // `out` outlives the writer.
  explicit ZipWriter(ByteSink* out);

  // Ends the previous file, if any. The name is ASCII, with '/' after folders.
  base::Status BeginFile(std::string_view name);
  // Appends to the current file.
  base::Status Append(std::string_view bytes) override;
  // The same for a file that is deflated already. EndPackedFile takes the size and checksum of the
  // text, which a file that is read front to back only has at its end.
  struct Text {
    std::uint32_t checksum = 0;  // CRC-32
    std::uint64_t size_bytes = 0;
  };
  base::Status BeginPackedFile(std::string_view name);
  base::Status AppendPacked(std::string_view deflated);
  base::Status EndPackedFile(const Text& text);
  // Ends the archive. Nothing is appended after it, and the sink stays open.
  base::Status Finish();

  // The number of bytes that the sink got so far.
  std::uint64_t size_bytes() const { return size_bytes_; }

 private:
  struct Entry {
    std::string name = {};
    std::uint32_t checksum = 0;
    std::uint64_t packed_bytes = 0;
    std::uint64_t text_bytes = 0;
    std::uint64_t offset = 0;  // The position of its local header.
  };

  enum class Stage { kBetween, kInFile, kInPackedFile };

  base::Status WriteHeader(std::string_view name);
  base::Status EndFile();
  base::Status Write(std::string_view bytes);
  static void AppendDirectoryRow(const Entry& entry, std::string* out);
  void AppendDirectoryEnd(std::uint64_t directory_offset, std::string* out) const;

  ByteSink* out_;
  Deflater deflater_;
  Stage stage_ = Stage::kBetween;
  std::uint64_t size_bytes_ = 0;
  std::vector<Entry> entries_ = {};
};

}  // namespace orgreg::formats
