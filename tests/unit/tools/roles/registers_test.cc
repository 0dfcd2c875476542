// SPDX-License-Identifier: EUPL-1.2

#include "tools/roles/registers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "records/readers/supplement.h"
#include "tools/values/series.h"
#include "unit/formats/full_disk.h"
#include "unit/tools/generated_register.h"

namespace orgreg::tools {
namespace {

using model::Kind;
using model::Unit;

constexpr std::string_view kFiles[] = {"roller_alle.json.gz",     "roller_alle_autorisert.json.gz",
                                       "frivillige.ndjson",       "partier.json",
                                       "matrikkelenheter.ndjson", "regnskap_alle.json.gz"};
constexpr std::uint64_t kSeed = 1;

struct Register {
  GenerateCounts counts = {};
  std::unordered_map<std::uint32_t, Unit> live = {};
  std::vector<std::string> voluntary = {};
  std::vector<std::string> parties = {};
  std::vector<std::string> cadastral = {};
};

const Register& Made() {
  static const Register made = [] {
    const std::string folder = GeneratedFolder("registers");
    auto counts = Generate({.entities = 20'000, .seed = kSeed, .directory = folder});
    EXPECT_TRUE(counts.ok());
    Register read{.counts = *counts};
    read.live = GeneratedUnits(folder + "/enheter_alle.json.gz");
    read.voluntary = GeneratedRecords(folder + "/frivillige.ndjson");
    read.parties = GeneratedRecords(folder + "/partier.json");
    read.cadastral = GeneratedRecords(folder + "/matrikkelenheter.ndjson");
    std::filesystem::remove_all(folder);
    return read;
  }();
  return made;
}

// An import would accept every record and store it unchanged; the numbers rise.
void ExpectTaken(Kind kind, const std::vector<std::string>& records) {
  records::SupplementReader reader({});
  base::OrgNumber last = {};
  for (const std::string& record : records) {
    records::Supplement read;
    records::Problems problems;
    std::vector<std::string> unknown;
    ASSERT_TRUE(reader.Read(kind, record, &read, &problems, &unknown))
        << record << problems.front().Text();
    EXPECT_TRUE(unknown.empty()) << record << unknown.front();
    EXPECT_EQ(read.body, record);
    EXPECT_LT(last, read.number);
    last = read.number;
  }
}

std::string Bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(GenerateRegisters, EveryRecordCanBeImported) {
  ExpectTaken(Kind::kVoluntary, Made().voluntary);
  ExpectTaken(Kind::kParty, Made().parties);
  ExpectTaken(Kind::kCadastral, Made().cadastral);
}

TEST(GenerateRegisters, CountsItsRecords) {
  EXPECT_EQ(Made().voluntary.size(), Made().counts.voluntary);
  EXPECT_EQ(Made().parties.size(), Made().counts.parties);
  EXPECT_EQ(Made().cadastral.size(), Made().counts.cadastral_lists);
}

TEST(GenerateRegisters, TheSameSeedGivesTheSameBytes) {
  const auto make = [](std::string_view name, std::uint64_t seed) {
    ASSERT_TRUE(Generate({.entities = 500, .seed = seed, .directory = GeneratedFolder(name)}).ok());
  };
  make("first", 7);
  make("second", 7);
  make("other", 8);
  for (const std::string_view name : kFiles) {
    const std::string file = "/" + std::string(name);
    EXPECT_EQ(Bytes(GeneratedFolder("first") + file), Bytes(GeneratedFolder("second") + file));
    EXPECT_NE(Bytes(GeneratedFolder("first") + file), Bytes(GeneratedFolder("other") + file))
        << name;
  }
  for (const std::string_view name : {"first", "second", "other"}) {
    std::filesystem::remove_all(GeneratedFolder(name));
  }
}

// By the entity's own flag: every registered entity has an entry, and otherwise only those that
// were struck off.
TEST(GenerateRegisters, NonProfitsAreTheEntitiesWithTheFlag) {
  std::uint64_t entity = 0;
  int entered = 0;
  int struck_off = 0;
  for (const auto& [number, unit] : Made().live) {
    const auto entry = MakeVoluntary(kSeed, entity++, unit);
    if (*unit.in_nonprofit_register) {
      ASSERT_TRUE(entry);
      EXPECT_EQ(entry->number.value(), number);
      EXPECT_EQ(entry->first_entered_on, unit.nonprofit_registered_on);
      EXPECT_GE(*entry->entered_on, *entry->first_entered_on);
      EXPECT_LE(*entry->entered_on, SnapshotDay());
      EXPECT_FALSE(entry->struck_off_on);
      EXPECT_FALSE(entry->categories->empty());
      ++entered;
    } else if (entry) {
      EXPECT_TRUE(unit.form.code == "FLI" || unit.form.code == "STI");
      EXPECT_GE(*entry->struck_off_on, *unit.registered_on);
      EXPECT_LE(*entry->struck_off_on, SnapshotDay());
      ++struck_off;
    }
  }
  EXPECT_NEAR(entered / 200.0, 6.2, 0.7);
  EXPECT_GT(struck_off, 5);
  EXPECT_LT(struck_off, entered / 10);
}

TEST(GenerateRegisters, EntriesOfNonProfitsHaveEveryMember) {
  std::string all;
  for (const std::string& record : Made().voluntary) all.append(record);
  for (const std::string_view member :
       {"slettetDato", "kontonummer", "utestengelsesperiode", "sistInnsendteAarsregnskap",
        "sistOppdaterteVedtekter", "ICNPOKategori.kunstOgKultur",
        "informasjonstype.organisasjonsnummer", R"("rekkefoelge":2)"}) {
    EXPECT_THAT(all, testing::HasSubstr(std::string(member)));
  }
}

TEST(GenerateRegisters, PartiesAreTheEntitiesWithTheFlag) {
  std::size_t parties = 0;
  for (const auto& [number, unit] : Made().live) {
    const auto party = MakeParty(unit);
    EXPECT_EQ(party.has_value(), *unit.in_party_register);
    if (!party) continue;
    ++parties;
    EXPECT_EQ(party->number.value(), number);
    EXPECT_EQ(party->name, unit.name);
    EXPECT_EQ(party->business_address, unit.business_address);
  }
  EXPECT_GT(parties, 0U);
  EXPECT_EQ(parties, Made().parties.size());
}

TEST(GenerateRegisters, PropertyIsInTheMunicipalityOfItsOwner) {
  std::uint64_t entity = 0;
  std::set<std::uint64_t> ids;
  std::size_t units = 0;
  int with_sections = 0;
  int leased = 0;
  for (const auto& [number, unit] : Made().live) {
    const auto list = MakeCadastral(kSeed, entity++, unit);
    if (!list) continue;
    EXPECT_EQ(list->number.value(), number);
    std::uint32_t order = 1;
    for (const model::CadastralUnit& property : list->units) {
      ++units;
      ids.insert(property.id);
      EXPECT_EQ(property.order, order++);
      EXPECT_EQ(property.number.municipality,
                static_cast<std::uint32_t>(std::stoi(*unit.business_address.municipality_number)));
      EXPECT_GT(property.number.farm, 0U);
      EXPECT_GT(property.number.use, 0U);
      with_sections += property.number.section > 0 ? 1 : 0;
      leased += property.number.lease > 0 ? 1 : 0;
    }
  }
  EXPECT_EQ(ids.size(), units);
  EXPECT_GT(with_sections, 100);
  EXPECT_GT(leased, 10);
}

TEST(GenerateRegisters, AMinorityOwnsPropertyAndMostHousingCooperativesDo) {
  EXPECT_NEAR(static_cast<double>(Made().cadastral.size()) / 200, 7.5, 2);
  std::uint64_t entity = 0;
  int cooperatives = 0;
  int owners = 0;
  for (const auto& [number, unit] : Made().live) {
    const bool owns = MakeCadastral(kSeed, entity++, unit).has_value();
    if (unit.form.code != "BRL") continue;
    ++cooperatives;
    owners += owns ? 1 : 0;
  }
  EXPECT_GT(owners, cooperatives * 7 / 10);
}

TEST(GenerateRegisters, AnEntityWithoutAMunicipalityHasNoProperty) {
  Unit unit;
  unit.form = {.code = "BRL"};
  for (std::uint64_t entity = 0; entity < 100; ++entity) {
    EXPECT_FALSE(MakeCadastral(kSeed, entity, unit));
  }
}

TEST(GenerateRegisters, AFileThatCannotBeWrittenLeavesTheEarlierOnes) {
  for (const std::string_view name : kFiles) {
    const std::string folder = GeneratedFolder("obstacle");
    ASSERT_TRUE(Generate({.entities = 50, .directory = folder}).ok());
    const std::string before = Bytes(folder + "/enheter_alle.json.gz");
    std::filesystem::create_directories(folder + "/" + std::string(name) + ".tmp");
    const auto counts = Generate({.entities = 60, .directory = folder});
    ASSERT_FALSE(counts.ok()) << name;
    EXPECT_EQ(counts.error().code, base::Code::kIo);
    EXPECT_EQ(Bytes(folder + "/enheter_alle.json.gz"), before);
    std::filesystem::remove_all(folder);
  }
}

// Roles and statements are written on separate threads, which fail in the middle of the work.
TEST(GenerateRegisters, AFullDiskEndsTheRun) {
  const std::string folder = GeneratedFolder("full");
  for (const rlim_t most_bytes : {0UL, 4'096UL, 100'000UL, 400'000UL}) {
    const auto counts = [&] {
      const formats::FullDisk full(most_bytes);
      return Generate({.entities = 4'000, .directory = folder});
    }();
    ASSERT_FALSE(counts.ok()) << most_bytes;
    EXPECT_THAT(counts.error().message, testing::HasSubstr(folder));
    EXPECT_FALSE(std::filesystem::exists(folder + "/partier.json"));
    std::filesystem::remove_all(folder);
  }
}

}  // namespace
}  // namespace orgreg::tools
