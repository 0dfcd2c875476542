// Order: reference, Voluntary and party registers. This is the one place in src/ where a
// field's Norwegian name stands.

#include <algorithm>

#include "base/values/date.h"
#include "model/registers/voluntary.h"

namespace orgreg::model {
namespace {

constexpr std::string_view kShare = "grasrotandel";
constexpr std::string_view kAccounts = "regnskapsrapportering";
constexpr std::string_view kArticles = "vedtekter";

constexpr std::array<VoluntaryField, 15> kFields = {{
    {.name = "organisasjonsnummer", .value = &Voluntary::number, .in_reduced = true},
    {.name = "frivilligOrganisasjonsstatus",
     .value = &Voluntary::status,
     .rule = Rule::kLine,
     .in_reduced = true},
    {.name = "slettetDato", .value = &Voluntary::struck_off_on, .in_reduced = true},
    {.name = "kontonummer", .value = &Voluntary::account_number, .rule = Rule::kLine},
    {.name = "innfoertDato", .value = &Voluntary::entered_on},
    {.name = "foersteGangInnfoert", .value = &Voluntary::first_entered_on},
    {.groups = {kShare}, .name = "deltarI", .value = &Voluntary::takes_lottery_share},
    {.groups = {kShare, "utestengelsesperiode"},
     .name = "fraDato",
     .value = &Voluntary::excluded_from},
    {.groups = {kShare, "utestengelsesperiode"},
     .name = "tilDato",
     .value = &Voluntary::excluded_to},
    {.groups = {kAccounts},
     .name = "harPaatattSegRapporteringsplikt",
     .value = &Voluntary::reports_accounts},
    {.groups = {kAccounts},
     .name = "avslutningsdatoForRegnskapsperiode",
     .value = &Voluntary::accounting_year_ends},
    {.groups = {kAccounts, "sistInnsendteAarsregnskap"},
     .name = "regnskapsaar",
     .value = &Voluntary::last_accounts_year,
     .rule = Rule::kFourDigits},
    {.groups = {kAccounts, "sistInnsendteAarsregnskap"},
     .name = "registreringsdato",
     .value = &Voluntary::last_accounts_registered_on},
    {.groups = {kArticles},
     .name = "frivilligRegistrerteVedtekter",
     .value = &Voluntary::has_articles},
    {.groups = {kArticles},
     .name = "sistOppdaterteVedtekter",
     .value = &Voluntary::articles_updated_on},
}};

}  // namespace

const VoluntaryNames kVoluntaryNames = {.categories = "icnpoKategorier",
                                        .category = "kategori",
                                        .code = "icnpoNummer",
                                        .code_name = "navn",
                                        .order = "rekkefoelge",
                                        .notices = "paategninger",
                                        .information_type = "identifikatorInformasjonstype",
                                        .notice = "paategning"};

std::span<const VoluntaryField> VoluntaryFields() { return kFields; }

std::string VoluntaryField::Path() const {
  std::string path;
  for (const std::string_view group : groups) {
    if (!group.empty()) path.append(group).append(".");
  }
  return path.append(name);
}

bool IsDayOfYear(std::string_view text) {
  constexpr std::size_t kLength = 5;
  if (text.size() != kLength || text[2] != '.') return false;
  // Of a leap year, so that every day exists.
  const std::string day =
      std::string("2024-").append(text.substr(3)).append("-").append(text.substr(0, 2));
  return base::Date::Parse(day).has_value();
}

}  // namespace orgreg::model
