// SPDX-License-Identifier: EUPL-1.2

#include "api/answers/messages.h"

#include <fmt/format.h>

#include <array>

#include "model/limits.h"
#include "model/registers/cadastral.h"
#include "search/request/parameter.h"

namespace orgreg::api {
namespace {

using search::Reason;

struct Wording {
  Reason reason = Reason::kEmpty;
  std::string_view name = {};
  Translated words = {};
};

// In the order of the reasons. {0} is the wrong item, {1} and {2} the names of the first and
// last parameter, {3} and {4} limits of all lists and names, {5} and {6} the bounds of the row, {7}
// its choices, {8} a limit of cadastral units.
constexpr std::array<Wording, 32> kWordings = {{
    {Reason::kUnknownParameter,
     "unknown-parameter",
     {"Unknown parameter {1}", "Ukjent parameter {1}", "Ukjend parameter {1}"}},
    {Reason::kRepeated,
     "repeated-parameter",
     {"{1} can only be given once", "{1} kan bare oppgis én gang",
      "{1} kan berre givast opp éin gong"}},
    {Reason::kEmpty, "empty-value", {"{1} has no value", "{1} mangler verdi", "{1} manglar verdi"}},
    {Reason::kNotBoolean,
     "not-boolean",
     {"{1} must be true or false", "{1} må være true eller false", "{1} må vere true eller false"}},
    {Reason::kNotDate,
     "not-date",
     {"Date must be a valid date of the form yyyy-MM-dd",
      "Dato må være en gyldig dato og på formatet yyyy-MM-dd",
      "Dato må vere ein gyldig dato og på formatet yyyy-MM-dd"}},
    {Reason::kNotOrgNumber,
     "not-organisation-number",
     {"Organisation number must be a number of exactly 9 digits",
      "Organisasjonsnummer må være et nummer med nøyaktig 9 siffer",
      "Organisasjonsnummer må vere eit nummer med nøyaktig 9 siffer"}},
    {Reason::kTooManyItems,
     "too-many-values",
     {"{1} cannot have more than {3} values", "{1} kan ikke ha mer enn {3} verdier",
      "{1} kan ikkje ha meir enn {3} verdiar"}},
    {Reason::kNameLength,
     "name-length",
     {"{1} must have from 1 to {4} characters", "{1} må ha fra 1 til {4} tegn",
      "{1} må ha frå 1 til {4} teikn"}},
    {Reason::kNotForm,
     "not-organisation-form",
     {"{0} is not a valid organisation form", "{0} er ikke en gyldig organisasjonsform",
      "{0} er ikkje ei gyldig organisasjonsform"}},
    {Reason::kNotIndustry,
     "not-industrial-code",
     {"Industrial code {0} is invalid", "Næringskode {0} er ugyldig",
      "Næringskode {0} er ugyldig"}},
    {Reason::kNotFourDigits,
     "not-four-digits",
     {"{1} must be a number of exactly 4 digits", "{1} må være et nummer med nøyaktig 4 siffer",
      "{1} må vere eit nummer med nøyaktig 4 siffer"}},
    {Reason::kEmployeesFrom,
     "employees-from",
     {"{1} must be 0, 1 or greater than 4", "{1} må være 0, 1 eller større enn 4",
      "{1} må vere 0, 1 eller større enn 4"}},
    {Reason::kEmployeesTo,
     "employees-to",
     {"{1} must be 0, 4 or greater than 4", "{1} må være 0, 4 eller større enn 4",
      "{1} må vere 0, 4 eller større enn 4"}},
    {Reason::kEmployeesReversed,
     "employees-reversed",
     {"{1} cannot be greater than {2}", "{1} kan ikke være større enn {2}",
      "{1} kan ikkje vere større enn {2}"}},
    {Reason::kNotSize,
     "not-size",
     {"size must be a whole number greater than 0", "size må være et heltall større enn 0",
      "size må vere eit heiltal større enn 0"}},
    {Reason::kNotPage,
     "not-page",
     {"page must be a whole number from 0", "page må være et heltall fra og med 0",
      "page må vere eit heiltal frå og med 0"}},
    {Reason::kWindow,
     "window",
     {"size * (page+1) cannot exceed 10_000", "size * (page+1) kan ikke overstige 10_000",
      "size * (page+1) kan ikkje overstige 10_000"}},
    {Reason::kNotSortKey,
     "not-sort-key",
     {"Cannot sort by {0}", "Kan ikke sortere på {0}", "Kan ikkje sortere på {0}"}},
    {Reason::kNotSortDirection,
     "not-sort-direction",
     {"Sort must be of the form <field>,ASC or <field>,DESC",
      "Sortering må være på formatet <felt>,ASC eller <felt>,DESC",
      "Sortering må vere på formatet <felt>,ASC eller <felt>,DESC"}},
    {Reason::kNotTimestamp,
     "not-timestamp",
     {"Date must be a valid date of the form yyyy-MM-dd'T'HH:mm:ss.SSS'Z'",
      "Dato må være en gyldig dato og på formatet yyyy-MM-dd'T'HH:mm:ss.SSS'Z'",
      "Dato må vere ein gyldig dato og på formatet yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"}},
    {Reason::kNotUpdateId,
     "not-update-id",
     {"{1} must be a whole number greater than 0", "{1} må være et heltall større enn 0",
      "{1} må vere eit heiltal større enn 0"}},
    {Reason::kNotBetween,
     "out-of-bounds",
     {"{1} must be a whole number from {5} to {6}", "{1} må være et heltall fra {5} til {6}",
      "{1} må vere eit heiltal frå {5} til {6}"}},
    {Reason::kNotChoice, "not-choice", {"{1} must be {7}", "{1} må være {7}", "{1} må vere {7}"}},
    {Reason::kNotIdentityNumber,
     "not-identification-number",
     {"{1} must be a valid identification number of 11 digits",
      "{1} må være et gyldig fødselsnummer eller d-nummer med 11 siffer",
      "{1} må vere eit gyldig fødselsnummer eller d-nummer med 11 siffer"}},
    {Reason::kNotCadastralId,
     "not-cadastral-id",
     {"{1} must be a number of at most {8} digits", "{1} må være et nummer med høyst {8} siffer",
      "{1} må vere eit nummer med høgst {8} siffer"}},
    {Reason::kNotCadastralNumber,
     "not-cadastral-number",
     {"{1} must be of the form municipality-farm/use/lease/section",
      "{1} må være på formatet kommunenr-gårdsnr/bruksnr/festenr/seksjonsnr",
      "{1} må vere på formatet kommunenr-gardsnr/bruksnr/festenr/seksjonsnr"}},
    {Reason::kNotWholeNumber,
     "not-whole-number",
     {"{1} must be a whole number", "{1} må være et heltall", "{1} må vere eit heiltal"}},
    {Reason::kNotOneOfTwo,
     "not-one-of-two",
     {"Either {1} or {2} must be given, not both", "Enten {1} eller {2} må oppgis, ikke begge",
      "Anten {1} eller {2} må givast opp, ikkje begge"}},
    {Reason::kNotCursor,
     "not-cursor",
     {"{1} is not a cursor that this service gave",
      "{1} er ikke en markør som denne tjenesten har gitt",
      "{1} er ikkje ein markør som denne tenesta har gjeve"}},
    {Reason::kForeignCursor,
     "foreign-cursor",
     {"{1} belongs to a search with other parameters", "{1} hører til et søk med andre parametere",
      "{1} høyrer til eit søk med andre parametrar"}},
    {Reason::kNotReconciliation,
     "not-reconciliation",
     {"{1} is not a JSON object as the Reconciliation Service API 0.2 has it",
      "{1} er ikke et JSON-objekt slik Reconciliation Service API 0.2 har det",
      "{1} er ikkje eit JSON-objekt slik Reconciliation Service API 0.2 har det"}},
    {Reason::kNotEncoded,
     "not-encoded",
     {"{1} is not valid UTF-8 in percent-encoding", "{1} er ikke gyldig kodet som UTF-8",
      "{1} er ikkje gyldig koda som UTF-8"}},
}};

constexpr bool HasAWordingForEachReason() {
  for (std::size_t at = 0; at < kWordings.size(); ++at) {
    if (static_cast<std::size_t>(kWordings[at].reason) != at) return false;
  }
  return static_cast<std::size_t>(Reason::kNotEncoded) + 1 == kWordings.size();
}
static_assert(HasAWordingForEachReason());

// As the reference writes bounds: 1000, but 10_000.
std::string Grouped(std::int64_t number) {
  constexpr std::int64_t kLeastGrouped = 10'000;
  constexpr std::int64_t kGroup = 1000;
  if (number < kLeastGrouped) return std::to_string(number);
  return fmt::format("{}_{:03}", number / kGroup, number % kGroup);
}

}  // namespace

std::string Message(const search::Problem& problem, Language language) {
  static constexpr search::ParameterRow kNoRow;
  const search::ParameterRow& row = problem.row == nullptr ? kNoRow : *problem.row;
  const Wording& wording = kWordings[static_cast<std::size_t>(problem.reason)];
  const std::string_view first =
      problem.parameters.empty() ? std::string_view() : problem.parameters.front();
  const std::string_view last =
      problem.parameters.empty() ? std::string_view() : problem.parameters.back();
  return fmt::format(fmt::runtime(wording.words.In(language)), problem.subject, first, last,
                     model::kMaxListItems, model::kMaxNameCharacters, row.least,
                     Grouped(row.greatest()),
                     fmt::join(row.choices, language == Language::kEnglish ? " or " : " eller "),
                     model::kCadastralIdDigits);
}

std::string_view NameOf(Reason reason) { return kWordings[static_cast<std::size_t>(reason)].name; }

std::string_view BadRequestTitle(Language language) {
  return language == Language::kEnglish ? "Bad request" : "Feilaktig forespørsel";
}

const ValidationNames& NamesOfValidation(Language language) {
  static constexpr ValidationNames kNorwegian = {
      "tidsstempel", "status",      "feilmelding", "valideringsfeil", "sti",
      "antallFeil",  "feilmelding", "parametere",  "feilaktigVerdi",  false};
  static constexpr ValidationNames kEnglish = {
      "timestamp",  "status",       "error",      "validationErrors", "path",
      "errorCount", "errorMessage", "parameters", "incorrectValue",   true};
  return language == Language::kEnglish ? kEnglish : kNorwegian;
}

}  // namespace orgreg::api
