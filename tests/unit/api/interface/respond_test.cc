// SPDX-License-Identifier: EUPL-1.2

#include "api/interface/respond.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace orgreg::api {
namespace {

using base::Code;
using base::Error;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Status, header fields and body of the response to the outcome, for a client that gets this type.
std::string Answered(std::string_view type, Outcome outcome) {
  http::Request request;
  request.raw_path = "/regnskapsregisteret/regnskap/log";
  const http::Query query;
  const http::RouteMatch match;
  const Offer offer{.type = std::string(type)};
  const std::shared_ptr<const search::Catalog> catalog;
  const CurrentCatalog newest(nullptr);
  const Inventories inventories;
  const records::Feed feed(nullptr);
  WorkShares shares{WorkLimits()};
  const Interface interface{.language = Language::kEnglish, .errors = ErrorFamily::kStatements};
  const RouteRow route{.at = {.interface = &interface}};
  const Context context{.route = route,
                        .request = request,
                        .match = match,
                        .query = query,
                        .offer = offer,
                        .catalog = catalog,
                        .newest = newest,
                        .inventories = inventories,
                        .feed = feed,
                        .shares = shares,
                        .errors = {.form = interface.ErrorFormFor(&offer),
                                   .language = Language::kEnglish,
                                   .path = request.raw_path}};
  http::Response response;
  Respond(std::move(outcome), context, &response);
  return std::to_string(response.status()) + " " + std::string(response.headers()) +
         response.body();
}

std::string Failed(Code code, std::string_view type) {
  return Answered(type, Error{code, "the disk has secrets"});
}

TEST(RespondToError, IsAServerErrorWithATraceAndNothingElse) {
  for (const Code code : {Code::kCorrupt, Code::kIo, Code::kNotFound, Code::kInvalid}) {
    EXPECT_THAT(Failed(code, "application/json"),
                AllOf(StartsWith("500 Content-Type: application/json\r\n{\"timestamp\":\""),
                      HasSubstr("\"status\":\"500\",\"error\":\"Internal Server Error\","
                                "\"message\":\"Internal Server Error\","
                                "\"path\":\"/regnskapsregisteret/regnskap/log\",\"trace\":\""),
                      Not(HasSubstr("secrets"))));
  }
}

TEST(RespondToError, IsXmlForAClientThatGetsXml) {
  EXPECT_THAT(Failed(Code::kIo, "application/xml"),
              AllOf(StartsWith("500 Content-Type: application/xml\r\n<ServerErrorRespons>"),
                    HasSubstr("<path>/regnskapsregisteret/regnskap/log</path><trace>"),
                    Not(HasSubstr("secrets"))));
  EXPECT_THAT(Failed(Code::kIo, "application/rdf+xml"),
              HasSubstr("Content-Type: application/json"));
}

TEST(RespondToError, AsksForARetryIfThatMayHelp) {
  EXPECT_THAT(Failed(Code::kUnavailable, "application/json"),
              AllOf(StartsWith("503 "), HasSubstr("Retry-After: "), Not(HasSubstr("secrets"))));
}

TEST(RespondToProblems, NamesTheParameterOfADate) {
  const search::Problems problems = {
      {.reason = search::Reason::kNotDate, .parameters = {"fraDato"}, .value = "x"},
      {.reason = search::Reason::kUnknownParameter, .parameters = {"side"}, .value = "1"}};
  EXPECT_THAT(Answered("text/turtle", problems),
              AllOf(StartsWith("400 Content-Type: application/json\r\n"),
                    HasSubstr("\"message\":\"fraDato: Date must be a valid date of the form "
                              "yyyy-MM-dd; Unknown parameter side\"")));
}

TEST(Respond, MakesTheStatusOfTheOutcome) {
  EXPECT_THAT(Answered("a/b", Body{}), StartsWith("200 Content-Type: a/b\r\n"));
  EXPECT_THAT(Answered("a/b", Body{.fingerprint = 1}), StartsWith("200 ETag: \""));
  EXPECT_THAT(Answered("a/b", Gone{}), StartsWith("410 Content-Type: application/json\r\n"));
  EXPECT_EQ(Answered("a/b", NotFound{}), "404 ");
  EXPECT_THAT(Answered("a/b", NotFound{{"BANK"}}), HasSubstr("not served: BANK."));
  EXPECT_EQ(Answered("a/b", WrongType{}), "415 ");
  EXPECT_EQ(Answered("a/b", PutOff{}), "200 ");
  EXPECT_THAT(Answered("a/b", Cause::kNotMade), StartsWith("503 Retry-After: 30\r\n"));
}

}  // namespace
}  // namespace orgreg::api
