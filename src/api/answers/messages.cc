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
  std::string_view norwegian = {};
  std::string_view english = {};
};

// In the order of the reasons. {0} is the wrong item, {1} and {2} the names of the first and
// last parameter, {3} and {4} limits of all lists and names, {5} and {6} the bounds of the row, {7}
// its choices, {8} a limit of cadastral units.
constexpr std::array<Wording, 32> kWordings = {{
    {Reason::kUnknownParameter, "unknown-parameter", "Ukjent parameter {1}",
     "Unknown parameter {1}"},
    {Reason::kRepeated, "repeated-parameter", "{1} kan bare oppgis én gang",
     "{1} can only be given once"},
    {Reason::kEmpty, "empty-value", "{1} mangler verdi", "{1} has no value"},
    {Reason::kNotBoolean, "not-boolean", "{1} må være true eller false",
     "{1} must be true or false"},
    {Reason::kNotDate, "not-date", "Dato må være en gyldig dato og på formatet yyyy-MM-dd",
     "Date must be a valid date of the form yyyy-MM-dd"},
    {Reason::kNotOrgNumber, "not-organisation-number",
     "Organisasjonsnummer må være et nummer med nøyaktig 9 siffer",
     "Organisation number must be a number of exactly 9 digits"},
    {Reason::kTooManyItems, "too-many-values", "{1} kan ikke ha mer enn {3} verdier",
     "{1} cannot have more than {3} values"},
    {Reason::kNameLength, "name-length", "{1} må ha fra 1 til {4} tegn",
     "{1} must have from 1 to {4} characters"},
    {Reason::kNotForm, "not-organisation-form", "{0} er ikke en gyldig organisasjonsform",
     "{0} is not a valid organisation form"},
    {Reason::kNotIndustry, "not-industrial-code", "Næringskode {0} er ugyldig",
     "Industrial code {0} is invalid"},
    {Reason::kNotFourDigits, "not-four-digits", "{1} må være et nummer med nøyaktig 4 siffer",
     "{1} must be a number of exactly 4 digits"},
    {Reason::kEmployeesFrom, "employees-from", "{1} må være 0, 1 eller større enn 4",
     "{1} must be 0, 1 or greater than 4"},
    {Reason::kEmployeesTo, "employees-to", "{1} må være 0, 4 eller større enn 4",
     "{1} must be 0, 4 or greater than 4"},
    {Reason::kEmployeesReversed, "employees-reversed", "{1} kan ikke være større enn {2}",
     "{1} cannot be greater than {2}"},
    {Reason::kNotSize, "not-size", "size må være et heltall større enn 0",
     "size must be a whole number greater than 0"},
    {Reason::kNotPage, "not-page", "page må være et heltall fra og med 0",
     "page must be a whole number from 0"},
    {Reason::kWindow, "window", "size * (page+1) kan ikke overstige 10_000",
     "size * (page+1) cannot exceed 10_000"},
    {Reason::kNotSortKey, "not-sort-key", "Kan ikke sortere på {0}", "Cannot sort by {0}"},
    {Reason::kNotSortDirection, "not-sort-direction",
     "Sortering må være på formatet <felt>,ASC eller <felt>,DESC",
     "Sort must be of the form <field>,ASC or <field>,DESC"},
    {Reason::kNotTimestamp, "not-timestamp",
     "Dato må være en gyldig dato og på formatet yyyy-MM-dd'T'HH:mm:ss.SSS'Z'",
     "Date must be a valid date of the form yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"},
    {Reason::kNotUpdateId, "not-update-id", "{1} må være et heltall større enn 0",
     "{1} must be a whole number greater than 0"},
    {Reason::kNotBetween, "out-of-bounds", "{1} må være et heltall fra {5} til {6}",
     "{1} must be a whole number from {5} to {6}"},
    {Reason::kNotChoice, "not-choice", "{1} må være {7}", "{1} must be {7}"},
    {Reason::kNotIdentityNumber, "not-identification-number",
     "{1} må være et gyldig fødselsnummer eller d-nummer med 11 siffer",
     "{1} must be a valid identification number of 11 digits"},
    {Reason::kNotCadastralId, "not-cadastral-id", "{1} må være et nummer med høyst {8} siffer",
     "{1} must be a number of at most {8} digits"},
    {Reason::kNotCadastralNumber, "not-cadastral-number",
     "{1} må være på formatet kommunenr-gårdsnr/bruksnr/festenr/seksjonsnr",
     "{1} must be of the form municipality-farm/use/lease/section"},
    {Reason::kNotWholeNumber, "not-whole-number", "{1} må være et heltall",
     "{1} must be a whole number"},
    {Reason::kNotOneOfTwo, "not-one-of-two", "Enten {1} eller {2} må oppgis, ikke begge",
     "Either {1} or {2} must be given, not both"},
    {Reason::kNotCursor, "not-cursor", "{1} er ikke en markør som denne tjenesten har gitt",
     "{1} is not a cursor that this service gave"},
    {Reason::kForeignCursor, "foreign-cursor", "{1} hører til et søk med andre parametere",
     "{1} belongs to a search with other parameters"},
    {Reason::kNotReconciliation, "not-reconciliation",
     "{1} er ikke et JSON-objekt slik Reconciliation Service API 0.2 har det",
     "{1} is not a JSON object as the Reconciliation Service API 0.2 has it"},
    {Reason::kNotEncoded, "not-encoded", "{1} er ikke gyldig kodet som UTF-8",
     "{1} is not valid UTF-8 in percent-encoding"},
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
  const std::string_view pattern =
      language == Language::kNorwegian ? wording.norwegian : wording.english;
  const std::string_view first =
      problem.parameters.empty() ? std::string_view() : problem.parameters.front();
  const std::string_view last =
      problem.parameters.empty() ? std::string_view() : problem.parameters.back();
  return fmt::format(fmt::runtime(pattern), problem.subject, first, last, model::kMaxListItems,
                     model::kMaxNameCharacters, row.least, Grouped(row.greatest()),
                     fmt::join(row.choices, language == Language::kNorwegian ? " eller " : " or "),
                     model::kCadastralIdDigits);
}

std::string_view NameOf(Reason reason) { return kWordings[static_cast<std::size_t>(reason)].name; }

std::string_view BadRequestTitle(Language language) {
  return language == Language::kNorwegian ? "Feilaktig forespørsel" : "Bad request";
}

const ValidationNames& NamesOfValidation(Language language) {
  static constexpr ValidationNames kNorwegian = {
      "tidsstempel", "status",      "feilmelding", "valideringsfeil", "sti",
      "antallFeil",  "feilmelding", "parametere",  "feilaktigVerdi",  false};
  static constexpr ValidationNames kEnglish = {
      "timestamp",  "status",       "error",      "validationErrors", "path",
      "errorCount", "errorMessage", "parameters", "incorrectValue",   true};
  return language == Language::kNorwegian ? kNorwegian : kEnglish;
}

}  // namespace orgreg::api
