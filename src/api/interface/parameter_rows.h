// SPDX-License-Identifier: EUPL-1.2

// The parameters of operations other than searches, declared once: routes name them, handlers ask
// for their values by them. The parameters of every list are in search/request/parse_page.h,
// filters are derived from the field tables. Constants.

#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "model/changes/update.h"
#include "model/codes/value_rule.h"
#include "model/codes/voluntary_lists.h"
#include "model/limits.h"
#include "model/registers/cadastral.h"
#include "model/registers/documents.h"
#include "model/safe_csv.h"
#include "model/statements/fields.h"
#include "model/statements/usage.h"
#include "search/request/parameter.h"

namespace orgreg::api {

using search::In;
using search::ParameterRow;
using search::Reason;
using search::Takes;

// An organisation number with a right check digit, for examples.
inline constexpr std::string_view kExampleNumber = "972693715";

// Parameters in paths.

inline constexpr ParameterRow kNumberInPath = {
    .name = "number",
    .in = In::kPath,
    .rule = model::Rule::kOrgNumber,
    .meaning = "The organisation number.",
    .meaning_norwegian = "Organisasjonsnummeret.",
    .example = kExampleNumber,
};
inline constexpr ParameterRow kCodeInPath = {
    .name = "code",
    .in = In::kPath,
    .meaning = "The code of one item of the list.",
    .meaning_norwegian = "Koden til ett element i listen.",
};
inline constexpr ParameterRow kStatementIdInPath = {
    .name = model::kStatementIdInPath,
    .takes = Takes::kWhole,
    .wrong = Reason::kNotWholeNumber,
    .in = In::kPath,
    .least = INT32_MIN,
    .most = INT32_MAX,
    .meaning = "The id of one statement.",
    .meaning_norwegian = "Id-en til ett regnskap.",
};
inline constexpr ParameterRow kBalanceIdInPath = {
    .name = model::kBalanceId,
    .takes = Takes::kWhole,
    .wrong = Reason::kNotWholeNumber,
    .in = In::kPath,
    .least = 0,
    .meaning = "The id of one intermediate balance.",
    .meaning_norwegian = "Id-en til én mellombalanse.",
};
inline constexpr ParameterRow kCopyYearInPath = {
    .name = model::kCopyYearInPath,
    .takes = Takes::kWhole,
    .wrong = Reason::kNotFourDigits,
    .in = In::kPath,
    .least = 0,
    .digits = 4,
    .meaning = "The year of the accounts.",
    .meaning_norwegian = "Regnskapsåret.",
};

// Lists that continue after a number.

inline constexpr ParameterRow kSearchAfter = {
    .name = model::kSearchAfterParameter,
    .rule = model::Rule::kOrgNumber,
    .meaning = "The list goes on behind this organisation number.",
    .meaning_norwegian = "Listen fortsetter etter dette organisasjonsnummeret.",
};
// The number of items in one answer.
constexpr ParameterRow SizeUpTo(std::int64_t most, std::int64_t usual, Reason empty) {
  return {.name = model::kSizeParameter,
          .takes = Takes::kWhole,
          .wrong = Reason::kNotBetween,
          .empty = empty,
          .most = most,
          .usual = usual,
          .meaning = "How many items are sent at a time.",
          .meaning_norwegian = "Antall elementer som sendes om gangen."};
}
inline constexpr ParameterRow kVoluntarySize =
    SizeUpTo(model::kMostVoluntary, model::kDefaultPageSize, Reason::kEmpty);
inline constexpr ParameterRow kPartSize =
    SizeUpTo(model::kMaxWindow, model::kDefaultPageSize, Reason::kNotBetween);
inline constexpr ParameterRow kLegalRolesSize =
    SizeUpTo(model::kMostLegalRoles, model::kDefaultPageSize, Reason::kEmpty);

inline constexpr std::array<std::string_view, 2> kLanguages = {model::kBokmaal, model::kNynorsk};
inline constexpr ParameterRow kLanguage = {
    .name = model::kLanguageParameter,
    .takes = Takes::kChoice,
    .wrong = Reason::kNotChoice,
    .choices = kLanguages,
    .meaning = "The language of names; without it, categories have none.",
    .meaning_norwegian = "Målformen til navn; uten den har kategorier ingen navn.",
};

inline constexpr std::array<std::string_view, 1> kSafeties = {model::kSafeInSheets};
inline constexpr ParameterRow kSafety = {
    .name = model::kSafetyParameter,
    .takes = Takes::kChoice,
    .wrong = Reason::kNotChoice,
    .choices = kSafeties,
    .meaning = "No cell of the file is run as a formula by a spreadsheet.",
    .meaning_norwegian = "Ingen celle i filen tolkes som formel av et regneark.",
};

// Cadastral units: one of the two is given.
inline constexpr ParameterRow kCadastralId = {
    .name = model::kCadastralIdParameter,
    .wrong = Reason::kNotCadastralId,
    .is_right = [](std::string_view text) { return model::ParseCadastralId(text).has_value(); },
    .meaning = "The id of the cadastral unit; either this or the number is given, not both.",
    .meaning_norwegian = "Id-en til matrikkelenheten; enten id eller nummer oppgis, ikke begge.",
};
inline constexpr ParameterRow kCadastralNumber = {
    .name = model::kCadastralNumberParameter,
    .wrong = Reason::kNotCadastralNumber,
    .is_right = [](std::string_view text) { return model::ParseCadastralNumber(text).has_value(); },
    .meaning =
        "The number of the cadastral unit, municipality-farm/use/lease/section; either "
        "this or the id is given, not both.",
    .meaning_norwegian =
        "Nummeret, kommunenr-gårdsnr/bruksnr/festenr/seksjonsnr; enten nummer eller id "
        "oppgis, ikke begge.",
};

// Financial statements and the counts of calls for them.

inline constexpr ParameterRow kStatementYear = {
    .name = model::kStatementYearParameter,
    .takes = Takes::kWhole,
    .wrong = Reason::kNotWholeNumber,
    .least = INT32_MIN,
    .most = INT32_MAX,
    .meaning = "Statements of this year alone.",
    .meaning_norwegian = "Bare regnskap for dette året.",
};
inline const std::array<std::string_view, 2> kStatementTypeNames = {
    model::NameOf(model::StatementType::kCompany), model::NameOf(model::StatementType::kGroup)};
inline constexpr ParameterRow kStatementType = {
    .name = model::kStatementTypeParameter,
    .takes = Takes::kChoice,
    .wrong = Reason::kNotChoice,
    .choices = kStatementTypeNames,
    .meaning = "Statements of the company or of the group alone.",
    .meaning_norwegian = "Bare regnskap for selskapet eller for konsernet.",
};
inline constexpr ParameterRow kCountedFrom = {
    .name = model::kUsageFromParameter,
    .takes = Takes::kDay,
    .wrong = Reason::kNotDate,
    .meaning = "The first day that is counted.",
    .meaning_norwegian = "Den første dagen som telles.",
};
inline constexpr ParameterRow kCountedTo = {
    .name = model::kUsageToParameter,
    .takes = Takes::kDay,
    .wrong = Reason::kNotDate,
    .meaning = "The last day that is counted.",
    .meaning_norwegian = "Den siste dagen som telles.",
};

// Update feeds.

// A moment, as the feeds take it.
constexpr ParameterRow Moment(std::string_view name, std::string_view meaning,
                              std::string_view meaning_norwegian) {
  return {.name = name,
          .takes = Takes::kTime,
          .wrong = Reason::kNotTimestamp,
          .empty = Reason::kNotTimestamp,
          .meaning = meaning,
          .meaning_norwegian = meaning_norwegian};
}
// The id of an update. An id that no update will ever have is not an error.
constexpr ParameterRow UpdateId(std::string_view name, std::int64_t usual, std::string_view meaning,
                                std::string_view meaning_norwegian) {
  return {.name = name,
          .takes = Takes::kWhole,
          .wrong = Reason::kNotUpdateId,
          .empty = Reason::kNotUpdateId,
          .usual = usual,
          .takes_any_larger = true,
          .meaning = meaning,
          .meaning_norwegian = meaning_norwegian};
}

inline constexpr ParameterRow kUpdatedFrom =
    Moment(model::kUpdateParameterNames.from, "Updates from this moment on.",
           "Oppdateringer fra og med dette tidspunktet.");
inline constexpr ParameterRow kUpdatedTo =
    Moment(model::kUpdateParameterNames.to, "Updates up to this moment.",
           "Oppdateringer til og med dette tidspunktet.");
inline constexpr ParameterRow kFromUpdateId =
    UpdateId(model::kUpdateParameterNames.from_id, 1, "Updates from this id on.",
             "Oppdateringer fra og med denne id-en.");
inline constexpr ParameterRow kUpdatedNumbers = {
    .name = model::kUpdateParameterNames.numbers,
    .takes = Takes::kTexts,
    .rule = model::Rule::kOrgNumber,
    .meaning = "Updates of these organisations alone.",
    .meaning_norwegian = "Bare oppdateringer av disse organisasjonene.",
};
inline constexpr ParameterRow kWithChanges = {
    .name = model::kUpdateParameterNames.with_changes,
    .takes = Takes::kFlag,
    .wrong = Reason::kNotBoolean,
    .meaning = "Each update says what changed.",
    .meaning_norwegian = "Hver oppdatering viser hva som ble endret.",
};
inline constexpr ParameterRow kRolesUpdatedAfter =
    Moment(model::kRoleUpdateParameterNames.after, "Events after this moment.",
           "Hendelser etter dette tidspunktet.");
inline constexpr ParameterRow kRolesAfterId =
    UpdateId(model::kRoleUpdateParameterNames.after_id, 0, "Events after this id.",
             "Hendelser etter denne id-en.");
inline constexpr ParameterRow kRoleUpdatesSize =
    SizeUpTo(model::kMostRoleUpdates, model::kDefaultRoleUpdates, Reason::kNotBetween);

}  // namespace orgreg::api
