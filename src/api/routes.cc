// SPDX-License-Identifier: EUPL-1.2

// First the interfaces, then the parameters and the answers that rows share, then the table of
// routes itself.

#include "api/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "api/answers/messages.h"
#include "api/authorised.h"
#include "api/authority/authority.h"
#include "api/data_catalogue.h"
#include "api/extensions/code_lists.h"
#include "api/extensions/cursor.h"
#include "api/extensions/explain.h"
#include "api/extensions/facets.h"
#include "api/extensions/search.h"
#include "api/extensions/units.h"
#include "api/interface/ask.h"
#include "api/interface/parameter_rows.h"
#include "api/limits/rate_class.h"
#include "api/matching/match.h"
#include "api/matching/reconcile.h"
#include "api/page_routes.h"
#include "api/pages/page_language.h"
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
#include "api/suggestions/suggest.h"
#include "model/resources.h"
#include "search/request/parse_page.h"
#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

using downloads::Format;
using model::Kind;

// The interfaces.

constexpr Interface kRegisters;
constexpr Interface kDescriptions = {.language = Language::kEnglish};
constexpr Interface kVoluntary = {.language = Language::kEnglish};
constexpr Interface kAuthorised = {.root = model::kAuthorisedApiPath,
                                   .language = Language::kEnglish,
                                   .is_shared = false,
                                   .caching = Caching::kSecret,
                                   .access = Access::kRoles,
                                   .limits = Limits::kReserved};
constexpr Interface kPersons = {.language = Language::kEnglish,
                                .is_shared = false,
                                .caching = Caching::kSecret,
                                .access = Access::kRoleStatement,
                                .limits = Limits::kReserved};
constexpr Interface kDocuments = {.root = model::kStatementsPath,
                                  .language = Language::kEnglish,
                                  .errors = ErrorFamily::kStatements};
constexpr Interface kStatements = {
    .language = Language::kEnglish, .errors = ErrorFamily::kStatements, .access = Access::kUsers};
constexpr Interface kStatistics = {.root = model::kStatisticsPath,
                                   .language = Language::kEnglish,
                                   .errors = ErrorFamily::kStatements,
                                   .caching = Caching::kNotStored};

constexpr Interface kExtensions = {.root = model::kExtensionsPath, .language = Language::kEnglish};

constexpr std::array kRooted = {&kAuthorised, &kDocuments, &kStatistics, &kExtensions};

// The parameters of operations.

constexpr std::array kNumberAlone = {kNumberInPath};
constexpr std::array kCodeAlone = {kCodeInPath};
constexpr std::array kSafetyAlone = {kSafety};
constexpr std::array kLanguageAlone = {kLanguage};
constexpr std::array kLegalRolesParameters = {kNumberInPath, kSearchAfter, kLegalRolesSize};
constexpr std::array kCursorParameters = {kPartSize, search::kSortRow, kCursor};
constexpr std::array kCodeListParameters = {kValidOn, kWithCounts};
constexpr std::array kIndustryListParameters = {kValidOn, kEdition, kWithCounts};
constexpr std::array kEntityFacetParameters = {kEntityFacet, kMostValues};
constexpr std::array kSubEntityFacetParameters = {kSubEntityFacet, kMostValues};
constexpr std::array kSuggestParameters = {kTyped, kSuggestKind, kSuggestLimit};
constexpr std::array kUpdateParameters = {kUpdatedFrom,     kFromUpdateId,   kUpdatedNumbers,
                                          kUpdatedTo,       kWithChanges,    search::kSizeRow,
                                          search::kPageRow, search::kSortRow};
constexpr std::array kRoleUpdateParameters = {kRolesUpdatedAfter, kRolesAfterId, kUpdatedNumbers,
                                              kRoleUpdatesSize};
constexpr std::array kCadastralParameters = {kCadastralId, kCadastralNumber};
constexpr std::array kVoluntaryParameters = {kSearchAfter, kVoluntarySize, kLanguage};
constexpr std::array kVoluntaryEntryParameters = {kNumberInPath, kLanguage};
constexpr std::array kInformationTypeParameters = {kCodeInPath, kLanguage};
constexpr std::array kStatementsParameters = {kNumberInPath, kStatementYear, kStatementType};
constexpr std::array kStatementParameters = {kNumberInPath, kStatementIdInPath};
constexpr std::array kBalanceParameters = {kNumberInPath, kBalanceIdInPath};
constexpr std::array kCopyParameters = {kNumberInPath, kCopyYearInPath};
constexpr std::array kCountParameters = {kCountedFrom, kCountedTo};

constexpr std::array kPersonBodies = {TakenBody{"text/plain", "text"},
                                      TakenBody{"application/json", "IdentityNumber"}};

constexpr std::array kReconcileParameters = {kQueries, kExtend};
constexpr std::array kReconcileSuggestParameters = {kPrefix, kSkipped, kSuggestedMost};
constexpr std::array kPropertiesParameters = {kUnitType, kPropertiesMost};
constexpr std::array kPreviewedAlone = {kPreviewed};

constexpr std::array kReconcileBodies = {
    TakenBody{.type = "application/x-www-form-urlencoded", .form = kReconcileParameters}};
constexpr std::array kMatchBodies = {
    TakenBody{.type = "application/x-ndjson",
              .body = "text",
              .line = "MatchQuestion",
              .example = kExampleNumber},
    TakenBody{.type = "text/csv", .body = "text", .example = kMatchCsvExample}};

DerivedParameters FiltersAlone(const RouteArgument& argument) {
  return {.filters = &search::FilterRows(*argument.kind)};
}

DerivedParameters SortedById(const RouteArgument& /*argument*/) {
  return {.sort_keys = model::kUpdateSortKeys};
}

// The answers of operations.

constexpr std::array<std::uint16_t, 1> kOkStatuses = {200};
constexpr std::array<std::uint16_t, 2> kFoundStatuses = {200, 404};
constexpr std::array<std::uint16_t, 3> kGoneStatuses = {200, 404, 410};
constexpr std::array<std::uint16_t, 4> kFileStatuses = {200, 206, 412, 416};
constexpr std::array<std::uint16_t, 5> kDocumentStatuses = {200, 206, 404, 412, 416};
constexpr std::array<std::uint16_t, 4> kUserStatuses = {200, 401, 403, 404};
constexpr std::array<std::uint16_t, 4> kTokenStatuses = {200, 401, 403, 404};
constexpr std::array<std::uint16_t, 2> kBodyStatuses = {200, 415};
constexpr std::array<std::uint16_t, 5> kTokenBodyStatuses = {200, 401, 403, 404, 415};

constexpr std::array kRoutes = {
    RouteRow{{"/enhetsregisteret/api", "showRoot", &kRegisters},
             {Resource::kRoot, kOkStatuses, "Root"},
             {},
             {.handle = ShowRoot, .needs_data = false, .is_tagged = false}},
    RouteRow{{"/enhetsregisteret/api/", "showRootBelow", &kRegisters},
             {Resource::kRoot, kOkStatuses, "Root"},
             {},
             {.handle = ShowRoot, .needs_data = false, .is_tagged = false}},
    RouteRow{{"/enhetsregisteret/api/enheter", "searchEntities", &kRegisters},
             {Resource::kEntities, kOkStatuses, "EntityPage"},
             {.rows = search::kPageRows, .derived = FiltersAndOrder},
             {.handle = SearchUnits, .argument = {.kind = Kind::kEntity}, .is_tagged = false}},
    RouteRow{{"/enhetsregisteret/api/enheter/{number}", "lookUpEntity", &kRegisters},
             {Resource::kEntity, kGoneStatuses, "Entity", "DeletedEntity"},
             {.rows = kNumberAlone},
             {.handle = LookUpUnit, .argument = {.kind = Kind::kEntity}}},
    RouteRow{{"/enhetsregisteret/api/enheter/{number}/roller", "lookUpRoles", &kRegisters},
             {Resource::kRoles, kFoundStatuses, "RoleList"},
             {.rows = kNumberAlone},
             {.handle = LookUpRoles}},
    RouteRow{
        {"/enhetsregisteret/api/roller/rolletyper", "listRoleTypes", &kRegisters},
        {Resource::kRoleTypes, kOkStatuses, "RoleTypePage"},
        {.rows = search::kWholeListRows, .derived = SortedBy},
        {.handle = ListCodes, .argument = {.list = CodeList::kRoleTypes}, .needs_data = false}},
    RouteRow{
        {"/enhetsregisteret/api/roller/rolletyper/{code}", "lookUpRoleType", &kRegisters},
        {Resource::kRoleTypes, kFoundStatuses, "RoleType"},
        {.rows = kCodeAlone},
        {.handle = LookUpCode, .argument = {.list = CodeList::kRoleTypes}, .needs_data = false}},
    RouteRow{{"/enhetsregisteret/api/roller/rollegruppetyper", "listRoleGroupTypes", &kRegisters},
             {Resource::kRoleGroupTypes, kOkStatuses, "RoleGroupTypePage"},
             {.rows = search::kWholeListRows, .derived = SortedBy},
             {.handle = ListCodes,
              .argument = {.list = CodeList::kRoleGroupTypes},
              .needs_data = false}},
    RouteRow{{"/enhetsregisteret/api/roller/rollegruppetyper/{code}", "lookUpRoleGroupType",
              &kRegisters},
             {Resource::kRoleGroupTypes, kFoundStatuses, "RoleGroupType"},
             {.rows = kCodeAlone},
             {.handle = LookUpCode,
              .argument = {.list = CodeList::kRoleGroupTypes},
              .needs_data = false}},
    RouteRow{{"/enhetsregisteret/api/roller/representanter", "listRepresentatives", &kRegisters},
             {Resource::kRepresentatives, kOkStatuses, "RepresentativePage"},
             {.rows = search::kWholeListRows, .derived = SortedBy},
             {.handle = ListCodes,
              .argument = {.list = CodeList::kRepresentatives},
              .needs_data = false}},
    RouteRow{
        {"/enhetsregisteret/api/roller/representanter/{code}", "lookUpRepresentative", &kRegisters},
        {Resource::kRepresentatives, kFoundStatuses, "Representative"},
        {.rows = kCodeAlone},
        {.handle = LookUpCode,
         .argument = {.list = CodeList::kRepresentatives},
         .needs_data = false}},
    RouteRow{{"/enhetsregisteret/api/roller/enheter/{number}/juridiskeroller", "listLegalRoles",
              &kRegisters},
             {Resource::kLegalRoles, kFoundStatuses, "LegalRoles"},
             {.rows = kLegalRolesParameters},
             {.handle = ListLegalRoles, .pace = Pace::kSlow}},
    RouteRow{{"/enhetsregisteret/api/roller/totalbestand", "downloadRoles", &kRegisters},
             {Resource::kRoleFile, kFileStatuses},
             {},
             {.handle = DownloadFile,
              .argument = {.kind = Kind::kRoles},
              .rate = RateClass::kDownloads}},
    RouteRow{{"/enhetsregisteret/api/underenheter", "searchSubEntities", &kRegisters},
             {Resource::kSubEntities, kOkStatuses, "SubEntityPage"},
             {.rows = search::kPageRows, .derived = FiltersAndOrder},
             {.handle = SearchUnits, .argument = {.kind = Kind::kSubEntity}, .is_tagged = false}},
    RouteRow{{"/enhetsregisteret/api/underenheter/{number}", "lookUpSubEntity", &kRegisters},
             {Resource::kSubEntity, kGoneStatuses, "SubEntity", "DeletedSubEntity"},
             {.rows = kNumberAlone},
             {.handle = LookUpUnit, .argument = {.kind = Kind::kSubEntity}}},
    RouteRow{{"/enhetsregisteret/api/organisasjonsformer", "listOrganisationForms", &kRegisters},
             {Resource::kForms, kOkStatuses, "OrganisationFormPage"},
             {.rows = search::kPageRows, .derived = SortedBy},
             {.handle = ListCodes, .argument = {.list = CodeList::kForms}, .needs_data = false}},
    RouteRow{{"/enhetsregisteret/api/organisasjonsformer/enheter", "listEntityForms", &kRegisters},
             {Resource::kForms, kOkStatuses, "OrganisationFormPage"},
             {.rows = search::kPageRows, .derived = SortedBy},
             {.handle = ListCodes,
              .argument = {.kind = Kind::kEntity, .list = CodeList::kForms},
              .needs_data = false}},
    RouteRow{{"/enhetsregisteret/api/organisasjonsformer/underenheter", "listSubEntityForms",
              &kRegisters},
             {Resource::kForms, kOkStatuses, "OrganisationFormPage"},
             {.rows = search::kPageRows, .derived = SortedBy},
             {.handle = ListCodes,
              .argument = {.kind = Kind::kSubEntity, .list = CodeList::kForms},
              .needs_data = false}},
    RouteRow{
        {"/enhetsregisteret/api/organisasjonsformer/{code}", "lookUpOrganisationForm", &kRegisters},
        {Resource::kForms, kFoundStatuses, "OrganisationForm"},
        {.rows = kCodeAlone},
        {.handle = LookUpCode, .argument = {.list = CodeList::kForms}, .needs_data = false}},
    RouteRow{{"/enhetsregisteret/api/kommuner", "listMunicipalities", &kRegisters},
             {Resource::kMunicipalities, kOkStatuses, "MunicipalityPage"},
             {.rows = search::kPageRows, .derived = SortedBy},
             {.handle = ListCodes,
              .argument = {.list = CodeList::kMunicipalities},
              .needs_data = false}},
    RouteRow{{"/enhetsregisteret/api/kommuner/{number}", "lookUpMunicipality", &kRegisters},
             {Resource::kMunicipalities, kFoundStatuses, "Municipality"},
             {.rows = kCodeAlone},
             {.handle = LookUpCode,
              .argument = {.list = CodeList::kMunicipalities},
              .needs_data = false}},
    RouteRow{{"/enhetsregisteret/api/oppdateringer/enheter", "listEntityUpdates", &kRegisters},
             {Resource::kEntityUpdates, kOkStatuses, "EntityUpdatePage"},
             {.rows = kUpdateParameters, .derived = SortedById},
             {.handle = ListUpdates,
              .argument = {.kind = Kind::kEntity},
              .pace = Pace::kSlow,
              .is_followed = true}},
    RouteRow{
        {"/enhetsregisteret/api/oppdateringer/underenheter", "listSubEntityUpdates", &kRegisters},
        {Resource::kSubEntityUpdates, kOkStatuses, "SubEntityUpdatePage"},
        {.rows = kUpdateParameters, .derived = SortedById},
        {.handle = ListUpdates,
         .argument = {.kind = Kind::kSubEntity},
         .pace = Pace::kSlow,
         .is_followed = true}},
    RouteRow{{"/enhetsregisteret/api/oppdateringer/roller", "listRoleUpdates", &kRegisters},
             {Resource::kRoleUpdates, kOkStatuses, "RoleEvents"},
             {.rows = kRoleUpdateParameters},
             {.handle = ListRoleUpdates, .pace = Pace::kSlow, .is_followed = true}},
    RouteRow{{"/enhetsregisteret/api/enheter/lastned", "downloadEntity", &kRegisters},
             {Resource::kEntityFile, kFileStatuses},
             {.rows = search::kFileRows, .derived = FiltersAndOrder},
             {.handle = DownloadFile,
              .argument = {.kind = Kind::kEntity},
              .pace = Pace::kSlowWithQuery,
              .rate = RateClass::kDownloads}},
    RouteRow{{"/enhetsregisteret/api/enheter/lastned/csv", "downloadEntityCsv", &kRegisters},
             {Resource::kEntityCsvFile, kFileStatuses},
             {.rows = kSafetyAlone},
             {.handle = DownloadFile,
              .argument = {.kind = Kind::kEntity, .format = Format::kCsv},
              .pace = Pace::kSlowWithQuery,
              .rate = RateClass::kDownloads}},
    RouteRow{{"/enhetsregisteret/api/enheter/lastned/regneark", "downloadEntitySheet", &kRegisters},
             {Resource::kEntitySheet, kFileStatuses},
             {.rows = search::kFileRows, .derived = FiltersAndOrder},
             {.handle = DownloadFile,
              .argument = {.kind = Kind::kEntity, .format = Format::kSheet},
              .pace = Pace::kSlowWithQuery,
              .rate = RateClass::kDownloads}},
    RouteRow{{"/enhetsregisteret/api/enheter/lastned/manifest", "showManifest", &kRegisters},
             {Resource::kManifest, kOkStatuses, "Manifest"},
             {},
             {.handle = ShowManifest, .is_tagged = false}},
    RouteRow{{"/enhetsregisteret/api/underenheter/lastned", "downloadSubEntity", &kRegisters},
             {Resource::kSubEntityFile, kFileStatuses},
             {.rows = search::kFileRows, .derived = FiltersAndOrder},
             {.handle = DownloadFile,
              .argument = {.kind = Kind::kSubEntity},
              .pace = Pace::kSlowWithQuery,
              .rate = RateClass::kDownloads}},
    RouteRow{
        {"/enhetsregisteret/api/underenheter/lastned/csv", "downloadSubEntityCsv", &kRegisters},
        {Resource::kSubEntityCsvFile, kFileStatuses},
        {.rows = kSafetyAlone},
        {.handle = DownloadFile,
         .argument = {.kind = Kind::kSubEntity, .format = Format::kCsv},
         .pace = Pace::kSlowWithQuery,
         .rate = RateClass::kDownloads}},
    RouteRow{{"/enhetsregisteret/api/underenheter/lastned/regneark", "downloadSubEntitySheet",
              &kRegisters},
             {Resource::kSubEntitySheet, kFileStatuses},
             {},
             {.handle = DownloadFile,
              .argument = {.kind = Kind::kSubEntity, .format = Format::kSheet},
              .rate = RateClass::kDownloads}},
    RouteRow{
        {"/enhetsregisteret/autorisert-api/enheter/{number}/roller", "lookUpAuthorisedRoles",
         &kAuthorised},
        {Resource::kAuthorisedRoles, kTokenStatuses, "AuthorisedRoleList"},
        {.rows = kNumberAlone},
        {.handle = LookUpAuthorisedRoles, .pace = Pace::kSlow, .rate = RateClass::kAuthorised}},
    RouteRow{
        {"/enhetsregisteret/autorisert-api/roller/totalbestand", "downloadAuthorisedRoles",
         &kAuthorised},
        {Resource::kAuthorisedRoleFile, kTokenStatuses},
        {},
        {.handle = DownloadAuthorisedRoles, .pace = Pace::kScan, .rate = RateClass::kAuthorised}},
    RouteRow{{"/enhetsregisteret/autorisert-api/personer/rolleutskrift",
              "makeRoleStatement",
              &kPersons,
              {http::Method::kPost}},
             {Resource::kRoleStatement, kTokenBodyStatuses, "RoleStatement"},
             {.bodies = kPersonBodies},
             {.handle = MakeRoleStatement, .pace = Pace::kSlow, .rate = RateClass::kAuthorised}},
    RouteRow{{"/enhetsregisteret/api/matrikkelenhet", "findCadastralUnits", &kRegisters},
             {Resource::kCadastralUnits, kOkStatuses, "CadastralUnits"},
             {.rows = kCadastralParameters},
             {.handle = FindCadastralUnits}},
    RouteRow{{"/partiregisteret/api/lastned/csv", "downloadParties", &kRegisters},
             {Resource::kRegisterCsv, kOkStatuses},
             {.rows = kSafetyAlone},
             {.handle = DownloadParties,
              .argument = {.kind = Kind::kParty},
              .rate = RateClass::kDownloads}},
    RouteRow{
        {"/frivillighetsregisteret/api/frivillige-organisasjoner", "listVoluntary", &kVoluntary},
        {Resource::kVoluntary, kOkStatuses, "VoluntaryList"},
        {.rows = kVoluntaryParameters},
        {.handle = ListVoluntary, .pace = Pace::kSlow}},
    RouteRow{{"/frivillighetsregisteret/api/frivillige-organisasjoner/{number}", "lookUpVoluntary",
              &kVoluntary},
             {Resource::kVoluntary, kFoundStatuses, "VoluntaryOrganisation"},
             {.rows = kVoluntaryEntryParameters},
             {.handle = LookUpVoluntary}},
    RouteRow{{"/frivillighetsregisteret/api/frivillige-organisasjoner/totalbestand/csv",
              "downloadVoluntary", &kVoluntary},
             {Resource::kRegisterCsv, kOkStatuses},
             {.rows = kSafetyAlone},
             {.handle = DownloadVoluntary,
              .argument = {.kind = Kind::kVoluntary},
              .rate = RateClass::kDownloads}},
    RouteRow{{"/frivillighetsregisteret/api/icnpo-kategorier", "listCategories", &kVoluntary},
             {Resource::kVoluntary, kOkStatuses, "CategoryList"},
             {.rows = kLanguageAlone},
             {.handle = ListCategories, .needs_data = false}},
    RouteRow{
        {"/frivillighetsregisteret/api/informasjonstyper", "listInformationTypes", &kVoluntary},
        {Resource::kVoluntary, kOkStatuses, "InformationTypeList"},
        {.rows = kLanguageAlone},
        {.handle = ListInformationTypes, .needs_data = false}},
    RouteRow{{"/frivillighetsregisteret/api/informasjonstyper/{code}", "lookUpInformationType",
              &kVoluntary},
             {Resource::kVoluntary, kFoundStatuses, "InformationType"},
             {.rows = kInformationTypeParameters},
             {.handle = LookUpInformationType, .needs_data = false}},
    RouteRow{{"/regnskapsregisteret/regnskap/{number}", "lookUpStatements", &kStatements},
             {Resource::kStatements, kUserStatuses, "Statements"},
             {.rows = kStatementsParameters, .query = QueryPolicy::kLenient},
             {.handle = LookUpStatements, .counted = model::UsageMethod::kStatements}},
    RouteRow{{"/regnskapsregisteret/regnskap/{number}/{id}", "lookUpStatement", &kStatements},
             {Resource::kStatements, kUserStatuses, "Statement"},
             {.rows = kStatementParameters, .query = QueryPolicy::kIgnored},
             {.handle = LookUpStatement, .counted = model::UsageMethod::kStatementById}},
    RouteRow{{"/regnskapsregisteret/regnskap/log", "listBulkFiles", &kDocuments},
             {Resource::kStatementLog, kFoundStatuses, "FileNames"},
             {.query = QueryPolicy::kIgnored},
             {.handle = ListBulkFiles, .pace = Pace::kSlow, .counted = model::UsageMethod::kLog}},
    RouteRow{{"/regnskapsregisteret/regnskap/aarsregnskap/mellombalanse/{number}/aar",
              "listInterimBalances", &kDocuments},
             {Resource::kDocumentList, kOkStatuses, "InterimBalances"},
             {.rows = kNumberAlone, .query = QueryPolicy::kIgnored},
             {.handle = ListInterimBalances}},
    RouteRow{{"/regnskapsregisteret/regnskap/aarsregnskap/mellombalanse/{number}/{id}",
              "downloadInterimBalance", &kDocuments},
             {Resource::kDocument, kDocumentStatuses},
             {.rows = kBalanceParameters, .query = QueryPolicy::kIgnored},
             {.handle = DownloadInterimBalance, .pace = Pace::kSlow}},
    RouteRow{
        {"/regnskapsregisteret/regnskap/aarsregnskap/kopi/{number}/aar", "listCopies", &kDocuments},
        {Resource::kDocumentList, kOkStatuses, "Years"},
        {.rows = kNumberAlone, .query = QueryPolicy::kIgnored},
        {.handle = ListCopies}},
    RouteRow{{"/regnskapsregisteret/regnskap/aarsregnskap/kopi/{number}/{id}", "downloadCopy",
              &kDocuments},
             {Resource::kDocument, kDocumentStatuses},
             {.rows = kCopyParameters, .query = QueryPolicy::kIgnored},
             {.handle = DownloadCopy, .pace = Pace::kSlow}},
    RouteRow{{"/statistikk/by-orgnr", "countByOrganisation", &kStatistics},
             {Resource::kStatistics, kFoundStatuses, "CallCounts"},
             {.rows = kCountParameters, .query = QueryPolicy::kLenient},
             {.handle = CountCalls,
              .argument = {.group = store::UsageGroup::kOrganisation},
              .pace = Pace::kScan,
              .needs_data = false}},
    RouteRow{{"/statistikk/by-method", "countByMethod", &kStatistics},
             {Resource::kStatistics, kFoundStatuses, "CallCounts"},
             {.rows = kCountParameters, .query = QueryPolicy::kLenient},
             {.handle = CountCalls,
              .argument = {.group = store::UsageGroup::kMethod},
              .pace = Pace::kScan,
              .needs_data = false}},
    RouteRow{{"/statistikk/by-ip", "countByAddress", &kStatistics},
             {Resource::kStatistics, kFoundStatuses, "CallCounts"},
             {.rows = kCountParameters, .query = QueryPolicy::kLenient},
             {.handle = CountCalls,
              .argument = {.group = store::UsageGroup::kAddress},
              .pace = Pace::kScan,
              .needs_data = false}},
    RouteRow{{"/api/ext/v1/units/{number}", "lookUpAnyUnit", &kExtensions},
             {Resource::kExtension, kGoneStatuses, "UnitState"},
             {.rows = kNumberAlone},
             {.handle = LookUpAnyUnit}},
    RouteRow{{"/api/ext/v1/suggest", "suggest", &kExtensions},
             {Resource::kExtension, kOkStatuses, "Suggestions"},
             {.rows = kSuggestParameters},
             {.handle = SuggestAsTyped}},
    RouteRow{{"/api/ext/v1/search/entities", "searchAllEntities", &kExtensions},
             {Resource::kExtension, kOkStatuses, "EntityPart"},
             {.rows = kCursorParameters, .derived = FiltersAndOrder},
             {.handle = SearchByCursor, .argument = {.kind = Kind::kEntity}, .is_tagged = false}},
    RouteRow{
        {"/api/ext/v1/search/sub-entities", "searchAllSubEntities", &kExtensions},
        {Resource::kExtension, kOkStatuses, "SubEntityPart"},
        {.rows = kCursorParameters, .derived = FiltersAndOrder},
        {.handle = SearchByCursor, .argument = {.kind = Kind::kSubEntity}, .is_tagged = false}},
    RouteRow{{"/api/ext/v1/explain/entities", "explainEntitySearch", &kExtensions},
             {Resource::kExtension, kOkStatuses, "Explanation"},
             {.rows = search::kUnpagedRows, .derived = FiltersAndOrder},
             {.handle = ExplainSearch,
              .argument = {.kind = Kind::kEntity},
              .pace = Pace::kScan,
              .is_tagged = false}},
    RouteRow{{"/api/ext/v1/explain/sub-entities", "explainSubEntitySearch", &kExtensions},
             {Resource::kExtension, kOkStatuses, "Explanation"},
             {.rows = search::kUnpagedRows, .derived = FiltersAndOrder},
             {.handle = ExplainSearch,
              .argument = {.kind = Kind::kSubEntity},
              .pace = Pace::kScan,
              .is_tagged = false}},
    RouteRow{
        {"/api/ext/v1/facets/entities", "countEntityValues", &kExtensions},
        {Resource::kExtension, kOkStatuses, "Facets"},
        {.rows = kEntityFacetParameters, .derived = FiltersAlone},
        {.handle = CountFieldValues, .argument = {.kind = Kind::kEntity}, .pace = Pace::kSlow}},
    RouteRow{
        {"/api/ext/v1/facets/sub-entities", "countSubEntityValues", &kExtensions},
        {Resource::kExtension, kOkStatuses, "Facets"},
        {.rows = kSubEntityFacetParameters, .derived = FiltersAlone},
        {.handle = CountFieldValues, .argument = {.kind = Kind::kSubEntity}, .pace = Pace::kSlow}},
    RouteRow{{"/api/ext/v1/match", "matchUnits", &kExtensions, {http::Method::kPost}},
             {Resource::kMatches, kBodyStatuses, "MatchOutcome"},
             {.bodies = kMatchBodies, .streams_body = true},
             {.handle = MatchUnits, .pace = Pace::kScan, .is_tagged = false}},
    RouteRow{{"/api/ext/v1/reconcile", "showReconciliation", &kExtensions},
             {Resource::kExtension, kOkStatuses, "Reconciliation"},
             {.rows = kReconcileParameters},
             {.handle = ShowReconciliation, .pace = Pace::kSlowWithQuery}},
    RouteRow{{"/api/ext/v1/reconcile", "reconcile", &kExtensions, {http::Method::kPost}},
             {Resource::kExtension, kBodyStatuses, "Reconciliation"},
             {.bodies = kReconcileBodies, .body_bytes = kReconcileBytes},
             {.handle = Reconcile, .pace = Pace::kScan, .is_tagged = false}},
    RouteRow{{"/api/ext/v1/reconcile/suggest", "suggestForReconciliation", &kExtensions},
             {Resource::kExtension, kOkStatuses, "Reconciliation"},
             {.rows = kReconcileSuggestParameters, .query = QueryPolicy::kLenient},
             {.handle = SuggestForReconciliation}},
    RouteRow{{"/api/ext/v1/reconcile/properties", "proposeProperties", &kExtensions},
             {Resource::kExtension, kOkStatuses, "Reconciliation"},
             {.rows = kPropertiesParameters, .query = QueryPolicy::kLenient},
             {.handle = ProposeProperties, .needs_data = false}},
    RouteRow{{"/api/ext/v1/reconcile/preview", "previewUnit", &kExtensions},
             {Resource::kPage, kFoundStatuses},
             {.rows = kPreviewedAlone},
             {.handle = PreviewUnit}},
    RouteRow{{"/api/ext/v1/codes/forms", "listFormCodes", &kExtensions},
             {Resource::kExtension, kOkStatuses, "CodeList"},
             {.rows = kCodeListParameters},
             {.handle = ShowForms, .pace = Pace::kSlow}},
    RouteRow{{"/api/ext/v1/codes/municipalities", "listMunicipalityCodes", &kExtensions},
             {Resource::kExtension, kOkStatuses, "CodeList"},
             {.rows = kCodeListParameters},
             {.handle = ShowMunicipalities, .pace = Pace::kSlow}},
    RouteRow{{"/api/ext/v1/codes/sectors", "listSectorCodes", &kExtensions},
             {Resource::kExtension, kOkStatuses, "CodeList"},
             {.rows = kCodeListParameters},
             {.handle = ShowSectors, .pace = Pace::kSlow}},
    RouteRow{{"/api/ext/v1/codes/industries", "listIndustryCodes", &kExtensions},
             {Resource::kExtension, kOkStatuses, "CodeList"},
             {.rows = kIndustryListParameters},
             {.handle = ShowIndustries, .pace = Pace::kSlow}},
    RouteRow{{kInterfaceJsonPath, "showInterfaceJson", &kDescriptions},
             {Resource::kInterfaceJson, kOkStatuses, "InterfaceDocument"},
             {},
             {.handle = ShowInterfaceJson, .pace = Pace::kSlow, .needs_data = false}},
    RouteRow{{kInterfaceYamlPath, "showInterfaceYaml", &kDescriptions},
             {Resource::kInterfaceYaml, kOkStatuses, "InterfaceDocument"},
             {},
             {.handle = ShowInterfaceYaml, .pace = Pace::kSlow, .needs_data = false}},
    RouteRow{{"/.well-known/api-catalog", "showApiCatalogue", &kDescriptions},
             {Resource::kApiCatalogue, kOkStatuses, "ApiCatalogue"},
             {},
             {.handle = ShowApiCatalogue, .needs_data = false}},
    RouteRow{{kDataCataloguePath, "showDataCatalogue", &kDescriptions},
             {Resource::kDataCatalogue, kOkStatuses},
             {},
             {.handle = ShowDataCatalogue, .needs_data = false}},
    RouteRow{{kVersionNotesPath, "showVersionNotes", &kRegisters},
             {Resource::kVersionNotes, kOkStatuses},
             {.query = QueryPolicy::kIgnored},
             {.handle = ShowVersionNotes, .needs_data = false, .is_tagged = false}},
    RouteRow{{kPlanNotesPath, "showPlanNotes", &kRegisters},
             {Resource::kVersionNotes, kOkStatuses},
             {.query = QueryPolicy::kIgnored},
             {.handle = ShowPlanNotes, .needs_data = false, .is_tagged = false}},
};

}  // namespace

std::span<const RouteRow> Routes() { return kRoutes; }

std::vector<http::Route> RouterTable::Rows() const {
  std::vector<http::Route> rows;
  rows.reserve(entries_.size());
  for (const Entry& entry : entries_)
    rows.push_back({.methods = entry.row->at.methods, .pattern = entry.pattern, .id = entry.id});
  return rows;
}

RouterTable::RouterTable(const std::optional<std::string>& pages_root) {
  int id = 0;
  for (const RouteRow& row : kRoutes) {
    Add(row, "", id);
    // Pages link to the operations from their own root, wherever a proxy has put it.
    if (pages_root && !pages_root->empty() && row.at.interface->is_shared)
      Add(row, *pages_root, id);
    ++id;
  }
  if (!pages_root) return;
  for (const RouteRow& row : PageRoutes()) {
    Add(row, *pages_root, id);
    if (row.at.interface->is_in_each_language) {
      for (const std::string_view language : kLanguageCodes)
        Add(row, fmt::format("{}/{}", *pages_root, language), id);
    }
    ++id;
  }
}

void RouterTable::Add(const RouteRow& row, std::string_view before, int id) {
  if (before.empty() && row.at.pattern.empty()) return;  // The pages are at "/" itself.
  entries_.push_back(
      {.row = &row, .pattern = std::string(before).append(row.at.pattern), .id = id});
}

bool IsFirstSegment(std::string_view segment) {
  const auto begins_with = [segment](const RouteRow& row) {
    const std::string_view path = row.at.pattern;
    if (!path.starts_with('/')) return false;
    return path.substr(1, path.find('/', 1) - 1) == segment;
  };
  return LanguageWithCode(segment).has_value() || std::ranges::any_of(kRoutes, begins_with) ||
         std::ranges::any_of(PageRoutes(), begins_with);
}

const RouteRow& RowWithId(int id) {
  const auto index = static_cast<std::size_t>(id);
  return index < kRoutes.size() ? kRoutes[index] : PageRoutes()[index - kRoutes.size()];
}

const Interface& InterfaceOf(std::string_view path) {
  for (const Interface* const interface : kRooted) {
    if (path.starts_with(interface->root)) return *interface;
  }
  return kRegisters;
}

}  // namespace orgreg::api
