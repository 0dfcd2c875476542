#include "api/routes.h"

#include <array>

#include "api/downloads.h"
#include "api/feeds.h"
#include "api/reference_lists.h"
#include "api/root.h"
#include "api/units.h"

namespace orgreg::api {
namespace {

constexpr std::array kRoutes = {
    RouteRow{"/enhetsregisteret/api", Resource::kRoot, ShowRoot},
    RouteRow{"/enhetsregisteret/api/", Resource::kRoot, ShowRoot},
    RouteRow{"/enhetsregisteret/api/enheter", Resource::kEntities, SearchEntities},
    RouteRow{"/enhetsregisteret/api/enheter/{number}", Resource::kEntity, LookUpEntity},
    RouteRow{"/enhetsregisteret/api/underenheter", Resource::kSubEntities, SearchSubEntities},
    RouteRow{"/enhetsregisteret/api/underenheter/{number}", Resource::kSubEntity, LookUpSubEntity},
    RouteRow{"/enhetsregisteret/api/organisasjonsformer", Resource::kForms, ListForms},
    RouteRow{"/enhetsregisteret/api/organisasjonsformer/enheter", Resource::kForms,
             ListEntityForms},
    RouteRow{"/enhetsregisteret/api/organisasjonsformer/underenheter", Resource::kForms,
             ListSubEntityForms},
    RouteRow{"/enhetsregisteret/api/organisasjonsformer/{code}", Resource::kForms, LookUpForm},
    RouteRow{"/enhetsregisteret/api/kommuner", Resource::kMunicipalities, ListMunicipalities},
    RouteRow{"/enhetsregisteret/api/kommuner/{number}", Resource::kMunicipalities,
             LookUpMunicipality},
    RouteRow{"/enhetsregisteret/api/oppdateringer/enheter", Resource::kEntityUpdates,
             ListEntityUpdates, Pace::kSlow},
    RouteRow{"/enhetsregisteret/api/oppdateringer/underenheter", Resource::kSubEntityUpdates,
             ListSubEntityUpdates, Pace::kSlow},
    RouteRow{"/enhetsregisteret/api/oppdateringer/roller", Resource::kRoleUpdates, ListRoleUpdates},
    RouteRow{"/enhetsregisteret/api/enheter/lastned", Resource::kEntityFile, DownloadEntities,
             Pace::kSlowWithQuery},
    RouteRow{"/enhetsregisteret/api/enheter/lastned/csv", Resource::kEntityFile, DownloadEntityCsv},
    RouteRow{"/enhetsregisteret/api/enheter/lastned/regneark", Resource::kEntitySheet,
             DownloadEntitySheet, Pace::kSlowWithQuery},
    RouteRow{"/enhetsregisteret/api/enheter/lastned/manifest", Resource::kManifest, ShowManifest},
    RouteRow{"/enhetsregisteret/api/underenheter/lastned", Resource::kSubEntityFile,
             DownloadSubEntities, Pace::kSlowWithQuery},
    RouteRow{"/enhetsregisteret/api/underenheter/lastned/csv", Resource::kSubEntityFile,
             DownloadSubEntityCsv},
    RouteRow{"/enhetsregisteret/api/underenheter/lastned/regneark", Resource::kSubEntitySheet,
             DownloadSubEntitySheet},
    RouteRow{kVersionNotesPath, Resource::kVersionNotes, ShowVersionNotes},
};

}  // namespace

std::span<const RouteRow> Routes() { return kRoutes; }

}  // namespace orgreg::api
