// SPDX-License-Identifier: EUPL-1.2

// SegmentBuilder writes the sections of a file in a fixed order, and Segment::Open reads them in
// the same one.

#include "search/segment/segment.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <span>
#include <utility>

#include "model/limits.h"
#include "model/schema/schema.h"
#include "model/statements/fields.h"
#include "model/units/field.h"
#include "render/record_json.h"
#include "search/columns/collation.h"
#include "search/segment/terms.h"

namespace orgreg::search {
namespace {

using model::Match;

std::int32_t RangeValue(const model::Parameter& parameter, const model::Unit& unit) {
  if (parameter.match == Match::kEmployees) {
    const model::Count employees = model::EmployeeClass(unit);
    if (!employees) return RangeIndex::kAbsent;
    return static_cast<std::int32_t>(std::min<std::int64_t>(*employees, INT32_MAX));
  }
  const model::Day& day = *model::ValueOf<model::Day>(parameter.fields.front()->row, &unit);
  return day ? day->days() : RangeIndex::kAbsent;
}

std::optional<std::int64_t> SortNumber(const model::Field& field, const model::Unit& unit) {
  if (field.filter.match == Match::kEmployees) return model::EmployeeClass(unit);
  const model::Row& row = field.row;
  if (!row.IsIn(&unit)) return std::nullopt;
  if (const auto* key = model::ValueOf<base::OrgNumber>(row, &unit)) return key->value();
  if (const auto* flag = model::ValueOf<model::Flag>(row, &unit)) return *flag == true ? 1 : 0;
  if (const auto* day = model::ValueOf<model::Day>(row, &unit)) return (*day)->days();
  // The only count to sort by is that of employees.
  const model::Number& number = *model::ValueOf<model::Number>(row, &unit);
  return number->value();
}

}  // namespace

std::uint64_t LayoutOf(model::Kind kind) {
  std::uint64_t layout = kIndexVersion;
  const auto mix = [&layout](std::string_view text) {
    layout = XXH3_64bits_withSeed(text.data(), text.size(), layout);
  };
  const auto columns = std::as_bytes(render::ByteColumnsOf(kind));
  layout = XXH3_64bits_withSeed(columns.data(), columns.size(), layout);
  for (const model::Field& field : model::Fields(kind)) mix(field.Path());
  // The order of these is that of the texts in a column (model/statements/kept.h).
  for (const model::StatementField& field : model::StatementFields()) mix(field.row.name);
  for (const model::Parameter& parameter : model::Parameters(kind)) mix(parameter.name);
  for (const model::SortKey& key : model::SortKeys(kind)) mix(key.name);
  mix(Collation::Version());
  return layout;
}

base::Result<std::shared_ptr<const Segment>> Segment::Open(
    model::Kind kind, std::shared_ptr<const SegmentFile> file) {
  const auto segment = std::make_shared<Segment>();
  SectionReader reader(*file);
  segment->kind_ = kind;
  const Array<char> live_bytes = reader.Next<char>();
  segment->live_ = RecordTable(kind, &reader, live_bytes);
  segment->deleted_ = RecordTable(kind, &reader);
  segment->removed_ = RecordTable(kind, &reader);
  const std::span<const model::Parameter> parameters = model::Parameters(kind);
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    if (parameters[index].IsRange()) {
      segment->parameters_.emplace_back(RangeIndex(segment->size(), &reader));
    } else if (parameters[index].match == Match::kNumbers) {
      segment->parameters_.emplace_back();
    } else if (parameters[index].match == Match::kName) {
      segment->name_parameter_ = index;
      segment->parameters_.emplace_back(NameIndex(segment->size(), &reader));
    } else {
      segment->parameters_.emplace_back(TermIndex(segment->size(), &reader));
    }
  }
  for (std::size_t key = 0; key < model::SortKeys(kind).size(); ++key)
    segment->sort_orders_.emplace_back(&reader);
  if (!model::IsUnit(kind)) segment->keys_ = KeyIndex(&reader);
  if (!reader.ok() || !reader.AtEnd())
    return base::Error{base::Code::kCorrupt, "the segment has other parts than this program's"};
  segment->file_ = std::move(file);
  return std::shared_ptr<const Segment>(segment);
}

SegmentBuilder::SegmentBuilder(model::Kind kind, const std::string& path)
    : kind_(kind),
      writer_(path),
      terms_(model::Parameters(kind).size()),
      ranges_(model::Parameters(kind).size()),
      sort_orders_(model::SortKeys(kind).size()) {
  writer_.BeginSection(1);
}

void SegmentBuilder::Add(const model::Unit& unit) {
  columns_.Clear();
  render::AppendServedRecord(kind_, unit, model::kLatestVersion, &columns_.served);
  if (!Append({.number = unit.number, .state = unit.state, .columns = {kind_, columns_}})) return;
  for (std::size_t index = 0; index < terms_.size(); ++index) AddParameter(index, unit);
  for (std::size_t index = 0; index < sort_orders_.size(); ++index) AddSortKey(index, unit);
}

void SegmentBuilder::Add(const IndexedRecord& record) {
  if (Append(record)) keys_.Add(static_cast<Doc>(live_.size() - 1), record.keys);
}

bool SegmentBuilder::Append(const IndexedRecord& record) {
  switch (record.state) {
    case model::State::kDeleted:
      deleted_.Append(record.number, record.columns);
      return false;
    case model::State::kRemoved:
      removed_.Append(record.number, record.columns);
      return false;
    case model::State::kLive:
      live_.Append(record.number, record.columns);
      return true;
  }
  return false;
}

void SegmentBuilder::AddParameter(std::size_t index, const model::Unit& unit) {
  const model::Parameter& parameter = model::Parameters(kind_)[index];
  if (parameter.IsRange()) {
    ranges_[index].Add(RangeValue(parameter, unit));
    return;
  }
  if (parameter.match == Match::kName) return names_.Add(unit);
  const auto doc = static_cast<Doc>(live_.size() - 1);
  AddTerms(parameter, unit, doc, &terms_[index]);
}

void SegmentBuilder::AddSortKey(std::size_t index, const model::Unit& unit) {
  const model::Field& field = *model::SortKeys(kind_)[index].field;
  if (const auto* const text = model::ValueOf<model::Text>(field.row, &unit)) {
    sort_orders_[index].AddText(*text);
  } else {
    sort_orders_[index].AddNumber(SortNumber(field, unit));
  }
}

void SegmentBuilder::WriteParameter(std::size_t index) {
  const model::Parameter& parameter = model::Parameters(kind_)[index];
  if (parameter.IsRange()) {
    std::exchange(ranges_[index], {}).Write(&writer_);
  } else if (parameter.match == Match::kName) {
    std::exchange(names_, {}).Write(&writer_);
  } else if (parameter.match != Match::kNumbers) {
    std::exchange(terms_[index], {}).Write(live_.size(), &writer_);
  }
}

void SegmentBuilder::WriteSortOrder(std::size_t index) {
  const model::Field& field = *model::SortKeys(kind_)[index].field;
  std::exchange(sort_orders_[index], {}).Write(field.sort == model::Sort::kAlphabetical, &writer_);
}

base::Status SegmentBuilder::WriteIndexes(const std::stop_token& stop) {
  const std::size_t parameters = terms_.size();
  for (std::size_t index = 0; index < parameters + sort_orders_.size(); ++index) {
    if (stop.stop_requested()) return base::Error{base::Code::kUnavailable, "stopped"};
    if (index < parameters) {
      WriteParameter(index);
    } else {
      WriteSortOrder(index - parameters);
    }
  }
  return {};
}

base::Result<std::shared_ptr<const Segment>> SegmentBuilder::Build(const SegmentIdentity& identity,
                                                                   const std::stop_token& stop) && {
  writer_.EndSection();
  for (const RecordTableBuilder* table : {&live_, &deleted_, &removed_}) table->Write(&writer_);
  TRY(WriteIndexes(stop));
  if (!model::IsUnit(kind_)) std::move(keys_).Write(&writer_);
  auto file = TRY(writer_.Finish(identity));
  return Segment::Open(kind_, std::move(file));
}

}  // namespace orgreg::search
