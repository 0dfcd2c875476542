// SPDX-License-Identifier: EUPL-1.2

#include "tools/generate/generate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/values/fold.h"
#include "formats/byte_source.h"
#include "model/limits.h"
#include "model/unit.h"
#include "model/units/field.h"
#include "records/readers/record_reader.h"
#include "render/record_json.h"
#include "tools/values/series.h"

namespace orgreg::tools {
namespace {

using model::Kind;
using model::Unit;
using testing::HasSubstr;

constexpr std::string_view kInventories[] = {"enheter_alle.json.gz", "underenheter_alle.json.gz"};
constexpr std::string_view kRetired[] = {"utgaatte_enheter.ndjson", "utgaatte_underenheter.ndjson"};

std::string Folder(std::string_view name) {
  return testing::TempDir() + "generate_test_" + std::to_string(getpid()) + "/" + std::string(name);
}

std::string Bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The text of a file, unpacked where it is packed.
std::string Text(const std::string& path) {
  auto source = formats::OpenSource(path);
  EXPECT_TRUE(source.ok()) << path;
  std::string text;
  std::string piece(std::size_t{1} << 20, '\0');
  while (source.ok()) {
    auto size = source->bytes().Read(piece);
    EXPECT_TRUE(size.ok()) << path;
    if (!size.ok() || *size == 0) break;
    text.append(piece, 0, *size);
  }
  return text;
}

struct Row {
  std::string json = {};
  Unit unit = {};
};

// A generated register, read back: for each kind the live units, and the others.
struct Register {
  GenerateCounts counts = {};
  std::array<std::vector<Row>, 2> live = {};
  std::array<std::vector<Row>, 2> retired = {};

  const std::vector<Row>& Live(Kind kind) const { return live[static_cast<std::size_t>(kind)]; }
  const std::vector<Row>& Retired(Kind kind) const {
    return retired[static_cast<std::size_t>(kind)];
  }
};

std::vector<Row> ReadRows(Kind kind, const std::string& text) {
  std::vector<Row> rows;
  records::RecordReader reader;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line(text.data() + at, end - at);
    at = end + 1;
    if (!line.starts_with('{')) continue;
    if (line.ends_with(',')) line.remove_suffix(1);
    Row& row = rows.emplace_back(Row{.json = std::string(line)});
    std::string padded = row.json;
    padded.resize(padded.size() + records::RecordReader::kPadding);
    records::Problems problems;
    const std::string_view record(padded.data(), row.json.size());
    EXPECT_TRUE(reader.Read(kind, record, &row.unit, &problems)) << row.json;
  }
  return rows;
}

GenerateCounts Make(const std::string& folder, std::uint64_t entities, std::uint64_t seed = 1) {
  auto counts = Generate({.entities = entities, .seed = seed, .directory = folder});
  EXPECT_TRUE(counts.ok()) << counts.error().message;
  return counts.ok() ? *counts : GenerateCounts{};
}

Register MakeAndRead(std::uint64_t entities) {
  const std::string folder = Folder("read");
  Register made{.counts = Make(folder, entities)};
  for (const Kind kind : model::kUnitKinds) {
    const auto which = static_cast<std::size_t>(kind);
    made.live[which] = ReadRows(kind, Text(folder + "/" + std::string(kInventories[which])));
    made.retired[which] = ReadRows(kind, Text(folder + "/" + std::string(kRetired[which])));
  }
  std::filesystem::remove_all(folder);
  return made;
}

const Register& Small() {
  static const Register made = MakeAndRead(3'000);
  return made;
}
const Register& Large() {
  static const Register made = MakeAndRead(20'000);
  return made;
}

// The percentage of rows for which `is` returns true.
template <typename Predicate>
double Percent(const std::vector<Row>& rows, Predicate is) {
  const auto count = std::ranges::count_if(rows, [&](const Row& row) { return is(row.unit); });
  return 100.0 * static_cast<double>(count) / static_cast<double>(rows.size());
}

std::vector<Row> OfForm(const std::vector<Row>& rows, std::string_view form) {
  std::vector<Row> chosen;
  for (const Row& row : rows) {
    if (row.unit.form.code == form) chosen.push_back(row);
  }
  return chosen;
}

TEST(Generate, TheSameSeedGivesTheSameBytes) {
  Make(Folder("first"), 500, 7);
  Make(Folder("second"), 500, 7);
  Make(Folder("other"), 500, 8);
  for (const auto& names : {kInventories, kRetired}) {
    for (const std::string_view name : {names[0], names[1]}) {
      const std::string file = "/" + std::string(name);
      EXPECT_EQ(Bytes(Folder("first") + file), Bytes(Folder("second") + file)) << name;
      EXPECT_NE(Bytes(Folder("first") + file), Bytes(Folder("other") + file)) << name;
    }
  }
}

TEST(Generate, CountsItsRecords) {
  const Register& made = Small();
  EXPECT_EQ(made.counts.entities, 3'000U);
  EXPECT_EQ(made.Live(Kind::kEntity).size(), 3'000U);
  EXPECT_EQ(made.Live(Kind::kSubEntity).size(), made.counts.sub_entities);
  EXPECT_NEAR(static_cast<double>(made.counts.sub_entities), 0.73 * 3'000, 30);
  std::uint64_t deleted = 0;
  std::uint64_t removed = 0;
  for (const Kind kind : model::kUnitKinds) {
    for (const Row& row : made.Retired(kind)) {
      EXPECT_NE(row.unit.state, model::State::kLive);
      ++(row.unit.state == model::State::kDeleted ? deleted : removed);
    }
  }
  EXPECT_EQ(deleted, made.counts.deleted);
  EXPECT_EQ(removed, made.counts.removed);
}

TEST(Generate, EveryNumberIsValidAndBelongsToOneUnit) {
  std::set<base::OrgNumber> numbers;
  std::size_t units = 0;
  for (const Kind kind : model::kUnitKinds) {
    for (const auto* rows : {&Large().Live(kind), &Large().Retired(kind)}) {
      for (const Row& row : *rows) {
        ++units;
        EXPECT_TRUE(row.unit.number.HasValidCheckDigit()) << row.json;
        EXPECT_THAT(row.unit.number.ToString()[0], testing::AnyOf('8', '9'));
        numbers.insert(row.unit.number);
      }
    }
  }
  EXPECT_EQ(numbers.size(), units);
}

TEST(Generate, NumbersRiseInEveryFile) {
  for (const Kind kind : model::kUnitKinds) {
    for (const auto* rows : {&Large().Live(kind), &Large().Retired(kind)}) {
      const auto number = [](const Row& row) { return row.unit.number; };
      EXPECT_TRUE(std::ranges::is_sorted(*rows, std::ranges::less(), number));
    }
  }
}

// Numbers that begin with 8 are as old as the surrounding ones that begin with 9.
TEST(Generate, YoungerUnitsHaveHigherNumbersWithinEachPartOfTheSeries) {
  std::map<std::uint32_t, base::Date> first_day;  // By the first two digits.
  for (const Row& row : Large().Live(Kind::kEntity)) {
    first_day.emplace(row.unit.number.value() / 10'000'000, *row.unit.registered_on);
  }
  EXPECT_LT(first_day.at(91), first_day.at(92));
  EXPECT_LT(first_day.at(92), first_day.at(93));
  EXPECT_LT(first_day.at(95), first_day.at(97));
  EXPECT_LT(first_day.at(99), first_day.at(91));
  EXPECT_NEAR(first_day.at(82).days(), first_day.at(92).days(), 60);
}

TEST(Generate, RecordsAreReadBackAsTheyWereWritten) {
  for (const Kind kind : model::kUnitKinds) {
    for (const auto* rows : {&Small().Live(kind), &Small().Retired(kind)}) {
      for (const Row& row : *rows) {
        std::string again;
        render::AppendRecord(kind, row.unit, model::Form::kStored, &again);
        ASSERT_EQ(again, row.json);
        ASSERT_TRUE(row.unit.unknown.empty());
      }
    }
  }
}

TEST(Generate, EveryFieldOccursInASmallRegister) {
  for (const Kind kind : model::kUnitKinds) {
    for (const model::Field& field : model::Fields(kind)) {
      if (!field.versions.Include(model::kLatestVersion)) continue;
      const auto occurs = [&](const Row& row) { return field.row.IsIn(&row.unit); };
      EXPECT_TRUE(std::ranges::any_of(Small().Live(kind), occurs) ||
                  std::ranges::any_of(Small().Retired(kind), occurs))
          << field.Path();
    }
  }
}

// Lists that every unit has are not always empty.
TEST(Generate, ListsHaveElements) {
  const auto& units = Small().Live(Kind::kEntity);
  const auto any = [&](auto is) { return Percent(units, is) > 0; };
  EXPECT_TRUE(any([](const Unit& unit) { return !unit.notices->empty(); }));
  EXPECT_TRUE(any([](const Unit& unit) { return unit.former_names->text != "[]"; }));
  EXPECT_TRUE(any([](const Unit& unit) { return unit.former_names->text == "[]"; }));
  EXPECT_TRUE(any([](const Unit& unit) { return unit.industries[2].code.has_value(); }));
}

TEST(Generate, EveryFormOfEntitiesOccursInASmallRegister) {
  std::set<std::string> forms;
  for (const Row& row : Small().Live(Kind::kEntity)) forms.insert(*row.unit.form.code);
  EXPECT_EQ(forms.size(), 40U);
}

TEST(Generate, NothingHappensBeforeItsTimeOrAfterTheSnapshot) {
  for (const Kind kind : model::kUnitKinds) {
    for (const Row& row : Small().Live(kind)) {
      for (const model::Field& field : model::Fields(kind)) {
        const auto* const day = model::ValueOf<model::Day>(field.row, &row.unit);
        if (day != nullptr && *day) {
          EXPECT_LE(**day, SnapshotDay()) << field.Path() << row.json;
        }
      }
      const Unit& unit = row.unit;
      if (unit.founded_on) {
        EXPECT_LE(*unit.founded_on, *unit.registered_on) << row.json;
      }
      for (const model::Day& later :
           {unit.business_registered_on, unit.vat_registered_on, unit.bankrupt_on,
            unit.winding_up_on, unit.capital.entered_on, unit.owner_changed_on,
            unit.employees_registered_here_on, unit.articles_dated_on}) {
        if (later) {
          EXPECT_GE(*later, *unit.registered_on) << row.json;
        }
      }
    }
  }
}

struct Share {
  std::string_view what = {};
  double percent = 0;
  bool (*is)(const Unit&) = nullptr;
};

void ExpectShares(const std::vector<Row>& rows, std::span<const Share> shares) {
  for (const Share& share : shares) {
    const double p = share.percent / 100;
    // Four standard deviations, and a little for the uncertainty of the real figure itself.
    const double chance = 400 * std::sqrt(p * (1 - p) / static_cast<double>(rows.size()));
    EXPECT_NEAR(Percent(rows, share.is), share.percent, chance + 0.05 * share.percent)
        << share.what;
  }
}

// The shares of a real register of August 2026.
TEST(Generate, FormsAreAsFrequentAsInARealRegister) {
  constexpr std::array<Share, 7> kShares = {{
      {"ENK", 39.37, [](const Unit& unit) { return unit.form.code == "ENK"; }},
      {"AS", 36.84, [](const Unit& unit) { return unit.form.code == "AS"; }},
      {"FLI", 10.99, [](const Unit& unit) { return unit.form.code == "FLI"; }},
      {"ESEK", 2.84, [](const Unit& unit) { return unit.form.code == "ESEK"; }},
      {"UTLA", 2.40, [](const Unit& unit) { return unit.form.code == "UTLA"; }},
      {"NUF", 2.21, [](const Unit& unit) { return unit.form.code == "NUF"; }},
      {"KBO", 0.64, [](const Unit& unit) { return unit.form.code == "KBO"; }},
  }};
  ExpectShares(Large().Live(Kind::kEntity), kShares);
}

TEST(Generate, FieldsAreAsFrequentAsInARealRegister) {
  constexpr std::array<Share, 22> kShares = {{
      {"business", 98.44, [](const Unit& u) { return u.business_address.country.has_value(); }},
      {"postcode", 94.67, [](const Unit& u) { return u.business_address.postcode.has_value(); }},
      {"postal", 17.33, [](const Unit& u) { return u.postal_address.country.has_value(); }},
      {"industry 1", 96.95, [](const Unit& u) { return u.industries[0].code.has_value(); }},
      {"industry 2", 1.57, [](const Unit& u) { return u.industries[1].code.has_value(); }},
      {"helper", 2.53, [](const Unit& u) { return u.helper_unit.code.has_value(); }},
      {"sector", 91.75, [](const Unit& u) { return u.sector.code.has_value(); }},
      {"founded", 57.65, [](const Unit& u) { return u.founded_on.has_value(); }},
      {"business register", 49.2, [](const Unit& u) { return *u.in_business_register; }},
      {"nonprofit register", 6.21, [](const Unit& u) { return *u.in_nonprofit_register; }},
      {"articles", 41.86, [](const Unit& u) { return u.articles_dated_on.has_value(); }},
      {"accounts", 38.39, [](const Unit& u) { return u.last_accounts_year.has_value(); }},
      {"capital", 37.38, [](const Unit& u) { return u.capital.amount.has_value(); }},
      {"value added tax", 34.91, [](const Unit& u) { return *u.in_vat_register; }},
      {"voluntary", 4.18, [](const Unit& u) { return u.voluntary_vat_descriptions.has_value(); }},
      {"audit", 25.04, [](const Unit& u) { return u.audit_waived_on.has_value(); }},
      {"mail", 27.74, [](const Unit& u) { return u.email.has_value(); }},
      {"phone", 16.68, [](const Unit& u) { return u.phone.has_value(); }},
      {"site", 9.73, [](const Unit& u) { return u.website.has_value(); }},
      {"staff", 15.16, [](const Unit& u) { return *u.has_employees; }},
      {"renamed", 18.77, [](const Unit& u) { return u.former_names->text != "[]"; }},
      {"home country", 2.08, [](const Unit& u) { return u.home_country_form.code.has_value(); }},
  }};
  ExpectShares(Large().Live(Kind::kEntity), kShares);
}

TEST(Generate, FlagsAreAsFrequentAsInARealRegister) {
  constexpr std::array<Share, 5> kShares = {{
      {"bankrupt", 0.27, [](const Unit& unit) { return *unit.bankrupt; }},
      {"winding up", 0.58, [](const Unit& unit) { return *unit.winding_up; }},
      {"dissolved", 0.16, [](const Unit& unit) { return *unit.compulsory_dissolution; }},
      {"nynorsk", 3.5, [](const Unit& unit) { return unit.language == "Nynorsk"; }},
      {"foundation", 0.51, [](const Unit& unit) { return *unit.in_foundation_register; }},
  }};
  ExpectShares(Large().Live(Kind::kEntity), kShares);
}

TEST(Generate, FieldsFollowTheForm) {
  const auto& all = Large().Live(Kind::kEntity);
  const auto sole = OfForm(all, "ENK");
  const auto companies = OfForm(all, "AS");
  const auto abroad = OfForm(all, "UTLA");
  EXPECT_EQ(Percent(sole, [](const Unit& unit) { return unit.founded_on.has_value(); }), 0);
  EXPECT_EQ(Percent(sole, [](const Unit& unit) { return unit.capital.amount.has_value(); }), 0);
  EXPECT_EQ(Percent(companies, [](const Unit& unit) { return *unit.in_business_register; }), 100);
  EXPECT_GT(Percent(companies, [](const Unit& unit) { return unit.name->ends_with(" AS"); }), 90);
  EXPECT_EQ(Percent(abroad, [](const Unit& unit) { return unit.sector.code.has_value(); }), 0);
  EXPECT_GT(Percent(abroad,
                    [](const Unit& unit) {
                      return unit.business_address.country_code &&
                             *unit.business_address.country_code != "NO";
                    }),
            85);
}

TEST(Generate, CapitalIsMostlyTheLeastThatIsAllowed) {
  const auto companies = OfForm(Large().Live(Kind::kEntity), "AS");
  EXPECT_NEAR(
      Percent(companies, [](const Unit& u) { return u.capital.amount->text() == "30000.00"; }), 52,
      3);
  static constexpr std::int64_t kPast32Bits = std::int64_t{1} << 31;
  EXPECT_GT(Percent(companies, [](const Unit& u) { return u.capital.shares > kPast32Bits; }), 0);
}

TEST(Generate, EmployeesAreHiddenBelowFive) {
  std::array<int, 5> classes = {};
  int shown = 0;
  for (const Row& row : Large().Live(Kind::kEntity)) {
    const model::Count& count = row.unit.employees;
    if (!count) continue;
    EXPECT_GE(*count, 5);
    EXPECT_TRUE(*row.unit.has_employees);
    const int index = *count < 10 ? 0 : *count < 20 ? 1 : *count < 50 ? 2 : *count < 250 ? 3 : 4;
    ++classes[static_cast<std::size_t>(index)];
    ++shown;
  }
  EXPECT_NEAR(100.0 * shown / 20'000, 6.16, 0.8);
  constexpr std::array<double, 5> kPercent = {44, 32, 18, 4.6, 1.6};
  for (std::size_t i = 0; i < classes.size(); ++i) {
    EXPECT_NEAR(100.0 * classes[i] / shown, kPercent[i], 5) << i;
  }
}

TEST(Generate, ForeignAddressesHaveThePostcodeWithinTheCity) {
  int abroad = 0;
  for (const Row& row : Large().Live(Kind::kEntity)) {
    const model::Address& address = row.unit.business_address;
    if (!address.country_code || address.country_code == "NO") continue;
    ++abroad;
    EXPECT_FALSE(address.postcode || address.municipality || address.municipality_number);
    EXPECT_NE(address.city->find_first_of("0123456789"), std::string::npos) << *address.city;
  }
  EXPECT_NEAR(abroad / 200.0, 3.8, 0.7);
}

TEST(Generate, AddressesHaveNoneToThreeLinesAndNoEmptyOne) {
  std::set<std::size_t> sizes;
  for (const Row& row : Large().Live(Kind::kEntity)) {
    if (!row.unit.business_address.lines) continue;
    sizes.insert(row.unit.business_address.lines->size());
    for (const auto& line : *row.unit.business_address.lines) EXPECT_FALSE(line->empty());
  }
  EXPECT_EQ(sizes, (std::set<std::size_t>{0, 1, 2, 3}));
}

TEST(Generate, TextsHaveLineBreaksAndQuotationMarks) {
  const auto has = [](std::string_view json) {
    return Percent(Small().Live(Kind::kEntity), [&](const Unit& unit) {
      return std::ranges::any_of(
          *unit.activity, [&](const auto& line) { return line->find(json) != std::string::npos; });
    });
  };
  EXPECT_GT(has("\n"), 0);
  EXPECT_LT(has("\n"), 2);
  EXPECT_GT(has("\""), 1);
}

TEST(Generate, NamesAreMadeOfManyWordsFewOfThemOften) {
  std::unordered_map<std::string, int> words;
  double characters = 0;
  int named_by_number_of_words[4] = {};
  for (const Row& row : Large().Live(Kind::kEntity)) {
    std::size_t count = 0;
    base::ForEachWord(base::FoldedText(*row.unit.name), [&](std::string_view word) {
      ++words[std::string(word)];
      ++count;
    });
    characters += static_cast<double>(base::CountCharacters(*row.unit.name)) / 20'000;
    ++named_by_number_of_words[std::min<std::size_t>(count, 4) - 1];
  }
  // A register of full size, 1.17 million, has more than 400,000 words in the same way.
  EXPECT_GT(words.size(), 15'000U);
  EXPECT_LT(words.size(), 30'000U);
  EXPECT_GT(words["as"], 6'000);
  EXPECT_GT(words["holding"], 100);
  EXPECT_NEAR(characters, 20.7, 2);
  EXPECT_GT(named_by_number_of_words[0], 100);
  EXPECT_GT(named_by_number_of_words[3], 3'000);
}

TEST(Generate, NamesHaveEveryLetterThatIsHardToSort) {
  std::string all;
  for (const Row& row : Large().Live(Kind::kEntity)) all.append(*row.unit.name).push_back('\n');
  for (const std::string_view trap :
       {"\nAA", "\nÅ", "\nÆ", "\nØ", "É", "Ü", "Ö", "&", "-", "/", ".", "'", "(", "\"", "aa"}) {
    EXPECT_THAT(all, HasSubstr(std::string(trap)));
  }
}

TEST(Generate, PublicBodiesHaveSuperiorsAndSomeAreDeleted) {
  std::unordered_map<std::uint32_t, std::string> forms;
  for (const auto* rows : {&Large().Live(Kind::kEntity), &Large().Retired(Kind::kEntity)}) {
    for (const Row& row : *rows) forms[row.unit.number.value()] = row.unit.form.code.value_or("");
  }
  std::set<std::uint32_t> deleted;
  for (const Row& row : Large().Retired(Kind::kEntity)) deleted.insert(row.unit.number.value());
  int of_deleted = 0;
  int superiors = 0;
  for (const Row& row : Large().Live(Kind::kEntity)) {
    if (row.unit.form.code == "ORGL") {
      EXPECT_TRUE(row.unit.superior) << row.json;
    }
    if (!row.unit.superior) continue;
    ++superiors;
    of_deleted += deleted.contains(row.unit.superior->value()) ? 1 : 0;
    EXPECT_THAT(forms[row.unit.superior->value()], testing::AnyOf("KOMM", "FYLK", "STAT"));
  }
  EXPECT_GT(of_deleted, 0);
  EXPECT_LT(of_deleted, superiors / 2);
}

TEST(Generate, SubEntitiesBelongToEntitiesButForAFew) {
  std::unordered_map<std::uint32_t, const Unit*> entities;
  for (const Row& row : Large().Live(Kind::kEntity)) {
    entities[row.unit.number.value()] = &row.unit;
  }
  std::unordered_map<std::uint32_t, int> sub_entities;
  int missing = 0;
  int same_name = 0;
  int with_place = 0;
  const auto& units = Large().Live(Kind::kSubEntity);
  for (const Row& row : units) {
    ++sub_entities[row.unit.superior->value()];
    const auto superior = entities.find(row.unit.superior->value());
    if (superior == entities.end()) {
      ++missing;
      continue;
    }
    EXPECT_GE(*row.unit.registered_on, *superior->second->registered_on) << row.json;
    same_name += row.unit.name == superior->second->name ? 1 : 0;
    with_place += row.unit.name->starts_with(*superior->second->name + " AVD ") ? 1 : 0;
  }
  const auto share = [&](int count) { return 100.0 * count / static_cast<double>(units.size()); };
  EXPECT_NEAR(share(missing), 0.5, 0.3);
  EXPECT_GT(share(same_name), 60);
  EXPECT_GT(share(with_place), 8);
  const auto most =
      std::ranges::max_element(sub_entities, {}, [](const auto& e) { return e.second; });
  EXPECT_GT(most->second, 100);
  EXPECT_NEAR(Percent(units, [](const Unit& unit) { return unit.form.code == "AAFY"; }), 19, 5);
}

// A sub-entity may outlive its superior, but never belongs to an unregistered one.
TEST(Generate, EverySuperiorIsOrWasRegistered) {
  for (const Register* made : {&Small(), &Large()}) {
    std::unordered_map<std::uint32_t, const Unit*> entities;
    for (const auto* rows : {&made->Live(Kind::kEntity), &made->Retired(Kind::kEntity)}) {
      for (const Row& row : *rows) entities[row.unit.number.value()] = &row.unit;
    }
    int of_removed = 0;
    for (const Row& row : made->Live(Kind::kSubEntity)) {
      const auto superior = entities.find(row.unit.superior->value());
      ASSERT_NE(superior, entities.end()) << row.json;
      of_removed += superior->second->state == model::State::kRemoved ? 1 : 0;
    }
    EXPECT_GT(of_removed, 0);
    for (const Row& row : made->Live(Kind::kEntity)) {
      if (!row.unit.superior) continue;
      EXPECT_TRUE(entities.contains(row.unit.superior->value())) << row.json;
    }
  }
}

// The whole text, with joined lines.
std::string Joined(const model::Lines& lines) {
  std::string text;
  if (!lines) return text;
  for (const auto& line : *lines) text.append(*line).push_back(' ');
  return text;
}

int CountOf(std::string_view wanted, std::string_view text) {
  int count = 0;
  for (std::size_t at = text.find(wanted); at != std::string_view::npos;
       at = text.find(wanted, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Generate, TextsSaidOfAFormFitIt) {
  int sole = 0;
  for (const Row& row : Large().Live(Kind::kEntity)) {
    const Unit& unit = row.unit;
    const std::string activity = Joined(unit.activity);
    const std::string purpose = Joined(unit.purpose);
    const bool is_sole = unit.form.code == "ENK" || unit.form.code == "PERS";
    sole += CountOf("ENK", activity);
    EXPECT_TRUE(is_sole || CountOf("ENK", activity) == 0) << row.json;
    const bool is_company = unit.sector.code == "2100" && unit.form.code == "AS";
    EXPECT_TRUE(!is_company ||
                (CountOf("Foreningen", purpose) == 0 &&
                 CountOf("medlemmer", activity + purpose) == 0 && CountOf("Laget", activity) == 0))
        << row.json;
    const bool is_club = unit.form.code == "FLI" || unit.form.code == "BRL";
    EXPECT_TRUE(!is_club || CountOf("Selskapet", purpose) == 0) << row.json;
    EXPECT_EQ(CountOf("uoppgitt", activity + purpose), 0) << row.json;
  }
  EXPECT_GT(sole, 100);
}

// Each sentence begins with one of a few words, and a text has each at most once.
TEST(Generate, NoTextSaysTheSameTwice) {
  for (const Row& row : Large().Live(Kind::kEntity)) {
    const std::string purpose = Joined(row.unit.purpose);
    for (const std::string_view beginning :
         {"Selskapets formål er", "Å drive", "Selskapets virksomhet er", "Kjøp, salg, utvikling",
          "Formålet er å eie og drive \"", "Formålet er å fremme samhold",
          "Formålet er å ivareta medlemmenes", "Formålet er å gi eierne"}) {
      EXPECT_LE(CountOf(beginning, purpose), 1) << row.json;
    }
    const std::string activity = Joined(row.unit.activity);
    for (const std::string_view beginning :
         {"Drift innenfor", "Virksomhet knyttet til", "ENK drives fra", "Fremme samhold",
          "Eie og forvalte aksjer", "Idrettslig virksomhet"}) {
      EXPECT_LE(CountOf(beginning, activity), 1) << row.json;
    }
  }
}

TEST(Generate, PartiesAreParties) {
  int parties = 0;
  for (const Register* made : {&Small(), &Large()}) {
    for (const Row& row : made->Live(Kind::kEntity)) {
      if (!row.unit.in_party_register.value_or(false)) continue;
      ++parties;
      EXPECT_EQ(row.unit.form.code, "FLI");
      EXPECT_EQ(row.unit.industries[0].code, "94.920") << row.json;
      EXPECT_GT(CountOf("PARTI", *row.unit.name) + CountOf("LIST", *row.unit.name), 0) << row.json;
      EXPECT_EQ(CountOf("Idrett", Joined(row.unit.activity)), 0) << row.json;
    }
  }
  EXPECT_GE(parties, 2);
}

TEST(Generate, TheSmallestRegisterIsComplete) {
  const Register made = MakeAndRead(1);
  EXPECT_EQ(made.Live(Kind::kEntity).size(), 1U);
  EXPECT_EQ(made.Live(Kind::kSubEntity).size(), 1U);
  for (const Kind kind : model::kUnitKinds) {
    const auto deleted = std::ranges::count(made.Retired(kind), model::State::kDeleted,
                                            [](const Row& row) { return row.unit.state; });
    EXPECT_EQ(deleted, 20);
    // Three of the entities are superiors.
    EXPECT_EQ(made.Retired(kind).size(), kind == Kind::kEntity ? 28U : 25U);
  }
}

TEST(Generate, EverySizeGivesAsManyEntities) {
  for (const std::uint64_t entities : {2U, 3U, 63U, 64U, 65U, 129U, 999U, 1000U, 1001U}) {
    const GenerateCounts counts = Make(Folder("size"), entities);
    EXPECT_EQ(counts.entities, entities);
    const std::string text = Text(Folder("size") + "/" + std::string(kInventories[0]));
    EXPECT_EQ(static_cast<std::uint64_t>(std::ranges::count(text, '\n')), entities + 2);
  }
}

TEST(Generate, SizesOutOfRangeAreRefused) {
  for (const std::uint64_t entities :
       {std::uint64_t{0}, kMaxGeneratedEntities + 1, ~std::uint64_t{0}}) {
    const auto counts = Generate({.entities = entities, .directory = Folder("never")});
    ASSERT_FALSE(counts.ok());
    EXPECT_EQ(counts.error().code, base::Code::kLimit);
    EXPECT_THAT(counts.error().message, HasSubstr(std::to_string(entities)));
  }
  EXPECT_FALSE(std::filesystem::exists(Folder("never")));
}

TEST(Generate, AFolderThatCannotBeMadeIsAnError) {
  std::filesystem::create_directories(Folder("."));
  std::ofstream(Folder("file")) << "in the way";
  const auto counts = Generate({.entities = 10, .directory = Folder("file")});
  ASSERT_FALSE(counts.ok());
  EXPECT_EQ(counts.error().code, base::Code::kIo);
  EXPECT_THAT(counts.error().message, HasSubstr(Folder("file")));
}

TEST(Generate, LeavesNothingButItsFilesAndAnEarlierRunWhenItFails) {
  const std::string folder = Folder("earlier");
  Make(folder, 50);
  const std::string before = Bytes(folder + "/" + std::string(kInventories[0]));
  // Blocks a temporary file, so that the second run cannot begin.
  const std::string obstacle = folder + "/" + std::string(kRetired[1]) + ".tmp";
  std::filesystem::create_directories(obstacle);
  EXPECT_FALSE(Generate({.entities = 60, .directory = folder}).ok());
  EXPECT_EQ(Bytes(folder + "/" + std::string(kInventories[0])), before);
  std::filesystem::remove(obstacle);
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.insert(entry.path().filename().string());
  }
  EXPECT_EQ(names.size(), 13U);
}

TEST(Generate, ReportsItsProgress) {
  std::vector<std::uint64_t> reported;
  const auto counts = Generate(
      {.entities = 6'000, .directory = Folder("progress"), .progress = [&](std::uint64_t records) {
         reported.push_back(records);
       }});
  ASSERT_TRUE(counts.ok());
  EXPECT_GE(reported.size(), 2U);
  EXPECT_TRUE(std::ranges::is_sorted(reported));
  EXPECT_EQ(reported.front(), 10'000U);
}

TEST(NumberFromBody, FollowsTheRuleForNumbersThatNeedTen) {
  struct Case {
    std::uint32_t body;
    std::string_view number;
  };
  // Both are numbers of public bodies in a real register.
  for (const Case& c : {Case{7'476'067, "974760673"}, Case{8'964'078, "889640782"}}) {
    EXPECT_EQ(NumberFromBody(c.body).ToString(), c.number);
  }
  for (std::uint32_t body = 1'234'000; body < 1'235'000; ++body) {
    const base::OrgNumber number = NumberFromBody(body);
    EXPECT_TRUE(number.HasValidCheckDigit());
    if (number.value() / 100'000'000 == 8) {
      EXPECT_EQ(number.value() % 10, 2U);
    }
  }
}

TEST(NumberSeries, NumbersAreAllDifferentEvenWhenTheSeriesIsFull) {
  const NumberSeries series(1, NumberSeries::kRoom);
  std::vector<bool> seen(NumberSeries::kRoom * 2);
  for (std::uint64_t serial = 0; serial < series.size(); serial += 97) {
    const std::uint32_t body = series.Number(serial).value() / 10 % 10'000'000;
    EXPECT_FALSE(seen[body]);
    seen[body] = true;
  }
}

TEST(NumberSeries, DaysNeverGoBack) {
  for (const std::uint64_t size : {1U, 2U, 10U, 5000U}) {
    const NumberSeries series(1, size);
    base::Date last = base::Date::FromDays(0);
    for (std::uint64_t serial = 0; serial < size; ++serial) {
      EXPECT_GE(series.IssuedOn(serial), last);
      last = series.IssuedOn(serial);
    }
    EXPECT_LE(last, SnapshotDay());
  }
}

// All files are in one folder, which is deleted after all tests.
class Cleanup : public testing::Environment {
 public:
  void TearDown() override { std::filesystem::remove_all(Folder("")); }
};
const auto* const kCleanup = testing::AddGlobalTestEnvironment(new Cleanup);

}  // namespace
}  // namespace orgreg::tools
