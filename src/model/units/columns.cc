// Order: the published CSV files (reference, CSV); the spreadsheet follows it. Headers of the
// spreadsheet: the reference has about half of them, the others follow their pattern
// (docs/choices.md, Files).

#include "model/units/columns.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>
#include <vector>

#include "model/kind.h"
#include "model/limits.h"

namespace orgreg::model {
namespace {

struct Row {
  std::string_view group = {};
  std::string_view name = {};
  std::string_view sheet_header = {};
  Show show = Show::kAsTyped;
};

constexpr std::array<Row, 27> kShared = {{
    {.name = "organisasjonsnummer", .sheet_header = "Organisasjonsnummer"},
    {.name = "navn", .sheet_header = "Navn"},
    {.group = "organisasjonsform", .name = "kode", .sheet_header = "Organisasjonsform.kode"},
    {.group = "organisasjonsform",
     .name = "beskrivelse",
     .sheet_header = "Organisasjonsform.beskrivelse"},
    {.group = "naeringskode1", .name = "kode", .sheet_header = "Næringskode 1"},
    {.group = "naeringskode1", .name = "beskrivelse", .sheet_header = "Næringskode 1.beskrivelse"},
    {.group = "naeringskode2", .name = "kode", .sheet_header = "Næringskode 2"},
    {.group = "naeringskode2", .name = "beskrivelse", .sheet_header = "Næringskode 2.beskrivelse"},
    {.group = "naeringskode3", .name = "kode", .sheet_header = "Næringskode 3"},
    {.group = "naeringskode3", .name = "beskrivelse", .sheet_header = "Næringskode 3.beskrivelse"},
    {.group = "hjelpeenhetskode", .name = "kode", .sheet_header = "Hjelpeenhetskode"},
    {.group = "hjelpeenhetskode",
     .name = "beskrivelse",
     .sheet_header = "Hjelpeenhetskode.beskrivelse"},
    {.name = "harRegistrertAntallAnsatte", .sheet_header = "Har registrert antall ansatte"},
    {.name = "antallAnsatte", .sheet_header = "Antall ansatte"},
    {.name = "registreringsdatoAntallAnsatteEnhetsregisteret",
     .sheet_header = "Registreringsdato antall ansatte i Enhetsregisteret"},
    {.name = "registreringsdatoAntallAnsatteNAVAaregisteret",
     .sheet_header = "Registreringsdato antall ansatte i NAV Aa-registeret"},
    {.name = "hjemmeside", .sheet_header = "Hjemmeside"},
    {.name = "epostadresse", .sheet_header = "E-postadresse"},
    {.name = "telefon", .sheet_header = "Telefon"},
    {.name = "mobil", .sheet_header = "Mobil"},
    {.group = "postadresse", .name = "adresse", .sheet_header = "Postadresse.adresse"},
    {.group = "postadresse", .name = "poststed", .sheet_header = "Postadresse.poststed"},
    {.group = "postadresse", .name = "postnummer", .sheet_header = "Postadresse.postnummer"},
    {.group = "postadresse", .name = "kommune", .sheet_header = "Postadresse.kommune"},
    {.group = "postadresse", .name = "kommunenummer", .sheet_header = "Postadresse.kommunenummer"},
    {.group = "postadresse", .name = "land", .sheet_header = "Postadresse.land"},
    {.group = "postadresse", .name = "landkode", .sheet_header = "Postadresse.landkode"},
}};

constexpr std::array<Row, 28> kEntityPlace = {{
    {.group = "forretningsadresse",
     .name = "adresse",
     .sheet_header = "Forretningsadresse.adresse"},
    {.group = "forretningsadresse",
     .name = "poststed",
     .sheet_header = "Forretningsadresse.poststed"},
    {.group = "forretningsadresse",
     .name = "postnummer",
     .sheet_header = "Forretningsadresse.postnummer"},
    {.group = "forretningsadresse",
     .name = "kommune",
     .sheet_header = "Forretningsadresse.kommune"},
    {.group = "forretningsadresse",
     .name = "kommunenummer",
     .sheet_header = "Forretningsadresse.kommunenummer"},
    {.group = "forretningsadresse", .name = "land", .sheet_header = "Forretningsadresse.land"},
    {.group = "forretningsadresse",
     .name = "landkode",
     .sheet_header = "Forretningsadresse.landkode"},
    {.group = "institusjonellSektorkode",
     .name = "kode",
     .sheet_header = "Institusjonell sektorkode"},
    {.group = "institusjonellSektorkode",
     .name = "beskrivelse",
     .sheet_header = "Institusjonell sektorkode.beskrivelse"},
    {.name = "sisteInnsendteAarsregnskap",
     .sheet_header = "Siste innsendte årsregnskap",
     .show = Show::kYear},
    {.name = "registreringsdatoEnhetsregisteret",
     .sheet_header = "Registreringsdato i Enhetsregisteret"},
    {.name = "stiftelsesdato", .sheet_header = "Stiftelsesdato"},
    {.name = "registrertIMvaregisteret", .sheet_header = "Registrert i MVA-registeret"},
    {.name = "registreringsdatoMerverdiavgiftsregisteret",
     .sheet_header = "Registreringsdato i Merverdiavgiftsregisteret"},
    {.name = "registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret",
     .sheet_header = "Registreringsdato for Merverdiavgiftsregisteret i Enhetsregisteret"},
    {.name = "frivilligMvaRegistrertBeskrivelser", .sheet_header = "Frivillig MVA-registrert"},
    {.name = "registreringsdatoFrivilligMerverdiavgiftsregisteret",
     .sheet_header = "Registreringsdato frivillig i Merverdiavgiftsregisteret"},
    {.name = "registrertIFrivillighetsregisteret",
     .sheet_header = "Registrert i Frivillighetsregisteret"},
    {.name = "registreringsdatoFrivillighetsregisteret",
     .sheet_header = "Registreringsdato i Frivillighetsregisteret"},
    {.name = "registrertIForetaksregisteret", .sheet_header = "Registrert i Foretaksregisteret"},
    {.name = "registreringsdatoForetaksregisteret",
     .sheet_header = "Registreringsdato i Foretaksregisteret"},
    {.name = "registrertIStiftelsesregisteret",
     .sheet_header = "Registrert i Stiftelsesregisteret"},
    {.name = "registrertIPartiregisteret", .sheet_header = "Registrert i Partiregisteret"},
    {.name = "registreringsdatoPartiregisteret",
     .sheet_header = "Registreringsdato i Partiregisteret"},
    {.name = "konkurs", .sheet_header = "Konkurs"},
    {.name = "konkursdato", .sheet_header = "Konkursdato"},
    {.name = "underAvvikling", .sheet_header = "Under avvikling"},
    {.name = "underAvviklingDato", .sheet_header = "Under avvikling dato"},
}};

constexpr std::array<Row, 17> kEntityStatus = {{
    {.name = "underTvangsavviklingEllerTvangsopplosning",
     .sheet_header = "Under tvangsavvikling eller tvangsoppløsning"},
    {.name = "tvangsopplostPgaManglendeDagligLederDato",
     .sheet_header = "Tvangsoppløst på grunn av manglende daglig leder dato"},
    {.name = "tvangsopplostPgaManglendeRevisorDato",
     .sheet_header = "Tvangsoppløst på grunn av manglende revisor dato"},
    {.name = "tvangsopplostPgaManglendeRegnskapDato",
     .sheet_header = "Tvangsoppløst på grunn av manglende regnskap dato"},
    {.name = "tvangsopplostPgaMangelfulltStyreDato",
     .sheet_header = "Tvangsoppløst på grunn av mangelfullt styre dato"},
    {.name = "tvangsavvikletPgaManglendeSlettingDato",
     .sheet_header = "Tvangsavviklet på grunn av manglende sletting dato"},
    {.name = "overordnetEnhet", .sheet_header = "Overordnet enhet i offentlig sektor"},
    {.name = "maalform", .sheet_header = "Målform"},
    {.name = "vedtektsdato", .sheet_header = "Vedtektsdato"},
    {.name = "vedtektsfestetFormaal",
     .sheet_header = "Vedtektsfestet formål",
     .show = Show::kRunning},
    {.name = "aktivitet", .sheet_header = "Aktivitet", .show = Show::kRunning},
    {.name = "paategninger", .sheet_header = "Påtegninger"},
    {.name = "underUtenlandskInsolvensbehandlingDato",
     .sheet_header = "Under utenlandsk insolvensbehandling dato"},
    {.name = "underRekonstruksjonsforhandlingDato",
     .sheet_header = "Under rekonstruksjonsforhandling dato"},
    {.name = "fravalgRevisjonDato", .sheet_header = "Fravalg revisjon dato"},
    {.name = "fravalgRevisjonBeslutningsDato", .sheet_header = "Fravalg revisjon beslutningsdato"},
    {.name = "erIKonsern", .sheet_header = "Er i konsern"},
}};

constexpr std::array<Row, 18> kEntityCapitalAndOrigin = {{
    {.group = "kapital", .name = "belop", .sheet_header = "Kapital.beløp"},
    {.group = "kapital", .name = "antallAksjer", .sheet_header = "Kapital.antall aksjer"},
    {.group = "kapital", .name = "type", .sheet_header = "Kapital.type"},
    {.group = "kapital", .name = "bundet", .sheet_header = "Kapital.bundet"},
    {.group = "kapital", .name = "valuta", .sheet_header = "Kapital.valuta"},
    {.group = "kapital", .name = "innbetalt", .sheet_header = "Kapital.innbetalt"},
    {.group = "kapital", .name = "fulltInnbetalt", .sheet_header = "Kapital.fullt innbetalt"},
    {.group = "kapital", .name = "innfortDato", .sheet_header = "Kapital.innført dato"},
    {.name = "registreringsnummerIHjemlandet", .sheet_header = "Registreringsnummer i hjemlandet"},
    {.name = "utenlandskRegisterNavn", .sheet_header = "Utenlandsk register navn"},
    {.group = "utenlandskRegisterAdresse",
     .name = "land",
     .sheet_header = "Utenlandsk register adresse.land"},
    {.group = "utenlandskRegisterAdresse",
     .name = "poststed",
     .sheet_header = "Utenlandsk register adresse.poststed"},
    {.group = "utenlandskRegisterAdresse",
     .name = "adresse",
     .sheet_header = "Utenlandsk register adresse.adresse"},
    {.name = "underlagtLovgivningLand", .sheet_header = "Underlagt lovgivning land"},
    {.name = "underlagtLovgivningLandKode", .sheet_header = "Underlagt lovgivning landkode"},
    {.group = "foretaksformIHjemlandet",
     .name = "kode",
     .sheet_header = "Foretaksform i hjemlandet.kode"},
    {.group = "foretaksformIHjemlandet",
     .name = "beskrivelse",
     .sheet_header = "Foretaksform i hjemlandet.beskrivelse"},
    {.group = "foretaksformIHjemlandet",
     .name = "beskrivelseBokmaal",
     .sheet_header = "Foretaksform i hjemlandet.beskrivelse på bokmål"},
}};

constexpr std::array<Row, 17> kSubEntityPlaceAndDays = {{
    {.group = "beliggenhetsadresse",
     .name = "adresse",
     .sheet_header = "Beliggenhetsadresse.adresse"},
    {.group = "beliggenhetsadresse",
     .name = "poststed",
     .sheet_header = "Beliggenhetsadresse.poststed"},
    {.group = "beliggenhetsadresse",
     .name = "postnummer",
     .sheet_header = "Beliggenhetsadresse.postnummer"},
    {.group = "beliggenhetsadresse",
     .name = "kommune",
     .sheet_header = "Beliggenhetsadresse.kommune"},
    {.group = "beliggenhetsadresse",
     .name = "kommunenummer",
     .sheet_header = "Beliggenhetsadresse.kommunenummer"},
    {.group = "beliggenhetsadresse", .name = "land", .sheet_header = "Beliggenhetsadresse.land"},
    {.group = "beliggenhetsadresse",
     .name = "landkode",
     .sheet_header = "Beliggenhetsadresse.landkode"},
    {.name = "registreringsdatoEnhetsregisteret",
     .sheet_header = "Registreringsdato i Enhetsregisteret"},
    {.name = "frivilligMvaRegistrertBeskrivelser", .sheet_header = "Frivillig MVA-registrert"},
    {.name = "registreringsdatoFrivilligMerverdiavgiftsregisteret",
     .sheet_header = "Registreringsdato frivillig i Merverdiavgiftsregisteret"},
    {.name = "registrertIMvaregisteret", .sheet_header = "Registrert i MVA-registeret"},
    {.name = "registreringsdatoMerverdiavgiftsregisteret",
     .sheet_header = "Registreringsdato i Merverdiavgiftsregisteret"},
    {.name = "registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret",
     .sheet_header = "Registreringsdato for Merverdiavgiftsregisteret i Enhetsregisteret"},
    {.name = "oppstartsdato", .sheet_header = "Oppstartsdato"},
    {.name = "datoEierskifte", .sheet_header = "Dato for eierskifte"},
    {.name = "overordnetEnhet", .sheet_header = "Overordnet Enhet"},
    {.name = "nedleggelsesdato", .sheet_header = "Nedleggelsesdato"},
}};

// Fields of live records without a column in the published files. A unit with a day of deletion is
// not live, so that column would be empty.
constexpr std::array<Row, 2> kWithoutColumn = {{
    {.group = "organisasjonsform", .name = "utgaatt"},
    {.name = "slettedato"},
}};

bool Names(const Row& row, const Field& field) {
  return row.group == field.group && row.name == field.name;
}

// True if the files show the field although no row places it.
bool IsShown(const Field& field) {
  return field.versions.Include(kLatestVersion) && field.audience == Audience::kEveryone &&
         std::ranges::none_of(kWithoutColumn, [&](const Row& row) { return Names(row, field); });
}

class ColumnsBuilder {
 public:
  explicit ColumnsBuilder(Kind kind) : kind_(kind) {}

  void Place(std::span<const Row> rows) {
    for (const Row& row : rows) {
      const std::span<const Field> fields = Fields(kind_);
      const auto field =
          std::ranges::find_if(fields, [&](const Field& other) { return Names(row, other); });
      assert(field != fields.end());
      Append(*field, std::string(row.sheet_header), row.show);
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
  if (kind == Kind::kEntity) {
    columns.Place(kEntityPlace);
    columns.Place(kEntityStatus);
    columns.Place(kEntityCapitalAndOrigin);
  } else {
    columns.Place(kSubEntityPlaceAndDays);
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
