// SPDX-License-Identifier: EUPL-1.2

#include "api/answers/accept.h"

#include <algorithm>
#include <optional>

#include "base/values/ascii.h"

namespace orgreg::api {
namespace {

constexpr int kMostQuality = Weighted{}.quality;

std::string_view TakeUntil(char separator, std::string_view* rest) {
  const std::size_t at = std::min(rest->find(separator), rest->size());
  const std::string_view part = rest->substr(0, at);
  rest->remove_prefix(std::min(at + 1, rest->size()));
  return base::Trim(part);
}

// "0.8" or ".8" in thousandths, from 0 to 1000. Text that is not a number counts as 1, so that a
// client with a malformed wish still gets the type it names (docs/choices.md, q-values).
int ParseQuality(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, point);
  const std::string_view decimals = text.substr(std::min(point + 1, text.size()));
  const bool is_number = !(whole.empty() && decimals.empty()) &&
                         whole.find_first_not_of(kDigits) == std::string_view::npos &&
                         decimals.find_first_not_of(kDigits) == std::string_view::npos;
  if (!is_number) return kMostQuality;
  if (is_negative) return 0;
  if (whole.find_first_not_of('0') != std::string_view::npos) return kMostQuality;
  int quality = 0;
  int digit_value = kMostQuality / 10;
  for (const char digit : decimals.substr(0, 3)) {
    quality += (digit - '0') * digit_value;
    digit_value /= 10;
  }
  return quality;
}

// How specifically a media range of Accept names the type (Wish::specificity).
int Specificity(std::string_view range, std::string_view type) {
  type = type.substr(0, type.find(';'));
  if (base::EqualsIgnoringCase(range, type)) return Wish::kByName;
  if (range == "*/*" || range == "*") return 1;
  if (!range.ends_with("/*")) return 0;
  const std::string_view first_part = range.substr(0, range.size() - 1);
  return base::EqualsIgnoringCase(first_part, type.substr(0, first_part.size())) ? 2 : 0;
}

}  // namespace

WeightedList::WeightedList(const http::Request& request, std::string_view field_name) {
  request.ForEachHeader(field_name, [this](std::string_view list) { Take(list); });
}

void WeightedList::Take(std::string_view list) {
  while (!list.empty()) {
    std::string_view item = TakeUntil(',', &list);
    Weighted weighted{.value = TakeUntil(';', &item)};
    while (!item.empty()) {
      const std::string_view parameter = TakeUntil(';', &item);
      if (parameter.starts_with("q=") || parameter.starts_with("Q=")) {
        weighted.quality = ParseQuality(parameter.substr(2));
      }
    }
    if (!weighted.value.empty()) items_.push_back(weighted);
  }
}

Wish WishFor(std::string_view type, const WeightedList& accepted) {
  Wish wish;
  for (std::size_t item = 0; item < accepted.items().size(); ++item) {
    const int specificity = Specificity(accepted.items()[item].value, type);
    if (specificity <= wish.specificity) continue;
    wish = {.quality = accepted.items()[item].quality, .item = item, .specificity = specificity};
  }
  return wish;
}

bool AcceptsGzip(const http::Request& request) {
  const WeightedList codings(request, "Accept-Encoding");
  std::optional<int> gzip;
  std::optional<int> any;
  int plain = 0;  // Always acceptable, but preferred only if it is named.
  for (const Weighted& coding : codings.items()) {
    if (base::EqualsIgnoringCase(coding.value, "gzip") ||
        base::EqualsIgnoringCase(coding.value, "x-gzip"))
      gzip = coding.quality;
    if (base::EqualsIgnoringCase(coding.value, "identity")) plain = coding.quality;
    if (coding.value == "*") any = coding.quality;
  }
  const int quality = gzip.value_or(any.value_or(0));
  return quality > 0 && quality >= plain;
}

}  // namespace orgreg::api
