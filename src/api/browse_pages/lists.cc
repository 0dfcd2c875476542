// SPDX-License-Identifier: EUPL-1.2

#include "api/browse_pages/lists.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string_view>

#include "api/pages/number_text.h"
#include "api/pages/page.h"
#include "model/codes/code_list_set.h"
#include "model/codes/voluntary_lists.h"
#include "model/resources.h"

namespace orgreg::api {
namespace {

using model::CodeList;

// A list, the key of its title, and the address of its operation: a path and its last part.
struct ShownCodes {
  CodeList list = CodeList::kFormCodes;
  std::string_view title = {};
  std::string_view above = {};
  std::string_view collection = {};
  // The page with the same codes and their counts; empty if there is none.
  std::string_view browsed_at = {};
};

constexpr std::string_view kCodeListsPath = "/api/ext/v1/codes";
static_assert(kCodeListsPath.starts_with(model::kExtensionsPath));

constexpr std::array kLists = {
    ShownCodes{CodeList::kFormCodes, "browse.forms", model::kApiPath, model::kForms,
               "browse/forms"},
    ShownCodes{CodeList::kMunicipalityCodes, "browse.list.municipalities", model::kApiPath,
               model::kMunicipalities, "browse/municipalities"},
    ShownCodes{CodeList::kCountyCodes, "browse.list.counties", kCodeListsPath, "municipalities",
               "browse/municipalities"},
    ShownCodes{CodeList::kSectorCodes, "browse.sectors", kCodeListsPath, "sectors",
               "browse/sectors"},
    ShownCodes{CodeList::kRoleTypeCodes, "browse.list.roletypes", model::kApiPath,
               model::kRoleTypes},
    ShownCodes{CodeList::kRoleGroupTypeCodes, "browse.list.rolegroups", model::kApiPath,
               model::kRoleGroupTypes},
    ShownCodes{CodeList::kRepresentativeCodes, "browse.list.representatives", model::kApiPath,
               model::kRepresentatives},
    ShownCodes{CodeList::kCategoryCodes, "browse.list.categories", model::kVoluntaryApiPath,
               model::kCategories},
    ShownCodes{CodeList::kInformationTypeCodes, "browse.list.information", model::kVoluntaryApiPath,
               model::kInformationTypes},
};

void AddCode(const model::CodeRow& code, PageLanguage language, TemplateDictionary* list) {
  TemplateDictionary* const row = AddSection(list, "ROW");
  const bool is_english = language == PageLanguage::kEnglish && !code.english.empty();
  Set(row, "CODE", code.code);
  Set(row, "TEXT", is_english ? code.english : code.text);
  Show(row, "FOREIGN", !is_english && language != PageLanguage::kBokmaal);
}

void AddList(const ShownCodes& shown, Page* page) {
  TemplateDictionary* const list = AddSection(page->values(), "LIST");
  Set(list, "ANCHOR", model::RowOf(shown.list).name);
  Set(list, "TITLE_TEXT", page->Words(shown.title));
  // Relative, as all links are, so it leads to the operation wherever a proxy has put both.
  Set(list, "OPERATION", fmt::format("{}/{}", shown.above, shown.collection));
  Set(list, "OPERATION_LINK",
      fmt::format("{}{}/{}", page->place().root, shown.above.substr(1), shown.collection));
  ShowValue(list, "BROWSED", "BROWSED_PATH", shown.browsed_at);
  std::int64_t count = 0;
  for (const model::CodeRow& code : model::CurrentCodeLists().rows(shown.list)) {
    if (model::IsRetired(code.retired_on)) continue;
    AddCode(code, page->language(), list);
    ++count;
  }
  Set(list, "LIST_COUNT", WholeText(count, page->language()));
}

}  // namespace

Outcome ShowLists(const Context& context, Reply* reply) {
  Page page("browse_lists", context);
  page.SetTitle(page.Words("browse.lists"));
  for (const ShownCodes& list : kLists) AddList(list, &page);
  return page.Send(reply);
}

}  // namespace orgreg::api
