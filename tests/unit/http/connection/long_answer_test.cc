// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/long_answer.h"

#include <gtest/gtest.h>

#include <chrono>

#include "unit/http/client.h"

namespace orgreg::http {
namespace {

using Clock = std::chrono::steady_clock;

// A thread may take a job in the moment in which its time is over.
TEST(LongAnswer, IsNotBegunAfterItsTime) {
  TestHandler handler;
  int calls = 0;
  handler.slowly = [&calls](const Request&, Response*) { ++calls; };
  LongAnswer answer({}, Limits(), Clock::now());
  answer.request.emplace(Request());
  answer.WorkOut(&handler, Clock::now() - std::chrono::seconds(1));
  EXPECT_EQ(answer.outcome, LongAnswer::Outcome::kTooLate);
  EXPECT_EQ(calls, 0);
  answer.WorkOut(&handler, Clock::now() + std::chrono::hours(1));
  EXPECT_EQ(answer.outcome, LongAnswer::Outcome::kDone);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace orgreg::http
