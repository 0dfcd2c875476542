#include "api/routes.h"

#include <array>

#include "api/authorised.h"
#include "api/registers/cadastral.h"
#include "api/registers/downloads.h"
#include "api/registers/feeds.h"
#include "api/registers/parties.h"
#include "api/registers/reference_lists.h"
#include "api/registers/units.h"
#include "api/registers/voluntary.h"
#include "api/roles/roles.h"
#include "api/root.h"
#include "api/statements/documents.h"
#include "api/statements/statements.h"
#include "api/statements/statistics.h"

namespace orgreg::api {
namespace {

// A row whose answer does not come from the catalog.
constexpr RouteRow WithoutData(RouteRow row) {
  row.needs_data = false;
  return row;
}

constexpr std::array kRoutes = {
    WithoutData(RouteRow{"/enhetsregisteret/api", Resource::kRoot, ShowRoot}),
    WithoutData(RouteRow{"/enhetsregisteret/api/", Resource::kRoot, ShowRoot}),
    RouteRow{"/enhetsregisteret/api/enheter", Resource::kEntities, SearchEntities},
    RouteRow{"/enhetsregisteret/api/enheter/{number}", Resource::kEntity, LookUpEntity},
    RouteRow{"/enhetsregisteret/api/enheter/{number}/roller", Resource::kRoles, LookUpRoles},
    WithoutData(
        RouteRow{"/enhetsregisteret/api/roller/rolletyper", Resource::kRoleTypes, ListRoleTypes}),
    WithoutData(RouteRow{"/enhetsregisteret/api/roller/rolletyper/{code}", Resource::kRoleTypes,
                         LookUpRoleType}),
    WithoutData(RouteRow{"/enhetsregisteret/api/roller/rollegruppetyper", Resource::kRoleGroupTypes,
                         ListRoleGroupTypes}),
    WithoutData(RouteRow{"/enhetsregisteret/api/roller/rollegruppetyper/{code}",
                         Resource::kRoleGroupTypes, LookUpRoleGroupType}),
    WithoutData(RouteRow{"/enhetsregisteret/api/roller/representanter", Resource::kRepresentatives,
                         ListRepresentatives}),
    WithoutData(RouteRow{"/enhetsregisteret/api/roller/representanter/{code}",
                         Resource::kRepresentatives, LookUpRepresentative}),
    RouteRow{"/enhetsregisteret/api/roller/enheter/{number}/juridiskeroller", Resource::kLegalRoles,
             ListLegalRoles, Pace::kSlow},
    RouteRow{"/enhetsregisteret/api/roller/totalbestand", Resource::kRoleFile, DownloadRoles},
    RouteRow{"/enhetsregisteret/api/underenheter", Resource::kSubEntities, SearchSubEntities},
    RouteRow{"/enhetsregisteret/api/underenheter/{number}", Resource::kSubEntity, LookUpSubEntity},
    WithoutData(RouteRow{"/enhetsregisteret/api/organisasjonsformer", Resource::kForms, ListForms}),
    WithoutData(RouteRow{"/enhetsregisteret/api/organisasjonsformer/enheter", Resource::kForms,
                         ListEntityForms}),
    WithoutData(RouteRow{"/enhetsregisteret/api/organisasjonsformer/underenheter", Resource::kForms,
                         ListSubEntityForms}),
    WithoutData(
        RouteRow{"/enhetsregisteret/api/organisasjonsformer/{code}", Resource::kForms, LookUpForm}),
    WithoutData(
        RouteRow{"/enhetsregisteret/api/kommuner", Resource::kMunicipalities, ListMunicipalities}),
    WithoutData(RouteRow{"/enhetsregisteret/api/kommuner/{number}", Resource::kMunicipalities,
                         LookUpMunicipality}),
    RouteRow{"/enhetsregisteret/api/oppdateringer/enheter", Resource::kEntityUpdates,
             ListEntityUpdates, Pace::kSlow},
    RouteRow{"/enhetsregisteret/api/oppdateringer/underenheter", Resource::kSubEntityUpdates,
             ListSubEntityUpdates, Pace::kSlow},
    RouteRow{"/enhetsregisteret/api/oppdateringer/roller", Resource::kRoleUpdates, ListRoleUpdates,
             Pace::kSlow},
    RouteRow{"/enhetsregisteret/api/enheter/lastned", Resource::kEntityFile, DownloadEntities,
             Pace::kSlowWithQuery},
    RouteRow{"/enhetsregisteret/api/enheter/lastned/csv", Resource::kEntityCsvFile,
             DownloadEntityCsv, Pace::kSlowWithQuery},
    RouteRow{"/enhetsregisteret/api/enheter/lastned/regneark", Resource::kEntitySheet,
             DownloadEntitySheet, Pace::kSlowWithQuery},
    RouteRow{"/enhetsregisteret/api/enheter/lastned/manifest", Resource::kManifest, ShowManifest},
    RouteRow{"/enhetsregisteret/api/underenheter/lastned", Resource::kSubEntityFile,
             DownloadSubEntities, Pace::kSlowWithQuery},
    RouteRow{"/enhetsregisteret/api/underenheter/lastned/csv", Resource::kSubEntityCsvFile,
             DownloadSubEntityCsv, Pace::kSlowWithQuery},
    RouteRow{"/enhetsregisteret/api/underenheter/lastned/regneark", Resource::kSubEntitySheet,
             DownloadSubEntitySheet},
    RouteRow{.pattern = "/enhetsregisteret/autorisert-api/enheter/{number}/roller",
             .resource = Resource::kAuthorisedRoles,
             .handle = LookUpAuthorisedRoles,
             .pace = Pace::kSlow,
             .language = Language::kEnglish,
             .access = Access::kRoles},
    RouteRow{.pattern = "/enhetsregisteret/autorisert-api/roller/totalbestand",
             .resource = Resource::kAuthorisedRoleFile,
             .handle = DownloadAuthorisedRoles,
             .pace = Pace::kScan,
             .language = Language::kEnglish,
             .access = Access::kRoles},
    RouteRow{.pattern = "/enhetsregisteret/autorisert-api/personer/rolleutskrift",
             .resource = Resource::kRoleStatement,
             .handle = MakeRoleStatement,
             .pace = Pace::kSlow,
             .language = Language::kEnglish,
             .access = Access::kRoleStatement,
             .methods = {http::Method::kPost}},
    RouteRow{"/enhetsregisteret/api/matrikkelenhet", Resource::kCadastralUnits, FindCadastralUnits},
    RouteRow{"/partiregisteret/api/lastned/csv", Resource::kRegisterCsv, DownloadParties},
    RouteRow{"/frivillighetsregisteret/api/frivillige-organisasjoner", Resource::kVoluntary,
             ListVoluntary, Pace::kSlow, Language::kEnglish},
    RouteRow{"/frivillighetsregisteret/api/frivillige-organisasjoner/{number}",
             Resource::kVoluntary, LookUpVoluntary, Pace::kQuick, Language::kEnglish},
    RouteRow{"/frivillighetsregisteret/api/frivillige-organisasjoner/totalbestand/csv",
             Resource::kRegisterCsv, DownloadVoluntary, Pace::kQuick, Language::kEnglish},
    WithoutData(RouteRow{"/frivillighetsregisteret/api/icnpo-kategorier", Resource::kVoluntary,
                         ListCategories, Pace::kQuick, Language::kEnglish}),
    WithoutData(RouteRow{"/frivillighetsregisteret/api/informasjonstyper", Resource::kVoluntary,
                         ListInformationTypes, Pace::kQuick, Language::kEnglish}),
    WithoutData(RouteRow{"/frivillighetsregisteret/api/informasjonstyper/{code}",
                         Resource::kVoluntary, LookUpInformationType, Pace::kQuick,
                         Language::kEnglish}),
    RouteRow{.pattern = "/regnskapsregisteret/regnskap/{number}",
             .resource = Resource::kStatements,
             .handle = LookUpStatements,
             .language = Language::kEnglish,
             .access = Access::kUsers},
    RouteRow{.pattern = "/regnskapsregisteret/regnskap/{number}/{id}",
             .resource = Resource::kStatements,
             .handle = LookUpStatement,
             .language = Language::kEnglish,
             .access = Access::kUsers},
    RouteRow{"/regnskapsregisteret/regnskap/log", Resource::kStatementLog, ListBulkFiles,
             Pace::kSlow, Language::kEnglish},
    RouteRow{"/regnskapsregisteret/regnskap/aarsregnskap/mellombalanse/{number}/aar",
             Resource::kDocumentList, ListInterimBalances, Pace::kQuick, Language::kEnglish},
    RouteRow{"/regnskapsregisteret/regnskap/aarsregnskap/mellombalanse/{number}/{id}",
             Resource::kDocument, DownloadInterimBalance, Pace::kSlow, Language::kEnglish},
    RouteRow{"/regnskapsregisteret/regnskap/aarsregnskap/kopi/{number}/aar",
             Resource::kDocumentList, ListCopies, Pace::kQuick, Language::kEnglish},
    RouteRow{"/regnskapsregisteret/regnskap/aarsregnskap/kopi/{number}/{id}", Resource::kDocument,
             DownloadCopy, Pace::kSlow, Language::kEnglish},
    WithoutData(RouteRow{"/statistikk/by-orgnr", Resource::kStatistics, CountByOrganisation,
                         Pace::kScan, Language::kEnglish}),
    WithoutData(RouteRow{"/statistikk/by-method", Resource::kStatistics, CountByMethod, Pace::kScan,
                         Language::kEnglish}),
    WithoutData(RouteRow{"/statistikk/by-ip", Resource::kStatistics, CountByAddress, Pace::kScan,
                         Language::kEnglish}),
    WithoutData(RouteRow{kVersionNotesPath, Resource::kVersionNotes, ShowVersionNotes}),
    WithoutData(RouteRow{kPlanNotesPath, Resource::kVersionNotes, ShowPlanNotes}),
};

}  // namespace

std::span<const RouteRow> Routes() { return kRoutes; }

}  // namespace orgreg::api
