// SPDX-License-Identifier: EUPL-1.2

#include "http/answer/conditional.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace orgreg::http {
namespace {

constexpr std::time_t kModified = 784111777;  // Sun, 06 Nov 1994 08:49:37 GMT
constexpr const char* kBefore = "Sun, 06 Nov 1994 08:49:36 GMT";
constexpr const char* kThen = "Sun, 06 Nov 1994 08:49:37 GMT";
constexpr const char* kLater = "Sun, 06 Nov 1994 08:49:38 GMT";

struct Case {
  Method method = Method::kGet;
  std::vector<Field> fields = {};
  const char* outcome = "";  // "send", "send part", "304", "412"
};

std::string Checked(const Case& each, const Validators& validators) {
  Request request;
  request.method = each.method;
  request.fields = each.fields;
  const Condition condition = CheckConditions(request, validators);
  switch (condition.outcome) {
    case Condition::Outcome::kSend:
      return condition.range_applies ? "send part" : "send";
    case Condition::Outcome::kNotModified:
      return "304";
    case Condition::Outcome::kPreconditionFailed:
      return "412";
  }
  return "";
}

void Expect(const std::vector<Case>& cases,
            const Validators& validators = {.tag = "\"a,b\"", .last_modified = kModified}) {
  for (const Case& each : cases) {
    std::string said;
    for (const Field& field : each.fields) {
      said.append(field.name).append(": ").append(field.value).append("; ");
    }
    EXPECT_EQ(Checked(each, validators), each.outcome) << said;
  }
}

TEST(CheckConditions, SendsUnconditionalRequests) {
  Expect({{.outcome = "send"},
          {.method = Method::kHead, .outcome = "send"},
          {.fields = {{"Accept", "*"}}, .outcome = "send"}});
}

TEST(CheckConditions, ComparesIfNoneMatchWeakly) {
  for (const char* same : {"\"a,b\"", "W/\"a,b\"", "*", " * ", "\"x\", \"a,b\"", "\"x\",W/\"a,b\"",
                           ",, \"a,b\" ,", "x, \"a,b\"", "\"x,y\",\"a,b\""}) {
    Expect({{.fields = {{"If-None-Match", same}}, .outcome = "304"},
            {.method = Method::kHead, .fields = {{"If-None-Match", same}}, .outcome = "304"},
            {.method = Method::kPost, .fields = {{"If-None-Match", same}}, .outcome = "412"}});
  }
  for (const char* other : {"", " ", ",", "\"\"", "\"a\"", "\"a\",\"b\"", "\"A,B\"", "a,b", "\"a,b",
                            "a,b\"", "w/\"a,b\"", "W/", "\"*\"", "**", "\"x\", *", "\"a,b\"x"}) {
    Expect({{.fields = {{"If-None-Match", other}}, .outcome = "send"}});
  }
  Expect(
      {{.fields = {{"If-None-Match", "\"x\""}, {"if-none-match", "\"a,b\""}}, .outcome = "304"}});
}

TEST(CheckConditions, AcceptsTagsWithoutQuotes) {
  const Validators plain = {.tag = "\"abc\""};
  for (const char* same : {"abc", "x, abc", "W/abc", "abc , x"}) {
    Expect({{.fields = {{"If-None-Match", same}}, .outcome = "304"}}, plain);
  }
  for (const char* other : {"ab", "abcd", "a bc", "ABC", "'abc'"}) {
    Expect({{.fields = {{"If-None-Match", other}}, .outcome = "send"}}, plain);
  }
}

TEST(CheckConditions, MatchesNoTagIfThereIsNone) {
  Expect({{.fields = {{"If-None-Match", "\"\""}}, .outcome = "send"},
          {.fields = {{"If-Match", "\"\""}}, .outcome = "412"},
          {.fields = {{"If-None-Match", "*"}}, .outcome = "304"},
          {.fields = {{"Range", "x"}, {"If-Range", "\"\""}}, .outcome = "send"}},
         {});
}

TEST(CheckConditions, ComparesIfMatchStrongly) {
  for (const char* same : {"\"a,b\"", "*", "\"x\", \"a,b\""}) {
    Expect({{.fields = {{"If-Match", same}}, .outcome = "send"}});
  }
  for (const char* other : {"", "W/\"a,b\"", "\"x\"", "\"a\"", "\"x\", *"}) {
    Expect({{.fields = {{"If-Match", other}}, .outcome = "412"},
            {.method = Method::kPost, .fields = {{"If-Match", other}}, .outcome = "412"}});
  }
  Expect({{.fields = {{"If-Match", "W/\"w\""}}, .outcome = "412"},
          {.fields = {{"If-None-Match", "\"w\""}}, .outcome = "304"}},
         {.tag = "W/\"w\""});
}

TEST(CheckConditions, ComparesDates) {
  Expect({{.fields = {{"If-Modified-Since", kBefore}}, .outcome = "send"},
          {.fields = {{"If-Modified-Since", kThen}}, .outcome = "304"},
          {.fields = {{"If-Modified-Since", kLater}}, .outcome = "304"},
          {.fields = {{"If-Modified-Since", "Sunday, 06-Nov-94 08:49:37 GMT"}}, .outcome = "304"},
          {.fields = {{"If-Modified-Since", "Sun Nov  6 08:49:37 1994"}}, .outcome = "304"},
          {.method = Method::kHead, .fields = {{"If-Modified-Since", kThen}}, .outcome = "304"},
          {.method = Method::kPost, .fields = {{"If-Modified-Since", kThen}}, .outcome = "send"},
          {.fields = {{"If-Unmodified-Since", kBefore}}, .outcome = "412"},
          {.fields = {{"If-Unmodified-Since", kThen}}, .outcome = "send"},
          {.fields = {{"If-Unmodified-Since", kLater}}, .outcome = "send"}});
}

TEST(CheckConditions, IgnoresInvalidDates) {
  for (const char* text : {"", "0", "yesterday", "1994-11-06", "Sun, 06 Nov 1994 08:49:37 CET"}) {
    Expect({{.fields = {{"If-Modified-Since", text}}, .outcome = "send"},
            {.fields = {{"If-Unmodified-Since", text}}, .outcome = "send"}});
  }
  Expect(
      {{.fields = {{"If-Modified-Since", kThen}, {"If-Modified-Since", kThen}}, .outcome = "send"},
       {.fields = {{"If-Unmodified-Since", kBefore}, {"If-Unmodified-Since", kBefore}},
        .outcome = "send"}});
  Expect({{.fields = {{"If-Modified-Since", kLater}}, .outcome = "send"},
          {.fields = {{"If-Unmodified-Since", kBefore}}, .outcome = "send"}},
         {.tag = "\"a,b\""});
}

TEST(CheckConditions, KeepsTheOrderOfTheStandard) {
  Expect({
      // A tag takes precedence over a date.
      {.fields = {{"If-Match", "\"a,b\""}, {"If-Unmodified-Since", kBefore}}, .outcome = "send"},
      {.fields = {{"If-None-Match", "\"x\""}, {"If-Modified-Since", kLater}}, .outcome = "send"},
      // The first failure decides.
      {.fields = {{"If-None-Match", "\"a,b\""}, {"If-Match", "\"x\""}}, .outcome = "412"},
      {.fields = {{"If-None-Match", "*"}, {"If-Unmodified-Since", kBefore}}, .outcome = "412"},
      {.fields = {{"If-Match", "*"}, {"If-None-Match", "*"}}, .outcome = "304"},
      {.fields = {{"Range", "bytes=0-1"}, {"If-None-Match", "*"}}, .outcome = "304"},
      {.fields = {{"Range", "bytes=0-1"}, {"If-Match", "\"x\""}}, .outcome = "412"},
      {.fields = {{"Range", "bytes=0-1"}, {"If-Match", "\"a,b\""}}, .outcome = "send part"},
  });
}

TEST(CheckConditions, LooksAtARangeOnlyIfIfRangeHolds) {
  const Field range = {"Range", "bytes=0-1"};
  for (const char* same : {"\"a,b\"", "a,b", kThen, "Sunday, 06-Nov-94 08:49:37 GMT"}) {
    Expect({{.fields = {range, {"If-Range", same}}, .outcome = "send part"}});
  }
  for (const char* other :
       {"", "*", "W/\"a,b\"", "\"x\"", "\"a,b\", \"x\"", kBefore, kLater, "0"}) {
    Expect({{.fields = {range, {"If-Range", other}}, .outcome = "send"}});
  }
  Expect({{.fields = {range}, .outcome = "send part"},
          {.method = Method::kHead, .fields = {range}, .outcome = "send"},
          {.method = Method::kPost, .fields = {range}, .outcome = "send"},
          {.fields = {range, range}, .outcome = "send"},
          {.fields = {range, {"If-Range", "\"a,b\""}, {"If-Range", "\"a,b\""}}, .outcome = "send"},
          {.fields = {{"If-Range", "\"a,b\""}}, .outcome = "send"}});
  Expect({{.fields = {range, {"If-Range", "W/\"w\""}}, .outcome = "send"},
          {.fields = {range, {"If-Range", "\"w\""}}, .outcome = "send"},
          {.fields = {range, {"If-Range", kThen}}, .outcome = "send"}},
         {.tag = "W/\"w\""});
}

}  // namespace
}  // namespace orgreg::http
