#include "search/request/parse_page.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace orgreg::search {
namespace {

// A plain whole number, at least `least`. Numbers too large for any window are kept at a
// bound just past it, so that products stay small.
std::optional<std::int64_t> ParseCount(std::string_view text, std::int64_t least) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || !std::ranges::all_of(text, is_digit)) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) return model::kMaxWindow + 1;
  if (value < least) return std::nullopt;
  return std::min(value, model::kMaxWindow + 1);
}

bool EqualsIgnoringCase(std::string_view text, std::string_view lower) {
  const auto same = [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  };
  return std::ranges::equal(text, lower, same);
}

Problem About(Reason reason, const Argument& argument) {
  return {.reason = reason,
          .parameters = {std::string(argument.name)},
          .value = std::string(argument.value),
          .subject = std::string(argument.value)};
}

}  // namespace

bool PageParser::Take(const Argument& argument, Problems* problems) {
  if (argument.name == model::kSortParameter) {
    TakeSort(argument, problems);
    return true;
  }
  const bool is_size = argument.name == model::kSizeParameter;
  if (!is_size && argument.name != model::kPageParameter) return false;
  bool& given = is_size ? has_size_ : has_page_;
  const std::optional<std::int64_t> count = ParseCount(argument.value, is_size ? 1 : 0);
  if (given) {
    problems->push_back(About(Reason::kRepeated, argument));
  } else if (!count) {
    problems->push_back(About(is_size ? Reason::kNotSize : Reason::kNotPage, argument));
    is_valid_ = false;
  } else {
    (is_size ? page_.size : page_.number) = *count;
  }
  given = true;
  page_.is_asked_for = true;
  return true;
}

void PageParser::TakeSort(const Argument& argument, Problems* problems) {
  const std::size_t comma = std::min(argument.value.find(','), argument.value.size());
  const std::string_view key = argument.value.substr(0, comma);
  const std::string_view direction =
      argument.value.substr(std::min(comma + 1, argument.value.size()));
  const auto found = std::ranges::find(sort_keys_, key);
  const bool descending = EqualsIgnoringCase(direction, "desc");
  const bool ascending = comma == argument.value.size() || EqualsIgnoringCase(direction, "asc");
  if (found == sort_keys_.end()) {
    problems->push_back(About(Reason::kNotSortKey, argument));
    problems->back().subject = key;
  } else if (!descending && !ascending) {
    problems->push_back(About(Reason::kNotSortDirection, argument));
  } else {
    AddSort(
        {.key = static_cast<std::size_t>(found - sort_keys_.begin()), .descending = descending});
  }
}

// A key that was given before decides nothing more.
void PageParser::AddSort(SortBy sort) {
  const auto same = [&](const SortBy& other) { return other.key == sort.key; };
  if (std::ranges::none_of(page_.sort, same)) page_.sort.push_back(sort);
}

PageRequest PageParser::Finish(Problems* problems) const {
  if (is_valid_ && (page_.number + 1) * page_.size > model::kMaxWindow) {
    problems->push_back(
        {.reason = Reason::kWindow,
         .parameters = {std::string(model::kSizeParameter), std::string(model::kPageParameter)}});
  }
  return page_;
}

}  // namespace orgreg::search
