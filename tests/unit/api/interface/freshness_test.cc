// SPDX-License-Identifier: EUPL-1.2

#include "api/interface/freshness.h"

#include <gtest/gtest.h>

#include <string>

#include "api/routes.h"

namespace orgreg::api {
namespace {

constexpr Interface kOpen = {};
constexpr Interface kSecret = {.caching = Caching::kSecret};
constexpr Interface kNotStored = {.caching = Caching::kNotStored};

struct Case {
  const Interface* interface = &kOpen;
  std::uint32_t seconds = 60;
  int status = 200;
  std::string_view capture = {};
  std::string_view field = {};  // Of the handler.
  http::Method method = http::Method::kGet;
  bool is_followed = false;
};

std::string FieldsOf(const Case& sent) {
  RouteRow row;
  row.work.is_followed = sent.is_followed;
  http::RouteMatch match;
  match.captures[0] = sent.capture;
  match.capture_count = sent.capture.empty() ? 0 : 1;
  http::Response response;
  response.set_status(sent.status);
  if (!sent.field.empty()) response.AddHeader("Cache-Control", sent.field);
  AddFreshness(
      {.interface = *sent.interface, .route = &row, .match = match, .seconds = sent.seconds},
      {.method = sent.method}, &response);
  return std::string(response.headers());
}

TEST(AddFreshness, SaysHowLongAnAnswerMayBeKept) {
  EXPECT_EQ(FieldsOf({}), "Cache-Control: max-age=60\r\n");
  EXPECT_EQ(FieldsOf({.seconds = 1}), "Cache-Control: max-age=1\r\n");
  EXPECT_EQ(FieldsOf({.seconds = 0}), "Cache-Control: no-cache\r\n");
  EXPECT_EQ(FieldsOf({.status = 304}), "Cache-Control: max-age=60\r\n");
  EXPECT_EQ(FieldsOf({.method = http::Method::kHead}), "Cache-Control: max-age=60\r\n");
}

TEST(AddFreshness, KeepsNeitherErrorsNorWhatClientsFollow) {
  for (const int status : {400, 404, 405, 410, 414, 500, 503})
    EXPECT_EQ(FieldsOf({.status = status, .capture = "974760673"}), "Cache-Control: no-cache\r\n");
  EXPECT_EQ(FieldsOf({.capture = "974760673", .is_followed = true}), "Cache-Control: no-cache\r\n");
}

TEST(AddFreshness, LeavesTheWordOfTheHandlerAndOfTheInterface) {
  EXPECT_EQ(FieldsOf({.field = "private"}), "Cache-Control: private\r\n");
  EXPECT_EQ(FieldsOf({.interface = &kSecret}), "");
  EXPECT_EQ(FieldsOf({.interface = &kNotStored}), "");
  EXPECT_EQ(FieldsOf({.method = http::Method::kPost}), "");
  EXPECT_EQ(FieldsOf({.method = http::Method::kOptions}), "");
}

TEST(AddFreshness, NamesTheOrganisation) {
  EXPECT_EQ(FieldsOf({.capture = "974760673"}),
            "Cache-Control: max-age=60\r\nSurrogate-Key: 974760673\r\n");
  for (const std::string_view text : {"0301", "97476067", "9747606730", "974760673\r\nA: b", "x"})
    EXPECT_EQ(FieldsOf({.capture = text}), "Cache-Control: max-age=60\r\n") << text;
  EXPECT_EQ(FieldsOf({.seconds = 0, .capture = "974760673"}), "Cache-Control: no-cache\r\n");
}

TEST(AddFreshness, FollowsTheFeeds) {
  std::size_t followed = 0;
  for (const RouteRow& row : Routes()) {
    if (row.work.is_followed) ++followed;
    const bool is_feed = row.at.pattern.find("/oppdateringer/") != std::string_view::npos;
    EXPECT_EQ(row.work.is_followed, is_feed) << row.at.pattern;
  }
  EXPECT_EQ(followed, 3);
}

}  // namespace
}  // namespace orgreg::api
