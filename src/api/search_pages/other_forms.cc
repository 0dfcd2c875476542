// SPDX-License-Identifier: EUPL-1.2

#include "api/search_pages/other_forms.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "api/search_filters/filter_table.h"
#include "model/limits.h"
#include "model/resources.h"

namespace orgreg::api {
namespace {

// The most of one answer; the next one follows by a link.
constexpr std::string_view kLargePart = "1000";

}  // namespace

void AddOtherForms(const Context& context, const SearchRequest& request, Page* page) {
  const SearchAddress whole =
      request.address.Without(model::kPageParameter).Without(model::kSizeParameter);
  const std::string operation =
      fmt::format("{}/{}", model::kApiPath, model::CollectionOf(request.kind));
  const std::string call = request.address.ToLink(operation);
  const std::string root = page->place().root;
  // A link from the pages' root.
  const auto link = [&root](std::string_view path) { return root + std::string(path.substr(1)); };
  TemplateDictionary* const values = page->values();
  Set(values, "JSON_LINK", link(call));
  Set(values, "ALL_LINK",
      link(whole.With(model::kSizeParameter, kLargePart)
               .ToLink(fmt::format("{}/search/{}", model::kExtensionsPath, request.last()))));
  Set(values, "CSV_LINK", whole.ToLink(std::string(request.last()).append(".csv")));
  Set(values, "SHEET_LINK", whole.ToLink(std::string(request.last()).append(".xlsx")));
  Set(values, "FEED_LINK", whole.ToLink(std::string(request.last()).append(".atom")));
  values->ShowSection("FORMS");
  const bool is_ranked = request.address.Has(NamesOfSearch(request.kind).name) &&
                         !request.address.Has(model::kSortParameter);
  Show(values, "FORMS_BY_NUMBER", is_ranked);
  Set(values, "CALL", fmt::format("curl '{}{}{}'", context.origin, context.pages_root, call));
}

}  // namespace orgreg::api
