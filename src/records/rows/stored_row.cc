// SPDX-License-Identifier: EUPL-1.2

#include "records/rows/stored_row.h"

#include "render/record_json.h"

namespace orgreg::records {

store::RowState RowStateOf(model::State state) {
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

model::State StateOf(store::RowState state) {
  switch (state) {
    case store::RowState::kLive:
      return model::State::kLive;
    case store::RowState::kDeleted:
      return model::State::kDeleted;
    case store::RowState::kRemoved:
      return model::State::kRemoved;
  }
  return model::State::kLive;
}

base::Result<store::RowView> RowWriter::Write(model::Kind kind, const model::Unit& unit) {
  body_.clear();
  render::AppendRecord(kind, unit, model::Form::kStored, &body_);
  body_.reserve(body_.size() + RecordReader::kPadding);
  Problems problems;
  if (!reader_.Read(kind, body_, &again_, &problems) || again_.state != unit.state) {
    const std::string reason = problems.empty() ? "its state changes" : problems.front().Text();
    return base::Error{base::Code::kInvalid,
                       unit.number.ToString() + " cannot be read again: " + reason};
  }
  return store::RowView{.number = unit.number, .state = RowStateOf(unit.state), .body = body_};
}

base::Status RowReader::Read(model::Kind kind, const store::RowView& row, model::Unit* unit) {
  Problems problems;
  padded_.reserve(row.body.size() + RecordReader::kPadding);
  padded_.assign(row.body);
  if (reader_.Read(kind, padded_, unit, &problems)) return {};
  return base::Error{base::Code::kCorrupt, row.number.ToString() + ": " + problems.front().Text()};
}

}  // namespace orgreg::records
