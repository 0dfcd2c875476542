// SPDX-License-Identifier: EUPL-1.2

// When the files are made again. tests/property covers their content, and that they are made.

#include "app/serve/download_keeper.h"

#include <gtest/gtest.h>

namespace orgreg::app {
namespace {

constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::int64_t kNow = 1'790'000'000'000;
constexpr std::int64_t kLastNight = kNow - 6 * kHourMs;
constexpr RegisterState kState = {.commit = 100, .withdrawn = 40, .last_change = 900};

// Six entries of one state, except the first, which has `other`.
std::vector<downloads::FileEntry> Entries(const downloads::Stamp& stamp,
                                          const downloads::Stamp& other) {
  std::vector<downloads::FileEntry> entries;
  for (const downloads::FileRow& row : downloads::Files()) {
    entries.push_back({.row = &row, .stamp = entries.empty() ? other : stamp});
  }
  return entries;
}

std::vector<downloads::FileEntry> Entries(const downloads::Stamp& stamp) {
  return Entries(stamp, stamp);
}

MakingReason Why(const std::vector<downloads::FileEntry>& entries,
                 const RegisterState& state = kState) {
  return WhyMake(entries, state, kLastNight, kNow);
}

constexpr downloads::Stamp kFresh = {.commit = 90, .last_change = 850, .time_ms = kLastNight + 1};

TEST(WhyMake, LeavesFilesOfThisDayAlone) {
  EXPECT_EQ(Why(Entries(kFresh)), MakingReason::kNone);
  EXPECT_EQ(Why(Entries({.commit = 100, .last_change = 900, .time_ms = kNow})),
            MakingReason::kNone);
  EXPECT_EQ(Why(Entries({.commit = 40, .last_change = 0, .time_ms = kLastNight})),
            MakingReason::kNone);
  // The clock differs a little.
  EXPECT_EQ(Why(Entries({.commit = 90, .last_change = 850, .time_ms = kNow + kHourMs})),
            MakingReason::kNone);
}

TEST(WhyMake, MakesMissingFiles) {
  EXPECT_EQ(Why({}), MakingReason::kMissing);
  for (std::size_t lost = 0; lost < downloads::kFileCount; ++lost) {
    std::vector<downloads::FileEntry> entries = Entries(kFresh);
    entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(lost));
    EXPECT_EQ(Why(entries), MakingReason::kMissing) << lost;
  }
}

TEST(WhyMake, MakesThemAfterARemoval) {
  downloads::Stamp stamp = kFresh;
  stamp.commit = 39;
  EXPECT_EQ(Why(Entries(stamp)), MakingReason::kRemoval);
  EXPECT_EQ(Why(Entries(kFresh, stamp)), MakingReason::kRemoval);  // One is enough.
  stamp.commit = 40;
  EXPECT_EQ(Why(Entries(stamp)), MakingReason::kNone);
  EXPECT_EQ(Why(Entries(kFresh), {.commit = 100, .withdrawn = 100, .last_change = 900}),
            MakingReason::kRemoval);
  // A removal counts before the time of day: it may not wait.
  stamp.commit = 39;
  stamp.time_ms = 0;
  EXPECT_EQ(Why(Entries(stamp)), MakingReason::kRemoval);
}

TEST(WhyMake, MakesThemIfTheRegisterWasReplaced) {
  EXPECT_EQ(Why(Entries({.commit = 101, .last_change = 900, .time_ms = kNow})),
            MakingReason::kOtherRegister);
  EXPECT_EQ(Why(Entries({.commit = 100, .last_change = 901, .time_ms = kNow})),
            MakingReason::kOtherRegister);
  RegisterState restored = kState;  // And changed since, past the commit of the files.
  restored.had_files = false;
  EXPECT_EQ(Why(Entries(kFresh), restored), MakingReason::kOtherRegister);
}

TEST(WhyMake, MakesThemOnceANight) {
  downloads::Stamp stamp = kFresh;
  stamp.time_ms = kLastNight - 1;
  EXPECT_EQ(Why(Entries(stamp)), MakingReason::kNightly);
  stamp.time_ms = kLastNight;  // They were made at exactly that time.
  EXPECT_EQ(Why(Entries(stamp)), MakingReason::kNone);
  // From a day when the clock was wrong.
  stamp.time_ms = kNow + 25 * kHourMs;
  EXPECT_EQ(Why(Entries(stamp)), MakingReason::kNightly);
}

TEST(TextOf, NamesEachReason) {
  EXPECT_EQ(TextOf(MakingReason::kNone), "");
  for (const MakingReason reason : {MakingReason::kMissing, MakingReason::kRemoval,
                                    MakingReason::kOtherRegister, MakingReason::kNightly}) {
    EXPECT_NE(TextOf(reason), "");
  }
}

}  // namespace
}  // namespace orgreg::app
