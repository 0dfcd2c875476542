#include "search/request/parse_query.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "base/values/date.h"
#include "base/values/fold.h"
#include "model/units/parameters.h"
#include "search/request/parse_page.h"

namespace orgreg::search {
namespace {

using model::Match;
using model::Parameter;
using model::Rule;

// What a name in a query stands for.
enum class Part { kWhole, kFrom, kTo };
struct Named {
  std::size_t parameter = 0;
  Part part = Part::kWhole;
};
using Names = std::unordered_map<std::string_view, Named>;

Names CollectNames(model::Kind kind) {
  Names names;
  const std::span<const Parameter> parameters = model::Parameters(kind);
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    if (parameters[index].IsRange()) {
      names[parameters[index].from_name] = {index, Part::kFrom};
      names[parameters[index].to_name] = {index, Part::kTo};
    } else {
      names[parameters[index].name] = {index, Part::kWhole};
    }
  }
  return names;
}

const Names& NamesOf(model::Kind kind) {
  static const Names entity = CollectNames(model::Kind::kEntity);
  static const Names sub_entity = CollectNames(model::Kind::kSubEntity);
  return kind == model::Kind::kEntity ? entity : sub_entity;
}

bool TakesList(Match match) {
  return match == Match::kAnyCode || match == Match::kIndustry || match == Match::kAnyWords ||
         match == Match::kAnyWholeText || match == Match::kNumbers;
}

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

std::optional<bool> ParseFlag(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (lower == "true") return true;
  if (lower == "false") return false;
  return std::nullopt;
}

// Spec, Entity search parameters: 0, 1 or greater than 4 from below; 0, 4 or greater than
// 4 from above.
std::optional<std::int64_t> ParseEmployees(std::string_view text, Part part) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number =
      !text.empty() && error != std::errc::invalid_argument && end == text.data() + text.size();
  if (!is_number) return std::nullopt;
  if (error == std::errc::result_out_of_range) value = text.front() == '-' ? -1 : INT64_MAX;
  const std::int64_t class_end = part == Part::kFrom ? 1 : model::kFewestShownEmployees - 1;
  if (value != 0 && value != class_end && value < model::kFewestShownEmployees) return std::nullopt;
  return value;
}

template <typename T>
void RemoveRepeated(std::vector<T>* items) {
  std::ranges::sort(*items);
  items->erase(std::ranges::unique(*items).begin(), items->end());
}

// Reads the arguments of one search.
class QueryParser {
 public:
  QueryParser(model::Kind kind, Purpose purpose, Problems* problems)
      : kind_(kind),
        purpose_(purpose),
        page_(SortKeyNames(kind),
              purpose == Purpose::kDownload ? model::kMaxWindow : model::kDefaultPageSize),
        problems_(problems) {
    query_.kind = kind;
  }

  void Take(const Argument& argument) {
    if (purpose_ != Purpose::kStream && page_.Take(argument, problems_)) return;
    if (argument.name == model::kNameMethodParameter) return TakeNameMethod(argument);
    const auto found = NamesOf(kind_).find(argument.name);
    if (found == NamesOf(kind_).end())
      return Report(Reason::kUnknownParameter, argument, argument.name);
    const auto [index, part] = found->second;
    if (!TakesList(model::Parameters(kind_)[index].match) && IsRepeated(argument.name)) {
      return Report(Reason::kRepeated, argument, argument.value);
    }
    if (part == Part::kWhole) {
      TakeWhole(index, argument);
    } else {
      TakeBound(index, part, argument);
    }
  }

  Query Finish() && {
    query_.page = page_.Finish(problems_);
    // An item means the same however often it is given.
    for (Criterion& criterion : query_.criteria) {
      if (purpose_ == Purpose::kDownload) {
        criterion.parameter = model::Parameters(kind_)[criterion.parameter].in_downloads;
      }
      RemoveRepeated(&criterion.texts);
      RemoveRepeated(&criterion.numbers);
    }
    return std::move(query_);
  }

 private:
  void Report(Reason reason, const Argument& argument, std::string_view subject) {
    problems_->push_back({.reason = reason,
                          .parameters = {std::string(argument.name)},
                          .value = std::string(argument.value),
                          .subject = std::string(subject)});
  }

  bool IsRepeated(std::string_view name) {
    if (std::ranges::find(seen_, name) != seen_.end()) return true;
    seen_.push_back(name);
    return false;
  }

  Criterion& CriterionFor(std::size_t parameter) {
    for (Criterion& criterion : query_.criteria) {
      if (criterion.parameter == parameter) return criterion;
    }
    query_.criteria.push_back({.parameter = parameter});
    return query_.criteria.back();
  }

  void TakeNameMethod(const Argument& argument) {
    if (IsRepeated(argument.name)) return Report(Reason::kRepeated, argument, argument.value);
    if (argument.value != model::kConsecutiveMethod)
      return Report(Reason::kNameMethod, argument, argument.value);
    query_.consecutive_name = true;
  }

  void TakeWhole(std::size_t index, const Argument& argument) {
    const Parameter& parameter = model::Parameters(kind_)[index];
    if (TakesList(parameter.match)) return TakeList(index, argument);
    if (parameter.match == Match::kName) {
      const std::size_t length = base::CountCharacters(argument.value);
      if (length < 1 || length > model::kMaxNameCharacters)
        return Report(Reason::kNameLength, argument, argument.value);
    }
    if (argument.value.empty()) return Report(Reason::kEmpty, argument, argument.name);
    if (parameter.match == Match::kFlag) {
      const std::optional<bool> flag = ParseFlag(argument.value);
      if (!flag) return Report(Reason::kNotBoolean, argument, argument.value);
      CriterionFor(index).flag = *flag;
      return;
    }
    if (const std::optional<Reason> reason = Breaks(parameter.rule, argument.value)) {
      return Report(*reason, argument, argument.value);
    }
    CriterionFor(index).texts.emplace_back(argument.value);
  }

  void TakeList(std::size_t index, const Argument& argument) {
    const Parameter& parameter = model::Parameters(kind_)[index];
    Criterion& criterion = CriterionFor(index);
    for (const std::string_view item : SplitList(argument.value)) {
      const std::optional<Reason> reason =
          item.empty() ? Reason::kEmpty : Breaks(parameter.rule, item);
      if (reason) {
        Report(*reason, argument, *reason == Reason::kEmpty ? argument.name : item);
        problems_->back().value =
            "[" + std::string(item) + "]";  // Reference, Errors: lists in brackets.
      } else if (parameter.match == Match::kNumbers) {
        criterion.numbers.push_back(*base::OrgNumber::Parse(item));
      } else {
        criterion.texts.emplace_back(item);
      }
    }
    if (std::max(criterion.numbers.size(), criterion.texts.size()) <= model::kMaxListItems) return;
    if (std::ranges::find(too_long_, argument.name) != too_long_.end()) return;
    too_long_.push_back(argument.name);
    Report(Reason::kTooManyItems, argument, argument.name);
    problems_->back().value.reset();
  }

  void TakeBound(std::size_t index, Part part, const Argument& argument) {
    const bool is_day = model::Parameters(kind_)[index].match == Match::kDayRange;
    std::optional<std::int64_t> bound;
    if (is_day) {
      if (const auto day = base::Date::Parse(argument.value)) bound = day->days();
    } else {
      bound = ParseEmployees(argument.value, part);
    }
    if (!bound) {
      const Reason wrong_employees =
          part == Part::kFrom ? Reason::kEmployeesFrom : Reason::kEmployeesTo;
      return Report(is_day ? Reason::kNotDate : wrong_employees, argument, argument.value);
    }
    Criterion& criterion = CriterionFor(index);
    (part == Part::kFrom ? criterion.from : criterion.to) = bound;
    if (!is_day && criterion.from && criterion.to && *criterion.from > *criterion.to) {
      const Parameter& parameter = model::Parameters(kind_)[index];
      problems_->push_back({.reason = Reason::kEmployeesReversed,
                            .parameters = {parameter.from_name, parameter.to_name}});
    }
  }

  model::Kind kind_;
  Purpose purpose_;
  Query query_;
  PageParser page_;
  Problems* problems_;
  std::vector<std::string_view> seen_;
  std::vector<std::string_view> too_long_;  // Lists that were told to be.
};

std::vector<std::string_view> CollectSortKeyNames(model::Kind kind) {
  std::vector<std::string_view> names;
  for (const model::SortKey& key : model::SortKeys(kind)) names.push_back(key.name);
  return names;
}

}  // namespace

Query ParseQuery(model::Kind kind, std::span<const Argument> arguments, Problems* problems,
                 Purpose purpose) {
  QueryParser parser(kind, purpose, problems);
  for (const Argument& argument : arguments) parser.Take(argument);
  return std::move(parser).Finish();
}

std::span<const std::string_view> SortKeyNames(model::Kind kind) {
  static const std::vector<std::string_view> entity = CollectSortKeyNames(model::Kind::kEntity);
  static const std::vector<std::string_view> sub_entity =
      CollectSortKeyNames(model::Kind::kSubEntity);
  return kind == model::Kind::kEntity ? entity : sub_entity;
}

bool IsInOrderOfNumber(const Query& query) {
  if (query.page.sort.empty()) return true;
  const SortBy& first = query.page.sort.front();
  const model::Field& field = *model::SortKeys(query.kind)[first.key].field;
  return field.filter.match == Match::kNumbers && !first.descending;
}

std::vector<std::string_view> SplitList(std::string_view list) {
  std::vector<std::string_view> items;
  while (true) {
    const std::size_t comma = std::min(list.find(','), list.size());
    std::string_view item = list.substr(0, comma);
    item.remove_prefix(std::min(item.find_first_not_of(' '), item.size()));
    item = item.substr(0, item.find_last_not_of(' ') + 1);
    items.push_back(item);
    if (comma == list.size()) return items;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace orgreg::search
