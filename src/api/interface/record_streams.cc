// SPDX-License-Identifier: EUPL-1.2

#include "api/interface/record_streams.h"

#include <utility>

namespace orgreg::api {
namespace {

constexpr std::size_t kPartBytes = std::size_t{128} << 10;
// For a page, of which slow readers may be reading many at a time.
constexpr std::size_t kPagePartBytes = std::size_t{64} << 10;
// The memory of a gzip encoder.
constexpr std::size_t kPackerBytes = std::size_t{384} << 10;
// A part takes some milliseconds, also for a workbook that packs well.
constexpr std::size_t kPartRecords = 1000;

}  // namespace

NextRecord RecordsOf(std::shared_ptr<const search::Catalog> catalog, search::Page page) {
  return [catalog = std::move(catalog), page = std::move(page),
          at = std::size_t{0}]() mutable -> base::Result<std::optional<render::PublicForm>> {
    std::optional<render::PublicForm> record;
    TRY(catalog->VisitServed(page, at++, [&record](const render::PublicForm& next) {
      record = next;
      return false;
    }));
    return record;
  };
}

NextRecord RecordsOf(search::RecordWalk walk) {
  return [walk = std::move(walk)]() mutable { return walk.Next(); };
}

EncodedBody::EncodedBody(NextRecord next, const downloads::EncoderOptions& options,
                         base::FairShare::Part place)
    : next_(std::move(next)),
      encoder_(downloads::MakeEncoder(options, &sink_)),
      place_(std::move(place)) {}

base::Result<bool> EncodedBody::Next(std::string* out) {
  TRY(Encode());
  out->append(part_);
  part_.clear();
  return encoder_ != nullptr;
}

base::Status EncodedBody::Encode() {
  if (!is_begun_) {
    is_begun_ = true;
    TRY(encoder_->Begin());
  }
  for (std::size_t count = 0; count < kPartRecords && part_.size() < kPartBytes; ++count) {
    const auto record = TRY(next_());
    if (!record) return Finish();
    TRY(encoder_->Add(*record));
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
    const auto record = TRY(walk_.Next());
    if (!record) return false;
    record->AppendTo(origin_, out);
    out->push_back('\n');
  }
  return true;
}

PageBody::PageBody(Frame frame, std::shared_ptr<const search::Catalog> catalog, search::Page page,
                   std::string origin)
    : frame_(std::move(frame)),
      catalog_(std::move(catalog)),
      page_(std::move(page)),
      origin_(std::move(origin)) {}

base::Result<bool> PageBody::Next(std::string* out) {
  if (at_ == 0) out->append(frame_.begin);
  bool is_first = at_ == 0;
  at_ = TRY(catalog_->VisitServed(page_, at_, [&](const render::PublicForm& record) {
    if (out->size() >= kPagePartBytes) return false;
    if (!std::exchange(is_first, false)) out->push_back(',');
    record.AppendTo(origin_, out);
    return true;
  }));
  if (at_ < page_.places.size()) return true;
  out->append(frame_.end);
  return false;
}

// The last record of a part may double its size.
std::size_t PageBody::held_bytes() const {
  return 2 * kPagePartBytes + page_.places.capacity() * sizeof(search::Place) + frame_.end.size();
}

PackedBody::PackedBody(std::unique_ptr<http::BodyStream> plain) : plain_(std::move(plain)) {}

base::Result<bool> PackedBody::Next(std::string* out) {
  part_.clear();
  auto more = plain_->Next(&part_);
  if (!more) return more;
  TRY(packer_.Append(part_));
  if (!*more) {
    TRY(packer_.Finish());
  }
  out->append(packed_);
  packed_.clear();
  return more;
}

std::size_t PackedBody::held_bytes() const { return plain_->held_bytes() + kPackerBytes; }

}  // namespace orgreg::api
