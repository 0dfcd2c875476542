// SPDX-License-Identifier: EUPL-1.2

#include "formats/csv_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/formats/sliced_source.h"

namespace orgreg::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Outcome {
  std::vector<std::string> rows;  // "line: <cell><cell> problem"
  std::string message;            // of the error, if there was one

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome Read(ByteSource* source, std::size_t max_row_bytes) {
  CsvRecords records(source, max_row_bytes);
  Outcome outcome;
  while (true) {
    const auto next = records.Next();
    if (!next) {
      outcome.message = next.error().message;
      return outcome;
    }
    if (!next->has_value()) return outcome;
    const CsvRow& row = **next;
    EXPECT_EQ(row.ordinal, outcome.rows.size());
    std::string text = std::to_string(row.line) + ": ";
    for (const std::string_view cell : row.cells) text += "<" + std::string(cell) + ">";
    if (!row.problem.empty()) text += " " + std::string(row.problem);
    outcome.rows.push_back(text);
  }
}

// Reads it whole and in pieces, which must make no difference.
Outcome Read(std::string_view text, std::size_t max_row_bytes = CsvRecords::kMaxRowBytes) {
  MemorySource whole(text);
  const Outcome outcome = Read(&whole, max_row_bytes);
  for (const std::vector<std::size_t>& sizes :
       std::vector<std::vector<std::size_t>>{{1}, {2, 3}, {64}}) {
    SlicedSource pieces(text, sizes);
    EXPECT_EQ(Read(&pieces, max_row_bytes), outcome) << "in pieces of " << sizes.front();
  }
  return outcome;
}

TEST(CsvRecords, ReadsPlainAndQuotedCells) {
  const Outcome outcome = Read("a,b,c\n1,,\"3\"\n\"x,y\",\"\",\"z\"\"z\"\"\"\n");
  EXPECT_THAT(outcome.rows, ElementsAre("1: <a><b><c>", "2: <1><><3>", "3: <x,y><><z\"z\">"));
  EXPECT_EQ(outcome.message, "");
}

TEST(CsvRecords, TakesBothLineEndsAndAnUnfinishedLastLine) {
  EXPECT_THAT(Read("a,b\r\n1,2\n\"3\",\"4\"\r\n5,6").rows,
              ElementsAre("1: <a><b>", "2: <1><2>", "3: <3><4>", "4: <5><6>"));
  EXPECT_THAT(Read("a,b\n1,").rows, ElementsAre("1: <a><b>", "2: <1><>"));
  EXPECT_THAT(Read("a,b\n1,\"2\"").rows, ElementsAre("1: <a><b>", "2: <1><2>"));
  EXPECT_THAT(Read("a,b\n1,\"2\"\r").rows, ElementsAre("1: <a><b>", "2: <1><2>"));
}

TEST(CsvRecords, KeepsLineBreaksInsideQuotesAndCountsThem) {
  EXPECT_THAT(Read("a,b\n\"1\r\n2\n\",x\n3,4\n").rows,
              ElementsAre("1: <a><b>", "2: <1\r\n2\n><x>", "5: <3><4>"));
}

TEST(CsvRecords, SkipsAByteOrderMarkAndEmptyLines) {
  EXPECT_THAT(Read("\xEF\xBB\xBFname,b\n\n1,2\r\n\r\n\n3,4\n\n").rows,
              ElementsAre("1: <name><b>", "3: <1><2>", "6: <3><4>"));
  EXPECT_THAT(Read("\xEF\xBB\xBF\"quoted\",b\n").rows, ElementsAre("1: <quoted><b>"));
}

TEST(CsvRecords, AQuotedEmptyCellIsARow) {
  EXPECT_THAT(Read("a\n\"\"\n\n").rows, ElementsAre("1: <a>", "2: <>"));
}

TEST(CsvRecords, FindsNothingInNothing) {
  for (const std::string_view text : {"", "\n", "\r\n\r\n", "\xEF\xBB\xBF"}) {
    EXPECT_THAT(Read(text).rows, IsEmpty()) << text;
    EXPECT_EQ(Read(text).message, "");
  }
}

TEST(CsvRecords, NamesTheProblemOfARowAndGoesOn) {
  struct Case {
    std::string_view row;
    std::string_view problem;
  };
  const Case cases[] = {
      {"1", "more or fewer cells"},
      {"1,2,3", "more or fewer cells"},
      {"1,2,", "more or fewer cells"},
      {"a\"b,2", "a quote inside an unquoted cell"},
      {" \"b\",2", "a quote inside an unquoted cell"},
      {"a\",2", "a quote inside an unquoted cell"},
      {"\"a\"b,2", "text after a closing quote"},
      {"\"a\" ,2", "text after a closing quote"},
      {"1,\"2\"\"\"x", "text after a closing quote"},
      {"1\r2,3", "a carriage return without a line feed"},
      {"\"1\"\r2,3", "a carriage return without a line feed"},
      {std::string_view("1\0,2", 4), "a NUL byte"},
      {std::string_view("\"\0\",2", 5), "a NUL byte"},
      {std::string_view("\0", 1), "a NUL byte"},
  };
  for (const Case& c : cases) {
    const Outcome outcome = Read("a,b\n" + std::string(c.row) + "\n5,6\n");
    ASSERT_EQ(outcome.rows.size(), 3U) << c.row;
    EXPECT_THAT(outcome.rows[1], HasSubstr(c.problem)) << c.row;
    EXPECT_EQ(outcome.rows[2], "3: <5><6>") << c.row;
  }
}

TEST(CsvRecords, AnInputThatEndsInsideQuotesIsCutOff) {
  for (const std::string_view tail : {"\"", "1,\"2", "\"1\"\"", "\"1\n2,3\n4,5\n"}) {
    const Outcome outcome = Read("a,b\n" + std::string(tail));
    EXPECT_THAT(outcome.rows, ElementsAre("1: <a><b>")) << tail;
    EXPECT_THAT(outcome.message,
                HasSubstr("line 2: the input is cut off: it ends inside a quoted cell"))
        << tail;
  }
}

TEST(CsvRecords, AnInputWhoseLastRowIsShortIsCutOff) {
  for (const std::string_view tail :
       {"3", "\"3\"", "3\n", "\"3\"\n", "3\r\n\r\n", "\"3\"\n\n\n", "\"3\"\r"}) {
    const Outcome outcome = Read("a,b\n1,2\n" + std::string(tail));
    ASSERT_EQ(outcome.rows.size(), 3U) << tail;
    EXPECT_THAT(outcome.rows[2], HasSubstr("more or fewer cells")) << tail;
    EXPECT_THAT(outcome.message, HasSubstr("line 3: the input is cut off: it ends in a row"))
        << tail;
  }
}

TEST(CsvRecords, AShortRowBeforeOthersIsNoCut) {
  EXPECT_EQ(Read("a,b\n1\n3,4\n").message, "");
  EXPECT_EQ(Read("a,b\n1,2,3\n").message, "");  // More cells than the header.
  EXPECT_EQ(Read("a\n1\n").message, "");
}

TEST(CsvRecords, AnInputThatEndsBeforeACellThatShouldBeQuotedIsCutOff) {
  EXPECT_THAT(Read("\"a\",\"b\"\n\"1\",").message,
              HasSubstr("line 2: the input is cut off: it ends before a cell"));
  EXPECT_EQ(Read("\"a\",\"b\"\n\"1\",\n").message, "");
  EXPECT_EQ(Read("a,b\n\"1\",").message, "");
  EXPECT_EQ(Read("\"a\",b\n\"1\",").message, "");
}

// A published file is rejected wherever it is truncated, unless it ends in a whole row.
TEST(CsvRecords, NoCutOfAQuotedFileIsTakenForAShorterFile) {
  const std::string header = "\"a\",\"b\",\"c\"";
  const std::string first = header + "\n\"1\",\"x\"\"y\",\"z\"";
  const std::string second = first + "\n\"2\",\"\",\"p\nq\"";
  std::vector<std::string> taken;
  for (std::size_t length = header.size(); length <= second.size(); ++length) {
    const std::string cut = second.substr(0, length);
    if (Read(cut).message.empty()) taken.push_back(cut);
  }
  EXPECT_THAT(taken, ElementsAre(header, header + "\n", first, first + "\n", second));
}

TEST(CsvRecords, RefusesRowsOverTheLimitAndNoSmallerOnes) {
  const std::string nine = "1234,6789\n";
  EXPECT_EQ(Read("a,b\n" + nine, 10).rows.size(), 2U);
  EXPECT_THAT(Read("a,b\n" + nine, 9).message, HasSubstr("line 2: a row larger than 9 bytes"));
  EXPECT_THAT(Read("a,b\n\"12345678901\n", 9).message, HasSubstr("larger than 9 bytes"));
}

TEST(CsvRecords, ReadsCellsLargerThanItsFirstBuffer) {
  const std::string large(1 << 20, '"');
  const std::string text = "a,b\n1,\"" + large + large + "\"\n";
  MemorySource whole(text);
  EXPECT_THAT(Read(&whole, CsvRecords::kMaxRowBytes).rows,
              ElementsAre("1: <a><b>", "2: <1><" + large + ">"));
}

}  // namespace
}  // namespace orgreg::formats
