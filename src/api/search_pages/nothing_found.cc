// SPDX-License-Identifier: EUPL-1.2

#include "api/search_pages/nothing_found.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "api/extensions/explain.h"
#include "api/interface/served_unit.h"
#include "api/pages/number_text.h"
#include "api/search_filters/active_filters.h"
#include "api/search_filters/filter_table.h"
#include "api/search_pages/looser_text.h"
#include "api/suggestions/suggest_lists.h"
#include "base/threads/fair_share.h"
#include "base/values/fold.h"
#include "model/limits.h"
#include "search/suggest/typed_text.h"

namespace orgreg::api {
namespace {

using model::Kind;

constexpr std::size_t kMostUnits = 8;
constexpr std::size_t kMostNamed = 6;

// The lists in the order of SuggestScope::lists, each with its words and the filter that it sets.
struct ListRow {
  std::shared_ptr<const search::NameList> SuggestLists::* list = nullptr;
  std::string_view words = {};
  FilterShape shape = FilterShape::kPlaces;
};
constexpr std::array kLists = {
    ListRow{&SuggestLists::municipalities, "search.named.municipality", FilterShape::kPlaces},
    ListRow{&SuggestLists::post_towns, "search.named.town", FilterShape::kTown},
    ListRow{&SuggestLists::industries, "search.named.industry", FilterShape::kIndustries},
};

class Helper {
 public:
  Helper(const Context& context, const SearchRequest& request, Page* page)
      : context_(context),
        request_(request),
        page_(*page),
        text_(request.address.ValueOf(NamesOfSearch(request.kind).name)) {}

  // Names like the text; if there are none, like it without words that may be wrong.
  base::Status AddUnits() {
    if (text_.empty()) return {};
    TRY(AddUnitsLike(text_));
    if (is_helped_) return {};
    const std::string plain = WithoutConnectingWords(text_).value_or(std::string(text_));
    if (plain != text_) TRY(AddUnitsLike(plain));
    const auto cut = CutLastWord(plain);
    if (is_helped_ || !cut) return {};
    if (!request_.is_long) TRY(AddNamed(cut->last, true, cut->begin));
    return AddUnitsLike(cut->begin);
  }

  // The last resort.
  void AddAdvice() { Show(page_.values(), "FEWER_WORDS", !text_.empty() && !is_helped_); }

  base::Status AddNamed(bool must_be_whole) { return AddNamed(text_, must_be_whole, ""); }

  base::Status AddReasons() {
    if (request_.query.criteria.empty()) return {};
    const base::FairShare::Part place = context_.shares.explaining.Take(context_.counts_as);
    if (!place.is_held()) return {};
    const Explanation explanation = TRY(Explain(context_, request_.query));
    const bool has_several = explanation.filters.size() > 1;
    TemplateDictionary* effects = nullptr;
    for (const FilterEffect& effect : explanation.filters) {
      if (effect.without == 0 || !has_several) continue;
      if (effects == nullptr) effects = AddSection(page_.values(), "EFFECTS");
      AddEffect(effect, effects);
    }
    if (explanation.reasons.empty()) return {};
    TemplateDictionary* const reasons = AddSection(page_.values(), "REASONS");
    for (const SearchReason& reason : explanation.reasons) AddReason(reason, reasons);
    return {};
  }

 private:
  base::Status AddUnitsLike(std::string_view text) {
    // The kind that is searched comes first between equals.
    const std::array kinds = request_.kind == Kind::kEntity
                                 ? std::array{Kind::kEntity, Kind::kSubEntity}
                                 : std::array{Kind::kSubEntity, Kind::kEntity};
    const auto found = TRY(
        context_.catalog->Suggest(search::ReadTyped(text), {.kinds = kinds, .most = kMostUnits}));
    if (found.empty()) return {};
    is_helped_ = true;
    TemplateDictionary* const list = AddSection(page_.values(), "MEANT");
    for (const search::Suggested& one : found) AddUnit(*one.kind, one.unit, list);
    return {};
  }

  // `must_be_whole`: only labels that are the text, not those that begin with it. `name` is to be
  // searched for there.
  base::Status AddNamed(std::string_view text, bool must_be_whole, std::string_view name) {
    if (text.empty()) return {};
    std::shared_ptr<const SuggestLists> lists = SharedSuggestLists().Find(*context_.catalog);
    if (lists == nullptr) lists = TRY(SharedSuggestLists().Make(*context_.catalog));
    std::array<const search::NameList*, kLists.size()> searched = {};
    for (std::size_t at = 0; at < kLists.size(); ++at)
      searched[at] = (lists.get()->*kLists[at].list).get();
    search::TypedText typed = search::ReadTyped(text);
    if (must_be_whole)
      for (search::TypedWord& word : typed.loose) word.errors = 0;
    // The shortest label comes first, so one of each list is enough if it must be the text.
    const auto found = TRY(context_.catalog->Suggest(
        typed, {.lists = searched, .most = must_be_whole ? kLists.size() : kMostNamed}));
    const std::string folded = base::FoldedText(text);
    for (const search::Suggested& one : found) {
      const search::Labelled& item = (*searched[one.list])[one.item];
      if (must_be_whole && base::FoldedText(item.label) != folded) continue;
      is_helped_ = true;
      if (named_ == nullptr) named_ = AddSection(page_.values(), "NAMED");
      AddSearch(kLists[one.list], item, name);
    }
    return {};
  }

  void AddUnit(Kind kind, const search::Numbered& found, TemplateDictionary* list) {
    const model::Unit unit = UnitOf(kind, found.record.served());
    const model::Address& address =
        kind == Kind::kEntity ? unit.business_address : unit.location_address;
    TemplateDictionary* const row = AddSection(list, "MEANT_UNIT");
    Set(row, "MEANT_LINK",
        std::string(page_.place().home).append("unit/").append(found.number.ToString()));
    Set(row, "MEANT_NAME", unit.name.value_or(found.number.ToString()));
    Set(row, "MEANT_NUMBER", OrgNumberText(found.number));
    ShowValue(row, "HAS_MEANT_PLACE", "MEANT_PLACE", address.city.value_or(""));
  }

  void AddSearch(const ListRow& row, const search::Labelled& item, std::string_view name) {
    const std::string& parameter = FilterShaped(request_.kind, row.shape).parameter->name;
    const SearchAddress search = request_.address.Without(model::kPageParameter)
                                     .With(NamesOfSearch(request_.kind).name, name)
                                     .With(parameter, item.code.empty() ? item.label : item.code);
    TemplateDictionary* const shown = AddSection(named_, "NAMED_SEARCH");
    Set(shown, "NAMED_LINK", request_.LinkTo(search));
    ShowValue(shown, "NAMED_WITH", "NAMED_TEXT", name);
    Set(shown, "NAMED_KIND", page_.Words(row.words));
    // Codes of several levels may have the same text.
    const bool is_industry = row.shape == FilterShape::kIndustries;
    Set(shown, "NAMED_LABEL", is_industry ? item.code + " " + item.label : item.label);
  }

  void AddEffect(const FilterEffect& effect, TemplateDictionary* list) {
    SearchAddress without = request_.address.Without(model::kPageParameter);
    const KindFilter* const filter = FilterNamed(request_.kind, effect.parameter);
    if (filter != nullptr && filter->parameter->IsRange()) {
      without = without.Without(filter->parameter->from_name).Without(filter->parameter->to_name);
    } else {
      without = without.Without(effect.parameter);
    }
    TemplateDictionary* const shown = AddSection(list, "EFFECT");
    Set(shown, "EFFECT_LINK", request_.LinkTo(without));
    Set(shown, "EFFECT_FILTER", LabelOf(effect.parameter, request_.kind, page_.language()));
    Set(shown, "EFFECT_TOTAL", WholeText(effect.without, page_.language()));
  }

  void AddReason(const SearchReason& reason, TemplateDictionary* list) {
    TemplateDictionary* const shown = AddSection(list, "REASON");
    Set(shown, "REASON_FILTER", LabelOf(reason.parameter, request_.kind, page_.language()));
    ShowValue(shown, "REASON_HAS_VALUE", "REASON_VALUE", reason.value.value_or(""));
    Set(shown, "REASON_TEXT", page_.Words(std::string("search.reason.").append(reason.code)));
    if (reason.suggestions.empty()) return;
    TemplateDictionary* const options = AddSection(shown, "BETTERS");
    for (const BetterValue& better : reason.suggestions) {
      const SearchAddress search = request_.address.Without(model::kPageParameter)
                                       .WithoutItem(reason.parameter, reason.value.value_or(""))
                                       .WithItem(reason.parameter, better.value);
      TemplateDictionary* const option = AddSection(options, "BETTER");
      Set(option, "BETTER_LINK", request_.LinkTo(search));
      Set(option, "BETTER_VALUE", better.value);
      Set(option, "BETTER_TEXT", better.text.value_or(""));
      Set(option, "BETTER_TOTAL", WholeText(better.total, page_.language()));
    }
  }

  const Context& context_;
  const SearchRequest& request_;
  Page& page_;
  std::string_view text_;
  TemplateDictionary* named_ = nullptr;
  bool is_helped_ = false;  // Names or places are shown.
};

}  // namespace

base::Status AddHelp(const Context& context, const SearchRequest& request, Page* page) {
  Helper helper(context, request, page);
  TRY(helper.AddUnits());
  if (!request.is_long) TRY(helper.AddNamed(false));
  helper.AddAdvice();
  return request.is_long ? base::Status() : helper.AddReasons();
}

base::Status AddPlacesNamed(const Context& context, const SearchRequest& request, Page* page) {
  return Helper(context, request, page).AddNamed(true);
}

}  // namespace orgreg::api
