// SPDX-License-Identifier: EUPL-1.2

#include "http/message/observer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace orgreg::http {
namespace {

constexpr std::string_view kTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
constexpr std::string_view kParent = "00f067aa0ba902b7";

std::string Value(std::string_view version, std::string_view trace, std::string_view parent,
                  std::string_view flags) {
  return std::string(version)
      .append("-")
      .append(trace)
      .append("-")
      .append(parent)
      .append("-")
      .append(flags);
}

TEST(TraceIdOf, IsTheSecondPartOfAValidValue) {
  EXPECT_EQ(TraceIdOf(Value("00", kTrace, kParent, "00")), kTrace);
  EXPECT_EQ(TraceIdOf(Value("00", kTrace, kParent, "01")), kTrace);
  EXPECT_EQ(TraceIdOf(Value("00", kTrace, kParent, "ff")), kTrace);
}

TEST(TraceIdOf, ReadsTheBeginningOfLaterVersions) {
  EXPECT_EQ(TraceIdOf(Value("01", kTrace, kParent, "01")), kTrace);
  EXPECT_EQ(TraceIdOf(Value("cc", kTrace, kParent, "01-what-comes-later")), kTrace);
}

TEST(TraceIdOf, IsEmptyForAnyOtherText) {
  const std::string upper = "4BF92F3577B34DA6A3CE929D0E0E4736";
  const std::vector<std::string> wrong = {
      "",
      "00",
      std::string(kTrace),
      std::string(55, '-'),
      std::string(55, '0'),
      Value("00", kTrace, kParent, ""),
      Value("00", kTrace, kParent, "1"),
      Value("00", kTrace, kParent, "011"),
      Value("00", kTrace, kParent, "01-more"),
      Value("cc", kTrace, kParent, "01more"),
      Value("ff", kTrace, kParent, "01"),
      Value("0", kTrace, kParent, "01"),
      Value("0g", kTrace, kParent, "01"),
      Value("00", upper, kParent, "01"),
      Value("00", std::string(32, '0'), kParent, "01"),
      Value("00", kTrace.substr(1), kParent, "011"),
      Value("00", std::string(kTrace) + "0", kParent, "01"),
      Value("00", kTrace, std::string(16, '0'), "01"),
      Value("00", kTrace, "00f067aa0ba902bZ", "01"),
      Value("00", kTrace, kParent, "0x"),
      " " + Value("00", kTrace, kParent, "01"),
      "00_" + std::string(kTrace) + "_" + std::string(kParent) + "_01",
      "00-" + std::string(kTrace) + "_" + std::string(kParent) + "-01",
      "00-" + std::string(kTrace) + "-" + std::string(kParent) + "_01"};
  for (const std::string& value : wrong) EXPECT_EQ(TraceIdOf(value), "") << value;
}

TEST(TraceIdOf, OfARequestIsThatOfItsOnlyField) {
  const std::string value = Value("00", kTrace, kParent, "01");
  const Field field = {.name = "TraceParent", .value = value};
  std::vector<Field> fields;
  Request request;
  EXPECT_EQ(TraceIdOf(request), "");
  fields.push_back(field);
  request.fields = fields;
  EXPECT_EQ(TraceIdOf(request), kTrace);
  fields.push_back(field);
  request.fields = fields;
  EXPECT_EQ(TraceIdOf(request), "");
}

}  // namespace
}  // namespace orgreg::http
