// From records as they are served to the bytes of a file, one record at a time: the same for a
// nightly file and for what a filter leaves. Memory does not grow with the records. One thread at a
// time.

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

  // What stands before the first record.
  virtual base::Status Begin() = 0;
  // kCorrupt where it is not a record of the kind, as far as the format shows what is in it.
  virtual base::Status Add(const render::PublicForm& record) = 0;
  // What stands after the last one; everything is with the sink then.
  virtual base::Status Finish() = 0;
  // Of what was packed so far, where it is one text.
  virtual std::uint64_t text_bytes() const { return 0; }
};

struct EncoderOptions {
  model::Kind kind = model::Kind::kEntity;
  Format format = Format::kJson;
  // How many will be added, at most; a workbook gets as many sheets as they need.
  std::size_t records = 0;
  bool is_whole = true;        // Everything there is, not what a filter leaves.
  bool is_sheet_safe = false;  // Of CSV (render/cells/sheet_safe_csv.h).
};

// `out` outlives the encoder. Nothing for Format::kZip, which is made of a finished file.
std::unique_ptr<Encoder> MakeEncoder(const EncoderOptions& options, formats::ByteSink* out);

}  // namespace orgreg::downloads
