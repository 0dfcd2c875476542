// SPDX-License-Identifier: EUPL-1.2

#include "app/watch/request_counts.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string_view>

#include "api/routes.h"

namespace orgreg::app {
namespace {

using std::chrono::microseconds;

std::size_t IndexOf(std::string_view name) {
  std::size_t index = 0;
  while (index < CountOperations() && OperationName(index) != name) ++index;
  return index;
}

http::Answered Answer(std::string_view operation, int status) {
  const std::size_t index = IndexOf(operation);
  return {.operation = operation == "none" ? -1 : static_cast<int>(index),
          .method = http::Method::kGet,
          .status = status,
          .bytes = 100,
          .duration = microseconds(10)};
}

TEST(OperationNames, AreEachOfOneOperation) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < CountOperations(); ++i) {
    EXPECT_FALSE(OperationName(i).empty()) << i;
    EXPECT_TRUE(names.insert(OperationName(i)).second) << OperationName(i);
  }
  EXPECT_EQ(OperationName(CountOperations() - 1), "none");
}

TEST(RequestCounts, AddUpTheirWorkers) {
  RequestCounts counts(3);
  counts.NoteAnswer(0, Answer("lookUpEntity", 200));
  counts.NoteAnswer(2, Answer("lookUpEntity", 206));
  counts.NoteAnswer(2, Answer("lookUpEntity", 404));
  const std::size_t operation = IndexOf("lookUpEntity");
  EXPECT_EQ(counts.Durations(operation, 1).Count(), 2U);
  EXPECT_EQ(counts.Durations(operation, 1).sum, microseconds(20));
  EXPECT_EQ(counts.Durations(operation, 3).Count(), 1U);
  EXPECT_EQ(counts.Bytes(operation), 300U);
  counts.NoteAccept(0);
  counts.NoteAccept(1);
  counts.NoteRefusal(1);
  counts.NoteClose(2, http::Closed::kSlow);
  EXPECT_EQ(counts.accepted(), 2U);
  EXPECT_EQ(counts.refused(), 1U);
  EXPECT_EQ(counts.Closed(http::Closed::kSlow), 1U);
  EXPECT_EQ(counts.Closed(http::Closed::kSilent), 0U);
}

TEST(RequestCounts, HaveAClassForEachStatus) {
  const std::map<int, std::string_view> classes = {{0, "none"},  {200, "2xx"}, {299, "2xx"},
                                                   {304, "3xx"}, {404, "4xx"}, {499, "4xx"},
                                                   {500, "5xx"}, {505, "5xx"}, {100, "none"}};
  for (const auto& [status, name] : classes) {
    RequestCounts counts(1);
    counts.NoteAnswer(0, Answer("none", status));
    for (std::size_t i = 0; i < kStatusClasses.size(); ++i) {
      EXPECT_EQ(counts.Durations(CountOperations() - 1, i).Count(), kStatusClasses[i] == name)
          << status << kStatusClasses[i];
    }
  }
}

TEST(RequestCounts, CountErrorsByKindAndRefusalsByRate) {
  RequestCounts counts(1);
  http::Answered often = Answer("downloadRoles", 429);
  often.error = static_cast<int>(api::ErrorKind::kTooOften);
  counts.NoteAnswer(0, often);
  http::Answered gone = Answer("none", 0);
  gone.is_cut = true;
  counts.NoteAnswer(0, gone);
  EXPECT_EQ(counts.Errors(api::ErrorKind::kTooOften), 1U);
  EXPECT_EQ(counts.Errors(api::ErrorKind::kVersion), 0U);
  EXPECT_EQ(counts.Limited(api::RateClass::kDownloads), 1U);
  EXPECT_EQ(counts.Limited(api::RateClass::kLookUps), 0U);
  EXPECT_EQ(counts.cut(), 1U);
}

}  // namespace
}  // namespace orgreg::app
