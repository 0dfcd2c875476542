// SPDX-License-Identifier: EUPL-1.2

#include "api/matching/lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace orgreg::api {
namespace {

constexpr MatchForm kJson = MatchForm::kJsonLines;
constexpr MatchForm kCsv = MatchForm::kCsv;

// "LINE:NUMBER/NAME/PLACE;" for each question; a problem is "LINE!". Absent parts are empty.
std::string Read(MatchForm form, std::string_view body, std::size_t slice) {
  MatchLines lines(form);
  std::string text;
  std::size_t at = 0;
  do {
    const std::string_view piece = body.substr(at, slice);
    at += piece.size();
    lines.Add(piece, at == body.size());
    while (const auto question = lines.Next()) {
      text.append(std::to_string(question->line));
      if (!question->problem.empty()) {
        text.append("!");
        continue;
      }
      text.append(":").append(question->number.value_or("")).append("/");
      text.append(question->name.value_or("")).append("/").append(question->place).append(";");
    }
  } while (at < body.size());
  EXPECT_TRUE(lines.AtEnd());
  return text;
}

// The same, after a check that other slicings give the same result.
std::string ReadAnyhow(MatchForm form, std::string_view body) {
  const std::string whole = Read(form, body, std::max<std::size_t>(body.size(), 1));
  for (const std::size_t slice : {1U, 2U, 3U, 7U, 4096U}) {
    EXPECT_EQ(Read(form, body, slice), whole) << "in slices of " << slice << ": " << body;
  }
  return whole;
}

TEST(MatchLines, ReadsNumbersInEachForm) {
  EXPECT_EQ(ReadAnyhow(kJson,
                       "923609016\n\"923609016\"\n{\"number\":\"923609016\"}\n"
                       "{\"number\":923609016,\"id\":[{\"number\":1}]}"),
            "1:923609016//;2:923609016//;3:923609016//;4:923609016//;");
}

TEST(MatchLines, ReadsNamesAndPlaces) {
  EXPECT_EQ(ReadAnyhow(kJson, R"({"name":"A \"B\" \u00e6","place":"OSLO"})"), "1:/A \"B\" æ/OSLO;");
  EXPECT_EQ(ReadAnyhow(kJson, R"({"name":"A","place":null,"number":""})"), "1:/A/;");
}

TEST(MatchLines, CountsBlankLinesAndSkipsThem) {
  EXPECT_EQ(ReadAnyhow(kJson, "\n\r\n \t\n1\r\n\n2"), "4:1//;6:2//;");
  EXPECT_EQ(ReadAnyhow(kJson, ""), "");
  EXPECT_EQ(ReadAnyhow(kCsv, "\n\n"), "");
}

TEST(MatchLines, SkipsAByteOrderMarkOnce) {
  EXPECT_EQ(ReadAnyhow(kJson,
                       "\xEF\xBB\xBF"
                       "1\n\xEF\xBB\xBF"
                       "2\n"),
            "1:1//;2!");
  EXPECT_EQ(ReadAnyhow(kCsv, "\xEF\xBB\xBFnumber\n1\n"), "2:1//;");
}

TEST(MatchLines, ReportsWhatCannotBeRead) {
  for (const std::string_view line : {"{",
                                      "[]",
                                      "[1]",
                                      "null",
                                      "true",
                                      "\"\"",
                                      "\" \"",
                                      "{}",
                                      "{\"number\":[]}",
                                      "{\"number\":{}}",
                                      "{\"number\":true}",
                                      "{\"name\":1}",
                                      "{\"name\":\"\"}",
                                      "{\"name\":\"A\",\"place\":1}",
                                      "{\"place\":\"OSLO\"}",
                                      "1 2",
                                      "x",
                                      "\"x",
                                      "\xFF",
                                      "\"\xFF\"",
                                      "{\"name\":\"\xC3\"}"}) {
    EXPECT_EQ(ReadAnyhow(kJson, std::string(line) + "\n7"), "1!2:7//;") << line;
  }
}

TEST(MatchLines, ReportsALineThatIsTooLongAndGoesOn) {
  const std::string longest(MatchLines::kMostLineBytes, '1');
  EXPECT_EQ(ReadAnyhow(kJson, longest + "\r\n2\n"), "1:" + longest + "//;2:2//;");
  EXPECT_EQ(ReadAnyhow(kJson, longest), "1:" + longest + "//;");
  EXPECT_EQ(ReadAnyhow(kJson, longest + "1\n2\n"), "1!2:2//;");
  EXPECT_EQ(ReadAnyhow(kJson, longest + "1"), "1!");
  EXPECT_EQ(ReadAnyhow(kJson, longest + longest + longest + "\n" + longest + "1\r\n2"),
            "1!2!3:2//;");
}

TEST(MatchLines, ReadsCsvWithoutAHeader) {
  EXPECT_EQ(ReadAnyhow(kCsv, "1\n\"2\"\n 3 \n"), "1:1//;2:2//;3:3//;");
  EXPECT_EQ(ReadAnyhow(kCsv, "1,2\n\"3\n4"), "1!2!3:4//;");
}

TEST(MatchLines, ReadsCsvByItsHeader) {
  EXPECT_EQ(ReadAnyhow(kCsv, "number\n1\n"), "2:1//;");
  EXPECT_EQ(ReadAnyhow(kCsv, "id,PLACE,Name\n7,OSLO,\"A, \"\"B\"\"\"\n8,,C\n9\n"),
            "2:/A, \"B\"/OSLO;3:/C/;4!");
  EXPECT_EQ(ReadAnyhow(kCsv, "number;name\n1;A\n2\n;B\n1;A;x\n"), "2:1/A/;3:2//;4:/B/;5!");
  EXPECT_EQ(ReadAnyhow(kCsv, "name\tplace\nA\tOSLO\n"), "2:/A/OSLO;");
  EXPECT_EQ(ReadAnyhow(kCsv, "\"name\",\"place\"\nA\"B,OSLO\n"), "2:/A\"B/OSLO;");
}

TEST(MatchLines, KeepsEmptyCellsBetweenTabs) {
  EXPECT_EQ(ReadAnyhow(kCsv, "number\tname\n\tA\n1\t\n\t\n \tB\t\n"), "2:/A/;3:1//;5!");
  EXPECT_EQ(ReadAnyhow(kCsv, "name\tnumber\n\t1\n\t\"2\"\nA\t\n"), "2:1//;3:2//;4:/A/;");
  EXPECT_EQ(ReadAnyhow(kCsv, "\tname\n\tA\n"), "2:/A/;");
}

TEST(MatchLines, SkipsBlanksAroundQuotationMarks) {
  EXPECT_EQ(ReadAnyhow(kCsv, "number, \"name\" \n \"1\"\t, \" A\" \n"), "2:1/ A/;");
}

// The problem of the first line.
std::string_view ProblemOf(std::string_view body) {
  MatchLines lines(kCsv);
  lines.Add(body, true);
  const auto question = lines.Next();
  return question ? question->problem : std::string_view("no question");
}

TEST(MatchLines, SaysWhatIsWrongWithAQuotationMark) {
  EXPECT_EQ(ProblemOf("\"312300028\"x"), "Text follows a quotation mark.");
  EXPECT_EQ(ProblemOf("\"312300028"), "A quotation mark has no end on its line.");
  EXPECT_EQ(ProblemOf("\"312300028\" "), "");
}

TEST(MatchLines, DoesNotCountAByteOrderMark) {
  const std::string longest(MatchLines::kMostLineBytes, '1');
  EXPECT_EQ(ReadAnyhow(kJson, "\xEF\xBB\xBF" + longest + "\r\n2\n"), "1:" + longest + "//;2:2//;");
  EXPECT_EQ(ReadAnyhow(kJson, "\xEF\xBB\xBF" + longest), "1:" + longest + "//;");
  EXPECT_EQ(ReadAnyhow(kJson, "\xEF\xBB\xBF" + longest + "1\n2"), "1!2:2//;");
}

TEST(MatchLines, SaysOnEachLineThatTheHeaderHasNoColumnItKnows) {
  constexpr std::string_view kReason = "The header has no column number or name.";
  MatchLines lines(kCsv);
  lines.Add("nummer;navn\n312300028;A\n", true);
  for (const std::int64_t line : {1, 2}) {
    const auto question = lines.Next();
    ASSERT_TRUE(question);
    EXPECT_EQ(question->line, line);
    EXPECT_EQ(question->problem, kReason);
  }
  EXPECT_EQ(ReadAnyhow(kCsv, "nummer\n1\n"), "1:nummer//;2:1//;");
}

TEST(MatchLines, ReportsWhatIsNoCsv) {
  EXPECT_EQ(ReadAnyhow(kCsv, "number,name\n\"1\"x,A\n\"1,A\n\xFF,A\n1,A\n"), "2!3!4!5:1/A/;");
}

}  // namespace
}  // namespace orgreg::api
