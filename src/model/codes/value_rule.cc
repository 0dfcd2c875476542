// SPDX-License-Identifier: EUPL-1.2

#include "model/codes/value_rule.h"

#include <algorithm>
#include <array>

#include "base/values/ascii.h"
#include "base/values/org_number.h"
#include "model/codes/code_lists.h"

namespace orgreg::model {
namespace {

constexpr std::string_view kFollowed = "";

bool IsFourDigits(std::string_view text) { return text.size() == 4 && base::AreDigits(text); }

// The control characters of Unicode: those of ASCII, and U+0080 to U+009F, which are two bytes.
template <typename IsAllowed>
bool HasControl(std::string_view text, IsAllowed is_allowed) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if ((byte < 0x20U || byte == 0x7FU) && !is_allowed(text[at])) return true;
    if (byte == 0xC2U && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xA0U)
      return true;
  }
  return false;
}

bool IsBreakOrTab(char c) { return c == '\n' || c == '\t'; }
bool IsNothing(char /*c*/) { return false; }

// True if the text has no visible character: only white space of any kind.
bool IsBlank(std::string_view text) {
  // No-break space, ogham space, the spaces of U+2000 to U+200B, line and paragraph separators,
  // narrow and mathematical space, ideographic space, byte-order mark.
  constexpr std::array<std::string_view, 20> kSpaces = {
      "\u00A0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004",
      "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200A", "\u200B",
      "\u2028", "\u2029", "\u202F", "\u205F", "\u3000", "\uFEFF"};
  while (!text.empty()) {
    const auto* const space = std::ranges::find_if(
        kSpaces, [text](std::string_view one) { return text.starts_with(one); });
    const bool is_ascii_space = static_cast<unsigned char>(text.front()) <= ' ';
    if (space == kSpaces.end() && !is_ascii_space) return false;
    text.remove_prefix(is_ascii_space ? 1 : space->size());
  }
  return true;
}

// Counts the UTF-16 units of well-formed UTF-8.
std::size_t Utf16Units(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool continues = (byte & 0xC0U) == 0x80U;
    if (!continues) units += byte >= 0xF0U ? 2 : 1;
  }
  return units;
}

std::string_view BreachOfLine(std::string_view text) {
  // Most texts are too short to need counting.
  if (text.size() > kMostCellUnits && Utf16Units(text) > kMostCellUnits) return kTooLongForCell;
  return HasControl(text, IsNothing) ? "holds a control character" : kFollowed;
}

}  // namespace

std::string_view BreachOf(Rule rule, std::string_view text) {
  switch (rule) {
    case Rule::kText:
      return HasControl(text, IsBreakOrTab)
                 ? "holds a control character other than line feed and tab"
                 : kFollowed;
    case Rule::kLine:
      return BreachOfLine(text);
    case Rule::kName:
      return IsBlank(text) ? "is blank" : BreachOfLine(text);
    case Rule::kFourDigits:
      return IsFourDigits(text) ? kFollowed : "is not four digits";
    case Rule::kOrganisationForm:
      return FindForm(text) != nullptr ? kFollowed : "is not a known organisation form";
    case Rule::kIndustryCode:
      return IsIndustryCode(text) ? kFollowed : "is not an industrial code";
    case Rule::kOrgNumber:
      return base::OrgNumber::Parse(text) ? kFollowed : "is not nine digits";
  }
  return kFollowed;
}

}  // namespace orgreg::model
