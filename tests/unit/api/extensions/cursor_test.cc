// SPDX-License-Identifier: EUPL-1.2

#include "api/extensions/cursor.h"

#include <gtest/gtest.h>

#include <vector>

#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

search::Query QueryFor(const std::vector<search::Argument>& arguments,
                       model::Kind kind = model::Kind::kEntity) {
  search::Problems problems;
  search::Query query = search::ParseQuery(kind, arguments, &problems);
  EXPECT_TRUE(problems.empty());
  return query;
}

search::Position PositionWith(std::vector<search::SortOrder::Value> values) {
  return {.values = std::move(values), .number = base::OrgNumber(912'345'678)};
}

TEST(Cursor, MeansThePositionItWasMadeFrom) {
  const search::Query query =
      QueryFor({{"sort", "navn"}, {"sort", "antallAnsatte,desc"}, {"sort", "hjemmeside"}});
  const search::Position position =
      PositionWith({std::string("\x01\xFF"), std::int64_t{-7}, std::monostate()});
  const std::string cursor = CursorOf(query, position);
  EXPECT_TRUE(IsCursor(cursor));
  const auto read = PositionIn(query, cursor);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->values, position.values);
  EXPECT_EQ(read->number, position.number);
}

TEST(Cursor, BelongsToOneQuery) {
  const std::vector<search::Argument> asked = {{"konkurs", "true"}, {"organisasjonsform", "AS,SA"}};
  const std::string cursor = CursorOf(QueryFor(asked), PositionWith({}));
  EXPECT_TRUE(PositionIn(QueryFor(asked), cursor));
  // Neither the order of what is asked nor the size matters.
  EXPECT_TRUE(PositionIn(
      QueryFor({{"organisasjonsform", "SA,AS"}, {"size", "7"}, {"konkurs", "true"}}), cursor));
  for (const std::vector<search::Argument>& other : std::vector<std::vector<search::Argument>>{
           {},
           {{"konkurs", "true"}},
           {{"konkurs", "false"}, {"organisasjonsform", "AS,SA"}},
           {{"konkurs", "true"}, {"organisasjonsform", "AS"}},
           {{"underAvvikling", "true"}, {"organisasjonsform", "AS,SA"}},
           {{"konkurs", "true"}, {"organisasjonsform", "AS,SA"}, {"fraAntallAnsatte", "0"}},
           {{"konkurs", "true"}, {"organisasjonsform", "AS,SA"}, {"sort", "navn"}}}) {
    EXPECT_FALSE(PositionIn(QueryFor(other), cursor));
  }
  EXPECT_FALSE(
      PositionIn(QueryFor({}, model::Kind::kSubEntity), CursorOf(QueryFor({}), PositionWith({}))));
}

TEST(Cursor, IsRefusedIfItIsDamaged) {
  const search::Query query = QueryFor({{"sort", "navn"}});
  const std::string cursor = CursorOf(query, PositionWith({std::string("NAVN")}));
  for (std::size_t size = 0; size < cursor.size(); ++size) {
    EXPECT_FALSE(IsCursor(cursor.substr(0, size))) << size;
  }
  for (std::size_t at = 0; at < cursor.size(); ++at) {
    std::string changed = cursor;
    changed[at] = changed[at] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(IsCursor(changed)) << at;
  }
  for (const char* text : {"", "x", "====", "AQ", "....", "AAAAAAAA"}) EXPECT_FALSE(IsCursor(text));
  EXPECT_FALSE(IsCursor(cursor + cursor));
}

}  // namespace
}  // namespace orgreg::api
