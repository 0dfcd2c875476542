// SPDX-License-Identifier: EUPL-1.2

#include "search/file/segment_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "search/catalog.h"
#include "search/request/parse_query.h"

namespace orgreg::search {
namespace {

class SegmentFileTest : public ::testing::Test {
 protected:
  SegmentFileTest()
      : path_(::testing::TempDir() + "segment_file_test_" + std::to_string(getpid())) {}
  ~SegmentFileTest() override { std::filesystem::remove(path_); }

  std::string Bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void SetBytes(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }

  std::string path_;
};

TEST_F(SegmentFileTest, ReturnsTheWrittenArrays) {
  const std::vector<std::uint64_t> numbers = {1, 2, 3};
  const std::vector<std::uint32_t> many(100'000, 7);
  const SegmentIdentity identity{.layout = 1, .kind = 2, .rows = 3, .fingerprint = 4};
  {
    SegmentFileWriter writer(path_);
    writer.Write(numbers);
    writer.Write(std::string_view("text"));
    writer.Write(std::vector<std::uint32_t>{});
    writer.Write(many);
    ASSERT_TRUE(writer.Finish(identity));
  }
  const auto file = SegmentFile::Open(path_);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ((*file)->identity(), identity);
  SectionReader reader(**file);
  const auto read = reader.Next<std::uint64_t>().All();
  EXPECT_TRUE(std::ranges::equal(read, numbers));
  const auto text = reader.Next<char>().All();
  EXPECT_EQ(std::string_view(text.data(), text.size()), "text");
  EXPECT_EQ(reader.Next<std::uint32_t>().size(), 0U);
  EXPECT_EQ(reader.Next<std::uint32_t>()[99'999], 7U);
  EXPECT_TRUE(reader.ok() && reader.AtEnd());
  reader.Next<char>();
  EXPECT_FALSE(reader.ok());
}

TEST_F(SegmentFileTest, RefusesArraysOfAnotherKind) {
  SegmentFileWriter writer("");
  writer.Write(std::vector<std::uint64_t>{1});
  const auto file = writer.Finish({});
  SectionReader reader(**file);
  EXPECT_EQ(reader.Next<std::uint32_t>().size(), 0U);
  EXPECT_FALSE(reader.ok());
}

// A killed process leaves nothing either: there is no name yet.
TEST_F(SegmentFileTest, TellsAnotherVersionFromAnotherFile) {
  const auto open_with = [this](std::size_t at, char byte) {
    SegmentFileWriter writer(path_);
    writer.Write(std::vector<std::uint64_t>{1});
    EXPECT_TRUE(writer.Finish({}).ok());
    std::fstream(path_, std::ios::in | std::ios::out | std::ios::binary)
        .seekp(static_cast<std::streamoff>(at))
        .put(byte);
    return SegmentFile::Open(path_).error();
  };
  EXPECT_EQ(open_with(7, '0').code, base::Code::kInvalid);
  EXPECT_EQ(open_with(7, '0').message, path_ + ": is an index of another version");
  EXPECT_EQ(open_with(0, 'X').code, base::Code::kCorrupt);
}

TEST_F(SegmentFileTest, LeavesNothingIfItWasNotFinished) {
  const auto expect_nothing = [this] {
    for (const auto& entry : std::filesystem::directory_iterator(::testing::TempDir()))
      EXPECT_FALSE(entry.path() == path_ || entry.path().string().starts_with(path_ + "."));
  };
  {
    SegmentFileWriter writer(path_);
    writer.Write(std::string_view("half"));
    expect_nothing();
  }
  expect_nothing();
}

TEST_F(SegmentFileTest, SaysThatItCannotBeWritten) {
  SegmentFileWriter writer("/nowhere/at/all");
  writer.Write(std::string_view("x"));
  EXPECT_EQ(writer.Finish({}).error().code, base::Code::kIo);
}

// Every answer of a damaged segment is right or an error, and all damage that an answer would read
// is found.
TEST_F(SegmentFileTest, NeverAnswersFromDamagedBytes) {
  constexpr std::uint32_t kUnits = 3000;
  SegmentBuilder builder(model::Kind::kEntity, path_);
  for (std::uint32_t i = 0; i < kUnits; ++i) {
    model::Unit unit{.number = base::OrgNumber(900'000'000 + i),
                     .name = "FIRMA " + std::to_string(i) + " AS"};
    unit.form.code = "AS";
    unit.bankrupt = i % 3 == 0;
    builder.Add(unit);
  }
  ASSERT_TRUE(std::move(builder).Build({}));
  const std::string sound = Bytes();
  const std::vector<std::vector<Argument>> questions = {
      {},
      {{"navn", "firma 17"}},
      {{"konkurs", "true"}, {"sort", "navn,desc"}},
      {{"navn", "frima"}},
      {{"organisasjonsform", "AS"}, {"page", "7"}}};
  // Nothing if the file was refused or the query failed.
  const auto ask = [&]() -> std::optional<std::vector<std::string>> {
    auto file = SegmentFile::Open(path_);
    if (!file) return std::nullopt;
    auto segment = Segment::Open(model::Kind::kEntity, *file);
    if (!segment) return std::nullopt;
    const Catalog catalog({LayUpon({}, *segment), {}}, {});
    std::vector<std::string> answers;
    for (const std::vector<Argument>& question : questions) {
      Problems problems;
      const auto page = catalog.Search(ParseQuery(model::Kind::kEntity, question, &problems));
      if (!page) return std::nullopt;
      const auto records = catalog.Served(*page);
      if (!records) return std::nullopt;
      answers.push_back(std::to_string(page->total));
      for (const render::PublicForm& record : *records) answers.emplace_back(record.text());
    }
    return answers;
  };
  const auto expected = ask();
  ASSERT_TRUE(expected);
  std::mt19937 random(7);
  int found = 0;
  constexpr int kRounds = 300;
  for (int round = 0; round < kRounds; ++round) {
    std::string damaged = sound;
    if (round % 10 == 0) {
      damaged.resize(random() % sound.size());
    } else {
      damaged[random() % damaged.size()] ^= static_cast<char>(1U << (random() % 8));
    }
    SetBytes(damaged);
    const auto answers = ask();
    found += answers ? 0 : 1;
    EXPECT_TRUE(!answers || *answers == *expected) << "round " << round;
  }
  EXPECT_GT(found, kRounds / 4);  // The others were never read.
}

}  // namespace
}  // namespace orgreg::search
