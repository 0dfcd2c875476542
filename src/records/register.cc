#include "records/register.h"

#include "render/record_json.h"

namespace orgreg::records {
namespace {

store::Table TableOf(model::Kind kind) {
  return kind == model::Kind::kEntity ? store::Table::kEntity : store::Table::kSubEntity;
}

store::RowState StateOf(model::State state) {
  switch (state) {
    case model::State::kLive:
      return store::RowState::kLive;
    case model::State::kDeleted:
      return store::RowState::kDeleted;
    case model::State::kRemoved:
      return store::RowState::kRemoved;
  }
  return store::RowState::kLive;
}

}  // namespace

base::Status Load::Put(model::Kind kind, const model::Unit& unit) {
  body_.clear();
  render::AppendRecord(kind, unit, render::kStoredForm, &body_);
  // One record that cannot be read would keep the whole register from being served.
  body_.reserve(body_.size() + RecordReader::kPadding);
  model::Unit again;
  Problems problems;
  if (!reader_.Read(kind, body_, &again, &problems) || again.state != unit.state) {
    const std::string reason = problems.empty() ? "its state changes" : problems.front();
    return base::Error{base::Code::kInvalid,
                       unit.number.ToString() + " cannot be read again: " + reason};
  }
  auto outcome = writer_->Put(TableOf(kind),
                              {.number = unit.number, .state = StateOf(unit.state), .body = body_});
  if (!outcome) return std::move(outcome).error();
  switch (*outcome) {
    case store::PutOutcome::kInserted:
      ++counts_.added;
      break;
    case store::PutOutcome::kReplaced:
      ++counts_.replaced;
      break;
    case store::PutOutcome::kUnchanged:
      ++counts_.unchanged;
      break;
    case store::PutOutcome::kKeptRemoved:
      ++counts_.kept_removed;
      break;
  }
  return {};
}

base::Result<LoadCounts> Load::Commit() {
  auto commit = writer_->Commit();
  if (!commit) return std::move(commit).error();
  return counts_;
}

base::Result<Load> Register::BeginLoad() {
  auto writer = store_->Write();
  if (!writer) return std::move(writer).error();
  return Load(std::move(writer).value());
}

base::Result<View> Register::Read() const {
  auto snapshot = store_->Read();
  if (!snapshot) return std::move(snapshot).error();
  return View(std::move(snapshot).value());
}

store::Contents View::Describe(model::Kind kind) const {
  return snapshot_->Describe(TableOf(kind));
}

base::Status View::Scan(model::Kind kind,
                        const std::function<base::Status(const model::Unit&)>& visit) {
  RecordReader reader;
  model::Unit unit;
  Problems problems;
  std::string padded;
  return snapshot_->Scan(TableOf(kind), [&](const store::RowView& row) -> base::Status {
    padded.reserve(row.body.size() + RecordReader::kPadding);
    padded.assign(row.body);
    if (!reader.Read(kind, padded, &unit, &problems)) {
      return base::Error{base::Code::kCorrupt, row.number.ToString() + ": " + problems.front()};
    }
    return visit(unit);
  });
}

}  // namespace orgreg::records
