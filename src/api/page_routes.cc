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
#include "api/interface/ask.h"
#include "api/interface/parameter_rows.h"
#include "api/page_handlers.h"
#include "api/root.h"
#include "api/search_pages/start.h"
#include "api/state_pages/status.h"
#include "model/kind.h"
#include "search/request/parse_page.h"

namespace orgreg::api {
namespace {

constexpr Interface kPages = {
    .language = Language::kEnglish, .is_shared = false, .is_documented = false};
// Pages of the register: of its records, in each language.
constexpr Interface kRegisterPages = kPages;

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

constexpr std::array kPageRoutes = {
    StateRow("", "redirectToStart", RedirectToStart),
    RegisterRow("/", "showStart", ShowStart),
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

bool IsInEachLanguage(const RouteRow& row) { return row.at.interface == &kRegisterPages; }

}  // namespace orgreg::api
