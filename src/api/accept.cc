#include "api/accept.h"

#include <algorithm>
#include <optional>

namespace orgreg::api {
namespace {

std::string_view Trim(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

std::string_view TakeUntil(char separator, std::string_view* rest) {
  const std::size_t at = std::min(rest->find(separator), rest->size());
  const std::string_view part = rest->substr(0, at);
  rest->remove_prefix(std::min(at + 1, rest->size()));
  return Trim(part);
}

// "0.8" in thousandths; what is no such number counts as 0 (docs/choices.md).
int ParseQuality(std::string_view text) {
  const bool is_number =
      !text.empty() && (text[0] == '0' || text[0] == '1') && (text.size() == 1 || text[1] == '.') &&
      text.substr(std::min<std::size_t>(2, text.size())).find_first_not_of("0123456789") ==
          std::string_view::npos;
  if (!is_number) return 0;
  int quality = (text[0] - '0') * 1000;
  int digit_value = 100;
  for (std::size_t at = 2; at < text.size() && digit_value > 0; ++at, digit_value /= 10) {
    quality += (text[at] - '0') * digit_value;
  }
  return std::min(quality, 1000);
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

bool AcceptsGzip(const http::Request& request) {
  const WeightedList codings(request, "Accept-Encoding");
  std::optional<int> gzip;
  std::optional<int> any;
  int plain = 0;  // Always acceptable, but preferred only where it is named.
  for (const Weighted& coding : codings.items()) {
    if (http::EqualsIgnoringCase(coding.value, "gzip") ||
        http::EqualsIgnoringCase(coding.value, "x-gzip"))
      gzip = coding.quality;
    if (http::EqualsIgnoringCase(coding.value, "identity")) plain = coding.quality;
    if (coding.value == "*") any = coding.quality;
  }
  const int quality = gzip.value_or(any.value_or(0));
  return quality > 0 && quality >= plain;
}

}  // namespace orgreg::api
