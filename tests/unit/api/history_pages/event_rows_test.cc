// SPDX-License-Identifier: EUPL-1.2

#include "api/history_pages/event_rows.h"

#include <gtest/gtest.h>

#include "api/pages/words.h"
#include "api/unit_pages/field_rows.h"
#include "base/values/timestamp.h"

namespace orgreg::api {
namespace {

using model::Kind;
using model::PastChange;
using model::State;
using model::UpdateType;
using Values = std::vector<EventValue>;

constexpr auto kNorwegian = PageLanguage::kBokmaal;

PastChange Change(std::string forward, std::string backward) {
  return {
      .type = UpdateType::kChange, .forward = std::move(forward), .backward = std::move(backward)};
}

std::vector<EventRow> LiveRows(std::string forward, std::string backward,
                               PageLanguage language = kNorwegian) {
  return RowsOf(Change(std::move(forward), std::move(backward)), Kind::kEntity, State::kLive,
                language);
}

TEST(RowsOf, NamesTheFieldAndWritesValuesInWords) {
  const auto rows = LiveRows(
      R"([{"op":"replace","path":"/konkurs","value":true},
          {"op":"replace","path":"/antallAnsatte","value":12345},
          {"op":"replace","path":"/stiftelsesdato","value":"2025-03-07"}])",
      R"([{"op":"replace","path":"/konkurs","value":false}])");
  ASSERT_EQ(rows.size(), 3U);
  for (const EventRow& row : rows) {
    if (row.label == FieldLabel("konkurs", kNorwegian)) {
      EXPECT_EQ(row.before, (Values{{.text = std::string(WordsFor("no", kNorwegian))}}));
      EXPECT_EQ(row.after, (Values{{.text = std::string(WordsFor("yes", kNorwegian))}}));
    } else if (row.label == FieldLabel("antallAnsatte", kNorwegian)) {
      EXPECT_EQ(row.after, (Values{{.text = "12\u00A0345"}}));
    } else {
      EXPECT_EQ(row.label, FieldLabel("stiftelsesdato", kNorwegian));
      EXPECT_EQ(row.after, (Values{{.text = "07.03.2025"}}));
      EXPECT_TRUE(row.before.empty());
    }
  }
}

TEST(RowsOf, AreInTheOrderOfTheRecord) {
  const auto rows = LiveRows(
      R"([{"op":"replace","path":"/konkurs","value":true},
          {"op":"replace","path":"/navn","value":"B"}])",
      R"([])");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].label, FieldLabel("navn", kNorwegian));
}

TEST(RowsOf, WritesADayOnlyWhereTheFieldIsOne) {
  const auto rows = LiveRows(R"([{"op":"replace","path":"/navn","value":"2025-03-07"}])", "");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].after, (Values{{.text = "2025-03-07", .is_words = true}}));
}

TEST(RowsOf, LeavesOutWhatIsNoFieldOfTheRecord) {
  EXPECT_TRUE(LiveRows(R"([{"op":"add","path":"/respons_klasse","value":"Enhet"},
                           {"op":"add","path":"/navnet","value":"x"}])",
                       "")
                  .empty());
}

// What a struck-off record no longer has is not shown of its past, either.
TEST(RowsOf, ShowsOfAStruckOffUnitOnlyFieldsThatItStillHas) {
  const PastChange deletion = Change(
      R"([{"op":"remove","path":"/epostadresse"},{"op":"add","path":"/slettedato","value":"2025-03-07"}])",
      R"([{"op":"add","path":"/epostadresse","value":"post@example.test"},{"op":"remove","path":"/slettedato"}])");
  const auto rows = RowsOf(deletion, Kind::kEntity, State::kDeleted, kNorwegian);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].label, FieldLabel("slettedato", kNorwegian));
  EXPECT_EQ(RowsOf(deletion, Kind::kEntity, State::kLive, kNorwegian).size(), 2U);
}

TEST(PlaceOfLoad, IsBelowChangesThatAreNotOlder) {
  const auto at = [](std::int64_t time_ms) { return base::Timestamp::FromMilliseconds(time_ms); };
  model::RecordHistory history{.changes = {{.time = at(30)}, {.time = at(20)}, {.time = at(10)}}};
  EXPECT_EQ(PlaceOfLoad(history), std::nullopt);
  history.loaded = at(40);
  EXPECT_EQ(PlaceOfLoad(history), 0U);
  history.loaded = at(20);
  EXPECT_EQ(PlaceOfLoad(history), 2U);
  history.loaded = at(5);
  EXPECT_EQ(PlaceOfLoad(history), 3U);
}

TEST(EventKey, HasATextForEachTypeInEachLanguage) {
  for (const UpdateType type : {UpdateType::kUnknown, UpdateType::kNew, UpdateType::kChange,
                                UpdateType::kDeletion, UpdateType::kRemoval}) {
    for (const char* backward : {"", "[]"}) {
      const std::string_view key = EventKey({.type = type, .backward = backward});
      for (const auto language :
           {PageLanguage::kBokmaal, PageLanguage::kNynorsk, PageLanguage::kEnglish}) {
        EXPECT_NE(WordsFor(key, language), key);
      }
    }
  }
}

}  // namespace
}  // namespace orgreg::api
