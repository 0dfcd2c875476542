// SPDX-License-Identifier: EUPL-1.2

// Packs a text that is made part by part: with gzip, or as the one file of a zip archive. Memory
// does not grow with the text. One thread at a time.

#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "downloads/file_table.h"
#include "formats/byte_sink.h"
#include "formats/pack/gzip_packer.h"
#include "formats/pack/zip_writer.h"

namespace orgreg::downloads {

class TextPacker {
 public:
  // `format` is kJson, which is packed with gzip, or kZip. `name` is that of the file in the
  // archive and outlives the packer, as `out` does.
  TextPacker(Format format, std::string_view name, formats::ByteSink* out);

  base::Status Append(std::string_view text);
  // Nothing may be appended after it, and the sink stays open.
  base::Status Finish();

 private:
  base::Status Begin();

  // The packer of the two that is used.
  std::optional<formats::GzipPacker> gzip_;
  std::optional<formats::ZipWriter> zip_;
  std::string_view name_;
  bool is_begun_ = false;
};

}  // namespace orgreg::downloads
