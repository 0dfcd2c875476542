// SPDX-License-Identifier: EUPL-1.2

#include "model/codes/code_successors.h"

#include <algorithm>
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
  std::vector<std::string_view> successors;
  const IndustryEntry* const retired = FindIndustry(Edition::kSn2007, code);
  if (retired == nullptr || IsIndustryOfSn2025(code)) return successors;
  const std::string text = base::FoldedText(retired->text);
  for (const IndustryEntry& entry : Industries(Edition::kSn2025)) {
    if (entry.level == retired->level && base::FoldedText(entry.text) == text)
      successors.push_back(entry.code);
  }
  return successors;
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
