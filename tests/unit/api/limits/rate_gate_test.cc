// SPDX-License-Identifier: EUPL-1.2

#include "api/limits/rate_gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "http/message/method.h"

namespace orgreg::api {
namespace {

using Entry = RateGate::Entry;
using testing::HasSubstr;
using testing::Not;

constexpr RateLimits kTwoAnHour = {.lookups_per_second = 1,
                                   .lookups_at_once = 2,
                                   .downloads_per_hour = 2,
                                   .authorised_per_second = 1,
                                   .authorised_at_once = 2,
                                   .free_per_second = 3};

class RateGateTest : public testing::Test {
 protected:
  static RateGate::Asker From(std::string_view address, RateClass rate = RateClass::kDownloads,
                              int operation = 7) {
    return {.address = address, .rate = rate, .operation = operation};
  }
  http::Request Get(std::string_view field = "") {
    fields_ = {{.name = field.empty() ? "Accept" : field, .value = "x"}};
    return {.method = http::Method::kGet, .method_name = "GET", .fields = fields_};
  }
  static http::Request Head() { return {.method = http::Method::kHead, .method_name = "HEAD"}; }

  // Asks, and gets an answer of that status; 429 if there is none.
  int Ask(const RateGate::Asker& asker, const http::Request& request, int status = 200) {
    const Entry entry = gate_.Enter(asker, request);
    if (entry == Entry::kRefused) return 429;
    http::Response response;
    response.set_status(status);
    return gate_.Leave(asker, entry, &response) ? status : 429;
  }
  std::string Refusal(const RateGate::Asker& asker) {
    http::Response response;
    gate_.AddRefusal(asker, &response);
    return std::string(response.headers());
  }

  std::vector<http::Field> fields_;
  base::TokenBuckets requests_{100};
  RateGate gate_{kTwoAnHour, false, &requests_};
};

TEST_F(RateGateTest, RefusesWhoAsksTooOften) {
  EXPECT_EQ(Ask(From("192.0.2.1"), Get()), 200);
  EXPECT_EQ(Ask(From("192.0.2.1"), Get()), 200);
  EXPECT_EQ(Ask(From("192.0.2.1"), Get()), 429);
  EXPECT_EQ(Ask(From("192.0.2.2"), Get()), 200);
}

TEST_F(RateGateTest, CountsEachClassAndEachFileForItself) {
  for (int i = 0; i < 3; ++i) Ask(From("192.0.2.1"), Get());
  EXPECT_EQ(Ask(From("192.0.2.1", RateClass::kDownloads, 8), Get()), 200);
  EXPECT_EQ(Ask(From("192.0.2.1", RateClass::kLookUps, 7), Get()), 200);
  EXPECT_EQ(Ask(From("192.0.2.1", RateClass::kLookUps, 8), Get()), 200);
  EXPECT_EQ(Ask(From("192.0.2.1", RateClass::kLookUps, 9), Get()), 429);
  EXPECT_EQ(Ask(From("192.0.2.1", RateClass::kAuthorised, 7), Get()), 200);
}

TEST_F(RateGateTest, DoesNotCountWhoHasNoAddress) {
  for (int i = 0; i < 100; ++i) EXPECT_EQ(Ask(From(""), Get()), 200);
}

TEST_F(RateGateTest, DoesNotCountAClassWithoutALimit) {
  const RateGate gate({.lookups_per_second = 0}, true, &requests_);
  for (int i = 0; i < 100'000; ++i) {
    const auto asker = From("192.0.2.1", RateClass::kLookUps);
    const Entry entry = gate.Enter(asker, Get());
    EXPECT_EQ(entry, Entry::kFree);
    http::Response response;
    EXPECT_TRUE(gate.Leave(asker, entry, &response));
    EXPECT_EQ(response.headers(), "");
  }
}

// As the service does that answers on another thread, and does not know how a request entered.
TEST_F(RateGateTest, GivesNothingBackWhereNothingIsCounted) {
  const RateGate gate({.lookups_per_second = 0}, true, &requests_);
  http::Response response;
  response.set_status(206);
  EXPECT_TRUE(gate.Leave(From("192.0.2.1", RateClass::kLookUps), Entry::kCounted, &response));
  EXPECT_TRUE(gate_.Leave(From(""), Entry::kCounted, &response));
  EXPECT_EQ(response.headers(), "");
}

TEST_F(RateGateTest, CountsNeitherHeadNorAnswersThatAreFree) {
  EXPECT_EQ(Ask(From("192.0.2.1"), Head()), 200);
  EXPECT_EQ(Ask(From("192.0.2.1"), Get("If-None-Match"), 304), 304);
  EXPECT_EQ(Ask(From("192.0.2.1"), Get("Range"), 206), 206);
  EXPECT_EQ(Ask(From("192.0.2.1"), Get()), 200);
  EXPECT_EQ(Ask(From("192.0.2.1"), Get()), 200);
  EXPECT_EQ(Ask(From("192.0.2.1"), Get()), 429);
}

TEST_F(RateGateTest, GivesFreeAnswersToWhoHasNoTokensLeft) {
  Ask(From("192.0.2.1"), Get());
  Ask(From("192.0.2.1"), Get());
  EXPECT_EQ(Ask(From("192.0.2.1"), Get("Range"), 206), 206);
  EXPECT_EQ(Ask(From("192.0.2.1"), Get("If-Modified-Since"), 304), 304);
  EXPECT_EQ(Ask(From("192.0.2.1"), Head()), 200);
}

TEST_F(RateGateTest, GivesNoAnswerThatIsNotFreeToThem) {
  Ask(From("192.0.2.1"), Get());
  Ask(From("192.0.2.1"), Get());
  EXPECT_EQ(Ask(From("192.0.2.1"), Get("Range"), 200), 429);
  EXPECT_EQ(Ask(From("192.0.2.1"), Get("If-None-Match"), 200), 429);
  EXPECT_EQ(Ask(From("192.0.2.1"), Get("Accept"), 304), 429);
}

TEST_F(RateGateTest, CountsFreeAnswersWhereThereAreTooMany) {
  for (int i = 0; i < 5; ++i) EXPECT_EQ(Ask(From("192.0.2.1"), Head()), 200);
  EXPECT_EQ(Ask(From("192.0.2.1"), Head()), 429);
  EXPECT_EQ(Ask(From("192.0.2.1"), Get("Range"), 206), 429);
}

TEST_F(RateGateTest, SaysWhenToAskAgain) {
  for (int i = 0; i < 3; ++i) Ask(From("192.0.2.1"), Get());
  const std::string fields = Refusal(From("192.0.2.1"));
  EXPECT_THAT(fields, HasSubstr("Retry-After: 1800\r\n"));
  EXPECT_THAT(fields, HasSubstr("RateLimit-Policy: \"downloads\";q=2;w=3600\r\n"));
  EXPECT_THAT(fields, HasSubstr("RateLimit: \"downloads\";r=0;t=1800\r\n"));
}

TEST_F(RateGateTest, NeverSaysToAskAtOnce) {
  EXPECT_THAT(Refusal(From("192.0.2.1", RateClass::kLookUps)), HasSubstr("Retry-After: 1\r\n"));
}

TEST_F(RateGateTest, AnnouncesTheRateIfItShould) {
  const RateGate gate(kTwoAnHour, true, &requests_);
  const auto asker = From("192.0.2.1", RateClass::kAuthorised);
  http::Response response;
  EXPECT_TRUE(gate.Leave(asker, gate.Enter(asker, Get()), &response));
  EXPECT_THAT(std::string(response.headers()),
              HasSubstr("RateLimit-Policy: \"authorised\";q=2;w=2\r\n"
                        "RateLimit: \"authorised\";r=1;t=1\r\n"));
  response.Clear();
  gate_.Leave(asker, Entry::kCounted, &response);
  EXPECT_THAT(std::string(response.headers()), Not(HasSubstr("RateLimit")));
}

}  // namespace
}  // namespace orgreg::api
