// SPDX-License-Identifier: EUPL-1.2

#include "api/page_routes.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "api/answers/messages.h"
#include "api/browse_pages/atom.h"
#include "api/browse_pages/browse.h"
#include "api/browse_pages/changes.h"
#include "api/browse_pages/lists.h"
#include "api/history_pages/history.h"
#include "api/interface/ask.h"
#include "api/interface/parameter_rows.h"
#include "api/page_handlers.h"
#include "api/root.h"
#include "api/search_pages/search.h"
#include "api/search_pages/search_file.h"
#include "api/search_pages/start.h"
#include "api/state_pages/status.h"
#include "api/unit_pages/unit.h"
#include "downloads/file_table.h"
#include "model/kind.h"
#include "search/request/parse_page.h"

namespace orgreg::api {
namespace {

constexpr Interface kPages = {
    .language = Language::kEnglish, .is_shared = false, .is_documented = false};
// Pages of the register: of its records, in each language.
constexpr Interface kRegisterPages = {.language = Language::kEnglish,
                                      .is_shared = false,
                                      .is_documented = false,
                                      .is_in_each_language = true};

constexpr std::array<std::uint16_t, 2> kFoundStatuses = {200, 404};

constexpr RouteRow PageRow(RoutePlace at, Resource resource, RouteWork work) {
  work.needs_data = false;
  return {.at = at,
          .answers = {.resource = resource, .statuses = kFoundStatuses},
          .takes = {.query = QueryPolicy::kIgnored},
          .work = work};
}

constexpr RouteRow RegisterRow(std::string_view pattern, std::string_view name, Handle handle) {
  return {.at = {pattern, name, &kRegisterPages},
          .answers = {.resource = Resource::kPage, .statuses = kFoundStatuses},
          .takes = {.query = QueryPolicy::kIgnored},
          .work = {.handle = handle, .pace = Pace::kSlow}};
}

// Of a page that is right before there is data, too.
constexpr RouteRow StateRow(std::string_view pattern, std::string_view name, Handle handle) {
  RouteRow row = RegisterRow(pattern, name, handle);
  row.work.needs_data = false;
  return row;
}

// Other parameters are ignored: addresses that people pass on get some.
constexpr RouteRow WithParameters(RouteRow row, std::span<const ParameterRow> parameters) {
  row.takes = {.rows = parameters, .query = QueryPolicy::kLenient};
  return row;
}

constexpr std::array kBrowsedCodeAlone = {kBrowsedCode};

constexpr std::array<std::uint16_t, 1> kFeedStatuses = {200};

constexpr RouteRow FeedRow(std::string_view pattern, std::string_view name, Handle handle) {
  RouteRow row = RegisterRow(pattern, name, handle);
  row.answers = {.resource = Resource::kAtom, .statuses = kFeedStatuses};
  row.takes = {};
  return row;
}

// It takes what the search takes; of that, the order and the page have no effect.
constexpr RouteRow SearchFeedRow(std::string_view pattern, std::string_view name,
                                 model::Kind kind) {
  RouteRow row = FeedRow(pattern, name, FeedSearch);
  row.takes = {.rows = search::kUnpagedRows, .derived = FiltersAndOrder};
  row.work.argument = {.kind = kind};
  return row;
}

// The handler puts off what takes time.
constexpr RouteRow MostlyQuick(RouteRow row) {
  row.work.pace = Pace::kQuick;
  return row;
}

constexpr std::array<std::uint16_t, 3> kSearchedStatuses = {200, 303, 400};

// The page reads its parameters itself, since a wrong one is answered by a page, too.
constexpr RouteRow SearchRow(std::string_view pattern, std::string_view name, Handle handle,
                             model::Kind kind) {
  RouteRow row = RegisterRow(pattern, name, handle);
  row.answers.statuses = kSearchedStatuses;
  row.work.argument = {.kind = kind};
  return row;
}

constexpr RouteRow SearchFileRow(std::string_view pattern, std::string_view name, Resource resource,
                                 RouteArgument argument) {
  RouteRow row = RegisterRow(pattern, name, SendSearchFile);
  row.answers = {.resource = resource, .statuses = kFeedStatuses};
  row.takes = {.rows = search::kUnpagedRows, .derived = FiltersAndOrder};
  row.work.argument = argument;
  return row;
}

constexpr std::array kPageRoutes = {
    StateRow("", "redirectToStart", RedirectToStart),
    RegisterRow("/", "showStart", ShowStart),
    MostlyQuick(
        SearchRow("/search/entities", "showEntitySearch", ShowSearch, model::Kind::kEntity)),
    MostlyQuick(SearchRow("/search/sub-entities", "showSubEntitySearch", ShowSearch,
                          model::Kind::kSubEntity)),
    SearchRow("/search/entities/filters", "showEntityFilters", ShowSearchFilters,
              model::Kind::kEntity),
    SearchRow("/search/sub-entities/filters", "showSubEntityFilters", ShowSearchFilters,
              model::Kind::kSubEntity),
    SearchFileRow("/search/entities.csv", "saveEntitiesAsCsv", Resource::kRegisterCsv,
                  {.kind = model::Kind::kEntity, .format = downloads::Format::kCsv}),
    SearchFileRow("/search/sub-entities.csv", "saveSubEntitiesAsCsv", Resource::kRegisterCsv,
                  {.kind = model::Kind::kSubEntity, .format = downloads::Format::kCsv}),
    SearchFileRow("/search/entities.xlsx", "saveEntitiesAsSheet", Resource::kEntitySheet,
                  {.kind = model::Kind::kEntity, .format = downloads::Format::kSheet}),
    SearchFileRow("/search/sub-entities.xlsx", "saveSubEntitiesAsSheet", Resource::kSubEntitySheet,
                  {.kind = model::Kind::kSubEntity, .format = downloads::Format::kSheet}),
    MostlyQuick(RegisterRow("/unit/{number}", "showUnit", ShowUnit)),
    RegisterRow("/unit/{number}/history", "showHistory", ShowHistory),
    RegisterRow("/browse", "showBrowse", ShowBrowse),
    WithParameters(RegisterRow("/browse/industries", "browseIndustries", BrowseIndustries),
                   kBrowsedCodeAlone),
    WithParameters(
        RegisterRow("/browse/municipalities", "browseMunicipalities", BrowseMunicipalities),
        kBrowsedCodeAlone),
    WithParameters(RegisterRow("/browse/forms", "browseForms", BrowseForms), kBrowsedCodeAlone),
    WithParameters(RegisterRow("/browse/sectors", "browseSectors", BrowseSectors),
                   kBrowsedCodeAlone),
    RegisterRow("/browse/lists", "showLists", ShowLists),
    WithParameters(RegisterRow("/changes", "showChanges", ShowChanges), kChangesParameters),
    FeedRow("/changes.atom", "feedChanges", FeedChanges),
    SearchFeedRow("/search/entities.atom", "feedEntities", model::Kind::kEntity),
    SearchFeedRow("/search/sub-entities.atom", "feedSubEntities", model::Kind::kSubEntity),
    StateRow("/files", "showFiles", ShowFiles),
    StateRow("/status", "showStatus", ShowStatus),
    PageRow({"/docs", "showGuides", &kPages}, Resource::kPage, {.handle = ShowPage}),
    PageRow({"/docs/", "showGuidesBelow", &kPages}, Resource::kPage, {.handle = ShowPage}),
    PageRow({"/docs/guide", "showGuideList", &kPages}, Resource::kPage, {.handle = ShowPage}),
    PageRow({"/docs/guide/", "showGuideListBelow", &kPages}, Resource::kPage, {.handle = ShowPage}),
    PageRow({"/docs/guide/{name}", "showGuide", &kPages}, Resource::kPage, {.handle = ShowPage}),
    PageRow({"/docs/reference", "showReference", &kPages}, Resource::kPage,
            {.handle = ShowReference, .pace = Pace::kSlow}),
    PageRow({"/docs/try", "showTry", &kPages}, Resource::kPage, {.handle = ShowPage}),
    PageRow({"/docs/openapi-3.0.json", "showOlderInterface", &kPages}, Resource::kInterfaceJson,
            {.handle = ShowOlderInterface, .pace = Pace::kSlow}),
    PageRow({"/docs/follow.py", "showFollower", &kPages}, Resource::kVersionNotes,
            {.handle = ShowPage}),
    PageRow({"/docs/licences.txt", "showLicences", &kPages}, Resource::kVersionNotes,
            {.handle = ShowPage}),
    PageRow({"/docs/styles/{name}", "showStyle", &kPages}, Resource::kStyle, {.handle = ShowAsset}),
    PageRow({"/docs/scripts/{name}", "showScript", &kPages}, Resource::kScript,
            {.handle = ShowAsset}),
    PageRow({"/docs/images/{name}", "showImage", &kPages}, Resource::kImage, {.handle = ShowAsset}),
};

}  // namespace

std::span<const RouteRow> PageRoutes() { return kPageRoutes; }

}  // namespace orgreg::api
