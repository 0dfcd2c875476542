// SPDX-License-Identifier: EUPL-1.2

#include "model/codes/code_successors.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "base/values/ascii.h"
#include "base/values/fold.h"
#include "model/codes/code_change.h"
#include "model/codes/code_lists.h"

extern "C" {
extern const char orgreg_municipality_successors[], orgreg_municipality_successors_end[];
}

namespace orgreg::model {
namespace {

using Successor = std::pair<std::string_view, std::string_view>;

// In order of number.
const std::vector<Successor>& MunicipalityTable() {
  static const std::vector<Successor> table = [] {
    std::string_view text(orgreg_municipality_successors, orgreg_municipality_successors_end);
    while (text.starts_with('#')) base::TakeUntil('\n', &text);
    base::TakeUntil('\n', &text);  // The header.
    std::vector<Successor> rows;
    while (!text.empty()) {
      std::string_view line = base::TakeUntil('\n', &text);
      const std::string_view number = base::TakeUntil('\t', &line);
      rows.emplace_back(number, line);
    }
    return rows;
  }();
  return table;
}

const IndustryEntry* FindIndustry(Edition edition, std::string_view code) {
  const auto entries = Industries(edition);
  const auto found = std::ranges::find(entries, code, &IndustryEntry::code);
  return found == entries.end() ? nullptr : &*found;
}

// Words for the same, in folded texts: the later one stands in comparable texts.
struct SameWords {
  std::string_view earlier = {};
  std::string_view later = {};
};
constexpr std::string_view kRest = " ellers";
constexpr std::array kSameWords = {
    SameWords{" ikke nevnt annet sted", kRest},
    // SN2025 does not tell shops from other retail trade.
    SameWords{"butikkhandel", "detaljhandel"},
};

std::string ComparableText(std::string_view text) {
  std::string comparable = base::FoldedText(text);
  for (const SameWords& row : kSameWords) {
    const std::size_t at = comparable.find(row.earlier);
    if (at != std::string::npos) comparable.replace(at, row.earlier.size(), row.later);
  }
  return comparable;
}

// The codes of SN2025 for which it holds.
std::vector<std::string_view> IndustriesInUse(const auto& is_wanted) {
  std::vector<std::string_view> codes;
  for (const IndustryEntry& entry : Industries(Edition::kSn2025)) {
    if (is_wanted(entry)) codes.push_back(entry.code);
  }
  return codes;
}

std::vector<std::string_view> IndustriesWithText(int level, std::string_view comparable) {
  return IndustriesInUse([&](const IndustryEntry& entry) {
    return entry.level == level && ComparableText(entry.text) == comparable;
  });
}

}  // namespace

std::vector<std::string_view> SuccessorsOfMunicipality(std::string_view number) {
  std::vector<std::string_view> successors;
  for (const auto& [earlier, later] :
       std::ranges::equal_range(MunicipalityTable(), number, {}, &Successor::first)) {
    successors.push_back(later);
  }
  return successors;
}

std::vector<std::string_view> SuccessorsOfIndustry(std::string_view code) {
  const IndustryEntry* const retired = FindIndustry(Edition::kSn2007, code);
  if (retired == nullptr || IsIndustryOfSn2025(code)) return {};
  const std::string text = ComparableText(retired->text);
  std::vector<std::string_view> successors = IndustriesWithText(retired->level, text);
  if (successors.empty() && text.ends_with(kRest)) {
    successors = IndustriesWithText(retired->level,
                                    std::string_view(text).substr(0, text.size() - kRest.size()));
  }
  if (!successors.empty()) return successors;
  return IndustriesInUse([&](const IndustryEntry& entry) {
    return entry.level < retired->level && !code.starts_with(entry.code) &&
           base::FoldedText(entry.text) == base::FoldedText(retired->text);
  });
}

std::string_view IndustryInUseAbove(std::string_view code) {
  while (!code.empty()) {
    std::string_view above = CodeAbove(code);
    if (above.empty() && code.size() == 2) above = SectionOfDivision(code);
    if (const IndustryEntry* const entry = FindIndustry(Edition::kSn2025, above))
      return entry->code;
    code = above;
  }
  return {};
}

bool IsIndustryOfSn2007(std::string_view code) {
  return FindIndustry(Edition::kSn2007, code) != nullptr;
}
bool IsIndustryOfSn2025(std::string_view code) {
  return FindIndustry(Edition::kSn2025, code) != nullptr;
}

}  // namespace orgreg::model
