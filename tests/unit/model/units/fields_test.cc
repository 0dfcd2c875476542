// SPDX-License-Identifier: EUPL-1.2

// Compares the field tables with lists typed in from the specification: the one wanted repetition.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "model/units/parameters.h"

namespace orgreg::model {
namespace {

using Names = std::set<std::string>;

Names TopLevelNames(Kind kind) {
  Names names;
  for (const Field& field : Fields(kind))
    names.emplace(field.group.empty() ? field.row.name : field.group);
  return names;
}

Names SortNames(Kind kind) {
  Names names;
  for (const SortKey& key : SortKeys(kind)) names.insert(key.name);
  return names;
}

Names ParameterNames(Kind kind) {
  Names names;
  for (const Parameter& parameter : Parameters(kind)) {
    if (parameter.IsRange()) {
      names.insert(parameter.from_name);
      names.insert(parameter.to_name);
    } else {
      names.insert(parameter.name);
    }
  }
  return names;
}

// Spec, Entity. historiskeNavn is newer than the specification and kept unserved.
TEST(EntityFields, AreThoseOfTheSpecification) {
  const Names expected = {"organisasjonsnummer",
                          "navn",
                          "organisasjonsform",
                          "postadresse",
                          "forretningsadresse",
                          "registreringsdatoEnhetsregisteret",
                          "registrertIMvaregisteret",
                          "frivilligMvaRegistrertBeskrivelser",
                          "naeringskode1",
                          "naeringskode2",
                          "naeringskode3",
                          "hjelpeenhetskode",
                          "antallAnsatte",
                          "harRegistrertAntallAnsatte",
                          "overordnetEnhet",
                          "stiftelsesdato",
                          "institusjonellSektorkode",
                          "registrertIForetaksregisteret",
                          "registrertIStiftelsesregisteret",
                          "registrertIFrivillighetsregisteret",
                          "registrertIPartiregisteret",
                          "konkurs",
                          "underAvvikling",
                          "underTvangsavviklingEllerTvangsopplosning",
                          "konkursdato",
                          "underAvviklingDato",
                          "tvangsavvikletPgaManglendeSlettingDato",
                          "tvangsopplostPgaManglendeDagligLederDato",
                          "tvangsopplostPgaManglendeRevisorDato",
                          "tvangsopplostPgaManglendeRegnskapDato",
                          "tvangsopplostPgaMangelfulltStyreDato",
                          "vedtektsdato",
                          "vedtektsfestetFormaal",
                          "aktivitet",
                          "paategninger",
                          "maalform",
                          "hjemmeside",
                          "sisteInnsendteAarsregnskap",
                          "registreringsnummerIHjemlandet",
                          "registreringsdatoForetaksregisteret",
                          "registreringsdatoFrivillighetsregisteret",
                          "registreringsdatoMerverdiavgiftsregisteret",
                          "registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret",
                          "registreringsdatoFrivilligMerverdiavgiftsregisteret",
                          "registreringsdatoPartiregisteret",
                          "registreringsdatoAntallAnsatteNAVAaregisteret",
                          "registreringsdatoAntallAnsatteEnhetsregisteret",
                          "epostadresse",
                          "telefon",
                          "mobil",
                          "erIKonsern",
                          "fravalgRevisjonDato",
                          "fravalgRevisjonBeslutningsDato",
                          "underRekonstruksjonsforhandlingDato",
                          "underUtenlandskInsolvensbehandlingDato",
                          "kapital",
                          "foretaksformIHjemlandet",
                          "utenlandskRegisterNavn",
                          "utenlandskRegisterAdresse",
                          "underlagtLovgivningLand",
                          "underlagtLovgivningLandKode",
                          "historiskeNavn"};
  EXPECT_EQ(TopLevelNames(Kind::kEntity), expected);
}

// Spec, Sub-entity.
TEST(SubEntityFields, AreThoseOfTheSpecification) {
  const Names expected = {"organisasjonsnummer",
                          "navn",
                          "organisasjonsform",
                          "postadresse",
                          "registreringsdatoEnhetsregisteret",
                          "registrertIMvaregisteret",
                          "frivilligMvaRegistrertBeskrivelser",
                          "naeringskode1",
                          "naeringskode2",
                          "naeringskode3",
                          "hjelpeenhetskode",
                          "antallAnsatte",
                          "harRegistrertAntallAnsatte",
                          "hjemmeside",
                          "beliggenhetsadresse",
                          "overordnetEnhet",
                          "oppstartsdato",
                          "datoEierskifte",
                          "nedleggelsesdato",
                          "slettedato",
                          "epostadresse",
                          "telefon",
                          "mobil",
                          "registreringsdatoMerverdiavgiftsregisteret",
                          "registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret",
                          "registreringsdatoFrivilligMerverdiavgiftsregisteret",
                          "registreringsdatoAntallAnsatteNAVAaregisteret",
                          "registreringsdatoAntallAnsatteEnhetsregisteret",
                          "historiskeNavn"};
  EXPECT_EQ(TopLevelNames(Kind::kSubEntity), expected);
}

// Spec, Common query parameters.
TEST(SortKeys, AreThoseOfTheSpecification) {
  const Names entity = {"navn",
                        "organisasjonsnummer",
                        "overordnetEnhet",
                        "organisasjonsform.kode",
                        "antallAnsatte",
                        "hjemmeside",
                        "postadresse.kommune",
                        "postadresse.kommunenummer",
                        "registreringsdatoEnhetsregisteret",
                        "registrertIMvaregisteret",
                        "registrertIForetaksregisteret",
                        "registrertIStiftelsesregisteret",
                        "registrertIFrivillighetsregisteret",
                        "naeringskode1.kode",
                        "naeringskode2.kode",
                        "naeringskode3.kode",
                        "hjelpeenhetskode.kode",
                        "forretningsadresse.kommune",
                        "forretningsadresse.kommunenummer",
                        "stiftelsesdato",
                        "institusjonellSektorkode.kode",
                        "konkurs",
                        "underAvvikling",
                        "underTvangsavviklingEllerTvangsopplosning"};
  const Names sub_entity = {"navn",
                            "organisasjonsnummer",
                            "overordnetEnhet",
                            "organisasjonsform.kode",
                            "antallAnsatte",
                            "hjemmeside",
                            "postadresse.kommune",
                            "postadresse.kommunenummer",
                            "registreringsdatoEnhetsregisteret",
                            "registrertIMvaregisteret",
                            "naeringskode1.kode",
                            "naeringskode2.kode",
                            "naeringskode3.kode",
                            "hjelpeenhetskode.kode",
                            "oppstartsdato",
                            "nedleggelsesdato",
                            "datoEierskifte",
                            "slettedato",
                            "beliggenhetsadresse.kommune",
                            "beliggenhetsadresse.kommunenummer"};
  EXPECT_EQ(SortNames(Kind::kEntity), entity);
  EXPECT_EQ(SortNames(Kind::kSubEntity), sub_entity);
}

// Spec, Entity search parameters. navnMetodeForSoek, sort, size and page are not filters.
TEST(EntityParameters, AreThoseOfTheSpecification) {
  const Names expected = {"navn",
                          "organisasjonsnummer",
                          "overordnetEnhet",
                          "fraAntallAnsatte",
                          "tilAntallAnsatte",
                          "konkurs",
                          "registrertIMvaregisteret",
                          "registrertIForetaksregisteret",
                          "registrertIStiftelsesregisteret",
                          "registrertIFrivillighetsregisteret",
                          "registrertIPartiregisteret",
                          "underTvangsavviklingEllerTvangsopplosning",
                          "underAvvikling",
                          "underKonkursbehandling",
                          "frivilligRegistrertIMvaregisteret",
                          "fraRegistreringsdatoEnhetsregisteret",
                          "tilRegistreringsdatoEnhetsregisteret",
                          "fraStiftelsesdato",
                          "tilStiftelsesdato",
                          "fraRegistreringsdatoMerverdiavgiftsregisteret",
                          "tilRegistreringsdatoMerverdiavgiftsregisteret",
                          "fraRegistreringsdatoForetaksregisteret",
                          "tilRegistreringsdatoForetaksregisteret",
                          "fraRegistreringsdatoFrivillighetsregisteret",
                          "tilRegistreringsdatoFrivillighetsregisteret",
                          "fraRegistreringsdatoPartiregisteret",
                          "tilRegistreringsdatoPartiregisteret",
                          "organisasjonsform",
                          "hjemmeside",
                          "institusjonellSektorkode",
                          "postadresse.adresse",
                          "postadresse.landkode",
                          "postadresse.kommunenummer",
                          "postadresse.postnummer",
                          "postadresse.poststed",
                          "kommunenummer",
                          "forretningsadresse.kommunenummer",
                          "forretningsadresse.postnummer",
                          "forretningsadresse.poststed",
                          "forretningsadresse.landkode",
                          "forretningsadresse.adresse",
                          "naeringskode",
                          "sisteInnsendteAarsregnskap"};
  EXPECT_EQ(ParameterNames(Kind::kEntity), expected);
}

// Spec, Sub-entity search parameters.
TEST(SubEntityParameters, AreThoseOfTheSpecification) {
  const Names expected = {"navn",
                          "organisasjonsnummer",
                          "overordnetEnhet",
                          "fraAntallAnsatte",
                          "tilAntallAnsatte",
                          "registrertIMvaregisteret",
                          "fraRegistreringsdatoEnhetsregisteret",
                          "tilRegistreringsdatoEnhetsregisteret",
                          "fraOppstartsdato",
                          "tilOppstartsdato",
                          "fraDatoEierskifte",
                          "tilDatoEierskifte",
                          "fraNedleggelsesdato",
                          "tilNedleggelsesdato",
                          "fraRegistreringsdatoMerverdiavgiftsregisteret",
                          "tilRegistreringsdatoMerverdiavgiftsregisteret",
                          "organisasjonsform",
                          "hjemmeside",
                          "postadresse.kommunenummer",
                          "postadresse.postnummer",
                          "postadresse.poststed",
                          "postadresse.landkode",
                          "postadresse.adresse",
                          "kommunenummer",
                          "beliggenhetsadresse.kommunenummer",
                          "beliggenhetsadresse.postnummer",
                          "beliggenhetsadresse.poststed",
                          "beliggenhetsadresse.landkode",
                          "beliggenhetsadresse.adresse",
                          "naeringskode"};
  EXPECT_EQ(ParameterNames(Kind::kSubEntity), expected);
}

// Spec, Deleted and removed records.
TEST(ReducedRecords, HaveTheMembersOfTheSpecification) {
  const auto paths = [](Kind kind, State state) {
    std::vector<std::string> all;
    for (const Field& field : Fields(kind, state)) all.push_back(field.Path());
    return all;
  };
  EXPECT_EQ(paths(Kind::kEntity, State::kRemoved),
            (std::vector<std::string>{"organisasjonsnummer", "slettedato"}));
  EXPECT_EQ(paths(Kind::kSubEntity, State::kDeleted),
            (std::vector<std::string>{"organisasjonsnummer", "navn", "organisasjonsform.kode",
                                      "organisasjonsform.beskrivelse", "organisasjonsform.utgaatt",
                                      "slettedato", "nedleggelsesdato"}));
}

// Spec, Versioning, Differences between versions.
TEST(Versions, LeaveLaterMembersOutOfVersion1) {
  for (const char* path : {"harRegistrertAntallAnsatte", "hjelpeenhetskode.kode", "konkursdato",
                           "kapital.belop", "erIKonsern", "epostadresse"}) {
    EXPECT_FALSE(FindField(Kind::kEntity, path)->versions.Include(1)) << path;
    EXPECT_TRUE(FindField(Kind::kEntity, path)->versions.Include(2)) << path;
  }
  const Field* const helper = FindField(Kind::kEntity, "naeringskode2.hjelpeenhetskode");
  EXPECT_TRUE(helper->versions.Include(1));
  EXPECT_FALSE(helper->versions.Include(2));
}

TEST(CsvHeader, KeepsTheSpellingsOfTheFiles) {
  const auto header = [](Kind kind, const char* path) {
    return FindField(kind, path)->CsvHeader(kind);
  };
  EXPECT_EQ(header(Kind::kEntity, "registreringsdatoEnhetsregisteret"),
            "registreringsdatoenhetsregisteret");
  EXPECT_EQ(header(Kind::kSubEntity, "registreringsdatoEnhetsregisteret"),
            "registreringsdatoIEnhetsregisteret");
  EXPECT_EQ(header(Kind::kEntity, "registrertIMvaregisteret"), "registrertIMvaRegisteret");
  EXPECT_EQ(header(Kind::kSubEntity, "registrertIMvaregisteret"), "registrertIMvaregisteret");
  EXPECT_EQ(header(Kind::kEntity, "postadresse.poststed"), "postadresse.poststed");
}

}  // namespace
}  // namespace orgreg::model
