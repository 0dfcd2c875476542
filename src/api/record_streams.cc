#include "api/record_streams.h"

#include "render/record_json.h"

namespace orgreg::api {
namespace {

constexpr std::size_t kPartBytes = std::size_t{128} << 10;
// A part is made within some milliseconds, also of a workbook that packs well.
constexpr std::size_t kPartRecords = 1000;

}  // namespace

SelectionBody::SelectionBody(std::shared_ptr<const search::Catalog> catalog,
                             std::vector<std::string_view> records,
                             const downloads::EncoderOptions& options)
    : catalog_(std::move(catalog)),
      records_(std::move(records)),
      encoder_(downloads::MakeEncoder(options, &sink_)) {}

base::Result<bool> SelectionBody::Next(std::string* out) {
  if (base::Status encoded = Encode(); !encoded) return std::move(encoded).error();
  out->append(part_);
  part_.clear();
  return encoder_ != nullptr;
}

base::Status SelectionBody::Encode() {
  if (!is_begun_) {
    is_begun_ = true;
    if (base::Status begun = encoder_->Begin(); !begun) return begun;
  }
  const std::size_t end = std::min(records_.size(), encoded_ + kPartRecords);
  while (encoded_ < end && part_.size() < kPartBytes) {
    if (base::Status added = encoder_->Add(records_[encoded_]); !added) return added;
    ++encoded_;
  }
  if (encoded_ < records_.size()) return {};
  base::Status finished = encoder_->Finish();
  encoder_.reset();
  return finished;
}

base::Result<bool> LinesBody::Next(std::string* out) {
  while (out->size() < kPartBytes) {
    const auto record = walk_.Next();
    if (!record) return record.error();
    if (!*record) return false;
    render::AppendWithOrigin(**record, origin_, out);
    out->push_back('\n');
  }
  return true;
}

}  // namespace orgreg::api
