// SPDX-License-Identifier: EUPL-1.2

#include "api/unit_pages/field_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "api/pages/words.h"
#include "api/unit_pages/field_shapes.h"
#include "model/kind.h"
#include "model/units/field.h"

namespace orgreg::api {
namespace {

std::vector<const model::Field*> AllFields() {
  std::vector<const model::Field*> all;
  for (const model::Kind kind : model::kUnitKinds) {
    for (const model::State state :
         {model::State::kLive, model::State::kDeleted, model::State::kRemoved}) {
      for (const model::Field& field : model::Fields(kind, state)) all.push_back(&field);
    }
  }
  return all;
}

constexpr std::array kLanguages = {PageLanguage::kBokmaal, PageLanguage::kNynorsk,
                                   PageLanguage::kEnglish};

TEST(FieldRows, LabelEachMemberOfARecordInEachLanguage) {
  for (const model::Field* const field : AllFields()) {
    for (const PageLanguage language : kLanguages)
      EXPECT_NE(FieldLabel(field->Path(), language), "") << field->Path();
  }
}

TEST(FieldRows, ShowEachMemberByItselfOrWithinItsObject) {
  for (const model::Field* const field : AllFields()) {
    const FieldRow* row = FindFieldRow(field->Path());
    if (row == nullptr) {
      row = FindFieldRow(field->group);
      ASSERT_NE(row, nullptr) << field->Path();
      EXPECT_NE(FindShape(row->shape), nullptr) << field->Path();
    }
    EXPECT_NE(row->group, kPartGroup) << field->Path();
  }
}

TEST(FieldRows, AreAllOfMembersThatExist) {
  const auto all = AllFields();
  for (const FieldRow& row : FieldRows()) {
    const bool is_used = std::ranges::any_of(all, [&row](const model::Field* field) {
      const bool is_object = !field->group.empty() && field->group == row.path;
      const bool is_part = !field->group.empty() && row.group == kPartGroup &&
                           row.path == std::string(".").append(field->row.name);
      return field->Path() == row.path || is_object || is_part;
    });
    EXPECT_TRUE(is_used) << row.path;
  }
}

TEST(FieldRows, NameShapesAndGroupsThatExist) {
  for (const FieldRow& row : FieldRows()) {
    if (!row.shape.empty()) {
      EXPECT_NE(FindShape(row.shape), nullptr) << row.path;
    }
    const std::string key = std::string("group.").append(row.group);
    if (row.group != kPartGroup) {
      EXPECT_NE(WordsFor(key, PageLanguage::kEnglish), key) << row.path;
    }
  }
}

// A field whose label says it all has no meaning, in any language.
TEST(FieldRows, HaveMeaningsInEachLanguageOrInNone) {
  std::size_t explained = 0;
  for (const FieldRow& row : FieldRows()) {
    const bool has_meaning = !row.Meaning(PageLanguage::kEnglish).empty();
    explained += has_meaning ? 1U : 0U;
    EXPECT_FALSE(has_meaning && row.group == kPartGroup) << row.path;
    for (const PageLanguage language : kLanguages)
      EXPECT_EQ(!row.Meaning(language).empty(), has_meaning) << row.path;
  }
  EXPECT_GT(explained, FieldRows().size() / 2);
}

TEST(FieldRows, HaveMeaningsThatAreShortSentences) {
  constexpr std::size_t kLongest = 140;
  for (const FieldRow& row : FieldRows()) {
    for (const PageLanguage language : kLanguages) {
      const std::string_view meaning = row.Meaning(language);
      if (meaning.empty()) continue;
      EXPECT_TRUE(meaning.ends_with('.')) << meaning;
      EXPECT_LE(meaning.size(), kLongest) << meaning;
      EXPECT_NE(meaning.substr(0, meaning.size() - 1), row.Label(language));
    }
  }
}

TEST(FieldLabel, OfAMemberOfAnObjectNamesBoth) {
  EXPECT_EQ(FieldLabel("forretningsadresse.poststed", PageLanguage::kEnglish),
            "Business address: post town");
  EXPECT_EQ(FieldLabel("kapital.belop", PageLanguage::kNynorsk), "Kapital");
}

TEST(FieldLabel, IsEmptyForAnUnknownPath) {
  EXPECT_EQ(FieldLabel("", PageLanguage::kEnglish), "");
  EXPECT_EQ(FieldLabel("forretningsadresse.ukjent", PageLanguage::kEnglish), "");
  EXPECT_EQ(FieldLabel("ukjent.poststed", PageLanguage::kEnglish), "");
}

}  // namespace
}  // namespace orgreg::api
