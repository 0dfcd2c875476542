// SPDX-License-Identifier: EUPL-1.2

// Units to render: one with every field, and those of the real extract.

#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "formats/byte_source.h"
#include "formats/json/records.h"
#include "model/limits.h"
#include "model/unit.h"
#include "model/units/field.h"
#include "model/units/normalise.h"
#include "records/readers/record_reader.h"
#include "render/record_json.h"

namespace orgreg::render {

// A value of each type, different for each field, with characters that formats quote or escape.
class SampleValues {
 public:
  void Set(const model::Row& row, model::Unit* unit) {
    SetAs<model::Text>(row, unit);
    SetAs<model::Flag>(row, unit);
    SetAs<model::Day>(row, unit);
    SetAs<model::Count>(row, unit);
    SetAs<model::Amount>(row, unit);
    SetAs<model::Lines>(row, unit);
    SetAs<model::Number>(row, unit);
    SetAs<model::Raw>(row, unit);
    SetAs<base::OrgNumber>(row, unit);
    if (row.list != nullptr) Set(&unit->notices);
  }

 private:
  template <typename T>
  void SetAs(const model::Row& row, model::Unit* unit) {
    if (T* const to = model::ValueOf<T>(row, unit)) Set(to);
  }
  void Set(model::Text* to) { *to = "text \"" + Next() + "\", \\ \n\x02 æøå \xF0\x9F\x98\x80"; }
  void Set(model::Flag* to) { *to = ++count_ % 2 == 0; }
  void Set(model::Day* to) { *to = base::Date::FromDays(10'000 + ++count_); }
  void Set(model::Count* to) { *to = 1'000'000'000'000 + ++count_; }
  void Set(model::Amount* to) { *to = base::Decimal::Parse("1234567890" + Next() + ".5"); }
  void Set(model::Lines* to) { *to = {"first " + Next(), std::nullopt, "", "a \"last\", one"}; }
  void Set(model::Notices* to) {
    *to = {{.type = "NAVN", .text = "]}\"" + Next(), .entered_on = base::Date::FromDays(9'000)}};
    to->value().front().unknown.push_back({.name = "navn", .json = "[{\"a\":[]}]"});
  }
  void Set(model::Number* to) { *to = base::OrgNumber(800'000'000U + Number()); }
  void Set(model::Raw* to) { *to = model::RawJson{"[" + Next() + "]"}; }
  void Set(base::OrgNumber* to) { *to = base::OrgNumber(900'000'000U + Number()); }

  std::string Next() { return std::to_string(++count_); }
  std::uint32_t Number() { return static_cast<std::uint32_t>(++count_); }
  int count_ = 0;
};

inline model::Unit UnitWithEveryField(model::Kind kind) {
  model::Unit unit;
  SampleValues values;
  for (const model::Field& field : model::Fields(kind)) {
    if (!field.versions.Include(model::kLatestVersion)) continue;
    values.Set(field.row, &unit);
  }
  model::Normalise(kind, &unit);
  return unit;
}

// Undeclared members, some with names that have a meaning elsewhere.
inline void AddUnknownMembers(model::Unit* unit) {
  for (const char* group : {"", "organisasjonsform", "postadresse", "kapital"}) {
    for (const char* name : {"postadresse.poststed", "ukjent", "kodeverk", "k\"ode"}) {
      unit->unknown.push_back(
          {.group = group,
           .name = name,
           .json =
               R"({"navn":"x","_links":{"self":{"href":"y"}},"kode":[1e5,-2.50,{"kode":null}]})"});
    }
    unit->unknown.push_back({.group = group, .name = "tall", .json = "1e5"});
    unit->unknown.push_back({.group = group, .name = "tekst", .json = R"("\ud83d\ude00\\\"{[")"});
    unit->unknown.push_back({.group = group, .name = "tom", .json = "{}"});
  }
  unit->unknown.push_back({.group = "", .name = "kode", .json = R"("not of the form")"});
  unit->unknown.push_back({.group = "postadresse", .name = "navn", .json = R"("not of the unit")"});
}

inline std::vector<model::Unit> UnitsOfFile(model::Kind kind, const std::string& path) {
  std::vector<model::Unit> units;
  auto source = formats::OpenSource(std::string(ORGREG_TEST_DATA) + "/" + path);
  if (!source) {
    ADD_FAILURE() << path;
    return units;
  }
  formats::JsonRecords records(&source->bytes());
  records::RecordReader reader;
  while (true) {
    auto record = records.Next();
    if (!record || !record->has_value()) {
      EXPECT_TRUE(record) << path;
      return units;
    }
    std::string text((*record)->text);
    const std::size_t size = text.size();
    text.append(records::RecordReader::kPadding, ' ');
    records::Problems problems;
    EXPECT_TRUE(reader.Read(kind, std::string_view(text).substr(0, size), &units.emplace_back(),
                            &problems));
  }
}

// The real extract, and a unit with all members.
inline std::vector<model::Unit> SampleUnits(model::Kind kind) {
  std::vector<model::Unit> units;
  const auto add = [&](const std::string& path) {
    for (model::Unit& unit : UnitsOfFile(kind, path)) units.push_back(std::move(unit));
  };
  if (kind == model::Kind::kEntity) {
    add("real-extract/enheter_v1_2022-06.json.gz");
    add("real-extract/enheter_v2_2026-04.json.gz");
    add("register/entities.json");
  } else {
    add("real-extract/underenheter_v2_2026-04.json.gz");
    add("register/sub-entities.json.gz");
  }
  units.push_back(UnitWithEveryField(kind));
  units.push_back(UnitWithEveryField(kind));
  AddUnknownMembers(&units.back());
  return units;
}

// Without links.
inline std::string Rendered(model::Kind kind, const model::Unit& unit,
                            model::Form form = model::Form::kServed) {
  std::string out;
  AppendRecord(kind, unit, form, &out);
  return out;
}

}  // namespace orgreg::render
