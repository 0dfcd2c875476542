// SPDX-License-Identifier: EUPL-1.2

#include "api/statements/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "api/interface/basic_access.h"
#include "api/interface/parameter_rows.h"
#include "api/interface/respond.h"
#include "unit/formats/scratch_folder.h"

namespace orgreg::api {
namespace {

using base::Date;
using base::Timestamp;
using store::UsageGroup;
using testing::HasSubstr;
using testing::MatchesRegex;

constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::int64_t kDayMs = 24 * kHourMs;

// Days begin an hour before those of UTC.
std::int64_t DayStart(Date day) { return day.days() * kDayMs - kHourMs; }

class StatisticsTest : public testing::Test {
 protected:
  void SetUp() override {
    counts_ = std::make_unique<records::UsageCounts>(
        folder_.PathOf("usage.db"), folder_.PathOf("secret"),
        records::UsageOptions{.clock = [this] { return Timestamp::FromMilliseconds(now_ms_); }});
  }

  void RecordAt(const char* day, std::int64_t ms_of_day, std::uint32_t number) {
    now_ms_ = DayStart(*Date::Parse(day)) + ms_of_day;
    counts_->Record({.number = base::OrgNumber(number), .address = "10.0.0.1"});
  }

  // Status and body.
  std::string Ask(store::UsageGroup group, std::string_view query_text, bool counts = true) {
    const Statistics statistics{.counts = counts_.get(), .day_start = DayStart};
    http::Request request{.path = "/x", .query = query_text};
    request.raw_path = "/statistikk/by-orgnr";
    http::Query query;
    query.Parse(query_text);
    http::Response response;
    const records::Feed feed(nullptr);
    const CurrentCatalog newest(nullptr);
    const Inventories inventories;
    const std::shared_ptr<const search::Catalog> catalog;
    const http::RouteMatch match;
    const Offer offer;
    WorkShares shares{WorkLimits()};
    const Interface interface{.language = Language::kEnglish, .errors = ErrorFamily::kStatements};
    const std::array parameters = {kCountedFrom, kCountedTo};
    const RouteRow route{
        .at = {.interface = &interface},
        .takes = {.rows = parameters, .query = QueryPolicy::kLenient},
        .work = {.handle = CountCalls, .argument = {.group = group}, .needs_data = false}};
    const Context context{
        .route = route,
        .request = request,
        .match = match,
        .query = query,
        .offer = offer,
        .catalog = catalog,
        .newest = newest,
        .inventories = inventories,
        .feed = feed,
        .shares = shares,
        .statistics = counts ? &statistics : nullptr,
        .errors = {
            .form = ErrorForm::kJson, .language = Language::kEnglish, .path = request.raw_path}};
    Reply reply(&response);
    Respond(CountCalls(context, &reply), context, &response);
    return std::to_string(response.status()) + " " + response.body();
  }

  formats::ScratchFolder folder_{"statistics"};
  std::int64_t now_ms_ = 0;
  std::unique_ptr<records::UsageCounts> counts_;
};

TEST_F(StatisticsTest, AreTextsOfCountAndValue) {
  RecordAt("2026-03-01", 0, 314159268);
  RecordAt("2026-03-01", 0, 314159268);
  counts_->Record({.method = model::UsageMethod::kLog});
  EXPECT_EQ(Ask(UsageGroup::kOrganisation, ""), R"(200 ["2;314159268","1;null"])");
  EXPECT_EQ(Ask(UsageGroup::kMethod, ""), R"(200 ["2;getRegnskap","1;getLog"])");
  EXPECT_THAT(Ask(UsageGroup::kAddress, ""),
              MatchesRegex(R"(200 \["2;[A-Za-z0-9+/]{43}=","1;null"\])"));
}

TEST_F(StatisticsTest, AreNotFoundIfThereAreNone) {
  EXPECT_EQ(Ask(UsageGroup::kOrganisation, ""), "404 ");
  EXPECT_EQ(Ask(UsageGroup::kMethod, "fraDato=2026-01-01"), "404 ");
  // If calls cannot be counted, the counts are unknown, not zero.
  EXPECT_THAT(Ask(UsageGroup::kMethod, "", false), testing::StartsWith("503 "));
}

TEST_F(StatisticsTest, HoldBothDaysAsAWhole) {
  RecordAt("2026-03-01", kDayMs - 1, 310000001);
  RecordAt("2026-03-02", 0, 310000002);
  RecordAt("2026-03-02", kDayMs - 1, 310000002);
  RecordAt("2026-03-03", 0, 310000003);
  const auto ask = [this](std::string_view query) { return Ask(UsageGroup::kOrganisation, query); };
  EXPECT_EQ(ask("fraDato=2026-03-02&tilDato=2026-03-02"), R"(200 ["2;310000002"])");
  EXPECT_EQ(ask("tilDato=2026-03-01"), R"(200 ["1;310000001"])");
  EXPECT_EQ(ask("fraDato=2026-03-03"), R"(200 ["1;310000003"])");
  EXPECT_EQ(ask("fraDato=0001-01-01&tilDato=9999-12-31"),
            R"(200 ["2;310000002","1;310000001","1;310000003"])");
  EXPECT_EQ(ask("fraDato=2026-03-04"), "404 ");
  EXPECT_EQ(ask("fraDato=2026-03-03&tilDato=2026-03-01"), "404 ");
}

TEST_F(StatisticsTest, PassOverParametersThatTheyDoNotHave) {
  RecordAt("2026-03-01", 0, 314159268);
  for (const char* query : {"side=1", "fradato=x", "FraDato=", "a", "=", "=1", "a=%FF", "a=1&a=2",
                            "side=1&fraDato=2026-03-01&journalnr=7"}) {
    EXPECT_EQ(Ask(UsageGroup::kOrganisation, query), R"(200 ["1;314159268"])") << query;
  }
}

TEST_F(StatisticsTest, RefuseEveryOtherDate) {
  for (const char* query :
       {"fraDato=", "fraDato", "fraDato=2026-02-29", "fraDato=2026-3-1", "fraDato=20260301",
        "fraDato=2026-03-01T00:00:00", "tilDato=i+dag", "tilDato=2026-13-01", "tilDato=%",
        "fraDato=2026-03-01&fraDato=2026-03-01", "fraDato=%FF", "%FFfraDato=2026-03-01",
        "tilDato=2026-03-01%20", "fraDato=0000-01-01", "fraDato=-001-01-01"}) {
    EXPECT_THAT(Ask(UsageGroup::kMethod, query),
                MatchesRegex(R"(400 \{"timestamp":"[-0-9T:.]+\+0000","status":"400","error":"Bad )"
                             R"(Request","message":"[^"]+","path":"/statistikk/by-orgnr","trace":)"
                             R"("[-0-9a-f]{36}"\})"))
        << query;
  }
  // Both parameters are named.
  EXPECT_THAT(Ask(UsageGroup::kMethod, "fraDato=x&side=1&tilDato="),
              HasSubstr("\"fraDato: Date must be a valid date of the form yyyy-MM-dd; tilDato has "
                        "no value\""));
}

TEST(BasicRefusal, HasStatusAndFieldsOfItsKind) {
  using Kind = auth::BasicVerdict::Kind;
  const auto answer = [](const auth::BasicVerdict& verdict) {
    http::Response response;
    AnswerBasicRefusal(verdict, "Basic realm=\"r\"", {.form = ErrorForm::kJson}, &response);
    return std::to_string(response.status()) + "\r\n" + std::string(response.headers()) +
           response.body();
  };
  for (const Kind kind : {Kind::kNoCredentials, Kind::kWrong}) {
    EXPECT_EQ(answer({.kind = kind}),
              "401\r\nCache-Control: no-store\r\nWWW-Authenticate: Basic realm=\"r\"\r\n");
  }
  EXPECT_EQ(answer({.kind = Kind::kLimited, .retry_after = std::chrono::seconds(6)}),
            "429\r\nCache-Control: no-store\r\nRetry-After: 6\r\n"
            "Content-Type: application/json\r\n{\"message\":\"Too many requests!\"}");
  EXPECT_THAT(answer({.kind = Kind::kBusy, .retry_after = std::chrono::seconds(1)}),
              testing::AllOf(HasSubstr("503\r\n"), HasSubstr("Retry-After: ")));
}

}  // namespace
}  // namespace orgreg::api
