// SPDX-License-Identifier: EUPL-1.2

// First the parts of the page, then the handlers.

#include "api/search_pages/search.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "api/pages/number_text.h"
#include "api/pages/page.h"
#include "api/pages/redirect.h"
#include "api/pages/serving_turn.h"
#include "api/search_filters/active_filters.h"
#include "api/search_filters/filter_controls.h"
#include "api/search_filters/filter_counts.h"
#include "api/search_filters/filter_table.h"
#include "api/search_filters/problem_texts.h"
#include "api/search_filters/search_request.h"
#include "api/search_pages/nothing_found.h"
#include "api/search_pages/other_forms.h"
#include "api/search_pages/paging.h"
#include "api/search_pages/result_rows.h"
#include "api/search_pages/sort_choices.h"
#include "api/suggestions/suggest_lists.h"
#include "base/result.h"
#include "model/limits.h"

namespace orgreg::api {
namespace {

using model::Kind;

constexpr int kSeeOther = 303;

// In bytes: a longer query takes time to read.
constexpr std::size_t kLongestQuickQuery = 500;

// The box, the tabs and what a search engine reads.
void AddHead(const SearchRequest& request, Page* page) {
  TemplateDictionary* const values = page->values();
  const SearchNames& names = NamesOfSearch(request.kind);
  const std::string_view text = request.address.ValueOf(names.name);  // Empty if it is refused.
  const bool is_entity = request.kind == Kind::kEntity;
  const std::string_view heading =
      page->Words(is_entity ? "search.entities" : "search.sub_entities");
  page->SetTitle(text.empty() ? std::string(heading)
                              : std::string(text).append(" – ").append(heading));
  Set(values, "HEADING", heading);
  Set(values, "PAGE_LINK", request.last());
  Set(values, "NAME_PARAMETER", names.name);
  // A section of its own, since the fields of the filters have what the page has.
  TemplateDictionary* const box = AddSection(values, "TEXT_BOX");
  Set(box, "TEXT", request.TextToShow(names.name));
  AddProblemOf(names.name, request, page->language(), box);
  const SearchAddress text_alone = SearchAddress().With(names.name, text);
  Set(values, "ENTITIES_LINK", text_alone.ToLink("entities"));
  Set(values, "SUB_ENTITIES_LINK", text_alone.ToLink("sub-entities"));
  values->ShowSection(is_entity ? "OF_ENTITIES" : "OF_SUB_ENTITIES");
  if (!request.is_long) page->AddHeadLink("canonical", request.LinkTo(request.address));
  if (!request.address.parts().empty()) page->HideFromSearchEngines();
}

void AddChips(const SearchRequest& request, Page* page) {
  const ActiveFilterList active = ActiveFilters(request.address, request.kind, page->language());
  if (active.shown.empty() && active.more == 0) return;
  TemplateDictionary* const chips = AddSection(page->values(), "CHIPS");
  for (const ActiveFilter& filter : active.shown) {
    TemplateDictionary* const chip = AddSection(chips, "CHIP");
    Set(chip, "CHIP_LINK", request.LinkTo(filter.without));
    Set(chip, "CHIP_LABEL", filter.label);
    ShowValue(chip, "CHIP_HAS_VALUE", "CHIP_VALUE", filter.value);
  }
  SearchAddress others_alone = WithoutFilters(request.address, request.kind);
  if (request.is_long) others_alone = others_alone.Without(model::kSortParameter);
  const std::string clear = request.LinkTo(others_alone);
  Set(chips, "CLEAR_LINK", clear);
  if (active.more == 0) return;
  TemplateDictionary* const others = AddSection(chips, "CHIP");
  Set(others, "CHIP_LINK", clear);
  Set(others, "CHIP_LABEL",
      page->Words(active.shown.empty() ? "search.many_filters" : "search.more_filters"));
  ShowValue(others, "CHIP_HAS_VALUE", "CHIP_VALUE",
            WholeText(static_cast<std::int64_t>(active.more), page->language()));
}

std::string LinkToPage(const SearchRequest& request, std::int64_t number) {
  const std::string text = number == 0 ? std::string() : std::to_string(number);
  return request.LinkTo(request.address.With(model::kPageParameter, text));
}

void AddPageLink(const SearchRequest& request, std::int64_t number, std::string_view section,
                 Page* page, TemplateDictionary* at) {
  TemplateDictionary* const shown = AddSection(at, section);
  TemplateDictionary* const way = AddSection(shown, request.is_long ? "BY_FORM" : "BY_LINK");
  Set(way, "PAGE_ADDRESS", request.is_long ? std::to_string(number) : LinkToPage(request, number));
  Set(shown, "PAGE_NUMBER", WholeText(number + 1, page->language()));
}

void AddPaging(const SearchRequest& request, const PageRange& range, Page* page) {
  if (range.IsCut()) {
    Set(AddSection(page->values(), "WINDOW"), "WINDOW_SIZE",
        WholeText(model::kMaxWindow, page->language()));
  }
  if (range.Last() == 0 && range.page == 0) return;
  TemplateDictionary* const paging = AddSection(page->values(), "PAGING");
  if (range.page > 0) {
    const std::int64_t previous = std::min(range.page - 1, range.Last());
    AddPageLink(request, previous, "PREVIOUS", page, paging);
    if (!request.is_long) page->AddHeadLink("prev", LinkToPage(request, previous));
  }
  for (const std::int64_t number : PagesToShow(range)) {
    TemplateDictionary* const item = AddSection(paging, "PAGE_ITEM");
    if (number == kPagesLeftOut) {
      item->ShowSection("LEFT_OUT");
    } else {
      AddPageLink(request, number, number == range.page ? "THIS_PAGE" : "OTHER_PAGE", page, item);
    }
  }
  if (range.page >= range.Last()) return;
  AddPageLink(request, range.page + 1, "NEXT", page, paging);
  if (!request.is_long) page->AddHeadLink("next", LinkToPage(request, range.page + 1));
}

void AddTotal(const PageRange& range, Page* page) {
  TemplateDictionary* const values = page->values();
  const bool has_results = range.total > 0;
  Show(values, "NONE_FOUND", !has_results);
  Show(values, "ONE_FOUND", range.total == 1);
  if (range.total > 1)
    Set(AddSection(values, "MANY_FOUND"), "TOTAL", WholeText(range.total, page->language()));
  const bool is_part =
      has_results && range.FirstResult() <= range.total && range.total > range.size;
  if (!is_part) return;
  TemplateDictionary* const part = AddSection(values, "PART_SHOWN");
  Set(part, "FIRST_SHOWN", WholeText(range.FirstResult(), page->language()));
  Set(part, "LAST_SHOWN", WholeText(range.LastResult(), page->language()));
}

base::Status AddFound(const Context& context, const SearchRequest& request,
                      const search::Page& found, Page* page) {
  const PageRange range{.page = request.query.page.number,
                        .size = request.query.page.size,
                        .total = static_cast<std::int64_t>(found.total)};
  AddTotal(range, page);
  Set(page->values(), "FIRST_RESULT", std::to_string(range.FirstResult()));
  TRY(AddResults(*context.catalog, found, page));
  AddPaging(request, range, page);
  if (found.total == 0) return AddHelp(context, request, page);
  page->values()->ShowSection("ORDERED");
  if (request.is_long) {
    page->values()->ShowSection("FORMS_BY_HAND");
    return {};
  }
  AddOtherForms(context, request, page);
  return range.page == 0 ? AddPlacesNamed(context, request, page) : base::Status();
}

// The link that gets the filters with counts: a page for readers, a part of it for scripts.
void AddCountsLinks(const SearchRequest& request, Page* page) {
  if (request.is_long) {
    Set(AddSection(page->values(), "COUNTS_BY_FORM"), "COUNTS_NAME", kCountsShown.name);
    return;
  }
  Set(AddSection(page->values(), "COUNTS_OFFERED"), "COUNTS_LINK",
      request.LinkTo(request.address.With(kCountsShown.name, "true")).append("#filters"));
  SearchAddress fragment = request.address.Without(model::kPageParameter);
  if (!request.open.empty()) fragment = fragment.With(kOpenIndustry.name, request.open);
  Set(AddSection(page->values(), "FRAGMENT"), "FRAGMENT_LINK",
      fragment.ToLink(std::string(request.last()).append("/filters")));
}

base::Status AddFilters(const Context& context, const SearchRequest& request, bool has_counts,
                        Page* page) {
  if (!has_counts) {
    AddFilterControls(request, nullptr, page);
    return {};
  }
  const FilterCounts counts =
      TRY(FilterCounts::Make(*context.catalog, request.query, request.NamesFinerIndustry()));
  AddFilterControls(request, &counts, page);
  return {};
}

// True for pages that may take a millisecond: look-ups of other clients must not wait for them.
bool TakesTime(const Context& context, const SearchRequest& request) {
  return !request.problems.empty() || request.shows_counts || !request.open.empty() ||
         request.query.page.size > model::kDefaultPageSize ||
         (request.address.Has(NamesOfSearch(request.kind).name) &&
          SharedSuggestLists().Find(*context.catalog) == nullptr) ||
         !context.catalog->IsQuick(request.query);
}

}  // namespace

Outcome ShowSearch(const Context& context, Reply* reply) {
  if (context.is_hurried &&
      (context.request.query.size() > kLongestQuickQuery || !TakeServingTurn()))
    return PutOff{};
  const SearchRequest request = ReadSearch(context);
  if (context.is_hurried && TakesTime(context, request)) return PutOff{};
  Page page("search", context);
  if (const auto better = BetterAddress(context, request, page.place().home))
    return Redirect(kSeeOther, *better, reply);
  AddHead(request, &page);
  AddChips(request, &page);
  AddSortChoices(request, &page);
  if (!request.problems.empty()) {
    AddProblems(request, &page);
    AddFilterControls(request, nullptr, &page);
    return page.SendWith(400, reply);
  }
  const search::Page found = TRY(context.catalog->Search(request.query));
  // What else may have been meant takes more searches.
  if (context.is_hurried && found.total == 0) return PutOff{};
  TRY(AddFound(context, request, found, &page));
  if (!request.shows_counts) AddCountsLinks(request, &page);
  TRY(AddFilters(context, request, request.shows_counts, &page));
  return page.Send(reply);
}

Outcome ShowSearchFilters(const Context& context, Reply* reply) {
  const SearchRequest request = ReadSearch(context);
  if (!request.problems.empty()) return request.problems;
  Page page("search_filters", context);
  TRY(AddFilters(context, request, true, &page));
  return page.Send(reply);
}

}  // namespace orgreg::api
