// SPDX-License-Identifier: EUPL-1.2

#include "api/answers/errors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <new>
#include <stdexcept>
#include <string>

namespace orgreg::api {
namespace {

using base::Code;
using testing::HasSubstr;
using testing::MatchesRegex;

TEST(Causes, AreFaultsUnlessTheyPass) {
  EXPECT_EQ(CauseOf(Code::kUnavailable), Cause::kShortage);
  for (const Code code :
       {Code::kInvalid, Code::kNotFound, Code::kCorrupt, Code::kIo, Code::kLimit}) {
    EXPECT_EQ(CauseOf(code), Cause::kFault);
  }
  EXPECT_EQ(CauseOf(std::bad_alloc()), Cause::kShortage);
  EXPECT_EQ(CauseOf(std::length_error("x")), Cause::kFault);
}

struct Answer {
  std::string trace;
  std::string headers;
  std::string body;
  int status = 0;
};

Answer FailWith(Cause cause, ErrorForm form, std::string_view path) {
  http::Response response;
  response.body() = "half an answer";
  Answer answer;
  answer.trace = AnswerFailure(cause, {.form = form, .path = path}, &response);
  answer.headers = response.headers();
  answer.body = response.body();
  answer.status = response.status();
  return answer;
}

TEST(Failure, ThatPassesSaysWhenToComeAgain) {
  for (const Cause cause : {Cause::kShortage, Cause::kOverload, Cause::kNotMade,
                            Cause::kNoTokenKeys, Cause::kNoData, Cause::kBehind}) {
    for (const ErrorForm form : {ErrorForm::kRegister, ErrorForm::kJson, ErrorForm::kXml}) {
      const Answer answer = FailWith(cause, form, "/a");
      EXPECT_EQ(answer.status, 503);
      EXPECT_EQ(answer.trace, "");
      EXPECT_THAT(answer.headers, MatchesRegex("Retry-After: [0-9]+\r\n"
                                               "Content-Type: application/problem[+]json\r\n"));
      EXPECT_THAT(answer.body, MatchesRegex(R"(\{"title":"Service Unavailable","status":503,)"
                                            R"("detail":"[^"]+"\})"));
    }
  }
}

// Spec, Errors: the status is a number.
TEST(Failure, ThatDoesNotPassHasSixMembersAndATrace) {
  const Answer answer = FailWith(Cause::kFault, ErrorForm::kRegister, "/a?<b>");
  EXPECT_EQ(answer.status, 500);
  EXPECT_EQ(answer.headers, "Content-Type: application/json\r\n");
  EXPECT_EQ(answer.trace.size(), 36U);
  EXPECT_THAT(
      answer.body,
      MatchesRegex(R"(\{"timestamp":"[^"]+\+0000","status":500,"error":"Internal Server )"
                   R"(Error","message":"Internal Server Error","path":"[^"<>]+","trace":")" +
                   answer.trace + R"("\})"));
}

// Spec, Server error body: every member is a text.
TEST(Failure, HasSixTextsInTheStatementsInterface) {
  const Answer answer = FailWith(Cause::kFault, ErrorForm::kJson, "/a?<b>");
  EXPECT_EQ(answer.status, 500);
  EXPECT_THAT(
      answer.body,
      MatchesRegex(R"(\{"timestamp":"[^"]+\+0000","status":"500","error":"Internal Server )"
                   R"(Error","message":"Internal Server Error","path":"[^"<>]+","trace":")" +
                   answer.trace + R"("\})"));
}

TEST(Failure, IsXmlForAClientThatGetsXml) {
  const Answer answer = FailWith(Cause::kFault, ErrorForm::kXml, "/a");
  EXPECT_EQ(answer.headers, "Content-Type: application/xml\r\n");
  EXPECT_THAT(
      answer.body,
      MatchesRegex("<ServerErrorRespons><timestamp>[^<]+</timestamp><status>500</status>"
                   "<error>Internal Server Error</error><message>Internal Server Error</message>"
                   "<path>/a</path><trace>" +
                   answer.trace + "</trace></ServerErrorRespons>"));
}

// The answer to a wrong parameter, for a client that asks for problem+json.
std::string Problem(const ErrorStyle& style) {
  const std::array fields = {http::Field{.name = "Accept", .value = "application/problem+json"},
                             http::Field{.name = "Accept-Language", .value = "en"}};
  const http::Request request{.fields = fields};
  ErrorStyle asked = style;
  asked.request = &request;
  http::Response response;
  AnswerProblems({{.reason = search::Reason::kUnknownParameter,
                   .parameters = {"12345678901"},
                   .value = "12345678902",
                   .subject = "12345678901"}},
                 {}, asked, &response);
  return std::string(response.headers()) + response.body();
}

TEST(Problem, HasTheFormThatTheClientAsksFor) {
  const ErrorPages pages;
  const std::string answer = Problem({.path = "/a", .pages = &pages, .origin = "https://host"});
  EXPECT_THAT(answer, HasSubstr("Content-Language: en\r\n"));
  EXPECT_THAT(answer, HasSubstr("Content-Type: application/problem+json\r\n"));
  EXPECT_THAT(
      answer,
      HasSubstr("Link: <https://host/docs/guide/errors#unknown-parameter>; rel=\"help\"\r\n"));
  EXPECT_THAT(answer, HasSubstr(R"("reason":"Unknown parameter 12345678901")"));
}

TEST(Problem, RepeatsNoIdentificationNumber) {
  const std::string answer = Problem({.path = "/a", .hides_numbers = true});
  EXPECT_THAT(answer, testing::Not(HasSubstr("1234567890")));
  EXPECT_THAT(answer, HasSubstr("***********"));
}

TEST(Fault, HasARetryTimeIfTheServerIsFull) {
  http::Response response;
  AnswerFault(http::Fault::kOverloaded, {}, &response);
  EXPECT_EQ(response.status(), 503);
  EXPECT_THAT(std::string(response.headers()), HasSubstr("Retry-After: 1\r\n"));
}

}  // namespace
}  // namespace orgreg::api
