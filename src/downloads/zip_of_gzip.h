// SPDX-License-Identifier: EUPL-1.2

// Puts a gzip file of ours into a zip archive without packing it again: the deflated bytes are the
// same in both. One thread at a time.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "formats/byte_sink.h"

namespace orgreg::downloads {

struct GzipFile {
  std::string path = {};
  std::uint64_t text_bytes = 0;  // gzip itself only knows it up to 4 GiB.
};

// Writes an archive of one file, named `name`, to `out`. kCorrupt if formats::GzipPacker did not
// write the file.
base::Status PutIntoZip(const GzipFile& file, std::string_view name, formats::ByteSink* out);

}  // namespace orgreg::downloads
