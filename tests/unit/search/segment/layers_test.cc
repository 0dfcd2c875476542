// SPDX-License-Identifier: EUPL-1.2

// Compares layers with one segment of the same records: every query has equal answers.

#include "search/segment/layers.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "model/units/parameters.h"
#include "search/catalog.h"
#include "search/request/parse_query.h"

namespace orgreg::search {
namespace {

using Units = std::map<std::uint32_t, model::Unit>;

constexpr std::uint32_t kFirstNumber = 900'000'000;
constexpr std::uint32_t kNumbers = 400;

// Small vocabularies, so that queries match and values are often equal.
class Invention {
 public:
  explicit Invention(unsigned seed) : random_(seed) {}

  std::size_t Below(std::size_t count) { return random_() % count; }
  bool Chance(unsigned percent) { return Below(100) < percent; }

  template <typename T>
  const T& OneOf(const std::vector<T>& values) {
    return values[Below(values.size())];
  }

  model::Unit MakeUnit(std::uint32_t number) {
    model::Unit unit{.number = base::OrgNumber(number), .name = MakeName()};
    if (Chance(10)) return MakeReduced(std::move(unit));
    unit.form.code = OneOf(kForms);
    unit.industries[0].code = OneOf(kIndustries);
    if (Chance(30)) unit.industries[1].code = OneOf(kIndustries);
    if (Chance(80)) unit.business_address.municipality_number = OneOf(kMunicipalities);
    if (Chance(80)) unit.business_address.city = OneOf(kPlaces);
    if (Chance(30)) unit.postal_address.municipality_number = OneOf(kMunicipalities);
    if (Chance(50)) unit.website = OneOf(kWebsites);
    if (Chance(60)) unit.employees = static_cast<std::int64_t>(Below(12));
    if (Chance(70)) unit.founded_on = MakeDay();
    if (Chance(70)) unit.registered_on = MakeDay();
    unit.bankrupt = Chance(15);
    unit.winding_up = Chance(15);
    return unit;
  }

  std::vector<Argument> MakeQuestion() {
    std::vector<Argument> arguments;
    const auto add = [&](std::string_view name, std::string value) {
      kept_.push_back(std::move(value));
      arguments.push_back({.name = name, .value = kept_.back()});
    };
    kept_.clear();
    kept_.reserve(16);
    if (Chance(50)) add("navn", Chance(50) ? OneOf(kWords) : MakeName());
    if (Chance(10)) add("navnMetodeForSoek", "FORTLOEPENDE");
    if (Chance(20)) add("organisasjonsform", OneOf(kForms));
    if (Chance(20)) add("naeringskode", Chance(50) ? "62" : OneOf(kIndustries));
    if (Chance(20)) add("kommunenummer", OneOf(kMunicipalities));
    if (Chance(10)) add("hjemmeside", OneOf(kWebsites));
    if (Chance(20)) add("konkurs", Chance(50) ? "true" : "false");
    if (Chance(20)) add("fraAntallAnsatte", std::to_string(5 + Below(5)));
    if (Chance(15)) add("fraStiftelsesdato", MakeDay()->ToString());
    if (Chance(10)) add("organisasjonsnummer", MakeNumbers());
    if (Chance(40)) add("sort", MakeSort());
    if (Chance(20)) add("sort", MakeSort());
    if (Chance(50)) add("size", std::to_string(1 + Below(60)));
    if (Chance(50)) add("page", std::to_string(Below(6)));
    return arguments;
  }

 private:
  std::string MakeName() {
    std::string name = OneOf(kWords);
    for (std::size_t words = Below(3); words > 0; --words) name += " " + OneOf(kWords);
    return Chance(60) ? name + " AS" : name;
  }

  model::Unit MakeReduced(model::Unit unit) {
    const bool removed = Chance(50);
    if (removed) unit.name.reset();
    unit.state = removed ? model::State::kRemoved : model::State::kDeleted;
    unit.deleted_on = MakeDay();
    return unit;
  }

  model::Day MakeDay() {
    return base::Date::FromDays(static_cast<std::int32_t>(18'000 + Below(10)));
  }

  std::string MakeNumbers() {
    std::string list = std::to_string(kFirstNumber + Below(kNumbers));
    for (int i = 0; i < 40; ++i) list += "," + std::to_string(kFirstNumber + Below(kNumbers));
    return list;
  }

  std::string MakeSort() {
    const auto keys = model::SortKeys(model::Kind::kEntity);
    return std::string(keys[Below(keys.size())].name) + (Chance(50) ? ",desc" : ",asc");
  }

  const std::vector<std::string> kWords = {"FJORD",  "FJELL", "FJORDBLIKK", "ÅSEN",  "AASEN", "V",
                                           "G",      "VG",    "ØRSTA",      "ORSTA", "LAB",   "FIT",
                                           "FITLAB", "BYGG",  "BYGGMESTER", "24",    "OG"};
  const std::vector<std::string> kForms = {"AS", "ENK", "ASA"};
  const std::vector<std::string> kIndustries = {"62.100", "62.200", "01.110"};
  const std::vector<std::string> kMunicipalities = {"0301", "1103", "4601"};
  const std::vector<std::string> kPlaces = {"OSLO", "ÅLESUND", "AALESUND", "ØRSTA", "Oslo"};
  const std::vector<std::string> kWebsites = {"www.fjord.no", "fjord.no/om", "bygg.no"};

  std::mt19937 random_;
  std::vector<std::string> kept_;
};

std::shared_ptr<const Segment> Build(const Units& units) {
  SegmentBuilder builder(model::Kind::kEntity, "");
  for (const auto& [number, unit] : units) builder.Add(unit);
  return *std::move(builder).Build({});
}

std::string Show(const Catalog& catalog, const Query& query) {
  const Page page = *catalog.Search(query);
  std::string text = std::to_string(page.total);
  const std::vector<render::PublicForm> records = *catalog.Served(page);
  for (const render::PublicForm& record : records) text.append("\n").append(record.text());
  return text;
}

// All pages of the query together, in its order.
std::vector<std::string> AllPages(const Catalog& catalog, Query query) {
  query.page.size = kNumbers;
  query.page.number = 0;
  const Page page = *catalog.Search(query);
  std::vector<std::string> texts;
  const std::vector<render::PublicForm> records = *catalog.Served(page);
  for (const render::PublicForm& record : records) texts.emplace_back(record.text());
  return texts;
}

std::vector<std::string> Walked(const Catalog& catalog, const Query& query) {
  std::vector<std::string> records;
  RecordWalk walk = *catalog.Walk(query);
  const std::size_t count = walk.count();
  while (const auto record = *walk.Next()) records.emplace_back(record->text());
  EXPECT_EQ(records.size(), count);
  return records;
}

std::string Show(std::span<const Argument> arguments) {
  std::string text;
  for (const Argument& argument : arguments)
    text.append(argument.name).append("=").append(argument.value).append("&");
  return text;
}

class LayersTest : public ::testing::TestWithParam<unsigned> {
 protected:
  // Some records become others; the change is laid upon what is there.
  void Change(std::size_t count) {
    Units changed;
    for (std::size_t i = 0; i < count; ++i) {
      const auto number = static_cast<std::uint32_t>(kFirstNumber + invention_.Below(kNumbers));
      changed.insert_or_assign(number, invention_.MakeUnit(number));
    }
    for (const auto& [number, unit] : changed) units_.insert_or_assign(number, unit);
    layers_ = LayUpon(layers_, Build(changed));
  }

  void Compare(int questions) {
    const Catalog layered({layers_, {}}, {});
    const Catalog whole({LayUpon({}, Build(units_)), {}}, {});
    ASSERT_EQ(layered.CountLive(model::Kind::kEntity), whole.CountLive(model::Kind::kEntity));
    for (int i = 0; i < questions; ++i) {
      const std::vector<Argument> question = invention_.MakeQuestion();
      Problems problems;
      const Query query = ParseQuery(model::Kind::kEntity, question, &problems);
      ASSERT_TRUE(problems.empty()) << Show(question);
      ASSERT_EQ(Show(layered, query), Show(whole, query)) << Show(question);
      if (query.page.sort.empty()) continue;
      ASSERT_EQ(Walked(layered, query), AllPages(whole, query)) << Show(question);
    }
    for (std::uint32_t i = 0; i < kNumbers; ++i) {
      const auto a = *layered.Lookup(model::Kind::kEntity, base::OrgNumber(kFirstNumber + i));
      const auto b = *whole.Lookup(model::Kind::kEntity, base::OrgNumber(kFirstNumber + i));
      ASSERT_EQ(a.has_value(), b.has_value());
      if (!a) continue;
      EXPECT_EQ(a->state, b->state);
      EXPECT_EQ(a->record, b->record);
    }
  }

  Invention invention_{GetParam()};
  Units units_;
  Layers layers_;
};

TEST_P(LayersTest, AnswerAsOneSegmentDoes) {
  Change(invention_.Below(2) * 300);  // A base, or an empty one.
  for (const std::size_t count : {100U, 30U, 0U, 10U, 60U, 3U}) {
    Change(count);
    Compare(120);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, LayersTest, ::testing::Range(1U, 13U));

}  // namespace
}  // namespace orgreg::search
