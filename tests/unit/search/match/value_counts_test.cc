// SPDX-License-Identifier: EUPL-1.2

// Counts over layers and searches of any size, compared with a scan of the units.

#include "search/match/value_counts.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "model/units/parameters.h"
#include "search/catalog.h"
#include "search/request/parse_query.h"

namespace orgreg::search {
namespace {

using model::Unit;
using Units = std::map<std::uint32_t, Unit>;
using Values = std::set<std::string>;

constexpr std::uint32_t kFirst = 900'000'000;
constexpr std::array<std::int32_t, 10> kEmployees = {0, 1, 5, 9, 10, 49, 50, 100, 249, 250};
constexpr std::array<const char*, 5> kIndustries = {"01.110", "62.010", "62.020", "41.000",
                                                    "00.000"};
// Before the year 1000, before 1970, around the ends of years, and after.
constexpr std::array<const char*, 6> kDays = {"0031-05-01", "1899-12-31", "1900-01-01",
                                              "2023-12-31", "2024-01-01", "2024-02-29"};

class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  std::size_t Below(std::size_t count) { return engine_() % count; }
  bool OneIn(std::size_t count) { return Below(count) == 0; }

  Unit Make(std::uint32_t number) {
    Unit unit{.number = base::OrgNumber(number), .name = "NAVN AS"};
    unit.form.code = OneIn(50) ? "ASA" : "AS";
    if (!OneIn(4)) unit.business_address.municipality_number = Municipality();
    if (!OneIn(3)) unit.postal_address.municipality_number = Municipality();
    for (auto& industry : unit.industries) {
      if (OneIn(2)) industry.code = kIndustries[Below(kIndustries.size())];
    }
    if (!OneIn(5)) unit.employees = kEmployees[Below(kEmployees.size())];
    if (!OneIn(5)) unit.bankrupt = OneIn(20);
    if (!OneIn(5)) unit.founded_on = base::Date::Parse(kDays[Below(kDays.size())]);
    return unit;
  }

 private:
  std::string Municipality() { return OneIn(3) ? "0301" : std::to_string(1100 + Below(40)); }

  std::mt19937 engine_;
};

// A field by its parameter, and the values that a unit has.
struct Field {
  const char* parameter = nullptr;
  std::size_t code_bytes = 0;
  std::function<Values(const Unit&)> values = {};
};

Values Municipalities(const Unit& unit) {
  Values values;
  for (const auto* const address : {&unit.business_address, &unit.postal_address}) {
    if (address->municipality_number) values.insert(*address->municipality_number);
  }
  return values;
}
Values Divisions(const Unit& unit) {
  Values values;
  for (const auto& industry : unit.industries) {
    if (industry.code) values.insert(industry.code->substr(0, 2));
  }
  return values;
}
Values EmployeeClass(const Unit& unit) {
  constexpr std::array<std::pair<std::int64_t, const char*>, 8> kClasses = {{{250, "250-"},
                                                                             {100, "100-249"},
                                                                             {50, "50-99"},
                                                                             {20, "20-49"},
                                                                             {10, "10-19"},
                                                                             {5, "5-9"},
                                                                             {1, "1-4"},
                                                                             {0, "0"}}};
  if (!unit.employees) return {};
  for (const auto& [least, name] : kClasses) {
    if (*unit.employees >= least) return {name};
  }
  return {};
}
Values Bankrupt(const Unit& unit) {
  if (!unit.bankrupt) return {};
  return {*unit.bankrupt ? "true" : "false"};
}
Values Founded(const Unit& unit) {
  if (!unit.founded_on) return {};
  return {unit.founded_on->ToString().substr(0, 4)};
}

const std::vector<Field>& Fields() {
  static const std::vector<Field> fields = {
      {"kommunenummer", 0, Municipalities}, {"naeringskode", 2, Divisions},
      {"antallAnsatte", 0, EmployeeClass},  {"konkurs", 0, Bankrupt},
      {"stiftelsesdato", 0, Founded},
  };
  return fields;
}

std::size_t ParameterNamed(std::string_view name) {
  const auto parameters = model::Parameters(model::Kind::kEntity);
  return static_cast<std::size_t>(std::ranges::find(parameters, name, &model::Parameter::name) -
                                  parameters.begin());
}

std::shared_ptr<const Segment> Build(const Units& units) {
  SegmentBuilder builder(model::Kind::kEntity, "");
  for (const auto& [number, unit] : units) builder.Add(unit);
  return *std::move(builder).Build({});
}

// A search, and whether it finds a unit.
struct Search {
  std::vector<Argument> arguments = {};
  std::function<bool(const Unit&)> finds = {};
};

void Compare(const Catalog& catalog, const Units& live, const Search& search, std::size_t most) {
  std::vector<FieldQuestion> questions;
  for (const Field& field : Fields()) {
    questions.push_back({.parameter = ParameterNamed(field.parameter),
                         .code_bytes = field.code_bytes,
                         .most_values = most});
  }
  Problems problems;
  const Query query =
      ParseQuery(model::Kind::kEntity, search.arguments, &problems, Purpose::kStream);
  ASSERT_TRUE(problems.empty());
  const auto counted = catalog.CountValues(query, questions);
  ASSERT_TRUE(counted);
  std::size_t total = 0;
  for (const auto& [number, unit] : live) total += search.finds(unit) ? 1 : 0;
  EXPECT_EQ(counted->total, total);
  for (std::size_t at = 0; at < questions.size(); ++at) {
    std::map<std::string, std::size_t> expected;
    std::size_t missing = 0;
    for (const auto& [number, unit] : live) {
      if (!search.finds(unit)) continue;
      const Values values = Fields()[at].values(unit);
      missing += values.empty() ? 1 : 0;
      for (const std::string& value : values) ++expected[value];
    }
    const FieldCounts& counts = counted->fields[at];
    EXPECT_EQ(counts.missing, missing) << Fields()[at].parameter;
    EXPECT_EQ(counts.value_count, expected.size()) << Fields()[at].parameter;
    ASSERT_EQ(counts.values.size(), std::min(most, expected.size())) << Fields()[at].parameter;
    std::size_t all = 0;
    for (const auto& [value, count] : expected) all += count;
    for (std::size_t place = 0; place < counts.values.size(); ++place) {
      const ValueCount& value = counts.values[place];
      EXPECT_EQ(value.count, expected[value.value]) << value.value;
      all -= value.count;
      if (place == 0) continue;
      const ValueCount& before = counts.values[place - 1];
      EXPECT_TRUE(before.count > value.count ||
                  (before.count == value.count && before.value < value.value));
    }
    EXPECT_EQ(counts.other, all) << Fields()[at].parameter;
  }
}

std::string NumbersOf(const Units& units, std::size_t step) {
  std::string numbers;
  std::size_t at = 0;
  for (const auto& [number, unit] : units) {
    if (at++ % step == 0) numbers.append(numbers.empty() ? "" : ",").append(std::to_string(number));
  }
  return numbers.empty() ? std::to_string(kFirst) : numbers;
}

void CompareAll(const Layers& layers, const Units& live) {
  const Catalog catalog({layers, {}}, {});
  const std::string few = NumbersOf(live, 400);
  const std::string some = NumbersOf(live, 20);
  const auto is_in = [](const std::string& numbers, const Unit& unit) {
    return numbers.find(unit.number.ToString()) != std::string::npos;
  };
  const std::vector<Search> searches = {
      {{}, [](const Unit&) { return true; }},
      {{{"konkurs", "true"}}, [](const Unit& unit) { return unit.bankrupt == true; }},
      {{{"konkurs", "false"}}, [](const Unit& unit) { return unit.bankrupt == false; }},
      {{{"organisasjonsform", "ASA"}}, [](const Unit& unit) { return unit.form.code == "ASA"; }},
      {{{"kommunenummer", "0301"}},
       [](const Unit& unit) { return Municipalities(unit).contains("0301"); }},
      {{{"navn", "navn"}}, [](const Unit&) { return true; }},
      {{{"navn", "ukjent"}}, [](const Unit&) { return false; }},
      {{{"organisasjonsnummer", few}}, [&](const Unit& unit) { return is_in(few, unit); }},
      {{{"organisasjonsnummer", some}}, [&](const Unit& unit) { return is_in(some, unit); }},
  };
  for (const Search& search : searches) {
    for (const std::size_t most : {std::size_t{0}, std::size_t{1}, std::size_t{7}, SIZE_MAX})
      Compare(catalog, live, search, most);
  }
}

TEST(ValueCounts, AreEmptyOverNothing) { CompareAll(LayUpon({}, Build({})), {}); }

TEST(ValueCounts, AreThoseOfAScanOverLayers) {
  Draw draw(7);
  Units base;
  for (std::uint32_t at = 0; at < 3000; ++at) base.emplace(kFirst + at, draw.Make(kFirst + at));
  Layers layers = LayUpon({}, Build(base));
  Units live = base;
  CompareAll(layers, live);
  for (const std::uint32_t changed : {300U, 7U}) {
    Units above;
    for (std::uint32_t count = 0; count < changed; ++count) {
      const std::uint32_t number = kFirst + static_cast<std::uint32_t>(draw.Below(3300));
      Unit unit = draw.Make(number);
      live.erase(number);
      if (draw.OneIn(3)) {
        unit.state = draw.OneIn(2) ? model::State::kDeleted : model::State::kRemoved;
        unit.deleted_on = base::Date::FromDays(20'000);
      } else {
        live.emplace(number, unit);
      }
      above.insert_or_assign(number, unit);
    }
    layers = LayUpon(layers, Build(above));
    CompareAll(layers, live);
  }
}

}  // namespace
}  // namespace orgreg::search
