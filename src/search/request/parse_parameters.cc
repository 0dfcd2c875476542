// SPDX-License-Identifier: EUPL-1.2

// First the parsers of single values, by what a row takes; then Values, which finds them; then
// ParameterParser, which reads each argument with its row and collects the problems.

#include "search/request/parse_parameters.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/values/ascii.h"
#include "base/values/fold.h"
#include "model/codes/value_rule.h"
#include "model/limits.h"

namespace orgreg::search {
namespace {

using model::Rule;

std::optional<Reason> Breaks(Rule rule, std::string_view item) {
  if (model::IsFreeText(rule) || model::BreachOf(rule, item).empty()) return std::nullopt;
  switch (rule) {
    case Rule::kText:
    case Rule::kLine:
    case Rule::kName:
      break;
    case Rule::kFourDigits:
      return Reason::kNotFourDigits;
    case Rule::kOrganisationForm:
      return Reason::kNotForm;
    case Rule::kIndustryCode:
      return Reason::kNotIndustry;
    case Rule::kOrgNumber:
      return Reason::kNotOrgNumber;
  }
  return std::nullopt;
}

std::optional<std::int64_t> ParseFlag(std::string_view text) {
  if (base::EqualsIgnoringCase(text, "true")) return 1;
  if (base::EqualsIgnoringCase(text, "false")) return 0;
  return std::nullopt;
}

std::optional<std::int64_t> ParseWhole(const ParameterRow& row, std::string_view text) {
  if (text.empty() || (text.front() == '-' && row.least >= 0)) return std::nullopt;
  if (row.digits != 0 && text.size() != row.digits) return std::nullopt;
  std::int64_t value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error == std::errc::invalid_argument || end != last) return std::nullopt;
  const bool is_larger = error == std::errc::result_out_of_range || value > row.most;
  if (is_larger && text.front() != '-') {
    return row.takes_any_larger ? std::optional(row.most) : std::nullopt;
  }
  return error == std::errc() && value >= row.least ? std::optional(value) : std::nullopt;
}

// Spec, Entity search parameters: 0, 1 or greater than 4 from below; 0, 4 or greater than
// 4 from above.
std::optional<std::int64_t> ParseEmployees(const ParameterRow& row, std::string_view text) {
  constexpr std::int64_t kFirstOfFew = 1;
  constexpr std::int64_t kLastOfFew = model::kFewestShownEmployees - 1;
  constexpr ParameterRow kAny = {.least = -1, .takes_any_larger = true};  // "-0" is a number, too.
  const std::optional<std::int64_t> value = ParseWhole(kAny, text);
  if (!value || *value == 0 || *value >= model::kFewestShownEmployees) return value;
  const std::int64_t end_of_few = row.lower_end.empty() ? kFirstOfFew : kLastOfFew;
  return *value == end_of_few ? value : std::nullopt;
}

std::optional<std::int64_t> ParseChoice(const ParameterRow& row, std::string_view text) {
  const auto found = std::ranges::find(row.choices, text);
  if (found == row.choices.end()) return std::nullopt;
  return found - row.choices.begin();
}

// Reads a text as a number, as the row says; 0 for values that are only texts.
std::optional<std::int64_t> Read(const ParameterRow& row, std::string_view text) {
  switch (row.takes) {
    case Takes::kFlag:
      return ParseFlag(text);
    case Takes::kDay: {
      const auto day = base::Date::Parse(text);
      return day ? std::optional<std::int64_t>(day->days()) : std::nullopt;
    }
    case Takes::kTime: {
      const auto time = base::Timestamp::Parse(text);
      return time ? std::optional(time->milliseconds()) : std::nullopt;
    }
    case Takes::kWhole:
      return ParseWhole(row, text);
    case Takes::kEmployees:
      return ParseEmployees(row, text);
    case Takes::kChoice:
      return ParseChoice(row, text);
    case Takes::kName:
      return base::CountCharacters(text) <= model::kMaxNameCharacters ? std::optional(0)
                                                                      : std::nullopt;
    case Takes::kText:
      return row.is_right == nullptr || row.is_right(text) ? std::optional(0) : std::nullopt;
    case Takes::kTexts:
    case Takes::kChoices:
    case Takes::kSort:
      break;  // These have several items.
  }
  return 0;
}

// What is wrong with an item of a list.
std::optional<Reason> WrongItem(const ParameterRow& row, std::string_view item) {
  if (row.takes != Takes::kChoices) return Breaks(row.rule, item);
  return ParseChoice(row, item) ? std::nullopt : std::optional(row.wrong);
}

}  // namespace

const ParameterRow* ParameterTable::Find(std::string_view name) const {
  const auto found = std::ranges::find_if(
      rows, [name](const ParameterRow& row) { return row.name == name && row.in == In::kQuery; });
  if (found != rows.end()) return &*found;
  return derived == nullptr ? nullptr : derived->Find(name);
}

const Value* Values::Find(const ParameterRow& row) const {
  const auto is_it = [&row](const Value& value) {
    return value.row->in == row.in && value.row->name == row.name && !value.is_wrong;
  };
  const auto found = std::ranges::find_if(values_, is_it);
  return found == values_.end() ? nullptr : &*found;
}

std::string_view Values::Text(const ParameterRow& row) const {
  const Value* const value = Find(row);
  return value == nullptr ? std::string_view() : value->text;
}

std::int64_t Values::Whole(const ParameterRow& row) const {
  const Value* const value = Find(row);
  return value == nullptr ? row.usual : value->whole;
}

std::optional<base::Date> Values::Day(const ParameterRow& row) const {
  const Value* const value = Find(row);
  if (value == nullptr) return std::nullopt;
  return base::Date::FromDays(static_cast<std::int32_t>(value->whole));
}

std::optional<base::Timestamp> Values::Time(const ParameterRow& row) const {
  const Value* const value = Find(row);
  if (value == nullptr) return std::nullopt;
  return base::Timestamp::FromMilliseconds(value->whole);
}

std::optional<base::OrgNumber> Values::Number(const ParameterRow& row) const {
  return base::OrgNumber::Parse(Text(row));
}

std::vector<base::OrgNumber> Values::Numbers(const ParameterRow& row) const {
  std::vector<base::OrgNumber> numbers;
  const Value* const value = Find(row);
  if (value == nullptr) return numbers;
  for (const std::string_view item : value->items) {
    numbers.push_back(*base::OrgNumber::Parse(item));
  }
  std::ranges::sort(numbers);
  numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
  return numbers;
}

void ParameterParser::Take(const Argument& argument) {
  const ParameterRow* const row = values_.table_.Find(argument.name);
  if (row == nullptr) {
    return Report(Reason::kUnknownParameter, argument, argument.name, nullptr);
  }
  const bool has_items = row->takes == Takes::kTexts || row->takes == Takes::kChoices;
  if (Value* const given = FindGiven(row); given != nullptr && row->takes != Takes::kSort) {
    if (has_items) return TakeItems(argument, given);
    return Report(Reason::kRepeated, argument, argument.value, nullptr);
  }
  Value& value = values_.values_.emplace_back(Value{.row = row, .text = argument.value});
  if (has_items) return TakeItems(argument, &value);
  if (row->takes == Takes::kSort) return TakeSort(argument, &value);
  TakeOne(argument, &value);
  CheckEnds(value);
}

void ParameterParser::TakeUndecoded(std::string_view name) {
  if (const ParameterRow* const row = values_.table_.Find(name)) undecoded_.push_back(row);
}

void ParameterParser::TakePath(const ParameterRow& row, std::string_view text) {
  Value& value = values_.values_.emplace_back(Value{.row = &row, .text = text});
  // Reference, Errors: a wrong number takes the place of the parameter's name.
  TakeOne({.name = row.rule == Rule::kOrgNumber ? text : row.name, .value = text}, &value);
}

void ParameterParser::TakeOne(const Argument& argument, Value* value) {
  const ParameterRow& row = *value->row;
  // A row with a check of its own decides about an empty value too.
  const bool may_be_empty = row.is_right != nullptr && row.is_right("");
  if (argument.value.empty() && !may_be_empty) {
    const bool names_parameter = row.empty == Reason::kEmpty;
    return Report(row.empty, argument, names_parameter ? argument.name : argument.value, value);
  }
  const std::optional<std::int64_t> whole = Read(row, argument.value);
  if (!whole) return Report(row.wrong, argument, argument.value, value);
  value->whole = *whole;
  if (const auto reason = Breaks(row.rule, argument.value)) {
    Report(*reason, argument, argument.value, value);
  }
}

void ParameterParser::TakeItems(const Argument& argument, Value* value) {
  for (const std::string_view item : SplitList(argument.value)) {
    const std::optional<Reason> reason =
        item.empty() ? Reason::kEmpty : WrongItem(*value->row, item);
    if (!reason) {
      value->items.push_back(item);
      continue;
    }
    // Reference, Errors: in brackets. The item alone, since each problem keeps its value.
    const std::string shown = "[" + std::string(item) + "]";
    Report(*reason, {.name = argument.name, .value = shown}, item.empty() ? argument.name : item,
           value);
  }
  if (value->is_too_long || value->items.size() <= model::kMaxListItems) return;
  value->is_too_long = true;
  Report(Reason::kTooManyItems, argument, argument.name, value);
  problems_.back().value.reset();
}

void ParameterParser::TakeSort(const Argument& argument, Value* value) {
  const std::span<const std::string_view> keys = values_.table_.sort_keys;
  const std::size_t comma = std::min(argument.value.find(','), argument.value.size());
  const std::string_view key = argument.value.substr(0, comma);
  const std::string_view direction =
      argument.value.substr(std::min(comma + 1, argument.value.size()));
  const auto found = std::ranges::find(keys, key);
  const bool descends = base::EqualsIgnoringCase(direction, "desc");
  const bool ascends = comma == argument.value.size() || base::EqualsIgnoringCase(direction, "asc");
  if (found == keys.end()) return Report(Reason::kNotSortKey, argument, key, value);
  if (!descends && !ascends) {
    return Report(Reason::kNotSortDirection, argument, argument.value, value);
  }
  value->whole = 2 * (found - keys.begin()) + (descends ? 1 : 0);
}

void ParameterParser::CheckEnds(const Value& value) {
  const ParameterRow& row = *value.row;
  if (value.is_wrong || (row.upper_end.empty() && row.lower_end.empty())) return;
  const bool is_lower = row.lower_end.empty();
  const ParameterRow* const other = values_.table_.Find(is_lower ? row.upper_end : row.lower_end);
  const Value* const end = FindGiven(other);
  if (end == nullptr || end->is_wrong) return;
  const auto& [low, high] = is_lower ? std::pair(&value, end) : std::pair(end, &value);
  if (low->whole <= high->whole) return;
  problems_.push_back({.reason = Reason::kEmployeesReversed,
                       .parameters = {std::string(low->row->name), std::string(high->row->name)}});
}

void ParameterParser::Finish() {
  for (const ParameterRow& row : values_.table_.rows) {
    const bool is_given =
        FindGiven(&row) != nullptr || std::ranges::find(undecoded_, &row) != undecoded_.end();
    if (!row.is_required || is_given) continue;
    problems_.push_back(
        {.reason = Reason::kEmpty, .parameters = {std::string(row.name)}, .row = &row});
  }
  const ParameterRow* const page = values_.table_.Find(model::kPageParameter);
  if (page == nullptr) return;
  const ParameterRow* const size = values_.table_.Find(model::kSizeParameter);
  const auto is_wrong = [this](const ParameterRow* row) {
    const Value* const value = FindGiven(row);
    return value != nullptr && value->is_wrong;
  };
  if (size == nullptr || is_wrong(size) || is_wrong(page)) return;
  if ((values_.Whole(*page) + 1) * values_.Whole(*size) > model::kMaxWindow) {
    problems_.push_back({.reason = Reason::kWindow,
                         .parameters = {std::string(size->name), std::string(page->name)}});
  }
}

void ParameterParser::Report(Reason reason, const Argument& argument, std::string_view subject,
                             Value* value) {
  if (value != nullptr) value->is_wrong = true;
  problems_.push_back({.reason = reason,
                       .parameters = {std::string(argument.name)},
                       .value = std::string(argument.value),
                       .subject = std::string(subject),
                       .row = value == nullptr ? nullptr : value->row});
}

Value* ParameterParser::FindGiven(const ParameterRow* row) {
  const auto found = std::ranges::find(values_.values_, row, &Value::row);
  return found == values_.values_.end() ? nullptr : &*found;
}

Values ParseParameters(const ParameterTable& table, std::span<const Argument> arguments,
                       Problems* problems) {
  Values values(table);
  ParameterParser parser(&values, problems);
  for (const Argument& argument : arguments) parser.Take(argument);
  parser.Finish();
  return values;
}

}  // namespace orgreg::search
