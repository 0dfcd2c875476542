// SPDX-License-Identifier: EUPL-1.2

// A ControlWriter adds the groups in order, with one function for each shape of filter, and notes
// which values of the address have a control.

#include "api/search_filters/filter_controls.h"

#include <algorithm>
#include <ranges>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "api/pages/number_text.h"
#include "api/search_filters/filter_table.h"
#include "api/search_filters/industry_tree.h"
#include "api/search_filters/problem_texts.h"
#include "model/limits.h"
#include "search/match/value_counts.h"
#include "search/request/arguments.h"

namespace orgreg::api {
namespace {

// Of municipalities, which are many; a reader finds the others by name.
constexpr std::size_t kMostPlaces = 15;

class ControlWriter {
 public:
  ControlWriter(const SearchRequest& request, const FilterCounts* counts, Page* page)
      : request_(request), counts_(counts), page_(*page) {
    for (const search::Problem& problem : request.problems)
      for (const std::string& name : problem.parameters)
        if (const KindFilter* const filter = FilterNamed(request.kind, name)) wrong_.insert(filter);
  }

  void AddGroups() {
    for (const KindFilter& filter : FiltersOf(request_.kind)) {
      if (group_ == nullptr || filter.row->group != group_of_) OpenGroup(filter.row->group);
      if (IsOpen(filter) && !std::exchange(is_open_, true)) group_->ShowSection("GROUP_OPEN");
      AddFilter(filter);
    }
  }

  // Everything else stays as it is when the form is sent, but the number of the page.
  void AddCarried() {
    const SearchNames& names = NamesOfSearch(request_.kind);
    for (const AddressPart& part : request_.address.parts()) {
      const bool has_control = part.name == names.name || part.name == model::kSortParameter ||
                               part.name == model::kSizeParameter ||
                               part.name == model::kPageParameter || shown_.contains(part.name);
      if (!has_control) Carry(part.name, part.value);
    }
    if (request_.shows_counts) Carry(kCountsShown.name, "true");
    for (const auto& [name, items] : left_) Carry(name, items);
  }

 private:
  void OpenGroup(FilterGroup group) {
    group_of_ = group;
    is_open_ = false;
    group_ = AddSection(page_.values(), "GROUP");
    const std::string_view id = kFilterGroupIds[static_cast<std::size_t>(group)];
    Set(group_, "GROUP_ID", id);
    Set(group_, "GROUP_NAME", page_.Words(std::string("filter.group.").append(id)));
  }

  // Groups are closed, because the filters with counts, which are longer, come after the page and
  // must not move what is below. What is set, its chip says.
  bool IsOpen(const KindFilter& filter) const {
    if (filter.row->shape == FilterShape::kIndustries && !request_.open.empty()) return true;
    return wrong_.contains(&filter);
  }

  void AddFilter(const KindFilter& filter) {
    const model::Parameter& parameter = *filter.parameter;
    switch (filter.row->shape) {
      case FilterShape::kCodes:
        return AddCodes(filter);
      case FilterShape::kPlaces:
        AddField("place", kPlaceName.name, {}, "search");
        return AddPlaces(filter);
      case FilterShape::kTown:
        return;  // Set by the field above, and taken away by its chip.
      case FilterShape::kIndustries:
        if (counts_ == nullptr && !IsOpen(filter)) OfferChoices();
        KeepOthers(parameter.name, AddIndustryTree(request_, filter, counts_, &page_, group_));
        return;
      case FilterShape::kFlag:
        return AddFlag(filter);
      case FilterShape::kText:
        return AddField(filter.row->id, parameter.name, {}, "text");
      case FilterShape::kEmployeeRange:
        AddField(filter.row->id, parameter.from_name, "_from", "number");
        return AddField(filter.row->id, parameter.to_name, "_to", "number");
      case FilterShape::kDayRange:
        AddField(filter.row->id, parameter.from_name, "_from", "date");
        return AddField(filter.row->id, parameter.to_name, "_to", "date");
    }
  }

  // The values that occur; without counts, a link to them.
  void AddCodes(const KindFilter& filter) {
    std::vector<std::string_view> codes;
    if (counts_ != nullptr) {
      const std::vector<search::ValueCount>& values = counts_->Of(filter.index);
      codes.reserve(values.size());
      for (const search::ValueCount& value : values) codes.push_back(value.value);
    } else {
      OfferChoices();
    }
    AddChoices(filter, std::move(codes));
  }

  void OfferChoices() {
    if (request_.is_long) return;  // One button below gets all of them.
    const SearchAddress counted = request_.address.With(kCountsShown.name, "true");
    Set(AddSection(group_, "CHOICES_OFFERED"), "CHOICES_LINK",
        request_.LinkTo(counted).append("#filters"));
  }

  void AddPlaces(const KindFilter& filter) {
    std::vector<std::string_view> codes;
    if (counts_ != nullptr) {
      const std::vector<search::ValueCount>& values = counts_->Of(filter.index);
      const std::size_t count = std::min(values.size(), kMostPlaces);
      codes.reserve(count);
      for (const search::ValueCount& value : std::span(values).first(count))
        codes.push_back(value.value);
    }
    AddChoices(filter, std::move(codes));
  }

  // Boxes for the codes, and for those that are set, which come first.
  void AddChoices(const KindFilter& filter, std::vector<std::string_view> codes) {
    const std::string& name = filter.parameter->name;
    shown_.insert(name);
    if (request_.address.Has(name)) {
      const std::vector<std::string_view> set = search::SplitList(request_.address.ValueOf(name));
      const std::unordered_set<std::string_view> are_set(set.begin(), set.end());
      std::erase_if(codes, [&](std::string_view code) { return are_set.contains(code); });
      for (const std::string_view code : set | std::views::take(kMostBoxesSet))
        AddCode(filter, code, true);
      Leave(name, set | std::views::drop(kMostBoxesSet));
    }
    for (const std::string_view code : codes) AddCode(filter, code, false);
  }

  void AddCode(const KindFilter& filter, std::string_view code, bool is_set) {
    TemplateDictionary* const choice = AddChoice(filter.parameter->name, code, is_set);
    Set(choice, "CHOICE_CODE", code);
    Set(choice, "CHOICE_TEXT", filter.row->text(code));
    AddCount(filter.index, code, choice);
  }

  // A box can only ask for what is true: the opposite is carried along.
  void AddFlag(const KindFilter& filter) {
    constexpr std::string_view kTrue = "true";
    const std::string& name = filter.parameter->name;
    const std::string_view value = request_.address.ValueOf(name);
    if (!value.empty() && value != kTrue) return;
    shown_.insert(name);
    TemplateDictionary* const choice = AddChoice(name, kTrue, !value.empty());
    Set(choice, "CHOICE_WORDS", page_.Words(std::string("filter.").append(filter.row->id)));
    AddCount(filter.index, kTrue, choice);
  }

  TemplateDictionary* AddChoice(std::string_view name, std::string_view value, bool is_set) {
    TemplateDictionary* const choice = AddSection(group_, "CHOICE");
    Set(choice, "CHOICE_NAME", name);
    Set(choice, "CHOICE_VALUE", value);
    Show(choice, "CHOICE_SET", is_set);
    return choice;
  }

  void AddCount(std::size_t parameter, std::string_view value, TemplateDictionary* choice) const {
    if (counts_ == nullptr) return;
    const auto count = static_cast<std::int64_t>(counts_->Count(parameter, value));
    Set(AddSection(choice, "COUNTED"), "COUNT", WholeText(count, page_.language()));
  }

  // `end` tells the two fields of a range apart.
  void AddField(std::string_view id, std::string_view name, std::string_view end,
                std::string_view type) {
    shown_.insert(std::string(name));
    TemplateDictionary* const field = AddSection(group_, "FIELD");
    Set(field, "FIELD_NAME", name);
    Set(field, "FIELD_LABEL", page_.Words(std::string("filter.").append(id).append(end)));
    Set(field, "FIELD_TYPE", type);
    Set(field, "FIELD_VALUE", request_.TextToShow(name));
    AddProblemOf(name, request_, page_.language(), field);
  }

  // The values that the tree does not show.
  void KeepOthers(const std::string& name, const std::set<std::string, std::less<>>& shown) {
    shown_.insert(name);
    if (!request_.address.Has(name)) return;
    std::vector<std::string_view> others = search::SplitList(request_.address.ValueOf(name));
    std::erase_if(others, [&](std::string_view item) { return shown.contains(item); });
    Leave(name, others);
  }

  // In one field.
  template <typename Items>
  void Leave(const std::string& name, const Items& items) {
    std::string list;
    for (const std::string_view item : items) list.append(list.empty() ? "" : ",").append(item);
    if (!list.empty()) left_.emplace_back(name, std::move(list));
  }

  void Carry(std::string_view name, std::string_view value) {
    TemplateDictionary* const carried = AddSection(page_.values(), "CARRIED");
    Set(carried, "CARRIED_NAME", name);
    Set(carried, "CARRIED_VALUE", value);
  }

  const SearchRequest& request_;
  const FilterCounts* counts_;
  Page& page_;
  TemplateDictionary* group_ = nullptr;
  FilterGroup group_of_ = FilterGroup::kForm;
  bool is_open_ = false;
  std::set<std::string, std::less<>> shown_;               // Parameters.
  std::vector<std::pair<std::string, std::string>> left_;  // Values without a control.
  std::set<const KindFilter*> wrong_;
};

}  // namespace

void AddFilterControls(const SearchRequest& request, const FilterCounts* counts, Page* page) {
  ControlWriter writer(request, counts, page);
  writer.AddGroups();
  writer.AddCarried();
}

}  // namespace orgreg::api
