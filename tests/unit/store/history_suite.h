// SPDX-License-Identifier: EUPL-1.2

// The promises of every implementation of the store about the past of a record, as tests. A backend
// includes this file once and instantiates the suite with its own factory.

#pragma once

#include <gtest/gtest.h>

#include <optional>

#include "store/store.h"
#include "unit/store/store_fixture.h"

namespace orgreg::store {

class HistorySuite : public StoreFixture {};

TEST_P(HistorySuite, ReturnsBackwardPatchesOnlyOnRequest) {
  const auto writer = Write();
  Put(writer.get(), Kind::kEntity, Live(1, "a"));
  ASSERT_TRUE(writer->Log({.number = Number(1), .forward = "+a", .backward = "-a"}).ok());
  CommitOf(writer.get());
  EXPECT_EQ(Changes({.count = 1, .with_patches = true}).changes.front().backward, "");
  const ChangePage page = Changes({.count = 1, .with_patches = true, .with_backward = true});
  EXPECT_EQ(page.changes.front().forward, "+a");
  EXPECT_EQ(page.changes.front().backward, "-a");
}

TEST_P(HistorySuite, KnowsTheTimeOfTheLastBulkLoadOfEachKind) {
  const auto load = Write();
  Put(load.get(), Kind::kEntity, Live(1, "a"));
  CommitOf(load.get());
  const auto loaded = Read()->LastLoad(Kind::kEntity);
  ASSERT_TRUE(loaded.ok());
  ASSERT_TRUE(loaded->has_value());
  Logged(Kind::kEntity, {Live(1, "b")});
  Logged(Kind::kSubEntity, {Live(2, "c")});
  EXPECT_EQ(*Read()->LastLoad(Kind::kEntity), *loaded);
  EXPECT_EQ(*Read()->LastLoad(Kind::kSubEntity), std::nullopt);
}

}  // namespace orgreg::store
