// SPDX-License-Identifier: EUPL-1.2

#include "downloads/text_packer.h"

namespace orgreg::downloads {

TextPacker::TextPacker(Format format, std::string_view name, formats::ByteSink* out) : name_(name) {
  if (format == Format::kZip) {
    zip_.emplace(out);
  } else {
    gzip_.emplace(out);
  }
}

base::Status TextPacker::Append(std::string_view text) {
  if (gzip_) return gzip_->Append(text);
  base::Status begun = Begin();
  return begun ? zip_->Append(text) : begun;
}

base::Status TextPacker::Finish() {
  if (gzip_) return gzip_->Finish();
  base::Status begun = Begin();
  return begun ? zip_->Finish() : begun;
}

base::Status TextPacker::Begin() {
  if (is_begun_) return {};
  is_begun_ = true;
  return zip_->BeginFile(name_);
}

}  // namespace orgreg::downloads
