// SPDX-License-Identifier: EUPL-1.2

#include "formats/json/records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/formats/sliced_source.h"

namespace orgreg::formats {
namespace {

using base::Code;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr Code kFine{-1};

struct Outcome {
  std::vector<std::string> records;  // "line:offset text"
  Code code = kFine;
  std::string message;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome Split(ByteSource* source, JsonLimits limits = {}) {
  JsonRecords records(source, limits);
  Outcome outcome;
  while (true) {
    const auto next = records.Next();
    if (!next) {
      outcome.code = next.error().code;
      outcome.message = next.error().message;
      return outcome;
    }
    if (!next->has_value()) return outcome;
    const RecordText& record = **next;
    EXPECT_EQ(record.ordinal, outcome.records.size() + 1);
    outcome.records.push_back(std::to_string(record.line) + ":" +
                              std::to_string(record.byte_offset) + " " + std::string(record.text));
  }
}

// Splits it whole and in pieces, which must make no difference.
Outcome Split(std::string_view text, JsonLimits limits = {}) {
  MemorySource whole(text);
  const Outcome outcome = Split(&whole, limits);
  for (const std::vector<std::size_t>& sizes :
       std::vector<std::vector<std::size_t>>{{1}, {2, 61}, {64}, {65, 1, 7}}) {
    SlicedSource pieces(text, sizes);
    EXPECT_EQ(Split(&pieces, limits), outcome) << "in pieces of " << sizes.front();
  }
  return outcome;
}

std::vector<std::string> Texts(const Outcome& outcome) {
  std::vector<std::string> texts;
  for (const std::string& record : outcome.records) {
    texts.push_back(record.substr(record.find(' ') + 1));
  }
  return texts;
}

TEST(JsonRecords, SplitsAMinifiedArray) {
  const Outcome outcome = Split(R"([{"a":1},{"b":[2,{"c":"}]"}]},{}])");
  EXPECT_THAT(outcome.records,
              ElementsAre(R"(1:1 {"a":1})", R"(1:9 {"b":[2,{"c":"}]"}]})", "1:30 {}"));
  EXPECT_EQ(outcome.code, kFine);
}

TEST(JsonRecords, SplitsAPrettyPrintedArray) {
  const Outcome outcome = Split("[ {\n  \"a\" : 1\n}, {\n  \"b\" : 2\n} ]\n");
  EXPECT_THAT(outcome.records, ElementsAre("1:2 {\n  \"a\" : 1\n}", "3:17 {\n  \"b\" : 2\n}"));
  EXPECT_EQ(outcome.code, kFine);
}

TEST(JsonRecords, SplitsLines) {
  const Outcome outcome = Split("{\"a\":1}\n\n  {\"b\":2} \r\n{\"c\":3}");
  EXPECT_THAT(outcome.records, ElementsAre(R"(1:0 {"a":1})", R"(3:11 {"b":2})", R"(4:21 {"c":3})"));
  EXPECT_EQ(outcome.code, kFine);
}

TEST(JsonRecords, SplitsObjectsOneAfterTheOther) {
  EXPECT_THAT(Texts(Split("{\n\"a\": 1\n}\n{\n\"b\": 2\n}{\"c\":3}  ")),
              ElementsAre("{\n\"a\": 1\n}", "{\n\"b\": 2\n}", R"({"c":3})"));
  EXPECT_THAT(Texts(Split(R"({"a":1}{"b":2} {"c":3})")),
              ElementsAre(R"({"a":1})", R"({"b":2})", R"({"c":3})"));
}

TEST(JsonRecords, FindsNothingInNothing) {
  for (const std::string_view text :
       {"", " \r\n\t ", "[]", " [ \n ] \n", "\xEF\xBB\xBF", "\xEF\xBB\xBF[]"}) {
    const Outcome outcome = Split(text);
    EXPECT_THAT(outcome.records, IsEmpty()) << text;
    EXPECT_EQ(outcome.code, kFine) << outcome.message;
  }
}

TEST(JsonRecords, SkipsAByteOrderMarkAndCountsIt) {
  EXPECT_THAT(Split("\xEF\xBB\xBF{\"a\":1}").records, ElementsAre(R"(1:3 {"a":1})"));
  EXPECT_THAT(Split("\xEF\xBB\xBF[{}]").records, ElementsAre("1:4 {}"));
}

TEST(JsonRecords, BracketsAndQuotesInsideStringsMeanNothing) {
  const std::vector<std::string> elements = {
      R"({"a":"}"})",      R"({"a":"\""})",         R"({"a":"\\"})",           R"({"a":"\\\"}{"})",
      R"({"\"}":"[[[["})", R"({"a":"\\\\\\\\\\"})", "{\"a\":\"line\nbreak\"}",
  };
  std::string array = "[";
  for (const std::string& element : elements) array += element + ",";
  array.back() = ']';
  EXPECT_EQ(Texts(Split(array)), elements);
}

TEST(JsonRecords, FollowsStringsAcrossEveryBlockBorder) {
  for (std::size_t before = 0; before < 140; ++before) {
    for (const char* tail : {R"(\\"})", R"(\"}"})", R"(\\\"{"})", R"("})"}) {
      const std::string record = R"({"a":")" + std::string(before, 'x') + tail;
      const std::string text = "[" + record + "," + record + "]";
      MemorySource whole(text);
      ASSERT_THAT(Texts(Split(&whole)), ElementsAre(record, record)) << before << tail;
    }
  }
}

TEST(JsonRecords, HandsOutElementsThatAreNoObjects) {
  EXPECT_THAT(
      Texts(Split(R"([1, -2.5e3 ,null,"a,\"]b",[],[[{}]],nonsense, {"a":1}])")),
      ElementsAre("1", "-2.5e3", "null", R"("a,\"]b")", "[]", "[[{}]]", "nonsense", R"({"a":1})"));
}

TEST(JsonRecords, AWrongButBalancedRecordDoesNotTakeItsNeighbours) {
  EXPECT_THAT(Texts(Split(R"([{"a":1},{a=b,,},{"c":tru},{"d":4}])")),
              ElementsAre(R"({"a":1})", "{a=b,,}", R"({"c":tru})", R"({"d":4})"));
}

TEST(JsonRecords, ABrokenLineDoesNotTakeTheNext) {
  const Outcome outcome = Split("{\"a\":1}\n{\"b\":\"2\n}{{[\n{]}\nnot json\n[1]\n{\"c\":3}\n");
  EXPECT_THAT(Texts(outcome), ElementsAre(R"({"a":1})", "{\"b\":\"2", "}{{[", "{]}", "not json",
                                          "[1]", R"({"c":3})"));
  EXPECT_EQ(outcome.code, kFine);
}

TEST(JsonRecords, RecordsAreFollowedByReadablePadding) {
  // Odd sizes make records end everywhere in the buffer, also at its very end.
  for (std::size_t size = 1; size < 300; size += 7) {
    const std::string text = "[\"" + std::string(size, 'x') + "\"]";
    MemorySource source(text);
    JsonRecords records(&source);
    const auto record = records.Next();
    ASSERT_TRUE(record.ok());
    const std::string_view found = (*record)->text;
    // The address checks of the asan preset find an overrun.
    const std::string padding(found.data() + found.size(), TextWindow::kPaddingBytes);
    EXPECT_EQ(padding.front(), ']');
  }
}

TEST(JsonRecords, ReportsProblemsWithTheirPlace) {
  struct Case {
    std::string_view text;
    std::size_t records;  // returned before
    Code code;
    std::string_view message;
  };
  const Case cases[] = {
      {"x", 0, Code::kInvalid, "line 1, byte 0: expected '[' or '{'"},
      {"\n\n \"text\"", 0, Code::kInvalid, "line 3, byte 3: expected '[' or '{'"},
      {"\xFF\xFE{", 0, Code::kInvalid, "expected '['"},
      {"]", 0, Code::kInvalid, "expected '['"},
      {"[", 0, Code::kCorrupt, "ends before the array does"},
      {"[{}", 1, Code::kCorrupt, "ends before the array does"},
      {"[{},", 1, Code::kCorrupt, "ends before the array does"},
      {"[{\"a\":1", 0, Code::kCorrupt, "byte 1: the input ends"},
      {"[{\"a\":\"]}", 0, Code::kCorrupt, "the input ends in the middle"},
      {"[{},\n{\"a\":{}", 1, Code::kCorrupt, "line 2, byte 5: the input ends in the middle"},
      {"[\"abc", 0, Code::kCorrupt, "in the middle"},
      {"[\"abc\\\"]", 0, Code::kCorrupt, "in the middle"},
      {"[12", 0, Code::kCorrupt, "in the middle"},
      {"[{} {}]", 1, Code::kInvalid, "byte 4: expected ',' or ']'"},
      {"[{}{}]", 1, Code::kInvalid, "expected ',' or ']'"},
      {"[{}}]", 1, Code::kInvalid, "expected ',' or ']'"},
      {"[1{}]", 1, Code::kInvalid, "expected ',' or ']'"},
      {"[,{}]", 0, Code::kInvalid, "expected an element"},
      {"[{},]", 1, Code::kInvalid, "expected an element"},
      {"[{},,{}]", 1, Code::kInvalid, "expected an element"},
      {"[}]", 0, Code::kInvalid, "expected an element"},
      {"[{]]", 0, Code::kInvalid, "does not match"},
      {"[{\"a\":[}]}]", 0, Code::kInvalid, "does not match"},
      {"[{}] x", 1, Code::kInvalid, "byte 5: something follows"},
      {"[{}][{}]", 1, Code::kInvalid, "something follows"},
      {"{\"a\":1}{\"b\"", 1, Code::kCorrupt, "in the middle"},
      {"{\n\"a\":1}\n5", 1, Code::kInvalid, "line 3, byte 9: expected '{'"},
      {"{\n\"a\":1}\n[{}]", 1, Code::kInvalid, "expected '{'"},
      {"{\"a\"", 0, Code::kCorrupt, "in the middle"},
      // The last line without its end is truncated; a broken one before it is not.
      {"{}\n{\"a\":1\n{\"b\":", 2, Code::kCorrupt, "line 3, byte 10: the input ends"},
  };
  for (const Case& c : cases) {
    const Outcome outcome = Split(c.text);
    EXPECT_EQ(outcome.records.size(), c.records) << c.text;
    EXPECT_EQ(outcome.code, c.code) << c.text << ": " << outcome.message;
    EXPECT_THAT(outcome.message, HasSubstr(c.message)) << c.text;
  }
}

TEST(JsonRecords, RefusesRecordsOverTheLimitAndNoSmallerOnes) {
  const JsonLimits limits = {.record_bytes = 100};
  const std::string fits = "{\"" + std::string(95, 'x') + "\" }";
  ASSERT_EQ(fits.size(), 100U);
  const std::string over = "{\"" + std::string(95, 'x') + "\"  }";
  const auto wrapped = [](const std::string& record) {
    return std::vector<std::string>{"[" + record + "]", record + "\n{}\n", "{}\n" + record + "\n{}",
                                    "{\n}" + record};
  };
  for (const std::string& text : wrapped(fits)) EXPECT_EQ(Split(text, limits).code, kFine) << text;
  for (const std::string& text : wrapped(over)) {
    EXPECT_EQ(Split(text, limits).code, Code::kLimit) << text;
  }
  EXPECT_EQ(Split("[\"" + std::string(200, 'x') + "\"]", limits).code, Code::kLimit);
  EXPECT_EQ(Split("[" + std::string(200, '1') + "]", limits).code, Code::kLimit);
  EXPECT_EQ(Split("{}" + std::string(200, ' ') + "\n", limits).code, Code::kLimit);
}

TEST(JsonRecords, RefusesRecordsDeeperThanTheLimit) {
  const auto nested = [](std::size_t depth) {
    return "{" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
  };
  EXPECT_EQ(Split("[" + nested(64) + "]").code, kFine);
  EXPECT_EQ(Split("[" + nested(65) + "]").code, Code::kLimit);
  EXPECT_EQ(Split("[" + nested(5) + "]", {.depth = 4}).code, Code::kLimit);
  EXPECT_EQ(Split("{}\n" + nested(64)).code, kFine);
  EXPECT_EQ(Split("{}\n" + nested(65) + "\n{}").code, Code::kLimit);
  EXPECT_EQ(Split("[" + std::string(100'000, '[')).code, Code::kLimit);
}

TEST(JsonRecords, ReadsRecordsLargerThanItsFirstBuffer) {
  const std::string large = "{\"a\":\"" + std::string(600'000, 'x') + "\"}";
  EXPECT_THAT(Texts(Split("[{}," + large + ",{}]")), ElementsAre("{}", large, "{}"));
}

class FailingSource final : public ByteSource {
 public:
  base::Result<std::size_t> Read(std::span<char> into) override {
    if (is_first_) {
      is_first_ = false;
      return std::string_view("[{},{").copy(into.data(), into.size());
    }
    return base::Error{Code::kIo, "disk gone"};
  }

 private:
  bool is_first_ = true;
};

TEST(JsonRecords, LosesNothingOfAStreamManyTimesItsBuffer) {
  std::vector<std::string> expected;
  std::string text = "[";
  for (int number = 0; number < 60'000; ++number) {
    expected.push_back("{\"n\":" + std::string(static_cast<std::size_t>(number % 97), '1') + "}");
    text += expected.back() + ",\n";
  }
  text.replace(text.size() - 2, 2, "]");
  SlicedSource pieces(text, {70'001, 33});
  EXPECT_EQ(Texts(Split(&pieces)), expected);
}

// Also shows that a record is returned as soon as it is complete.
TEST(JsonRecords, PassesOnErrorsOfTheSource) {
  FailingSource source;
  const Outcome outcome = Split(&source);
  EXPECT_THAT(Texts(outcome), ElementsAre("{}"));
  EXPECT_EQ(outcome.message, "disk gone");
}

}  // namespace
}  // namespace orgreg::formats
