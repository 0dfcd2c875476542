// SPDX-License-Identifier: EUPL-1.2

// Compares the columns with the published files' header lines, typed in: the one wanted repetition.

#include "model/units/columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace orgreg::model {
namespace {

const std::vector<std::string> kEntityHeaders = {
    "organisasjonsnummer",
    "navn",
    "organisasjonsform.kode",
    "organisasjonsform.beskrivelse",
    "naeringskode1.kode",
    "naeringskode1.beskrivelse",
    "naeringskode2.kode",
    "naeringskode2.beskrivelse",
    "naeringskode3.kode",
    "naeringskode3.beskrivelse",
    "hjelpeenhetskode.kode",
    "hjelpeenhetskode.beskrivelse",
    "harRegistrertAntallAnsatte",
    "antallAnsatte",
    "registreringsdatoAntallAnsatteEnhetsregisteret",
    "registreringsdatoantallansatteNAVAaregisteret",
    "hjemmeside",
    "epostadresse",
    "telefon",
    "mobil",
    "postadresse.adresse",
    "postadresse.poststed",
    "postadresse.postnummer",
    "postadresse.kommune",
    "postadresse.kommunenummer",
    "postadresse.land",
    "postadresse.landkode",
    "forretningsadresse.adresse",
    "forretningsadresse.poststed",
    "forretningsadresse.postnummer",
    "forretningsadresse.kommune",
    "forretningsadresse.kommunenummer",
    "forretningsadresse.land",
    "forretningsadresse.landkode",
    "institusjonellSektorkode.kode",
    "institusjonellSektorkode.beskrivelse",
    "sisteInnsendteAarsregnskap",
    "registreringsdatoenhetsregisteret",
    "stiftelsesdato",
    "registrertIMvaRegisteret",
    "registreringsdatoMerverdiavgiftsregisteret",
    "registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret",
    "frivilligMvaRegistrertBeskrivelser",
    "registreringsdatoFrivilligMerverdiavgiftsregisteret",
    "registrertIFrivillighetsregisteret",
    "registreringsdatoFrivillighetsregisteret",
    "registrertIForetaksregisteret",
    "registreringsdatoForetaksregisteret",
    "registrertIStiftelsesregisteret",
    "registrertIPartiregisteret",
    "registreringsdatoPartiregisteret",
    "konkurs",
    "konkursdato",
    "underAvvikling",
    "underAvviklingDato",
    "underTvangsavviklingEllerTvangsopplosning",
    "tvangsopplostPgaManglendeDagligLederDato",
    "tvangsopplostPgaManglendeRevisorDato",
    "tvangsopplostPgaManglendeRegnskapDato",
    "tvangsopplostPgaMangelfulltStyreDato",
    "tvangsavvikletPgaManglendeSlettingDato",
    "overordnetEnhet",
    "maalform",
    "vedtektsdato",
    "vedtektsfestetFormaal",
    "aktivitet",
    "paategninger",
    "underUtenlandskInsolvensbehandlingDato",
    "underRekonstruksjonsforhandlingDato",
    "fravalgRevisjonDato",
    "fravalgRevisjonBeslutningsDato",
    "erIKonsern",
    "kapital.belop",
    "kapital.antallAksjer",
    "kapital.type",
    "kapital.bundet",
    "kapital.valuta",
    "kapital.innbetalt",
    "kapital.fulltInnbetalt",
    "kapital.innfortDato",
    "registreringsnummerIHjemlandet",
    "utenlandskRegisterNavn",
    "utenlandskRegisterAdresse.land",
    "utenlandskRegisterAdresse.poststed",
    "utenlandskRegisterAdresse.adresse",
    "underlagtLovgivningLand",
    "underlagtLovgivningLandKode",
    "foretaksformIHjemlandet.kode",
    "foretaksformIHjemlandet.beskrivelse",
    "foretaksformIHjemlandet.beskrivelseBokmaal",
};

const std::vector<std::string> kSubEntityHeaders = {
    "organisasjonsnummer",
    "navn",
    "organisasjonsform.kode",
    "organisasjonsform.beskrivelse",
    "naeringskode1.kode",
    "naeringskode1.beskrivelse",
    "naeringskode2.kode",
    "naeringskode2.beskrivelse",
    "naeringskode3.kode",
    "naeringskode3.beskrivelse",
    "hjelpeenhetskode.kode",
    "hjelpeenhetskode.beskrivelse",
    "harRegistrertAntallAnsatte",
    "antallAnsatte",
    "registreringsdatoAntallAnsatteEnhetsregisteret",
    "registreringsdatoantallansatteNAVAaregisteret",
    "hjemmeside",
    "epostadresse",
    "telefon",
    "mobil",
    "postadresse.adresse",
    "postadresse.poststed",
    "postadresse.postnummer",
    "postadresse.kommune",
    "postadresse.kommunenummer",
    "postadresse.land",
    "postadresse.landkode",
    "beliggenhetsadresse.adresse",
    "beliggenhetsadresse.poststed",
    "beliggenhetsadresse.postnummer",
    "beliggenhetsadresse.kommune",
    "beliggenhetsadresse.kommunenummer",
    "beliggenhetsadresse.land",
    "beliggenhetsadresse.landkode",
    "registreringsdatoIEnhetsregisteret",
    "frivilligMvaRegistrertBeskrivelser",
    "registreringsdatoFrivilligMerverdiavgiftsregisteret",
    "registrertIMvaregisteret",
    "registreringsdatoMerverdiavgiftsregisteret",
    "registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret",
    "oppstartsdato",
    "datoEierskifte",
    "overordnetEnhet",
    "nedleggelsesdato",
};

std::vector<std::string> CsvHeaders(Kind kind) {
  std::vector<std::string> headers;
  for (const Column& column : Columns(kind)) headers.push_back(column.csv_header);
  return headers;
}

std::string SheetHeader(Kind kind, const std::string& path) {
  for (const Column& column : Columns(kind)) {
    if (column.field->Path() == path) return column.sheet_header;
  }
  return "no column";
}

TEST(Columns, AreThoseOfThePublishedFileOfEntities) {
  ASSERT_EQ(kEntityHeaders.size(), 90U);
  EXPECT_EQ(CsvHeaders(Kind::kEntity), kEntityHeaders);
}

TEST(Columns, AreThoseOfThePublishedFileOfSubEntities) {
  ASSERT_EQ(kSubEntityHeaders.size(), 44U);
  EXPECT_EQ(CsvHeaders(Kind::kSubEntity), kSubEntityHeaders);
}

// A column exists because the field table has it.
TEST(Columns, LeaveOutOnlyFieldsThatTheFilesDoNotShow) {
  for (const Kind kind : kUnitKinds) {
    std::set<std::string> without;
    for (const Field& field : Fields(kind)) {
      const auto is_its = [&](const Column& column) { return column.field == &field; };
      if (std::ranges::none_of(Columns(kind), is_its)) without.insert(field.Path());
    }
    std::set<std::string> expected = {
        "historiskeNavn", "naeringskode1.hjelpeenhetskode", "naeringskode2.hjelpeenhetskode",
        "naeringskode3.hjelpeenhetskode", "organisasjonsform.utgaatt"};
    if (kind == Kind::kSubEntity) expected.insert("slettedato");
    EXPECT_EQ(without, expected);
  }
}

TEST(Columns, HaveReadableHeadersInTheSpreadsheet) {
  const auto entity = [](const std::string& path) { return SheetHeader(Kind::kEntity, path); };
  EXPECT_EQ(entity("organisasjonsnummer"), "Organisasjonsnummer");
  EXPECT_EQ(entity("naeringskode1.kode"), "Næringskode 1");
  EXPECT_EQ(entity("naeringskode1.beskrivelse"), "Næringskode 1.beskrivelse");
  EXPECT_EQ(entity("postadresse.adresse"), "Postadresse.adresse");
  EXPECT_EQ(entity("institusjonellSektorkode.kode"), "Institusjonell sektorkode");
  EXPECT_EQ(entity("sisteInnsendteAarsregnskap"), "Siste innsendte årsregnskap");
  EXPECT_EQ(entity("registreringsdatoEnhetsregisteret"), "Registreringsdato i Enhetsregisteret");
  EXPECT_EQ(entity("registrertIMvaregisteret"), "Registrert i MVA-registeret");
  EXPECT_EQ(entity("overordnetEnhet"), "Overordnet enhet i offentlig sektor");
  EXPECT_EQ(entity("underTvangsavviklingEllerTvangsopplosning"),
            "Under tvangsavvikling eller tvangsoppløsning");
  EXPECT_EQ(SheetHeader(Kind::kSubEntity, "overordnetEnhet"), "Overordnet Enhet");
  EXPECT_EQ(SheetHeader(Kind::kSubEntity, "beliggenhetsadresse.poststed"),
            "Beliggenhetsadresse.poststed");
}

TEST(Columns, HaveHeadersOfTheirOwn) {
  for (const Kind kind : kUnitKinds) {
    std::set<std::string> csv;
    std::set<std::string> sheet;
    for (const Column& column : Columns(kind)) {
      EXPECT_FALSE(column.sheet_header.empty()) << column.csv_header;
      EXPECT_TRUE(csv.insert(column.csv_header).second) << column.csv_header;
      EXPECT_TRUE(sheet.insert(column.sheet_header).second) << column.sheet_header;
    }
  }
}

}  // namespace
}  // namespace orgreg::model
