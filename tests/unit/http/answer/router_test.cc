// SPDX-License-Identifier: EUPL-1.2

#include "http/answer/router.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace orgreg::http {
namespace {

constexpr MethodSet kRead = {Method::kGet, Method::kHead};

constexpr Route kRoutes[] = {
    {.methods = kRead, .pattern = "/", .id = 1},
    {.methods = kRead, .pattern = "/api", .id = 2},
    {.methods = kRead, .pattern = "/api/", .id = 3},
    {.methods = kRead, .pattern = "/api/forms", .id = 4},
    {.methods = kRead, .pattern = "/api/forms/units", .id = 5},
    {.methods = kRead, .pattern = "/api/forms/{code}", .id = 6},
    {.methods = {Method::kPost}, .pattern = "/api/forms/{code}", .id = 7},
    {.methods = kRead, .pattern = "/api/forms/{code}/logs/{log}", .id = 8},
    {.methods = kRead, .pattern = "/api/forms/units/logs", .id = 9},
};

// "id captured captured"
std::string Found(std::string_view path, Method method = Method::kGet) {
  static const Router router(kRoutes);
  const RouteMatch match = router.Find(method, path);
  std::string text = std::to_string(match.id);
  for (std::size_t i = 0; i < match.capture_count; ++i) text.append(" ").append(match.captures[i]);
  return text;
}

std::string Allowed(std::string_view path) {
  return Router(kRoutes).Find(Method::kDelete, path).allowed.ToAllow();
}

TEST(Router, FindsTheRowOfAPath) {
  EXPECT_EQ(Found("/"), "1");
  EXPECT_EQ(Found("/api"), "2");
  EXPECT_EQ(Found("/api/"), "3");
  EXPECT_EQ(Found("/api/forms"), "4");
  EXPECT_EQ(Found("/api/forms/AS"), "6 AS");
  EXPECT_EQ(Found("/api/forms/SÆR", Method::kHead), "6 SÆR");
  EXPECT_EQ(Found("/api/forms/AS/logs/77"), "8 AS 77");
  EXPECT_EQ(Found("/api/forms/{code}"), "6 {code}");
  EXPECT_EQ(Found("/api/forms/.."), "6 ..");
}

TEST(Router, PrefersALiteralToACapture) {
  EXPECT_EQ(Found("/api/forms/units"), "5");
  EXPECT_EQ(Found("/api/forms/units/logs"), "9");
}

TEST(Router, TurnsBackFromALiteralThatLeadsNowhere) {
  EXPECT_EQ(Found("/api/forms/units/logs/7"), "8 units 7");
}

TEST(Router, ChoosesTheRowByMethod) { EXPECT_EQ(Found("/api/forms/AS", Method::kPost), "7 AS"); }

TEST(Router, DistinguishesAnUnknownPathFromAnUnallowedMethod) {
  EXPECT_EQ(Found("/api/forms/AS", Method::kDelete), "-1 AS");
  EXPECT_EQ(Allowed("/api/forms/AS"), "GET, HEAD, POST");
  EXPECT_EQ(Allowed("/api"), "GET, HEAD");
  EXPECT_EQ(Allowed("/apis"), "");
}

TEST(Router, DoesNotKnowAnyOtherPath) {
  for (const char* path : {"", "*", "api", "//", "//api", "/API", "/api//", "/api//forms",
                           "/api/forms/", "/ap", "/apix", "/api/forms/AS/", "/api/forms/AS/logs",
                           "/api/forms/AS/logs/", "/api/forms//logs/7", "/api/forms/AS/logs/7/8",
                           "/api/./forms", "/api/x/../forms", "/api/forms;x=1"}) {
    EXPECT_EQ(Found(path), "-1") << path;
    EXPECT_EQ(Allowed(path), "") << path;
  }
}

}  // namespace
}  // namespace orgreg::http
