#include "render/bulk_json.h"

#include "unit/render/sample_units.h"

namespace orgreg::render {
namespace {

std::string Bulk(const std::string& rendered) {
  std::string out;
  EXPECT_TRUE(AppendBulkRecord(rendered, &out)) << rendered;
  return out;
}

TEST(AppendBulkRecord, IsTheRecordRenderedWithoutLinks) {
  for (const model::Kind kind : model::kUnitKinds) {
    std::size_t count = 0;
    for (const model::Unit& unit : SampleUnits(kind)) {
      ASSERT_EQ(Bulk(Rendered(kind, unit)), Rendered(kind, unit, {.links = false}));
      ++count;
    }
    EXPECT_GT(count, 3'000U);
  }
}

TEST(AppendBulkRecord, TakesReducedRecordsToo) {
  for (const model::State state : {model::State::kDeleted, model::State::kRemoved}) {
    model::Unit unit = UnitWithEveryField(model::Kind::kSubEntity);
    unit.state = state;
    EXPECT_EQ(Bulk(Rendered(model::Kind::kSubEntity, unit)),
              Rendered(model::Kind::kSubEntity, unit, {.links = false}));
  }
}

TEST(AppendBulkRecord, LeavesRecordsWithoutLinksAsTheyAre) {
  const std::string bytes = R"({"navn":"\"_links\":{","ukjent":{"_links":{"self":{"href":"x"}}}})";
  EXPECT_EQ(Bulk(bytes), bytes);
}

TEST(AppendBulkRecord, LeavesOneCommaBesideLinksWhereverTheyStand) {
  const std::string links = "\"_links\":{\"self\":{\"href\":\"\x01/a\"}}";
  EXPECT_EQ(Bulk("{" + links + "}"), "{}");
  EXPECT_EQ(Bulk("{" + links + ",\"a\":1}"), "{\"a\":1}");
  EXPECT_EQ(Bulk("{\"a\":1," + links + "}"), "{\"a\":1}");
  EXPECT_EQ(Bulk("{\"a\":1," + links + ",\"b\":2}"), "{\"a\":1,\"b\":2}");
  EXPECT_EQ(Bulk("{\"a\":{" + links + "}," + links + ",\"b\":2}"), "{\"a\":{},\"b\":2}");
}

TEST(AppendBulkRecord, RefusesOriginsThatStandInNoLinks) {
  for (const std::string bytes :
       {"\x01", "{\"a\":\"\x01\"}", "{\"_links\":{\"self\":{\"href\":\"\x01/a",
        "{\"_links\":{\"self\":{\"href\":\"\x01/a\"}",
        "{\"_links\":{\"self\":{\"href\":\"\x01/a\"]}}",
        "{\"_links\":{\"self\":{\"href\":\"\x01/a\"},",
        "\"_links\":{\"self\":{\"href\":\"\x01/a\"}}"}) {
    std::string out = "before";
    EXPECT_FALSE(AppendBulkRecord(bytes, &out)) << bytes;
    EXPECT_EQ(out, "before");
  }
}

}  // namespace
}  // namespace orgreg::render
