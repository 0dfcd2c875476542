#include "search/request/parse_updates.h"

#include <algorithm>
#include <charconv>

#include "search/request/parse_page.h"

namespace orgreg::search {
namespace {

// A plain whole number from 1. One that no number can hold stands for the largest there is:
// it is no mistake to ask for updates that nobody will live to see.
std::optional<std::int64_t> ParseWhole(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || !std::ranges::all_of(text, is_digit)) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) return INT64_MAX;
  return value >= 1 ? std::optional(value) : std::nullopt;
}

std::optional<bool> ParseFlag(std::string_view text) {
  const auto equals = [text](std::string_view lower) {
    return std::ranges::equal(text, lower, {}, [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    });
  };
  if (equals("true")) return true;
  if (equals("false")) return false;
  return std::nullopt;
}

// Reads the arguments that a table of parameters names.
template <typename Query>
class UpdateParser {
 public:
  using Parameter = model::UpdateParameter<Query>;

  UpdateParser(std::span<const Parameter> parameters, Query* query, Problems* problems)
      : parameters_(parameters), query_(query), problems_(problems) {}

  void Take(const Argument& argument) {
    const auto found = std::ranges::find(parameters_, argument.name, &Parameter::name);
    if (found == parameters_.end()) return Report(Reason::kUnknownParameter, argument);
    std::visit([&](auto member) { Set(*found, argument, &(query_->*member)); }, found->value);
  }

  // After all arguments: a number means the same however often it is given.
  void Finish() {
    std::ranges::sort(query_->numbers);
    query_->numbers.erase(std::ranges::unique(query_->numbers).begin(), query_->numbers.end());
  }

 private:
  void Report(Reason reason, const Argument& argument) {
    problems_->push_back({.reason = reason,
                          .parameters = {std::string(argument.name)},
                          .value = std::string(argument.value)});
  }

  bool IsRepeated(const Argument& argument) {
    if (std::ranges::find(seen_, argument.name) == seen_.end()) {
      seen_.push_back(argument.name);
      return false;
    }
    Report(Reason::kRepeated, argument);
    return true;
  }

  void Set(const Parameter& /*parameter*/, const Argument& argument,
           std::optional<base::Timestamp>* time) {
    if (IsRepeated(argument)) return;
    *time = base::Timestamp::Parse(argument.value);
    if (!*time) Report(Reason::kNotTimestamp, argument);
  }

  void Set(const Parameter& parameter, const Argument& argument, std::int64_t* whole) {
    if (IsRepeated(argument)) return;
    const std::optional<std::int64_t> value = ParseWhole(argument.value);
    const bool is_bounded = parameter.most != INT64_MAX;
    if (!value || *value > parameter.most)
      return Report(is_bounded ? Reason::kNotBatchSize : Reason::kNotUpdateId, argument);
    *whole = *value;
  }

  void Set(const Parameter& /*parameter*/, const Argument& argument, bool* flag) {
    if (IsRepeated(argument)) return;
    if (argument.value.empty()) return Report(Reason::kEmpty, argument);
    const std::optional<bool> value = ParseFlag(argument.value);
    if (!value) return Report(Reason::kNotBoolean, argument);
    *flag = *value;
  }

  void Set(const Parameter& /*parameter*/, const Argument& argument,
           std::vector<base::OrgNumber>* numbers) {
    for (const std::string_view item : SplitList(argument.value)) {
      if (const std::optional<base::OrgNumber> number = base::OrgNumber::Parse(item)) {
        numbers->push_back(*number);
        continue;
      }
      Report(item.empty() ? Reason::kEmpty : Reason::kNotOrgNumber, argument);
      // Reference, Errors: values of lists stand in square brackets.
      problems_->back().value = "[" + std::string(item) + "]";
    }
    if (is_too_long_ || numbers->size() <= model::kMaxListItems) return;
    is_too_long_ = true;
    Report(Reason::kTooManyItems, argument);
    problems_->back().value.reset();
  }

  std::span<const Parameter> parameters_;
  Query* query_;
  Problems* problems_;
  std::vector<std::string_view> seen_;
  bool is_too_long_ = false;  // The list of numbers, and that was told.
};

}  // namespace

UpdateRequest ParseUpdates(model::Kind kind, std::span<const Argument> arguments,
                           Problems* problems) {
  UpdateRequest request;
  request.query.kind = kind;
  PageParser page(model::kUpdateSortKeys);
  UpdateParser<model::UpdateQuery> parser(model::kUpdateParameters, &request.query, problems);
  for (const Argument& argument : arguments) {
    if (!page.Take(argument, problems)) parser.Take(argument);
  }
  parser.Finish();
  request.page = page.Finish(problems);
  request.query.descending = !request.page.sort.empty() && request.page.sort.front().descending;
  request.query.first = request.page.number * request.page.size;
  request.query.count = request.page.size;
  return request;
}

model::RoleUpdateQuery ParseRoleUpdates(std::span<const Argument> arguments, Problems* problems) {
  model::RoleUpdateQuery query;
  UpdateParser<model::RoleUpdateQuery> parser(model::kRoleUpdateParameters, &query, problems);
  for (const Argument& argument : arguments) parser.Take(argument);
  parser.Finish();
  return query;
}

}  // namespace orgreg::search
