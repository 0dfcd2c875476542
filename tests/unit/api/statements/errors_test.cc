#include "api/statements/errors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "api/interface/failures.h"

namespace orgreg::api {
namespace {

using base::Code;
using base::Error;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Status, header fields and body of what `answer` makes of a request that gets this type.
template <typename AnswerIt>
std::string Answered(std::string_view type, AnswerIt answer_it) {
  http::Request request;
  request.raw_path = "/regnskapsregisteret/regnskap/log";
  const http::Query query;
  const http::RouteMatch match;
  const Offer offer{.type = std::string(type)};
  const std::shared_ptr<const search::Catalog> catalog;
  const Inventories inventories;
  const records::Feed feed(nullptr);
  base::FairShare expensive{2};
  const Context context{.request = request,
                        .match = match,
                        .query = query,
                        .offer = offer,
                        .catalog = catalog,
                        .inventories = inventories,
                        .feed = feed,
                        .expensive = expensive,
                        .statistics = nullptr,
                        .authority = nullptr,
                        .origin = "",
                        .language = Language::kEnglish,
                        .error_form = ErrorFormFor(&offer),
                        .shown_path = request.raw_path};
  http::Response response;
  Answer answer{.response = response};
  answer_it(context, &answer);
  return std::to_string(response.status()) + " " + std::string(response.headers()) +
         response.body();
}

std::string Failed(Code code, std::string_view type) {
  return Answered(type, [&](const Context& context, Answer* answer) {
    AnswerFailed(Error{code, "the disk has secrets"}, context, answer);
  });
}

TEST(AnswerFailed, IsAServerErrorWithATraceAndTellsNothingElse) {
  for (const Code code : {Code::kCorrupt, Code::kIo, Code::kNotFound, Code::kInvalid}) {
    EXPECT_THAT(Failed(code, "application/json"),
                AllOf(StartsWith("500 Content-Type: application/json\r\n{\"timestamp\":\""),
                      HasSubstr("\"status\":\"500\",\"error\":\"Internal Server Error\","
                                "\"message\":\"Internal Server Error\","
                                "\"path\":\"/regnskapsregisteret/regnskap/log\",\"trace\":\""),
                      Not(HasSubstr("secrets"))));
  }
}

TEST(AnswerFailed, IsXmlForWhoeverGetsXml) {
  EXPECT_THAT(Failed(Code::kIo, "application/xml"),
              AllOf(StartsWith("500 Content-Type: application/xml\r\n<ServerErrorRespons>"),
                    HasSubstr("<path>/regnskapsregisteret/regnskap/log</path><trace>"),
                    Not(HasSubstr("secrets"))));
  EXPECT_THAT(Failed(Code::kIo, "application/rdf+xml"),
              HasSubstr("Content-Type: application/json"));
}

TEST(AnswerFailed, AsksToComeAgainWhereThatMayHelp) {
  EXPECT_THAT(Failed(Code::kUnavailable, "application/json"),
              AllOf(StartsWith("503 "), HasSubstr("Retry-After: "), Not(HasSubstr("secrets"))));
}

TEST(AnswerBad, NamesTheParameterOfADate) {
  const search::Problems problems = {
      {.reason = search::Reason::kNotDate, .parameters = {"fraDato"}, .value = "x"},
      {.reason = search::Reason::kUnknownParameter, .parameters = {"side"}, .value = "1"}};
  EXPECT_THAT(
      Answered("text/turtle", [&](const Context& context,
                                  Answer* answer) { AnswerBad(problems, context, answer); }),
      AllOf(StartsWith("400 Content-Type: application/json\r\n"),
            HasSubstr("\"message\":\"fraDato: Date must be a valid date of the form "
                      "yyyy-MM-dd; Unknown parameter side\"")));
}

}  // namespace
}  // namespace orgreg::api
