// SPDX-License-Identifier: EUPL-1.2

#include "api/matching/org_number_text.h"

#include <string>

#include "base/values/ascii.h"

namespace orgreg::api {

std::optional<base::OrgNumber> NumberIn(std::string_view text) {
  constexpr std::string_view kNoBreakSpace = "\xC2\xA0";
  constexpr std::string_view kBefore = "NO";
  constexpr std::string_view kAfter = "MVA";
  if (const auto number = base::OrgNumber::Parse(text)) return number;
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with(kNoBreakSpace)) {
      ++i;
    } else if (!base::IsSpace(text[i]) && text[i] != '.' && text[i] != '-') {
      digits.push_back(base::ToUpper(text[i]));
    }
  }
  std::string_view number = digits;
  if (number.starts_with(kBefore)) number.remove_prefix(kBefore.size());
  if (number.ends_with(kAfter)) number.remove_suffix(kAfter.size());
  return base::OrgNumber::Parse(number);
}

}  // namespace orgreg::api
