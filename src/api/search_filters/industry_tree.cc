// SPDX-License-Identifier: EUPL-1.2

#include "api/search_filters/industry_tree.h"

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "api/pages/number_text.h"
#include "model/codes/code_lists.h"
#include "search/match/value_counts.h"
#include "search/request/arguments.h"

namespace orgreg::api {
namespace {

using model::IndustryEntry;

constexpr int kSectionLevel = 1;
constexpr int kDivisionLevel = 2;
constexpr std::size_t kDivisionBytes = 2;

class TreeWriter {
 public:
  TreeWriter(const SearchRequest& request, const KindFilter& filter, const FilterCounts* counts,
             Page* page)
      : request_(request), filter_(filter), counts_(counts), page_(*page) {
    const std::string_view set = request.address.ValueOf(filter.parameter->name);
    if (!set.empty()) set_ = search::SplitList(set);
    are_set_.insert(set_.begin(), set_.end());
    for (const std::string_view code : set_ | std::views::take(kMostBoxesSet)) Open(code);
    if (!request.open.empty()) Open(request.open);
    if (counts == nullptr) return;
    for (const search::ValueCount& value : counts->Of(filter.index))
      numbers_.emplace(value.value, static_cast<std::int64_t>(value.count));
  }

  void AddTo(TemplateDictionary* group) {
    if (counts_ == nullptr && request_.open.empty()) return AddSet(group);
    const std::span<const IndustryEntry> entries = model::Industries(model::Edition::kSn2025);
    for (const IndustryEntry& entry : entries)
      if (entry.level == kSectionLevel && IsShown(entry.code)) AddSectionOf(entry, group);
    TemplateDictionary* division = nullptr;  // The one that shows the codes below it.
    const IndustryEntry* latest = nullptr;   // The code that was shown last.
    for (const IndustryEntry& entry : entries) {
      if (entry.level == kDivisionLevel) {
        TemplateDictionary* const added = AddDivision(entry);
        const bool has_finer = added != nullptr && opened_.contains(entry.code);
        division = has_finer ? AddSection(added, "FINER_CODES") : nullptr;
        latest = &entry;
      } else if (entry.level > kDivisionLevel && division != nullptr && IsShown(entry.code) &&
                 (!IsSameAs(*latest, entry) || IsSet(entry.code))) {
        AddBox(entry, AddSection(division, "FINER_CODE"));
        latest = &entry;
      }
    }
  }

  // The only code below another one has its text and finds the same.
  static bool IsSameAs(const IndustryEntry& above, const IndustryEntry& entry) {
    return entry.text == above.text && entry.code.starts_with(above.code);
  }

  // Without counts and the tree, only what is set.
  void AddSet(TemplateDictionary* group) {
    for (const std::string_view code : set_ | std::views::take(kMostBoxesSet))
      AddBox({.code = code, .text = model::TextOfIndustry(code)},
             AddSection(group, "INDUSTRY_SET"));
  }

  std::set<std::string, std::less<>> TakeShown() && { return std::move(shown_); }

 private:
  // Its section, and its division if it has one, show what is below them.
  void Open(std::string_view code) {
    const std::string_view division = code.substr(0, kDivisionBytes);
    if (division.size() < kDivisionBytes) {
      opened_.emplace(code);
      return;
    }
    opened_.emplace(division);
    opened_.emplace(model::SectionOfDivision(division));
  }

  bool IsSet(std::string_view code) const { return are_set_.contains(code); }
  bool IsShown(std::string_view code) const {
    return counts_ == nullptr || numbers_.contains(std::string(code)) || IsSet(code) ||
           opened_.contains(code);
  }

  void AddSectionOf(const IndustryEntry& entry, TemplateDictionary* group) {
    TemplateDictionary* const section = AddSection(group, "INDUSTRY_SECTION");
    Set(section, "SECTION_CODE", entry.code);
    Set(section, "SECTION_TEXT", entry.text);
    AddCount(entry.code, AddSection(section, "SECTION_FOLD"));
    const bool is_open = opened_.contains(entry.code);
    Show(section, "SECTION_OPEN", is_open);
    TemplateDictionary* const box = AddBox(entry, section);
    Set(box, "CHOICE_WORDS", page_.Words("filter.all"));
    Set(box, "CHOICE_TEXT", "");
    if (is_open || counts_ != nullptr) {
      sections_.emplace_back(entry.code, section);
    } else {
      AddFinerLink(entry.code, section);
    }
  }

  // Null if its section does not show it.
  TemplateDictionary* AddDivision(const IndustryEntry& entry) {
    const auto section =
        std::ranges::find(sections_, model::SectionOfDivision(entry.code), &Branch::first);
    if (section == sections_.end() || !IsShown(entry.code)) return nullptr;
    TemplateDictionary* const division = AddSection(section->second, "DIVISION");
    Set(division, "DIVISION_CODE", entry.code);
    AddBox(entry, division);
    if (!opened_.contains(entry.code)) AddFinerLink(entry.code, division);
    return division;
  }

  // A page with the codes below, for readers without scripts, too.
  void AddFinerLink(std::string_view code, TemplateDictionary* at) {
    if (request_.is_long) return;
    SearchAddress address = request_.address.With(kOpenIndustry.name, code);
    if (request_.shows_counts) address = address.With(kCountsShown.name, "true");
    Set(AddSection(at, "FINER"), "FINER_LINK", request_.LinkTo(address).append("#filters"));
  }

  // In a section of its own, because what is in it must not be seen by the boxes below.
  TemplateDictionary* AddBox(const IndustryEntry& entry, TemplateDictionary* at) {
    TemplateDictionary* const box = AddSection(at, "BOX");
    Set(box, "CHOICE_NAME", filter_.parameter->name);
    Set(box, "CHOICE_VALUE", entry.code);
    Set(box, "CHOICE_CODE", entry.code);
    Set(box, "CHOICE_TEXT", entry.text);
    const bool is_set = IsSet(entry.code);
    Show(box, "CHOICE_SET", is_set);
    if (is_set) shown_.emplace(entry.code);
    AddCount(entry.code, box);
    return box;
  }

  void AddCount(std::string_view code, TemplateDictionary* at) const {
    if (counts_ == nullptr) return;
    const auto found = numbers_.find(std::string(code));
    const std::int64_t number = found == numbers_.end() ? 0 : found->second;
    Set(AddSection(at, "COUNTED"), "COUNT", WholeText(number, page_.language()));
  }

  const SearchRequest& request_;
  const KindFilter& filter_;
  const FilterCounts* counts_;
  Page& page_;
  using Branch = std::pair<std::string_view, TemplateDictionary*>;
  std::vector<Branch> sections_;  // That show their divisions.
  std::vector<std::string_view> set_;
  std::unordered_set<std::string_view> are_set_;  // The same.
  std::set<std::string, std::less<>> opened_;
  std::set<std::string, std::less<>> shown_;
  std::unordered_map<std::string, std::int64_t> numbers_;
};

}  // namespace

std::set<std::string, std::less<>> AddIndustryTree(const SearchRequest& request,
                                                   const KindFilter& filter,
                                                   const FilterCounts* counts, Page* page,
                                                   TemplateDictionary* group) {
  TreeWriter writer(request, filter, counts, page);
  writer.AddTo(AddSection(group, "INDUSTRIES"));
  return std::move(writer).TakeShown();
}

}  // namespace orgreg::api
