// SPDX-License-Identifier: EUPL-1.2

// Turns served records into the bytes of a file, one record at a time: the same for a nightly file
// and for a selection. Memory does not grow with the records. One thread at a time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/result.h"
#include "downloads/file_table.h"
#include "formats/byte_sink.h"
#include "render/public_form.h"

namespace orgreg::downloads {

class Encoder {
 public:
  Encoder() = default;
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  virtual ~Encoder() = default;

  // Writes the text before the first record.
  virtual base::Status Begin() = 0;
  // kCorrupt if it is not a record of the kind, so far as the format reads its content.
  virtual base::Status Add(const render::PublicForm& record) = 0;
  // Writes the text after the last one; then the sink has everything.
  virtual base::Status Finish() = 0;
  // The size of the text packed so far, if it is one text.
  virtual std::uint64_t text_bytes() const { return 0; }
};

struct EncoderOptions {
  model::Kind kind = model::Kind::kEntity;
  Format format = Format::kJson;
  // The most that will be added; a workbook gets as many sheets as they need.
  std::size_t records = 0;
  bool is_whole = true;        // All records, not a selection.
  bool is_sheet_safe = false;  // Of CSV (render/cells/sheet_safe_csv.h).
};

// `out` outlives the encoder. Null for Format::kZip, which is made from a finished file.
std::unique_ptr<Encoder> MakeEncoder(const EncoderOptions& options, formats::ByteSink* out);

}  // namespace orgreg::downloads
