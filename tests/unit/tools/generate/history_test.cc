// SPDX-License-Identifier: EUPL-1.2

// The batches that follow the inventories of a generated register, as they are read and applied.

#include "tools/generate/history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <set>

#include "ingest/batches/reader.h"
#include "tools/values/series.h"
#include "unit/tools/generated_register.h"

namespace orgreg::tools {
namespace {

using model::Kind;
using records::Action;

constexpr std::int64_t kDay = 86'400'000;

struct Made {
  GenerateCounts counts = {};
  std::vector<records::Batch> batches = {};
};

std::vector<records::Batch> ReadBatches(const std::string& path) {
  auto source = formats::OpenSource(path);
  EXPECT_TRUE(source.ok()) << path;
  ingest::BatchReader reader(&source->bytes());
  std::vector<records::Batch> batches;
  while (std::optional<ingest::ReadBatch> read = reader.Next()) {
    EXPECT_EQ(read->problems.count, 0U) << read->problems.Texts().front();
    batches.push_back(std::move(read->batch));
  }
  return batches;
}

Made Make(std::uint64_t entities, std::uint64_t seed = 1) {
  const std::string folder = GeneratedFolder("history");
  auto counts = Generate({.entities = entities, .seed = seed, .documents = 0, .directory = folder});
  EXPECT_TRUE(counts.ok());
  Made made = {.counts = *counts, .batches = ReadBatches(folder + "/endringer.ndjson.gz")};
  std::filesystem::remove_all(folder);
  return made;
}

const Made& Large() {
  static const Made made = Make(20'000);
  return made;
}

template <typename Predicate>
double Count(const Made& made, Predicate is) {
  double count = 0;
  for (const records::Batch& batch : made.batches) {
    count += static_cast<double>(std::ranges::count_if(
        batch.operations, [&](const auto& operation) { return is(operation); }));
  }
  return count;
}

double CountOf(const Made& made, Kind kind, Action action) {
  return Count(made, [&](const records::Operation& operation) {
    return operation.kind == kind && operation.action == action;
  });
}

TEST(GenerateHistory, CountsItsBatchesAndChanges) {
  EXPECT_EQ(Large().counts.batches, Large().batches.size());
  EXPECT_EQ(static_cast<double>(Large().counts.changes),
            Count(Large(), [](const auto&) { return true; }));
}

TEST(GenerateHistory, SpansFourWeeksAfterTheInventoriesInOrderOfTime) {
  const auto& batches = Large().batches;
  const std::int64_t begin = (SnapshotDay().days() + std::int64_t{1}) * kDay;
  std::set<std::string> ids;
  std::int64_t last = begin - 1;
  for (const records::Batch& batch : batches) {
    EXPECT_GT(batch.time->milliseconds(), last);
    last = batch.time->milliseconds();
    EXPECT_LE(batch.operations.size(), 304U) << batch.id;
    EXPECT_TRUE(ids.insert(batch.id).second) << batch.id;
  }
  EXPECT_LT(batches.front().time->milliseconds(), begin + kDay);
  EXPECT_GT(last, begin + 27 * kDay);
  EXPECT_LT(last, begin + 28 * kDay);
}

// Of 50,000 updates of a real register: Endring 93.68 %, Ny 4.48 %, Sletting 1.53 %, Fjernet 0.30
// %; 81 % of all ids belong to entities.
TEST(GenerateHistory, TypesAreAsFrequentAsInARealRegister) {
  const double brought = CountOf(Large(), Kind::kEntity, Action::kUpsert);
  const double deleted = CountOf(Large(), Kind::kEntity, Action::kDelete);
  const double removed = CountOf(Large(), Kind::kEntity, Action::kRemove);
  const double all = brought + deleted + removed;
  EXPECT_NEAR(all, 20'000 * 0.121, 200);
  EXPECT_NEAR(deleted / all, 0.0153, 0.008);
  EXPECT_NEAR(removed / all, 0.0030, 0.004);
  EXPECT_GT(removed, 0);
  const double sub_entities = Count(Large(), [](const records::Operation& operation) {
    return operation.kind == Kind::kSubEntity;
  });
  EXPECT_NEAR(sub_entities / all, 19.0 / 81, 0.05);
  EXPECT_NEAR(CountOf(Large(), Kind::kRoles, Action::kUpsert) / all, 0.22, 0.06);
}

// 63 % of the updates are published in one hour of the evening, and hardly any on Sundays.
TEST(GenerateHistory, TimesAreDistributedAsInARealRegister) {
  std::map<std::int64_t, double> by_hour;
  std::map<std::int64_t, double> by_weekday;  // 0 is Monday.
  double all = 0;
  for (const records::Batch& batch : Large().batches) {
    const std::int64_t time = batch.time->milliseconds();
    const auto size = static_cast<double>(batch.operations.size());
    by_hour[time % kDay / 3'600'000] += size;
    by_weekday[(time / kDay + 3) % 7] += size;
    all += size;
  }
  EXPECT_NEAR(by_hour[18] / all, 0.63, 0.05);
  EXPECT_NEAR(by_hour[12] / all, 0.14, 0.04);
  EXPECT_LT(by_weekday[6] / all, 0.02);
  for (const int weekday : {0, 1, 2, 3, 4}) EXPECT_GT(by_weekday[weekday] / all, 0.13) << weekday;
}

TEST(GenerateHistory, EveryRegisterHasChangesOfAllTypes) {
  for (const std::uint64_t entities : {1U, 2U, 100U, 1000U}) {
    const Made made = Make(entities);
    for (const Action action :
         {Action::kUpsert, Action::kDelete, Action::kRemove, Action::kReinstate}) {
      EXPECT_GT(CountOf(made, Kind::kEntity, action), 0) << entities;
      EXPECT_GT(CountOf(made, Kind::kSubEntity, action), 0) << entities;
    }
    EXPECT_GT(CountOf(made, Kind::kRoles, Action::kUpsert), 0) << entities;
  }
}

// New units get the next numbers, and belong only to registered units.
TEST(GenerateHistory, NewNumbersAreValidAndRiseWithTime) {
  std::set<std::uint32_t> numbers;
  for (const records::Batch& batch : Large().batches) {
    for (const records::Operation& operation : batch.operations) {
      EXPECT_TRUE(operation.number.HasValidCheckDigit());
      const std::uint32_t body = operation.number.value() / 10 % 10'000'000;
      if (body < 3'850'000 || body >= 5'000'000) continue;
      const bool is_first = numbers.insert(operation.number.value()).second;
      EXPECT_TRUE(!is_first || operation.action == Action::kUpsert) << operation.body;
    }
  }
  EXPECT_NEAR(static_cast<double>(numbers.size()), 20'000 * 0.0054 * 1.25 + 4, 3);
}

TEST(GenerateHistory, TheSameSeedGivesTheSameBatches) {
  const Made first = Make(300, 7);
  const Made second = Make(300, 7);
  const Made other = Make(300, 8);
  const auto digests = [](const Made& made) {
    std::vector<std::uint64_t> all;
    for (const records::Batch& batch : made.batches) all.push_back(batch.digest);
    return all;
  };
  EXPECT_EQ(digests(first), digests(second));
  EXPECT_NE(digests(first), digests(other));
}

}  // namespace
}  // namespace orgreg::tools
