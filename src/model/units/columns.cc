// SPDX-License-Identifier: EUPL-1.2

// Order: the published CSV files (reference, CSV); the spreadsheet follows it. Headers of the
// spreadsheet: the reference has about half of them, the others follow their pattern
// (docs/choices.md, Files).

#include "model/units/columns.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <utility>
#include <vector>

#include "model/kind.h"
#include "model/limits.h"

namespace orgreg::model {
namespace {

// The place of a value in a unit, by which a column names its field.
using Place = const void* (*)(const void* unit);
template <auto... path>
constexpr Place kPlace = internal::Path<path...>::Find;

struct Placed {
  Place place = nullptr;
  std::string_view sheet_header = {};
  Show show = Show::kAsTyped;
  std::string_view sheet_object = {};  // The text before the header.
};

constexpr std::array<Placed, 20> kShared = {{
    {kPlace<&Unit::number>, "Organisasjonsnummer"},
    {kPlace<&Unit::name>, "Navn"},
    {kPlace<&Unit::form, &OrganisationForm::code>, "Organisasjonsform.kode"},
    {kPlace<&Unit::form, &OrganisationForm::text>, "Organisasjonsform.beskrivelse"},
    {kPlace<&Unit::industries, std::size_t{0}, &Industry::code>, "Næringskode 1"},
    {kPlace<&Unit::industries, std::size_t{0}, &Industry::text>, "Næringskode 1.beskrivelse"},
    {kPlace<&Unit::industries, std::size_t{1}, &Industry::code>, "Næringskode 2"},
    {kPlace<&Unit::industries, std::size_t{1}, &Industry::text>, "Næringskode 2.beskrivelse"},
    {kPlace<&Unit::industries, std::size_t{2}, &Industry::code>, "Næringskode 3"},
    {kPlace<&Unit::industries, std::size_t{2}, &Industry::text>, "Næringskode 3.beskrivelse"},
    {kPlace<&Unit::helper_unit, &CodedText::code>, "Hjelpeenhetskode"},
    {kPlace<&Unit::helper_unit, &CodedText::text>, "Hjelpeenhetskode.beskrivelse"},
    {kPlace<&Unit::has_employees>, "Har registrert antall ansatte"},
    {kPlace<&Unit::employees>, "Antall ansatte"},
    {kPlace<&Unit::employees_registered_here_on>,
     "Registreringsdato antall ansatte i Enhetsregisteret"},
    {kPlace<&Unit::employees_registered_at_source_on>,
     "Registreringsdato antall ansatte i NAV Aa-registeret"},
    {kPlace<&Unit::website>, "Hjemmeside"},
    {kPlace<&Unit::email>, "E-postadresse"},
    {kPlace<&Unit::phone>, "Telefon"},
    {kPlace<&Unit::mobile>, "Mobil"},
}};

template <auto address>
constexpr std::array<Placed, 7> AddressColumns(std::string_view name) {
  return {{
      {.place = kPlace<address, &Address::lines>, .sheet_header = ".adresse", .sheet_object = name},
      {.place = kPlace<address, &Address::city>, .sheet_header = ".poststed", .sheet_object = name},
      {.place = kPlace<address, &Address::postcode>,
       .sheet_header = ".postnummer",
       .sheet_object = name},
      {.place = kPlace<address, &Address::municipality>,
       .sheet_header = ".kommune",
       .sheet_object = name},
      {.place = kPlace<address, &Address::municipality_number>,
       .sheet_header = ".kommunenummer",
       .sheet_object = name},
      {.place = kPlace<address, &Address::country>, .sheet_header = ".land", .sheet_object = name},
      {.place = kPlace<address, &Address::country_code>,
       .sheet_header = ".landkode",
       .sheet_object = name},
  }};
}
constexpr auto kPostalAddress = AddressColumns<&Unit::postal_address>("Postadresse");
constexpr auto kBusinessAddress = AddressColumns<&Unit::business_address>("Forretningsadresse");
constexpr auto kLocationAddress = AddressColumns<&Unit::location_address>("Beliggenhetsadresse");

constexpr std::array<Placed, 21> kEntityFacts = {{
    {kPlace<&Unit::sector, &CodedText::code>, "Institusjonell sektorkode"},
    {kPlace<&Unit::sector, &CodedText::text>, "Institusjonell sektorkode.beskrivelse"},
    {kPlace<&Unit::last_accounts_year>, "Siste innsendte årsregnskap", Show::kYear},
    {kPlace<&Unit::registered_on>, "Registreringsdato i Enhetsregisteret"},
    {kPlace<&Unit::founded_on>, "Stiftelsesdato"},
    {kPlace<&Unit::in_vat_register>, "Registrert i MVA-registeret"},
    {kPlace<&Unit::vat_registered_on>, "Registreringsdato i Merverdiavgiftsregisteret"},
    {kPlace<&Unit::vat_registered_here_on>,
     "Registreringsdato for Merverdiavgiftsregisteret i Enhetsregisteret"},
    {kPlace<&Unit::voluntary_vat_descriptions>, "Frivillig MVA-registrert"},
    {kPlace<&Unit::voluntary_vat_registered_on>,
     "Registreringsdato frivillig i Merverdiavgiftsregisteret"},
    {kPlace<&Unit::in_nonprofit_register>, "Registrert i Frivillighetsregisteret"},
    {kPlace<&Unit::nonprofit_registered_on>, "Registreringsdato i Frivillighetsregisteret"},
    {kPlace<&Unit::in_business_register>, "Registrert i Foretaksregisteret"},
    {kPlace<&Unit::business_registered_on>, "Registreringsdato i Foretaksregisteret"},
    {kPlace<&Unit::in_foundation_register>, "Registrert i Stiftelsesregisteret"},
    {kPlace<&Unit::in_party_register>, "Registrert i Partiregisteret"},
    {kPlace<&Unit::party_registered_on>, "Registreringsdato i Partiregisteret"},
    {kPlace<&Unit::bankrupt>, "Konkurs"},
    {kPlace<&Unit::bankrupt_on>, "Konkursdato"},
    {kPlace<&Unit::winding_up>, "Under avvikling"},
    {kPlace<&Unit::winding_up_on>, "Under avvikling dato"},
}};

constexpr std::array<Placed, 17> kEntityStatus = {{
    {kPlace<&Unit::compulsory_dissolution>, "Under tvangsavvikling eller tvangsoppløsning"},
    {kPlace<&Unit::dissolved_no_manager_on>,
     "Tvangsoppløst på grunn av manglende daglig leder dato"},
    {kPlace<&Unit::dissolved_no_auditor_on>, "Tvangsoppløst på grunn av manglende revisor dato"},
    {kPlace<&Unit::dissolved_no_accounts_on>, "Tvangsoppløst på grunn av manglende regnskap dato"},
    {kPlace<&Unit::dissolved_incomplete_board_on>,
     "Tvangsoppløst på grunn av mangelfullt styre dato"},
    {kPlace<&Unit::liquidated_undeleted_on>, "Tvangsavviklet på grunn av manglende sletting dato"},
    {kPlace<&Unit::superior>, "Overordnet enhet i offentlig sektor"},
    {kPlace<&Unit::language>, "Målform"},
    {kPlace<&Unit::articles_dated_on>, "Vedtektsdato"},
    {kPlace<&Unit::purpose>, "Vedtektsfestet formål", Show::kRunning},
    {kPlace<&Unit::activity>, "Aktivitet", Show::kRunning},
    {kPlace<&Unit::notices>, "Påtegninger"},
    {kPlace<&Unit::foreign_insolvency_on>, "Under utenlandsk insolvensbehandling dato"},
    {kPlace<&Unit::reconstruction_on>, "Under rekonstruksjonsforhandling dato"},
    {kPlace<&Unit::audit_waived_on>, "Fravalg revisjon dato"},
    {kPlace<&Unit::audit_waiver_decided_on>, "Fravalg revisjon beslutningsdato"},
    {kPlace<&Unit::in_group>, "Er i konsern"},
}};

constexpr std::array<Placed, 18> kEntityCapitalAndOrigin = {{
    {kPlace<&Unit::capital, &Capital::amount>, "Kapital.beløp"},
    {kPlace<&Unit::capital, &Capital::shares>, "Kapital.antall aksjer"},
    {kPlace<&Unit::capital, &Capital::type>, "Kapital.type"},
    {kPlace<&Unit::capital, &Capital::restricted>, "Kapital.bundet"},
    {kPlace<&Unit::capital, &Capital::currency>, "Kapital.valuta"},
    {kPlace<&Unit::capital, &Capital::paid_in>, "Kapital.innbetalt"},
    {kPlace<&Unit::capital, &Capital::fully_paid_in>, "Kapital.fullt innbetalt"},
    {kPlace<&Unit::capital, &Capital::entered_on>, "Kapital.innført dato"},
    {kPlace<&Unit::home_country_number>, "Registreringsnummer i hjemlandet"},
    {kPlace<&Unit::foreign_register_name>, "Utenlandsk register navn"},
    {kPlace<&Unit::foreign_register_address, &ForeignAddress::country>,
     "Utenlandsk register adresse.land"},
    {kPlace<&Unit::foreign_register_address, &ForeignAddress::city>,
     "Utenlandsk register adresse.poststed"},
    {kPlace<&Unit::foreign_register_address, &ForeignAddress::lines>,
     "Utenlandsk register adresse.adresse"},
    {kPlace<&Unit::governing_law_country>, "Underlagt lovgivning land"},
    {kPlace<&Unit::governing_law_country_code>, "Underlagt lovgivning landkode"},
    {kPlace<&Unit::home_country_form, &ForeignForm::code>, "Foretaksform i hjemlandet.kode"},
    {kPlace<&Unit::home_country_form, &ForeignForm::text>, "Foretaksform i hjemlandet.beskrivelse"},
    {kPlace<&Unit::home_country_form, &ForeignForm::text_norwegian>,
     "Foretaksform i hjemlandet.beskrivelse på bokmål"},
}};

constexpr std::array<Placed, 10> kSubEntityDays = {{
    {kPlace<&Unit::registered_on>, "Registreringsdato i Enhetsregisteret"},
    {kPlace<&Unit::voluntary_vat_descriptions>, "Frivillig MVA-registrert"},
    {kPlace<&Unit::voluntary_vat_registered_on>,
     "Registreringsdato frivillig i Merverdiavgiftsregisteret"},
    {kPlace<&Unit::in_vat_register>, "Registrert i MVA-registeret"},
    {kPlace<&Unit::vat_registered_on>, "Registreringsdato i Merverdiavgiftsregisteret"},
    {kPlace<&Unit::vat_registered_here_on>,
     "Registreringsdato for Merverdiavgiftsregisteret i Enhetsregisteret"},
    {kPlace<&Unit::started_on>, "Oppstartsdato"},
    {kPlace<&Unit::owner_changed_on>, "Dato for eierskifte"},
    {kPlace<&Unit::superior>, "Overordnet Enhet"},
    {kPlace<&Unit::closed_on>, "Nedleggelsesdato"},
}};

// Fields of live records without a column in the published files. A unit with a day of deletion is
// not live, so that column would be empty.
constexpr std::array<Placed, 2> kWithoutColumn = {{
    {.place = kPlace<&Unit::form, &OrganisationForm::expired_on>},
    {.place = kPlace<&Unit::deleted_on>},
}};

bool IsOf(const Placed& placed, const Field& field) { return placed.place == field.row.find; }

// True if the files show the field although no row places it.
bool IsShown(const Field& field) {
  return field.versions.Include(kLatestVersion) && field.audience == Audience::kEveryone &&
         std::ranges::none_of(kWithoutColumn,
                              [&](const Placed& placed) { return IsOf(placed, field); });
}

class ColumnsBuilder {
 public:
  explicit ColumnsBuilder(Kind kind) : kind_(kind) {}

  void Place(std::span<const Placed> all) {
    const std::span<const Field> fields = Fields(kind_);
    for (const Placed& placed : all) {
      const auto field =
          std::ranges::find_if(fields, [&](const Field& other) { return IsOf(placed, other); });
      assert(field != fields.end());
      std::string header(placed.sheet_object);
      Append(*field, header.append(placed.sheet_header), placed.show);
    }
  }

  std::vector<Column> Build() && {
    for (const Field& field : Fields(kind_)) {
      if (IsShown(field) && !IsPlaced(field)) Append(field, field.CsvHeader(kind_), Show::kAsTyped);
    }
    return std::move(columns_);
  }

 private:
  bool IsPlaced(const Field& field) const {
    return std::ranges::any_of(columns_,
                               [&](const Column& column) { return column.field == &field; });
  }

  void Append(const Field& field, std::string sheet_header, Show show) {
    columns_.push_back({.field = &field,
                        .csv_header = field.CsvHeader(kind_),
                        .sheet_header = std::move(sheet_header),
                        .show = show});
  }

  Kind kind_;
  std::vector<Column> columns_;
};

std::vector<Column> MakeColumns(Kind kind) {
  ColumnsBuilder columns(kind);
  columns.Place(kShared);
  columns.Place(kPostalAddress);
  if (kind == Kind::kEntity) {
    columns.Place(kBusinessAddress);
    columns.Place(kEntityFacts);
    columns.Place(kEntityStatus);
    columns.Place(kEntityCapitalAndOrigin);
  } else {
    columns.Place(kLocationAddress);
    columns.Place(kSubEntityDays);
  }
  return std::move(columns).Build();
}

}  // namespace

std::span<const Column> Columns(Kind kind) {
  static const std::vector<Column> entity = MakeColumns(Kind::kEntity);
  static const std::vector<Column> sub_entity = MakeColumns(Kind::kSubEntity);
  return kind == Kind::kEntity ? entity : sub_entity;
}

}  // namespace orgreg::model
