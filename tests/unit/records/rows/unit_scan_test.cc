// SPDX-License-Identifier: EUPL-1.2

// ScanUnits and ScanUnitsAhead visit the same units.

#include "records/rows/unit_scan.h"

#include <gtest/gtest.h>

#include "unit/records/in_store.h"

namespace orgreg::records {
namespace {

using model::Kind;
using ScanFunction = base::Status (*)(Kind, store::Snapshot*, const UnitVisit&);

constexpr int kUnits = 1000;  // More than are read ahead.

std::string NumberAt(int at) { return std::to_string(312'300'000 + at); }

class UnitScanTest : public StoredRegister, public ::testing::WithParamInterface<ScanFunction> {
 protected:
  void SetUp() override {
    auto load = register_->BeginLoad({.spool_folder = folder_});
    ASSERT_TRUE(load);
    for (int at = 0; at < kUnits; ++at) {
      ASSERT_TRUE(load->Put(UnitOf(Kind::kEntity, LiveText(NumberAt(at), "A"))));
    }
    ASSERT_TRUE(load->Commit());
  }

  base::Status Scan(const UnitVisit& visit) {
    const auto snapshot = store_->Read();
    return GetParam()(Kind::kEntity, snapshot->get(), visit);
  }
};

TEST_P(UnitScanTest, VisitsEveryUnitInOrder) {
  int visited = 0;
  const base::Status scanned = Scan([&](const model::Unit& unit) -> base::Status {
    EXPECT_EQ(unit.number, Number(NumberAt(visited++)));
    return {};
  });
  EXPECT_TRUE(scanned.ok());
  EXPECT_EQ(visited, kUnits);
}

TEST_P(UnitScanTest, EndsWithTheErrorOfTheVisit) {
  for (const int last : {0, 63, 64, 500, kUnits - 1}) {
    int visited = 0;
    const base::Status scanned = Scan([&](const model::Unit& unit) -> base::Status {
      if (visited++ < last) return {};
      return base::Error{base::Code::kLimit, unit.number.ToString()};
    });
    ASSERT_FALSE(scanned.ok());
    EXPECT_EQ(scanned.error().message, NumberAt(last));
    EXPECT_EQ(visited, last + 1);
  }
}

TEST_P(UnitScanTest, VisitsTheUnitsBeforeARowThatCannotBeRead) {
  {
    auto writer = store_->Write();
    ASSERT_TRUE(writer);
    ASSERT_TRUE((*writer)->Put(Kind::kEntity, {.number = Number(NumberAt(700)), .body = "{}"}));
    ASSERT_TRUE((*writer)->Commit());
  }
  int visited = 0;
  const base::Status scanned = Scan([&](const model::Unit&) -> base::Status {
    ++visited;
    return {};
  });
  ASSERT_FALSE(scanned.ok());
  EXPECT_EQ(scanned.error().code, base::Code::kCorrupt);
  EXPECT_EQ(visited, 700);
}

INSTANTIATE_TEST_SUITE_P(OneThreadAndTwo, UnitScanTest,
                         ::testing::Values(&ScanUnits, &ScanUnitsAhead));

}  // namespace
}  // namespace orgreg::records
