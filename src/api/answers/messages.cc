#include "api/answers/messages.h"

#include <fmt/format.h>

#include <array>

#include "model/codes/voluntary_lists.h"
#include "model/limits.h"
#include "model/registers/cadastral.h"
#include "model/safe_csv.h"
#include "model/statements/fields.h"

namespace orgreg::api {
namespace {

using search::Reason;

struct Wording {
  Reason reason = Reason::kEmpty;
  std::string_view norwegian = {};
  std::string_view english = {};
};

// In the order of the reasons. {0} is the wrong item, {1} and {2} the names of the first and
// last parameter, {3} to {12} limits, the one name method, the languages and the types of
// statements (model/).
constexpr std::array<Wording, 34> kWordings = {{
    {Reason::kUnknownParameter, "Ukjent parameter {1}", "Unknown parameter {1}"},
    {Reason::kRepeated, "{1} kan bare oppgis én gang", "{1} can only be given once"},
    {Reason::kEmpty, "{1} mangler verdi", "{1} has no value"},
    {Reason::kNotBoolean, "{1} må være true eller false", "{1} must be true or false"},
    {Reason::kNotDate, "Dato må være en gyldig dato og på formatet yyyy-MM-dd",
     "Date must be a valid date of the form yyyy-MM-dd"},
    {Reason::kNotOrgNumber, "Organisasjonsnummer må være et nummer med nøyaktig 9 siffer",
     "Organisation number must be a number of exactly 9 digits"},
    {Reason::kTooManyItems, "{1} kan ikke ha mer enn {3} verdier",
     "{1} cannot have more than {3} values"},
    {Reason::kNameLength, "{1} må ha fra 1 til {4} tegn", "{1} must have from 1 to {4} characters"},
    {Reason::kNameMethod, "{1} må være {5}", "{1} must be {5}"},
    {Reason::kNotForm, "{0} er ikke en gyldig organisasjonsform",
     "{0} is not a valid organisation form"},
    {Reason::kNotIndustry, "Næringskode {0} er ugyldig", "Industrial code {0} is invalid"},
    {Reason::kNotFourDigits, "{1} må være et nummer med nøyaktig 4 siffer",
     "{1} must be a number of exactly 4 digits"},
    {Reason::kEmployeesFrom, "{1} må være 0, 1 eller større enn 4",
     "{1} must be 0, 1 or greater than 4"},
    {Reason::kEmployeesTo, "{1} må være 0, 4 eller større enn 4",
     "{1} must be 0, 4 or greater than 4"},
    {Reason::kEmployeesReversed, "{1} kan ikke være større enn {2}",
     "{1} cannot be greater than {2}"},
    {Reason::kNotSize, "size må være et heltall større enn 0",
     "size must be a whole number greater than 0"},
    {Reason::kNotPage, "page må være et heltall fra og med 0",
     "page must be a whole number from 0"},
    {Reason::kWindow, "size * (page+1) kan ikke overstige 10_000",
     "size * (page+1) cannot exceed 10_000"},
    {Reason::kNotSortKey, "Kan ikke sortere på {0}", "Cannot sort by {0}"},
    {Reason::kNotSortDirection, "Sortering må være på formatet <felt>,ASC eller <felt>,DESC",
     "Sort must be of the form <field>,ASC or <field>,DESC"},
    {Reason::kNotTimestamp,
     "Dato må være en gyldig dato og på formatet yyyy-MM-dd'T'HH:mm:ss.SSS'Z'",
     "Date must be a valid date of the form yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"},
    {Reason::kNotUpdateId, "{1} må være et heltall større enn 0",
     "{1} must be a whole number greater than 0"},
    {Reason::kNotBatchSize, "{1} må være et heltall fra 1 til 10_000",
     "{1} must be a whole number from 1 to 10_000"},
    {Reason::kNotIdentityNumber, "{1} må være et gyldig fødselsnummer eller d-nummer med 11 siffer",
     "{1} must be a valid identification number of 11 digits"},
    {Reason::kNotVoluntarySize, "{1} må være et heltall fra 1 til {6}",
     "{1} must be a whole number from 1 to {6}"},
    {Reason::kNotLegalRolesSize, "{1} må være et heltall fra 1 til {10}",
     "{1} must be a whole number from 1 to {10}"},
    {Reason::kNotLanguage, "{1} må være {7} eller {8}", "{1} must be {7} or {8}"},
    {Reason::kNotCadastralId, "{1} må være et nummer med høyst {9} siffer",
     "{1} must be a number of at most {9} digits"},
    {Reason::kNotCadastralNumber,
     "{1} må være på formatet kommunenr-gårdsnr/bruksnr/festenr/seksjonsnr",
     "{1} must be of the form municipality-farm/use/lease/section"},
    {Reason::kNotWholeNumber, "{1} må være et heltall", "{1} must be a whole number"},
    {Reason::kNotStatementType, "{1} må være {11} eller {12}", "{1} must be {11} or {12}"},
    {Reason::kNotSafety, "{1} må være {13}", "{1} must be {13}"},
    {Reason::kNotOneOfTwo, "Enten {1} eller {2} må oppgis, ikke begge",
     "Either {1} or {2} must be given, not both"},
    {Reason::kNotEncoded, "{1} er ikke gyldig kodet som UTF-8",
     "{1} is not valid UTF-8 in percent-encoding"},
}};

constexpr bool HasAWordingForEachReason() {
  for (std::size_t at = 0; at < kWordings.size(); ++at) {
    if (static_cast<std::size_t>(kWordings[at].reason) != at) return false;
  }
  return static_cast<std::size_t>(Reason::kNotEncoded) + 1 == kWordings.size();
}
static_assert(HasAWordingForEachReason());

}  // namespace

std::string Message(const search::Problem& problem, Language language) {
  const Wording& wording = kWordings[static_cast<std::size_t>(problem.reason)];
  const std::string_view pattern =
      language == Language::kNorwegian ? wording.norwegian : wording.english;
  const std::string_view first =
      problem.parameters.empty() ? std::string_view() : problem.parameters.front();
  const std::string_view last =
      problem.parameters.empty() ? std::string_view() : problem.parameters.back();
  return fmt::format(fmt::runtime(pattern), problem.subject, first, last, model::kMaxListItems,
                     model::kMaxNameCharacters, model::kConsecutiveMethod, model::kMostVoluntary,
                     model::kBokmaal, model::kNynorsk, model::kCadastralIdDigits,
                     model::kMostLegalRoles, model::NameOf(model::StatementType::kCompany),
                     model::NameOf(model::StatementType::kGroup), model::kSafeInSheets);
}

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
