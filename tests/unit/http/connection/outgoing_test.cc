// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/outgoing.h"

#include <gtest/gtest.h>

#include <string>

namespace orgreg::http {
namespace {

constexpr std::size_t kSmallBytes = 1000;
constexpr std::size_t kLargeBytes = 200'000;

Response Answer(std::size_t body_bytes, char letter) {
  Response response;
  response.body().assign(body_bytes, letter);
  return response;
}

std::string All(const Outgoing& out) { return std::string(out.text()).append(out.body()); }

// What is still to be sent.
std::string RestAfter(std::size_t sent, Outgoing* out) {
  std::string rest;
  const std::size_t at = out->MoveRest(sent, &rest);
  EXPECT_EQ(out->size(), 0U);
  return rest.substr(at);
}

TEST(Outgoing, CollectsSmallAnswersAsText) {
  Outgoing out;
  EXPECT_TRUE(out.empty());
  for (const char letter : {'a', 'b'}) {
    Response response = Answer(kSmallBytes, letter);
    out.Add({}, &response);
  }
  EXPECT_EQ(out.body(), "");
  EXPECT_TRUE(out.text().ends_with(std::string(kSmallBytes, 'b')));
  EXPECT_GT(out.size(), 2 * kSmallBytes);
}

TEST(Outgoing, TakesALargeBodyAndGivesItsMemoryBack) {
  Outgoing out;
  Response response = Answer(kLargeBytes, 'a');
  const char* const memory = response.body().data();
  out.Add({}, &response);
  EXPECT_EQ(out.body().data(), memory);
  EXPECT_TRUE(out.text().ends_with("Content-Length: 200000\r\n\r\n"));
  EXPECT_EQ(out.size(), out.text().size() + kLargeBytes);
  out.Clear(&response);
  EXPECT_TRUE(out.empty());
  EXPECT_EQ(out.size(), 0U);
  EXPECT_EQ(response.body().data(), memory);
  EXPECT_EQ(response.body(), "");
}

TEST(Outgoing, KeepsTheOrderIfMoreFollowsALargeBody) {
  Outgoing out;
  Response first = Answer(kLargeBytes, 'a');
  out.Add({}, &first);
  const std::string before = All(out);
  Response second = Answer(kLargeBytes, 'b');
  out.Add({}, &second);
  EXPECT_EQ(out.body(), std::string(kLargeBytes, 'b'));
  EXPECT_TRUE(out.text().starts_with(before));
  const std::string both = All(out);
  out.Add("more");
  EXPECT_EQ(All(out), both + "more");
}

TEST(Outgoing, LeavesOutTheBodyThatIsNotAskedFor) {
  Outgoing out;
  Response response = Answer(kLargeBytes, 'a');
  out.Add({.body = BodyPart::kOmit}, &response);
  EXPECT_EQ(out.body(), "");
  EXPECT_TRUE(out.text().ends_with("Content-Length: 200000\r\n\r\n"));
}

TEST(Outgoing, GivesTheRestWhereverSendingStopped) {
  for (const std::size_t body_bytes : {kSmallBytes, kLargeBytes}) {
    Outgoing whole;
    Response response = Answer(body_bytes, 'a');
    whole.Add({}, &response);
    const std::string all = All(whole);
    const std::size_t head = all.size() - body_bytes;
    for (const std::size_t sent : {std::size_t{0}, head - 1, head, head + 1, all.size() - 1}) {
      Outgoing out;
      Response again = Answer(body_bytes, 'a');
      out.Add({}, &again);
      EXPECT_EQ(RestAfter(sent, &out).size(), all.size() - sent) << sent;
    }
  }
}

TEST(Outgoing, FreesTheMemoryOfASecret) {
  for (const std::size_t body_bytes : {kSmallBytes, kLargeBytes}) {
    Outgoing out;
    Response response = Answer(body_bytes, 's');
    response.MarkSecret();
    out.Add({}, &response);
    Response next;
    out.Clear(&next);
    EXPECT_TRUE(out.empty());
    EXPECT_LT(next.body().capacity(), 100U);
  }
}

// So that no copy of it lives on in the buffers of the thread.
TEST(Outgoing, HandsTheRestOfASecretOver) {
  for (const std::size_t body_bytes : {kSmallBytes, kLargeBytes}) {
    Outgoing out;
    Response response = Answer(body_bytes, 's');
    response.MarkSecret();
    out.Add({}, &response);
    const std::string all = All(out);
    EXPECT_EQ(RestAfter(all.size() - 10, &out), std::string(10, 's'));
    Response next;
    out.Clear(&next);
    EXPECT_LT(next.body().capacity(), 100U);
  }
}

TEST(Outgoing, FreesTheBodyOfASecretThatMoreFollows) {
  Outgoing out;
  Response response = Answer(kLargeBytes, 's');
  response.MarkSecret();
  out.Add({}, &response);
  const std::string before = All(out);
  out.Add("more");
  EXPECT_EQ(out.text(), before + "more");
  EXPECT_EQ(out.body(), "");
  Response next;
  out.Clear(&next);
  EXPECT_LT(next.body().capacity(), 100U);
}

}  // namespace
}  // namespace orgreg::http
