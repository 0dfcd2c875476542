#include "api/messages.h"

#include <fmt/format.h>

#include "model/cadastral.h"
#include "model/limits.h"
#include "model/voluntary_lists.h"

namespace orgreg::api {
namespace {

using search::Reason;

struct Wording {
  std::string_view norwegian;
  std::string_view english;
};

// {0} is the wrong item, {1} and {2} the names of the first and last parameter, {3} to {10}
// limits, the one name method, and the languages (model/).
Wording WordingOf(Reason reason) {
  switch (reason) {
    case Reason::kUnknownParameter:
      return {"Ukjent parameter {1}", "Unknown parameter {1}"};
    case Reason::kRepeated:
      return {"{1} kan bare oppgis én gang", "{1} can only be given once"};
    case Reason::kEmpty:
      return {"{1} mangler verdi", "{1} has no value"};
    case Reason::kNotBoolean:
      return {"{1} må være true eller false", "{1} must be true or false"};
    case Reason::kNotDate:
      return {"Dato må være en gyldig dato og på formatet yyyy-MM-dd",
              "Date must be a valid date of the form yyyy-MM-dd"};
    case Reason::kNotOrgNumber:
      return {"Organisasjonsnummer må være et nummer med nøyaktig 9 siffer",
              "Organisation number must be a number of exactly 9 digits"};
    case Reason::kTooManyItems:
      return {"{1} kan ikke ha mer enn {3} verdier", "{1} cannot have more than {3} values"};
    case Reason::kNameLength:
      return {"{1} må ha fra 1 til {4} tegn", "{1} must have from 1 to {4} characters"};
    case Reason::kNameMethod:
      return {"{1} må være {5}", "{1} must be {5}"};
    case Reason::kNotForm:
      return {"{0} er ikke en gyldig organisasjonsform", "{0} is not a valid organisation form"};
    case Reason::kNotIndustry:
      return {"Næringskode {0} er ugyldig", "Industrial code {0} is invalid"};
    case Reason::kNotFourDigits:
      return {"{1} må være et nummer med nøyaktig 4 siffer",
              "{1} must be a number of exactly 4 digits"};
    case Reason::kEmployeesFrom:
      return {"{1} må være 0, 1 eller større enn 4", "{1} must be 0, 1 or greater than 4"};
    case Reason::kEmployeesTo:
      return {"{1} må være 0, 4 eller større enn 4", "{1} must be 0, 4 or greater than 4"};
    case Reason::kEmployeesReversed:
      return {"{1} kan ikke være større enn {2}", "{1} cannot be greater than {2}"};
    case Reason::kNotSize:
      return {"size må være et heltall større enn 0", "size must be a whole number greater than 0"};
    case Reason::kNotPage:
      return {"page må være et heltall fra og med 0", "page must be a whole number from 0"};
    case Reason::kWindow:
      return {"size * (page+1) kan ikke overstige 10_000", "size * (page+1) cannot exceed 10_000"};
    case Reason::kNotSortKey:
      return {"Kan ikke sortere på {0}", "Cannot sort by {0}"};
    case Reason::kNotSortDirection:
      return {"Sortering må være på formatet <felt>,ASC eller <felt>,DESC",
              "Sort must be of the form <field>,ASC or <field>,DESC"};
    case Reason::kNotTimestamp:
      return {"Dato må være en gyldig dato og på formatet yyyy-MM-dd'T'HH:mm:ss.SSS'Z'",
              "Date must be a valid date of the form yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"};
    case Reason::kNotUpdateId:
      return {"{1} må være et heltall større enn 0", "{1} must be a whole number greater than 0"};
    case Reason::kNotBatchSize:
      return {"{1} må være et heltall fra 1 til 10_000",
              "{1} must be a whole number from 1 to 10_000"};
    case Reason::kNotIdentityNumber:
      return {"{1} må være et gyldig fødselsnummer eller d-nummer med 11 siffer",
              "{1} must be a valid identification number of 11 digits"};
    case Reason::kNotVoluntarySize:
      return {"{1} må være et heltall fra 1 til {6}", "{1} must be a whole number from 1 to {6}"};
    case Reason::kNotLegalRolesSize:
      return {"{1} må være et heltall fra 1 til {10}", "{1} must be a whole number from 1 to {10}"};
    case Reason::kNotLanguage:
      return {"{1} må være {7} eller {8}", "{1} must be {7} or {8}"};
    case Reason::kNotCadastralId:
      return {"{1} må være et nummer med høyst {9} siffer",
              "{1} must be a number of at most {9} digits"};
    case Reason::kNotCadastralNumber:
      return {"{1} må være på formatet kommunenr-gårdsnr/bruksnr/festenr/seksjonsnr",
              "{1} must be of the form municipality-farm/use/lease/section"};
    case Reason::kNotOneOfTwo:
      return {"Enten {1} eller {2} må oppgis, ikke begge",
              "Either {1} or {2} must be given, not both"};
    case Reason::kNotEncoded:
      return {"{1} er ikke gyldig kodet som UTF-8", "{1} is not valid UTF-8 in percent-encoding"};
  }
  return {};
}

}  // namespace

std::string Message(const search::Problem& problem, Language language) {
  const Wording wording = WordingOf(problem.reason);
  const std::string_view pattern =
      language == Language::kNorwegian ? wording.norwegian : wording.english;
  const std::string_view first =
      problem.parameters.empty() ? std::string_view() : problem.parameters.front();
  const std::string_view last =
      problem.parameters.empty() ? std::string_view() : problem.parameters.back();
  return fmt::format(fmt::runtime(pattern), problem.subject, first, last, model::kMaxListItems,
                     model::kMaxNameCharacters, model::kConsecutiveMethod, model::kMostVoluntary,
                     model::kBokmaal, model::kNynorsk, model::kCadastralIdDigits,
                     model::kMostLegalRoles);
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
