// SPDX-License-Identifier: EUPL-1.2

#include "api/state_pages/freshness.h"

#include <gtest/gtest.h>

#include <chrono>

namespace orgreg::api {
namespace {

constexpr std::int64_t kNow = 1'800'000'000'000;

std::int64_t Ago(std::chrono::milliseconds age) { return kNow - age.count(); }

// Everything is there, and from just now.
RegisterState Fresh() {
  return {.has_index = true, .changed_ms = kNow, .files_made = 8, .files_ms = kNow};
}

TEST(Freshness, IsCurrentIfAllIsNew) {
  EXPECT_EQ(FreshnessOf(Fresh(), kNow), Freshness());
  EXPECT_EQ(AttentionFor(FreshnessOf(Fresh(), kNow)), Attention::kNone);
}

TEST(Freshness, FilesAreOldOnlyAfterTheLimit) {
  RegisterState state = Fresh();
  state.files_ms = Ago(kFreshnessLimits.files);
  EXPECT_EQ(FreshnessOf(state, kNow).files, FilesState::kCurrent);
  --state.files_ms;
  EXPECT_EQ(FreshnessOf(state, kNow).files, FilesState::kOld);
  EXPECT_EQ(AttentionFor(FreshnessOf(state, kNow)), Attention::kNeeded);
}

TEST(Freshness, OneMissingFileIsIncompleteEvenIfTheOthersAreOld) {
  RegisterState state = Fresh();
  state.files_missing = 1;
  state.files_made = 7;
  state.files_ms = Ago(std::chrono::hours(1000));
  EXPECT_EQ(FreshnessOf(state, kNow).files, FilesState::kIncomplete);
}

TEST(Freshness, FilesThatWereNeverMadeAreNotCalledOld) {
  RegisterState state = Fresh();
  state.files_missing = 8;
  state.files_made = 0;
  state.files_ms = 0;
  EXPECT_EQ(FreshnessOf(state, kNow).files, FilesState::kNotMade);
  EXPECT_EQ(AttentionFor(FilesState::kNotMade), Attention::kSoon);
}

TEST(Freshness, ARegisterWithoutRecordsNeedsAttentionThoughItChangedJustNow) {
  RegisterState state = Fresh();
  state.is_empty = true;
  EXPECT_EQ(FreshnessOf(state, kNow).data, DataState::kEmpty);
  EXPECT_EQ(AttentionFor(FreshnessOf(state, kNow)), Attention::kNeeded);
}

TEST(Freshness, DataIsQuietOnlyAfterTheLimit) {
  RegisterState state = Fresh();
  state.changed_ms = Ago(kFreshnessLimits.data);
  EXPECT_EQ(FreshnessOf(state, kNow).data, DataState::kCurrent);
  state.changed_ms = *state.changed_ms - 1;
  EXPECT_EQ(FreshnessOf(state, kNow).data, DataState::kQuiet);
  EXPECT_EQ(AttentionFor(FreshnessOf(state, kNow)), Attention::kSoon);
}

TEST(Freshness, ALoadDoesNotMakeQuietDataCurrent) {
  RegisterState state = Fresh();
  state.changed_ms = Ago(kFreshnessLimits.data + std::chrono::hours(1));
  state.loaded_ms = kNow;
  EXPECT_EQ(FreshnessOf(state, kNow).data, DataState::kQuiet);
  EXPECT_EQ(DataTime(state), state.changed_ms);
}

TEST(Freshness, DataWithoutChangesIsJudgedByItsLoad) {
  RegisterState state = Fresh();
  state.changed_ms = std::nullopt;
  state.loaded_ms = Ago(kFreshnessLimits.data);
  EXPECT_EQ(FreshnessOf(state, kNow).data, DataState::kLoaded);
  EXPECT_EQ(AttentionFor(DataState::kLoaded), Attention::kNone);
  EXPECT_EQ(DataTime(state), state.loaded_ms);
  state.loaded_ms = *state.loaded_ms - 1;
  EXPECT_EQ(FreshnessOf(state, kNow).data, DataState::kLoadedLongAgo);
  EXPECT_EQ(AttentionFor(DataState::kLoadedLongAgo), Attention::kSoon);
}

TEST(Freshness, DataWithoutAKnownTimeIsUnknown) {
  RegisterState state = Fresh();
  state.changed_ms = std::nullopt;
  EXPECT_EQ(DataTime(state), std::nullopt);
  EXPECT_EQ(FreshnessOf(state, kNow).data, DataState::kUnknown);
}

TEST(Freshness, AnIndexThatLacksChangesIsFirstCatchingUpAndThenBehind) {
  RegisterState state = Fresh();
  state.waiting = 3;
  state.waiting_since_ms = Ago(kFreshnessLimits.index);
  EXPECT_EQ(FreshnessOf(state, kNow).index, IndexState::kCatchingUp);
  EXPECT_EQ(AttentionFor(FreshnessOf(state, kNow)), Attention::kNone);
  --state.waiting_since_ms;
  EXPECT_EQ(FreshnessOf(state, kNow).index, IndexState::kBehind);
  EXPECT_EQ(AttentionFor(FreshnessOf(state, kNow)), Attention::kNeeded);
}

TEST(Freshness, WithoutAnIndexItIsBeingMade) {
  EXPECT_EQ(FreshnessOf({}, kNow).index, IndexState::kBeingMade);
}

TEST(Freshness, ACopyIsOldOnlyAfterItsLimit) {
  RegisterState state = Fresh();
  state.copy = {.is_followed = true, .equal_ms = kNow - 30'000, .most_lag_ms = 30'000};
  EXPECT_EQ(FreshnessOf(state, kNow).copy, CopyState::kCurrent);
  EXPECT_EQ(AttentionFor(FreshnessOf(state, kNow)), Attention::kNone);
  state.copy->is_followed = false;
  EXPECT_EQ(FreshnessOf(state, kNow).copy, CopyState::kAway);
  EXPECT_EQ(AttentionFor(FreshnessOf(state, kNow)), Attention::kSoon);
  --*state.copy->equal_ms;
  EXPECT_EQ(FreshnessOf(state, kNow).copy, CopyState::kOld);
  EXPECT_EQ(AttentionFor(FreshnessOf(state, kNow)), Attention::kNeeded);
}

TEST(Freshness, ACopyThatNeverReachedItsSourceNeedsAttention) {
  RegisterState state = Fresh();
  state.copy = {.is_followed = true, .most_lag_ms = 30'000};
  EXPECT_EQ(FreshnessOf(state, kNow).copy, CopyState::kNever);
  EXPECT_EQ(AttentionFor(CopyState::kNever), Attention::kNeeded);
}

TEST(Freshness, AServerIsBehindOrSilentOnlyAfterTheLimits) {
  SharingServer server = {.seen_ms = Ago(kFreshnessLimits.silence), .lag_ms = 30'000};
  EXPECT_EQ(ServerStateOf(server, 30'000, kNow), ServerState::kCurrent);
  server.lag_ms = 30'001;
  EXPECT_EQ(ServerStateOf(server, 30'000, kNow), ServerState::kBehind);
  server.lag_ms.reset();
  EXPECT_EQ(ServerStateOf(server, 30'000, kNow), ServerState::kBehind);
  --server.seen_ms;
  EXPECT_EQ(ServerStateOf(server, 30'000, kNow), ServerState::kSilent);
}

TEST(Freshness, ATimeInTheFutureCountsAsNow) {
  RegisterState state = Fresh();
  state.changed_ms = state.files_ms = kNow + 1'000'000'000;
  EXPECT_EQ(FreshnessOf(state, kNow), Freshness());
}

}  // namespace
}  // namespace orgreg::api
