// SPDX-License-Identifier: EUPL-1.2

#include "model/units/schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/units/field.h"

namespace orgreg::model {
namespace {

std::vector<std::string> PathsOf(Kind kind, State state) {
  std::vector<std::string> paths;
  for (const PlainRow& plain : PlainRows(UnitSchema(kind, state).schema)) {
    const bool is_name = plain.row->other_name_of == nullptr && !plain.row->is_link();
    if (is_name) paths.push_back(plain.path);
  }
  return paths;
}

TEST(UnitSchema, HasTheFieldsOfTheStateInTheirOrder) {
  for (const Kind kind : kUnitKinds) {
    for (const State state : {State::kLive, State::kDeleted, State::kRemoved}) {
      std::vector<std::string> expected;
      for (const Field& field : Fields(kind, state)) {
        if (field.row.type != nullptr) expected.push_back(field.Path());
      }
      // A live record of the kind has no day of deletion; a schema for reading has.
      const bool adds_deletion = kind == Kind::kEntity && state == State::kLive;
      if (adds_deletion) expected.emplace_back("slettedato");
      EXPECT_EQ(PathsOf(kind, state), expected);
    }
  }
}

TEST(UnitSchema, KeepsUnknownMembersOfEveryObject) {
  for (const Kind kind : kUnitKinds) {
    const Schema& schema = UnitSchema(kind, State::kLive).schema;
    EXPECT_EQ(std::ranges::count_if(schema.rows, &Row::is_kept), 1);
    for (const Row& row : schema.rows) {
      if (row.schema == nullptr) continue;
      const auto kept = std::ranges::find_if(row.schema->rows, &Row::is_kept);
      ASSERT_NE(kept, row.schema->rows.end()) << row.name;
      EXPECT_EQ(kept->name, row.is_group() ? row.name : "");
    }
  }
}

TEST(UnitSchema, LeavesOutOfAFormWhatItsVersionLacks) {
  const std::span<const Row> rows = UnitSchema(Kind::kEntity, State::kLive).schema.rows;
  const auto forms_of = [&](std::string_view name) {
    return std::ranges::find(rows, name, &Row::name)->traits.forms;
  };
  EXPECT_TRUE(forms_of("navn").Include(Form::kServedV1));
  EXPECT_FALSE(forms_of("mobil").Include(Form::kServedV1));
  EXPECT_TRUE(forms_of("mobil").Include(Form::kServed));
  EXPECT_FALSE(forms_of("historiskeNavn").Include(Form::kServed));
  EXPECT_TRUE(forms_of("historiskeNavn").Include(Form::kStored));
}

}  // namespace
}  // namespace orgreg::model
