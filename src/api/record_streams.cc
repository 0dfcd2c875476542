#include "api/record_streams.h"

#include <utility>

#include "render/record_json.h"

namespace orgreg::api {
namespace {

constexpr std::size_t kPartBytes = std::size_t{128} << 10;
// A part is made within some milliseconds, also of a workbook that packs well.
constexpr std::size_t kPartRecords = 1000;

}  // namespace

NextRecord RecordsOf(std::shared_ptr<const search::Catalog> catalog,
                     std::vector<std::string_view> records) {
  return [catalog = std::move(catalog), records = std::move(records),
          at = std::size_t{0}]() mutable -> base::Result<std::optional<std::string_view>> {
    if (at == records.size()) return std::optional<std::string_view>();
    return std::optional(records[at++]);
  };
}

NextRecord RecordsOf(search::RecordWalk walk) {
  return [walk = std::move(walk)]() mutable { return walk.Next(); };
}

EncodedBody::EncodedBody(NextRecord next, const downloads::EncoderOptions& options,
                         ExpensiveWork::Place place)
    : next_(std::move(next)),
      encoder_(downloads::MakeEncoder(options, &sink_)),
      place_(std::move(place)) {}

base::Result<bool> EncodedBody::Next(std::string* out) {
  if (base::Status encoded = Encode(); !encoded) return std::move(encoded).error();
  out->append(part_);
  part_.clear();
  return encoder_ != nullptr;
}

base::Status EncodedBody::Encode() {
  if (!is_begun_) {
    is_begun_ = true;
    if (base::Status begun = encoder_->Begin(); !begun) return begun;
  }
  for (std::size_t count = 0; count < kPartRecords && part_.size() < kPartBytes; ++count) {
    const auto record = next_();
    if (!record) return record.error();
    if (!*record) return Finish();
    if (base::Status added = encoder_->Add(**record); !added) return added;
  }
  return {};
}

base::Status EncodedBody::Finish() {
  base::Status finished = encoder_->Finish();
  encoder_.reset();
  next_ = nullptr;
  place_.GiveBack();
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
