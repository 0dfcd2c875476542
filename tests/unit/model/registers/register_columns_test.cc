// SPDX-License-Identifier: EUPL-1.2

// Compares the columns with the published files' contents, typed in: the one wanted repetition.

#include "model/registers/register_columns.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace orgreg::model {
namespace {

std::vector<std::string> HeadersOf(std::span<const RegisterColumn> columns) {
  std::vector<std::string> headers;
  for (const RegisterColumn& column : columns) headers.push_back(column.header);
  return headers;
}

TEST(VoluntaryColumns, AreFortyInThePublishedOrder) {
  const std::vector<std::string> expected = {
      "organisasjonsnummer",
      "navn",
      "organisasjonsform.kode",
      "organisasjonsform.beskrivelse",
      "forretningsadresse.land",
      "forretningsadresse.landkode",
      "forretningsadresse.postnummer",
      "forretningsadresse.poststed",
      "forretningsadresse.adresse",
      "forretningsadresse.kommune",
      "forretningsadresse.kommunenummer",
      "postadresse.land",
      "postadresse.landkode",
      "postadresse.postnummer",
      "postadresse.poststed",
      "postadresse.adresse",
      "postadresse.kommune",
      "postadresse.kommunenummer",
      "telefon",
      "mobil",
      "innfoertDato",
      "foersteGangInnfoert",
      "icnpoKategorier1.icnpoNummer",
      "icnpoKategorier1.navn",
      "icnpoKategorier2.icnpoNummer",
      "icnpoKategorier2.navn",
      "icnpoKategorier3.icnpoNummer",
      "icnpoKategorier3.navn",
      "vedtekter.frivilligRegistrerteVedtekter",
      "vedtekter.sistOppdaterteVedtekter",
      "regnskapsrapportering.harPaatattSegRapporteringsplikt",
      "regnskapsrapportering.avslutningsdatoForRegnskapsperiode",
      "regnskapsrapportering.sistInnsendteAarsregnskap.regnskapsaar",
      "regnskapsrapportering.sistInnsendteAarsregnskap.registreringsdato",
      "grasrotandel.deltarI",
      "grasrotandel.utestengelsesperiode.fraDato",
      "grasrotandel.utestengelsesperiode.tilDato",
      "kontonummer",
      "paategninger",
      "epostadresse"};
  EXPECT_EQ(HeadersOf(VoluntaryColumns()), expected);
  EXPECT_EQ(VoluntaryColumns().size(), 40U);
}

TEST(VoluntaryColumns, HaveThoseOfTheRegisterItselfInOneBlock) {
  int changes = 0;
  for (std::size_t at = 1; at < VoluntaryColumns().size(); ++at) {
    const bool is_entity = VoluntaryColumns()[at].source == RegisterColumn::Source::kEntity;
    const bool was_entity = VoluntaryColumns()[at - 1].source == RegisterColumn::Source::kEntity;
    changes += is_entity != was_entity ? 1 : 0;
  }
  EXPECT_EQ(changes, 2);
}

TEST(PartyColumns, AreTwelveInThePublishedOrder) {
  const std::vector<std::string> expected = {
      "organisasjonsnummer",           "navn",
      "organisasjonsform.kode",        "forretningsadresse.adresse",
      "forretningsadresse.postnummer", "forretningsadresse.kommunenummer",
      "forretningsadresse.kommune",    "forretningsadresse.land",
      "postadresse.adresse",           "postadresse.postnummer",
      "postadresse.poststed",          "postadresse.land"};
  EXPECT_EQ(HeadersOf(PartyColumns()), expected);
}

}  // namespace
}  // namespace orgreg::model
