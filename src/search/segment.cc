#include "search/segment.h"

#include <algorithm>

#include "render/record_json.h"
#include "search/terms.h"

namespace orgreg::search {
namespace {

using model::Match;

std::int32_t RangeValue(const model::Parameter& parameter, const model::Unit& unit) {
  if (parameter.match == Match::kEmployees) {
    const model::Count employees = model::EmployeeClass(unit);
    if (!employees) return RangeColumn::kAbsent;
    return static_cast<std::int32_t>(std::min<std::int64_t>(*employees, INT32_MAX));
  }
  const model::Day& day =
      *std::get<const model::Day*>(parameter.fields.front()->value.readable(unit));
  return day ? day->days() : RangeColumn::kAbsent;
}

std::optional<std::int64_t> SortNumber(const model::Field& field, const model::Unit& unit) {
  if (field.filter.match == Match::kEmployees) return model::EmployeeClass(unit);
  const model::ConstSlot slot = field.value.readable(unit);
  if (const auto* key = std::get_if<const base::OrgNumber*>(&slot)) return (*key)->value();
  if (!model::IsPresent(slot)) return std::nullopt;
  if (const auto* flag = std::get_if<const model::Flag*>(&slot)) return **flag == true ? 1 : 0;
  if (const auto* day = std::get_if<const model::Day*>(&slot)) return (**day)->days();
  if (const auto* number = std::get_if<const model::Number*>(&slot)) return (**number)->value();
  if (const auto* count = std::get_if<const model::Count*>(&slot)) return **count;
  return std::nullopt;
}

}  // namespace

SegmentBuilder::SegmentBuilder(model::Kind kind)
    : segment_(std::make_shared<Segment>()),
      terms_(model::Parameters(kind).size()),
      columns_(model::Parameters(kind).size()),
      sort_orders_(model::SortKeys(kind).size()) {
  segment_->kind_ = kind;
}
SegmentBuilder::~SegmentBuilder() = default;

void SegmentBuilder::Add(const model::Unit& unit) {
  rendered_.clear();
  render::AppendRecord(segment_->kind_, unit, {}, &rendered_);
  switch (unit.state) {
    case model::State::kDeleted:
      segment_->deleted_.Append(unit.number, rendered_);
      return;
    case model::State::kRemoved:
      segment_->removed_.Append(unit.number, rendered_);
      return;
    case model::State::kLive:
      segment_->live_.Append(unit.number, rendered_);
      break;
  }
  for (std::size_t index = 0; index < terms_.size(); ++index) AddParameter(index, unit);
  for (std::size_t index = 0; index < sort_orders_.size(); ++index) AddSortKey(index, unit);
}

void SegmentBuilder::AddParameter(std::size_t index, const model::Unit& unit) {
  const model::Parameter& parameter = model::Parameters(segment_->kind_)[index];
  if (parameter.IsRange()) {
    columns_[index].values.push_back(RangeValue(parameter, unit));
    return;
  }
  if (parameter.match == Match::kName) return names_.Add(unit);
  const auto doc = static_cast<Doc>(segment_->live_.size() - 1);
  for (const std::string& term : TermsOf(parameter, unit)) terms_[index].Add(doc, term);
}

void SegmentBuilder::AddSortKey(std::size_t index, const model::Unit& unit) {
  const model::Field& field = *model::SortKeys(segment_->kind_)[index].field;
  const model::ConstSlot slot = field.value.readable(unit);
  if (const auto* text = std::get_if<const model::Text*>(&slot)) {
    sort_orders_[index].AddText(**text);
  } else {
    sort_orders_[index].AddNumber(SortNumber(field, unit));
  }
}

std::shared_ptr<const Segment> SegmentBuilder::Build() && {
  const std::span<const model::Parameter> parameters = model::Parameters(segment_->kind_);
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    if (parameters[index].IsRange()) {
      segment_->parameters_.emplace_back(std::move(columns_[index]));
    } else if (parameters[index].match == Match::kNumbers) {
      segment_->parameters_.emplace_back();
    } else if (parameters[index].match == Match::kName) {
      segment_->name_parameter_ = index;
      segment_->parameters_.emplace_back(std::move(names_).Build());
    } else {
      segment_->parameters_.emplace_back(std::move(terms_[index]).Build(segment_->size()));
    }
  }
  for (std::size_t index = 0; index < sort_orders_.size(); ++index) {
    const model::Field& field = *model::SortKeys(segment_->kind_)[index].field;
    const bool alphabetical = field.sort == model::Sort::kAlphabetical;
    segment_->sort_orders_.push_back(std::move(sort_orders_[index]).Build(alphabetical));
  }
  return std::move(segment_);
}

}  // namespace orgreg::search
