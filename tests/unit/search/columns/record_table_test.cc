// SPDX-License-Identifier: EUPL-1.2

#include "search/columns/record_table.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "unit/search/in_memory.h"

namespace orgreg::search {
namespace {

using NumberSet = std::set<std::uint32_t>;

InMemory<RecordTable> Build(const NumberSet& numbers) {
  RecordTableBuilder builder(nullptr);
  for (const std::uint32_t number : numbers) {
    const std::string text = "record " + std::to_string(number);
    const std::string cells = "cells " + std::to_string(number);
    builder.Append(base::OrgNumber(number),
                   {model::Kind::kVoluntary, render::RecordView::Columns{text, "", cells}});
  }
  return OpenInMemory(
      [&](SegmentFileWriter* writer) { builder.Write(writer); },
      [](SectionReader* reader) { return RecordTable(model::Kind::kVoluntary, reader); });
}

// Each number is found in its place; numbers next to it, and far from all, are not.
void ExpectFindsExactly(const NumberSet& numbers) {
  const auto built = Build(numbers);
  const RecordTable& table = built.view;
  ASSERT_EQ(table.size(), numbers.size());
  Doc doc = 0;
  for (const std::uint32_t number : numbers) {
    ASSERT_EQ(table.Find(base::OrgNumber(number)), doc) << number;
    ASSERT_EQ(table.Record(doc).served().text(), "record " + std::to_string(number));
    ASSERT_EQ(table.Record(doc).cells(), "cells " + std::to_string(number));
    for (const std::uint32_t other : {number - 1, number + 1}) {
      if (other >= base::OrgNumber::kLimit) continue;
      ASSERT_EQ(table.Find(base::OrgNumber(other)).has_value(), numbers.contains(other)) << other;
    }
    ++doc;
  }
  for (const std::uint32_t other : {0U, 1U, 500'000'000U, 999'999'999U}) {
    ASSERT_EQ(table.Find(base::OrgNumber(other)).has_value(), numbers.contains(other)) << other;
  }
}

TEST(RecordTable, FindsNothingInAnEmptyTable) { ExpectFindsExactly({}); }

TEST(RecordTable, FindsTheFewThereAre) {
  ExpectFindsExactly({810'000'001});
  ExpectFindsExactly({1, 999'999'999});
  ExpectFindsExactly({0});
}

TEST(RecordTable, FindsNumbersSpreadEvenly) {
  NumberSet numbers;
  for (std::uint32_t number = 810'000'000; number < 999'000'000; number += 37'111)
    numbers.insert(number);
  ExpectFindsExactly(numbers);
}

// Nearly all are close together, as in a register that issues them in order.
TEST(RecordTable, FindsNumbersThatCrowd) {
  NumberSet numbers = {5, 100'000'000, 999'999'998};
  for (std::uint32_t number = 0; number < 5000; ++number) numbers.insert(912'000'000 + number);
  ExpectFindsExactly(numbers);
}

TEST(RecordTable, FindsRandomNumbers) {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    NumberSet numbers;
    std::uint32_t number = static_cast<std::uint32_t>(random() % 900'000'000);
    const std::uint32_t widest = 1 + static_cast<std::uint32_t>(random() % 100'000);
    for (std::size_t left = random() % 900; left > 0; --left) {
      number += 1 + static_cast<std::uint32_t>(random() % widest);
      if (number < base::OrgNumber::kLimit) numbers.insert(number);
    }
    ExpectFindsExactly(numbers);
  }
}

}  // namespace
}  // namespace orgreg::search
