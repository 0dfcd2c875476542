// SPDX-License-Identifier: EUPL-1.2

// The promises of every implementation of the store about its log of changes, as tests. A backend
// includes this file once and instantiates the suite with its own factory.

#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "store/store.h"
#include "unit/store/store_fixture.h"

namespace orgreg::store {

class LogSuite : public StoreFixture {};

TEST_P(LogSuite, StartsEmpty) {
  EXPECT_EQ(Read()->last_change(), 0);
  for (const Kind kind : {Kind::kEntity, Kind::kSubEntity}) {
    const ChangePage page = Changes({.kind = kind, .count = 10});
    EXPECT_EQ(page.total, 0);
    EXPECT_THAT(page.changes, IsEmpty());
  }
  EXPECT_TRUE(IsSound());
}

TEST_P(LogSuite, GivesEveryLineOneIdOverBothTablesInOrder) {
  const auto first = Write();
  EXPECT_EQ(PutAndLog(first.get(), Kind::kEntity, Live(9, "a"), ChangeType::kNew), 1);
  EXPECT_EQ(PutAndLog(first.get(), Kind::kSubEntity, Live(5, "b"), ChangeType::kNew), 2);
  EXPECT_EQ(PutAndLog(first.get(), Kind::kEntity, Live(3, "c"), ChangeType::kUnknown), 3);
  EXPECT_EQ(CommitOf(first.get()).last_change, 3);
  const auto second = Write();
  EXPECT_EQ(PutAndLog(second.get(), Kind::kSubEntity, Deleted(5, "d"), ChangeType::kDeletion), 4);
  EXPECT_EQ(PutAndLog(second.get(), Kind::kEntity, Removed(9), ChangeType::kRemoval), 5);
  CommitOf(second.get());
  EXPECT_THAT(Lines(Kind::kEntity), ElementsAre("1 9 1 +a", "3 3 0 +c", "5 9 4 "));
  EXPECT_THAT(Lines(Kind::kSubEntity), ElementsAre("2 5 1 +b", "4 5 3 +d"));
  EXPECT_EQ(Read()->last_change(), 5);
  EXPECT_TRUE(IsSound());
}

TEST_P(LogSuite, KeepsPatchesByteForByte) {
  const std::string odd("+\0\xff\n\"'", 6);
  const std::string large(200'000, 'p');
  const auto writer = Write();
  Put(writer.get(), Kind::kEntity, Live(1, "a"));
  Put(writer.get(), Kind::kEntity, Live(2, "b"));
  ASSERT_TRUE(writer->Log({.number = Number(1), .forward = odd}).ok());
  ASSERT_TRUE(writer->Log({.number = Number(2), .forward = large, .backward = odd}).ok());
  CommitOf(writer.get());
  const ChangePage page = Changes({.count = 2, .with_patches = true});
  ASSERT_EQ(page.changes.size(), 2U);
  EXPECT_EQ(page.changes[0].forward, odd);
  EXPECT_EQ(page.changes[1].forward, large);
  EXPECT_TRUE(IsSound());
}

TEST_P(LogSuite, ReturnsPatchesOnlyOnRequest) {
  Logged(Kind::kEntity, {Live(1, "a")});
  EXPECT_EQ(Changes({.count = 1}).changes.front().forward, "");
  EXPECT_EQ(Changes({.count = 1, .with_patches = true}).changes.front().forward, "+a");
}

TEST_P(LogSuite, TimeNeverGoesBack) {
  const std::vector<std::int64_t> clock = {5000, 4000, -10, 0, 6000, 5999, 3};
  std::vector<std::int64_t> times;
  for (std::size_t i = 0; i < clock.size(); ++i) {
    backend_->now_ms = clock[i];
    store_ = backend_->Open();  // The time is remembered in the store, not in the process.
    Logged(Kind::kEntity, {Live(static_cast<std::uint32_t>(i), "a")});
  }
  for (const Change& change : Changes({.count = 10}).changes) times.push_back(change.time_ms);
  EXPECT_THAT(times, ElementsAre(5000, 5000, 5000, 5000, 6000, 6000, 6000));
  EXPECT_TRUE(IsSound());
}

TEST_P(LogSuite, AllLinesOfACommitHaveOneTime) {
  const auto writer = Write();
  backend_->now_ms = 2'000'000;
  PutAndLog(writer.get(), Kind::kEntity, Live(1, "a"));
  backend_->now_ms = 3'000'000;
  PutAndLog(writer.get(), Kind::kSubEntity, Live(1, "a"));
  CommitOf(writer.get());
  EXPECT_EQ(Changes({.count = 1}).changes.front().time_ms, 2'000'000);
  EXPECT_EQ(Changes({.kind = Kind::kSubEntity, .count = 1}).changes.front().time_ms, 2'000'000);
}

TEST_P(LogSuite, LinesMayHaveAnEarlierTimeThanTheirCommit) {
  const auto log_at = [&](std::int64_t time_ms, std::uint32_t number) {
    const auto writer = Write();
    EXPECT_TRUE(writer->SetLogTime(time_ms).ok()) << time_ms;
    PutAndLog(writer.get(), Kind::kEntity, Live(number, "a"));
    CommitOf(writer.get());
  };
  log_at(0, 1);
  log_at(500, 2);
  store_ = backend_->Open();  // The last time is remembered in the store, not in the process.
  log_at(500, 3);
  log_at(backend_->now_ms, 4);
  Logged(Kind::kEntity, {Live(5, "a")});
  std::vector<std::int64_t> times;
  for (const Change& change : Changes({.count = 10}).changes) times.push_back(change.time_ms);
  EXPECT_THAT(times, ElementsAre(0, 500, 500, 1'000'000, 1'000'000));
  EXPECT_THAT(IdsOf(Changes({.from_time_ms = 1, .count = 10})), ElementsAre(2, 3, 4, 5));
  EXPECT_THAT(IdsOf(Changes({.to_time_ms = 500, .count = 10})), ElementsAre(1, 2, 3));
  EXPECT_TRUE(IsSound());
}

TEST_P(LogSuite, RefusesTimesBeforeTheLastLineOrInTheFuture) {
  {
    const auto writer = Write();
    EXPECT_EQ(writer->LogTimes()->first_ms, 0);
    ASSERT_TRUE(writer->SetLogTime(700).ok());
    PutAndLog(writer.get(), Kind::kSubEntity, Live(1, "a"));
    CommitOf(writer.get());
  }
  for (const std::int64_t time_ms :
       {std::int64_t{-1}, std::int64_t{0}, std::int64_t{699}, std::int64_t{1'000'001}, INT64_MAX}) {
    const auto writer = Write();
    const auto times = writer->LogTimes();
    EXPECT_EQ(times->first_ms, 700);
    EXPECT_EQ(times->last_ms, 1'000'000);
    const base::Status set = writer->SetLogTime(time_ms);
    ASSERT_FALSE(set.ok()) << time_ms;
    EXPECT_EQ(set.error().code, base::Code::kInvalid);
    EXPECT_FALSE(writer->Commit().ok());  // The transaction is over.
  }
  EXPECT_TRUE(IsSound());
}

TEST_P(LogSuite, TakesATimeOnlyBeforeTheFirstLine) {
  const auto writer = Write();
  PutAndLog(writer.get(), Kind::kEntity, Live(1, "a"));
  EXPECT_FALSE(writer->SetLogTime(500).ok());
}

TEST_P(LogSuite, BoundsAreIncluded) {
  for (std::uint32_t i = 1; i <= 5; ++i) {
    backend_->now_ms = i * 100;
    Logged(Kind::kEntity, {Live(2 * i, "a"), Live(2 * i + 1, "a")});
  }
  const auto ids = [&](ChangeQuery query) {
    query.count = 100;
    const ChangePage page = Changes(query);
    EXPECT_EQ(page.total, static_cast<std::int64_t>(page.changes.size()));
    return IdsOf(page);
  };
  EXPECT_THAT(ids({.from_id = 9}), ElementsAre(9, 10));
  EXPECT_THAT(ids({.to_id = 2}), ElementsAre(1, 2));
  EXPECT_THAT(ids({.from_id = 4, .to_id = 4}), ElementsAre(4));
  EXPECT_THAT(ids({.from_id = 5, .to_id = 4}), IsEmpty());
  EXPECT_THAT(ids({.from_id = 11}), IsEmpty());
  EXPECT_THAT(ids({.to_id = 0}), IsEmpty());
  EXPECT_THAT(ids({.from_id = INT64_MIN, .to_id = 1}), ElementsAre(1));
  EXPECT_THAT(ids({.from_id = INT64_MAX}), IsEmpty());
  EXPECT_THAT(ids({.from_time_ms = 500}), ElementsAre(9, 10));
  EXPECT_THAT(ids({.from_time_ms = 501}), IsEmpty());
  EXPECT_THAT(ids({.to_time_ms = 100}), ElementsAre(1, 2));
  EXPECT_THAT(ids({.to_time_ms = 99}), IsEmpty());
  EXPECT_THAT(ids({.from_time_ms = 200, .to_time_ms = 299}), ElementsAre(3, 4));
  EXPECT_THAT(ids({.from_id = 4, .from_time_ms = 200, .to_time_ms = 300}), ElementsAre(4, 5, 6));
  EXPECT_THAT(ids({.from_id = 9, .to_time_ms = 300}), IsEmpty());
  EXPECT_THAT(ids({.to_id = 3, .from_time_ms = 300}), IsEmpty());
}

TEST_P(LogSuite, PagesMeetAtEveryBoundary) {
  for (std::uint32_t i = 1; i <= 7; ++i) {
    Logged(Kind::kEntity, {Live(i, "a")});
    Logged(Kind::kSubEntity, {Live(i, "b")});
  }
  for (const bool descending : {false, true}) {
    for (std::int64_t first = -1; first <= 9; ++first) {
      for (std::int64_t count = -1; count <= 9; ++count) {
        std::vector<std::int64_t> expected;
        for (std::int64_t i = std::max<std::int64_t>(first, 0);
             i < 7 && static_cast<std::int64_t>(expected.size()) < count; ++i) {
          expected.push_back(descending ? 13 - 2 * i : 1 + 2 * i);
        }
        const ChangePage page = Changes({.descending = descending, .first = first, .count = count});
        ASSERT_EQ(IdsOf(page), expected) << descending << " " << first << " " << count;
        ASSERT_EQ(page.total, 7);
      }
    }
  }
  EXPECT_EQ(Changes({.first = 2, .count = INT64_MAX}).changes.size(), 5U);
  EXPECT_EQ(Changes({.first = INT64_MAX, .count = INT64_MAX}).changes.size(), 0U);
}

// A log with slow, simple queries.
struct NaiveLine {
  Kind kind = Kind::kEntity;
  Change change;
};

inline ChangePage AskNaively(const std::vector<NaiveLine>& log, const ChangeQuery& query) {
  std::vector<Change> all;
  const std::set<base::OrgNumber> numbers(query.numbers.begin(), query.numbers.end());
  for (const auto& [kind, change] : log) {
    if (kind == query.kind && change.id >= query.from_id && change.id <= query.to_id &&
        change.time_ms >= query.from_time_ms && change.time_ms <= query.to_time_ms &&
        (numbers.empty() || numbers.contains(change.number))) {
      all.push_back(change);
    }
  }
  if (query.descending) std::reverse(all.begin(), all.end());
  ChangePage page{.changes = {}, .total = static_cast<std::int64_t>(all.size())};
  for (std::int64_t i = query.first; i < query.first + query.count && i < page.total; ++i) {
    page.changes.push_back(all[static_cast<std::size_t>(i)]);
    if (!query.with_patches) page.changes.back().forward.clear();
  }
  return page;
}

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  std::int64_t Roll(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }
  bool Flip() { return Roll(0, 1) == 1; }

 private:
  std::mt19937 random_;
};

inline ChangeQuery RandomQuery(Dice* dice, std::int64_t lines, std::int64_t last_time) {
  ChangeQuery query;
  query.kind = dice->Flip() ? Kind::kEntity : Kind::kSubEntity;
  if (dice->Flip()) query.from_id = dice->Roll(-1, lines + 2);
  if (dice->Flip()) query.to_id = dice->Roll(-1, lines + 2);
  if (dice->Flip()) query.from_time_ms = dice->Roll(-1, last_time + 2);
  if (dice->Flip()) query.to_time_ms = dice->Roll(-1, last_time + 2);
  if (dice->Flip()) {
    for (std::int64_t i = dice->Roll(0, 20); i > 0; --i) {
      query.numbers.push_back(Number(static_cast<std::uint32_t>(dice->Roll(0, 45))));
    }
  }
  query.descending = dice->Flip();
  query.first = dice->Flip() ? 0 : dice->Roll(0, 60);
  query.count = dice->Roll(0, 60);
  query.with_patches = dice->Flip();
  return query;
}

TEST_P(LogSuite, AgreesWithANaiveListForAnyQuery) {
  constexpr unsigned kSeed = 20'240'229;
  Dice dice(kSeed);
  std::vector<NaiveLine> log;
  std::int64_t last_time = 0;
  for (int commit = 0; commit < 60; ++commit) {
    backend_->now_ms = backend_->now_ms + dice.Roll(-300, 500);
    last_time = std::max(last_time, backend_->now_ms.load());
    const auto writer = Write();
    for (std::int64_t i = dice.Roll(0, 12); i > 0; --i) {
      const Kind kind = dice.Roll(0, 2) == 0 ? Kind::kSubEntity : Kind::kEntity;
      const auto number = static_cast<std::uint32_t>(dice.Roll(1, 40));
      const auto type = static_cast<ChangeType>(dice.Roll(0, 4));
      const std::string body = std::to_string(log.size());
      const std::int64_t id = PutAndLog(writer.get(), kind, Live(number, body), type);
      log.push_back({kind,
                     {.id = id,
                      .number = Number(number),
                      .type = type,
                      .time_ms = last_time,
                      .forward = "+" + body}});
    }
    CommitOf(writer.get());
  }
  ASSERT_GT(log.size(), 200U);
  const auto snapshot = Read();
  for (int i = 0; i < 3000; ++i) {
    const ChangeQuery query = RandomQuery(&dice, static_cast<std::int64_t>(log.size()), last_time);
    const auto found = snapshot->ReadChanges(query);
    ASSERT_TRUE(found.ok()) << found.error().message;
    const ChangePage expected = AskNaively(log, query);
    ASSERT_EQ(found->total, expected.total) << "query " << i;
    ASSERT_EQ(found->changes.size(), expected.changes.size()) << "query " << i;
    for (std::size_t at = 0; at < expected.changes.size(); ++at) {
      ASSERT_EQ(ShowChange(found->changes[at]), ShowChange(expected.changes[at])) << "query " << i;
      ASSERT_EQ(found->changes[at].time_ms, expected.changes[at].time_ms) << "query " << i;
    }
  }
  EXPECT_TRUE(IsSound());
}

TEST_P(LogSuite, RowsOfABulkLoadHaveNoLinesButMayGetSome) {
  Commit({Live(1, "a"), Live(2, "b")});
  EXPECT_EQ(Changes({.numbers = {Number(1)}, .count = 5}).total, 0);
  Logged(Kind::kEntity, {Live(1, "c")});
  Commit({Live(1, "d")});
  const ChangePage page = Changes({.numbers = {Number(1), Number(2)}, .count = 5});
  EXPECT_THAT(IdsOf(page), ElementsAre(1));
  EXPECT_TRUE(IsSound());
}

TEST_P(LogSuite, GivesNoIdUpToTheOneSkippedTo) {
  Logged(Kind::kEntity, {Live(1, "a")});
  {
    const auto writer = Write();
    ASSERT_TRUE(writer->SkipTo(1000).ok());
    EXPECT_EQ(CommitOf(writer.get()).last_change, 1000);
  }
  EXPECT_EQ(Read()->last_change(), 1000);
  EXPECT_TRUE(IsSound());
  Logged(Kind::kSubEntity, {Live(1, "b")});
  Logged(Kind::kEntity, {Live(1, "c"), Live(2, "d")});
  EXPECT_THAT(Lines(Kind::kEntity), ElementsAre("1 1 2 +a", "1002 1 2 +c", "1003 2 2 +d"));
  EXPECT_THAT(IdsOf(Changes({.from_id = 2, .count = 5})), ElementsAre(1002, 1003));
  EXPECT_EQ(Changes({.from_id = 1003, .count = 5}).total, 1);
  EXPECT_TRUE(IsSound());
}

TEST_P(LogSuite, SkippingGoesForwardAndComesFirst) {
  Logged(Kind::kEntity, {Live(1, "a"), Live(2, "b")});
  const auto writer = Write();
  ASSERT_TRUE(writer->SkipTo(1).ok());
  EXPECT_EQ(PutAndLog(writer.get(), Kind::kEntity, Live(1, "c")), 3);
  EXPECT_FALSE(writer->SkipTo(10).ok());
  EXPECT_FALSE(writer->Commit().ok());
  EXPECT_EQ(Read()->last_change(), 2);
}

TEST_P(LogSuite, ErasesThePatchesOfOneRowOnly) {
  Logged(Kind::kEntity, {Live(1, "secret"), Live(2, "open")});
  Logged(Kind::kEntity, {Live(1, "secret too")});
  Logged(Kind::kSubEntity, {Live(1, "of the other table")});
  const auto writer = Write();
  PutAndLog(writer.get(), Kind::kEntity, Live(1, "of this very transaction"));
  Put(writer.get(), Kind::kEntity, Removed(1));
  ASSERT_TRUE(writer->EraseHistory(Kind::kEntity, Number(1)).ok());
  ASSERT_TRUE(writer->EraseHistory(Kind::kEntity, Number(77)).ok()) << "nothing to erase";
  ASSERT_TRUE(writer->Log({.number = Number(1), .type = ChangeType::kRemoval}).ok());
  CommitOf(writer.get());
  EXPECT_THAT(Lines(Kind::kEntity),
              ElementsAre("1 1 2 ", "2 2 2 +open", "3 1 2 ", "5 1 2 ", "6 1 4 "));
  EXPECT_THAT(Lines(Kind::kSubEntity), ElementsAre("4 1 2 +of the other table"));
  EXPECT_EQ(Changes({.numbers = {Number(1)}, .count = 9}).total, 4);
  EXPECT_TRUE(IsSound());
}

TEST_P(LogSuite, ASnapshotReadsNoLaterLines) {
  Logged(Kind::kEntity, {Live(1, "a")});
  const auto before = Read();
  const auto other = backend_->Open();
  auto writer = other->Write();
  ASSERT_TRUE(writer.ok());
  PutAndLog(writer->get(), Kind::kEntity, Live(1, "b"));
  CommitOf(writer->get());
  EXPECT_EQ(before->last_change(), 1);
  EXPECT_EQ(before->ReadChanges({.count = 9})->total, 1);
  EXPECT_EQ(before->ReadChanges({.numbers = {Number(1)}, .count = 9})->total, 1);
  EXPECT_EQ(Changes({.count = 9}).total, 2) << "another process sees it";
}

// Two writers in two processes, and a reader that queries the changes after its last id: it gets
// every line once, in order.
TEST_P(LogSuite, AFollowerMissesNothing) {
  constexpr std::int64_t kCommits = 60;
  const auto write = [this](std::uint32_t base) {
    const auto store = backend_->Open();
    for (std::int64_t done = 0; done < kCommits;) {
      auto writer = store->Write();
      if (!writer.ok()) continue;  // The other one is active.
      const std::string body = std::to_string(done);
      PutAndLog(writer->get(), Kind::kEntity, Live(base, body));
      PutAndLog(writer->get(), Kind::kEntity, Live(base + 1, body));
      CommitOf(writer->get());
      ++done;
    }
  };
  std::thread first(write, 10);
  std::thread second(write, 20);
  std::int64_t last = 0;
  std::map<base::OrgNumber, std::int64_t> next;
  while (last < 4 * kCommits) {
    const ChangePage page = Changes({.from_id = last + 1, .count = 7, .with_patches = true});
    for (const Change& change : page.changes) {
      ASSERT_EQ(change.id, ++last);
      ASSERT_EQ(change.forward, "+" + std::to_string(next[change.number]++));
    }
  }
  first.join();
  second.join();
  EXPECT_TRUE(IsSound());
}

}  // namespace orgreg::store
