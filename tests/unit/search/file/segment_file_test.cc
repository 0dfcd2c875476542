// SPDX-License-Identifier: EUPL-1.2

#include "search/file/segment_file.h"

#define XXH_INLINE_ALL
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <xxhash.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <stop_token>

#include "search/catalog.h"
#include "search/request/parse_query.h"

namespace orgreg::search {
namespace {

// Where the head of a file has what (docs/segment-format.md).
constexpr std::size_t kHeadBytes = 4096;
constexpr std::size_t kDataBytesAt = 72;
constexpr std::size_t kSectionCountAt = 80;
constexpr std::size_t kBlockCountAt = 88;
constexpr std::size_t kTablesSumAt = 96;
constexpr std::size_t kHeadSumAt = 104;
constexpr std::size_t kSectionBytes = 24;

// Changes a number of the head as a writer with a fault would: its checksum fits.
std::string WithNumber(std::string bytes, std::size_t at, std::uint64_t number) {
  std::memcpy(bytes.data() + at, &number, sizeof(number));
  const std::uint64_t sum = XXH3_64bits(bytes.data(), kHeadSumAt);
  std::memcpy(bytes.data() + kHeadSumAt, &sum, sizeof(sum));
  return bytes;
}

// A limit of the process while the object lives.
class Limited {
 public:
  Limited(__rlimit_resource resource, rlim_t most) : resource_(resource) {
    getrlimit(resource_, &before_);
    const rlimit limit = {.rlim_cur = most, .rlim_max = before_.rlim_max};
    setrlimit(resource_, &limit);
  }
  ~Limited() { setrlimit(resource_, &before_); }
  Limited(const Limited&) = delete;
  Limited& operator=(const Limited&) = delete;

 private:
  __rlimit_resource resource_;
  rlimit before_ = {};
};

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

TEST_F(SegmentFileTest, RefusesNumbersOfAnOddWidth) {
  for (const std::size_t written : {0U, 3U, 16U}) {
    SegmentFileWriter writer("");
    writer.BeginSection(written);
    writer.Append(std::string_view("0123456789abcdef"));
    writer.EndSection();
    const auto file = writer.Finish({});
    SectionReader reader(**file);
    std::size_t width = 0;
    EXPECT_EQ(reader.NextOfWidth(&width).size(), 0U) << written;
    EXPECT_FALSE(reader.ok());
    EXPECT_EQ(width, 0U);
  }
}

TEST_F(SegmentFileTest, RefusesNumbersAfterTheLastArray) {
  SegmentFileWriter writer("");
  const auto file = writer.Finish({});
  SectionReader reader(**file);
  std::size_t width = 0;
  EXPECT_EQ(reader.NextOfWidth(&width).size(), 0U);
  EXPECT_FALSE(reader.ok());
}

TEST_F(SegmentFileTest, RefusesFilesThatAreNoSegment) {
  const auto error = [this] { return SegmentFile::Open(path_).error(); };
  EXPECT_EQ(error().code, base::Code::kNotFound);
  SetBytes("");
  EXPECT_EQ(error().message, path_ + ": is shorter than its head");
  SetBytes(std::string(kHeadBytes - 1, 'x'));
  EXPECT_EQ(error().message, path_ + ": is shorter than its head");
  SetBytes(std::string(kHeadBytes, 'x'));
  EXPECT_EQ(error().message, path_ + ": is no segment");
}

// A writer with a fault, or somebody who can make checksums, made these.
TEST_F(SegmentFileTest, RefusesHeadsThatDoNotFitTheirFile) {
  {
    SegmentFileWriter writer(path_);
    writer.Write(std::vector<std::uint64_t>(10'000, 1));
    ASSERT_TRUE(writer.Finish({}));
  }
  const std::string sound = Bytes();
  const auto message = [&](const std::string& bytes) {
    SetBytes(bytes);
    const auto file = SegmentFile::Open(path_);
    return file ? std::string("opened") : file.error().message;
  };
  EXPECT_EQ(message(sound), "opened");
  std::string damaged = sound;
  damaged[kDataBytesAt] ^= 1;
  EXPECT_EQ(message(damaged), path_ + ": its head is damaged");
  damaged = sound;
  damaged.back() ^= 1;
  EXPECT_EQ(message(damaged), path_ + ": its tables are damaged");
  const std::string other_size = path_ + ": is not as long as its head says";
  EXPECT_EQ(message(sound + "x"), other_size);
  EXPECT_EQ(message(sound.substr(0, sound.size() - 1)), other_size);
  EXPECT_EQ(message(WithNumber(sound, kDataBytesAt, 80'001)), other_size);
  EXPECT_EQ(message(WithNumber(sound, kSectionCountAt, 2)), other_size);
  EXPECT_EQ(message(WithNumber(sound, kBlockCountAt, 3)), other_size);
  // One block more and as many bytes of data fewer: as long as before.
  EXPECT_EQ(message(WithNumber(WithNumber(sound, kBlockCountAt, 3), kDataBytesAt, 79'992)),
            other_size);
}

// It has a name in /proc only, and more bytes than there are addresses.
TEST_F(SegmentFileTest, RefusesAFileThatCannotBeMapped) {
  const base::Descriptor file(memfd_create("test", 0));
  ASSERT_EQ(ftruncate(file.number(), off_t{1} << 60U), 0);
  const auto opened = SegmentFile::Open("/proc/self/fd/" + std::to_string(file.number()));
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, base::Code::kIo);
}

TEST_F(SegmentFileTest, ASegmentInMemoryDoesNotChange) {
  SegmentFileWriter writer("");
  writer.Write(std::string_view("text"));
  const auto file = writer.Finish({});
  ASSERT_TRUE(file);
  (*file)->LookForChange();
  EXPECT_FALSE((*file)->is_damaged());
}

// More than is handed to the disk in one go.
TEST_F(SegmentFileTest, WritesLargeFiles) {
  constexpr std::size_t kNumbers = std::size_t{18} << 17U;
  for (const std::string& path : {std::string(), path_}) {
    SegmentFileWriter writer(path);
    writer.Write(std::vector<std::uint64_t>(kNumbers, 7));
    const auto file = writer.Finish({});
    ASSERT_TRUE(file);
    SectionReader reader(**file);
    EXPECT_EQ(reader.Next<std::uint64_t>()[kNumbers - 1], 7U);
  }
}

// Exactly whole blocks, so that nothing is left for the end.
TEST_F(SegmentFileTest, WritesWholeBlocksAndNothing) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{2} * BlockGuard::kBlockBytes}) {
    SegmentFileWriter writer(path_);
    writer.Write(std::string(bytes, 'x'));
    ASSERT_TRUE(writer.Finish({}));
    const auto file = SegmentFile::Open(path_);
    ASSERT_TRUE(file) << file.error().message;
    SectionReader reader(**file);
    EXPECT_EQ(reader.Next<char>().All().size(), bytes);
  }
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

TEST_F(SegmentFileTest, SaysThatMemoryCannotBeHad) {
  const auto made = [] {
    const Limited no_descriptors(RLIMIT_NOFILE, 0);
    SegmentFileWriter writer("");
    writer.Write(std::string_view("x"));
    return writer.Finish({});
  }();
  ASSERT_FALSE(made);
  EXPECT_TRUE(made.error().message.starts_with("segment in memory cannot be made"));
}

// The first error stays, whatever is written after it.
TEST_F(SegmentFileTest, SaysThatTheDiskIsFull) {
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  for (const std::string& path : {std::string(), path_}) {
    const Limited few_bytes(RLIMIT_FSIZE, kHeadBytes);
    SegmentFileWriter writer(path);
    writer.Write(std::vector<std::uint64_t>(100'000, 1));
    const auto made = writer.Finish({});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, base::Code::kIo);
    EXPECT_TRUE(made.error().message.starts_with(path.empty() ? "segment in memory" : path));
  }
  std::signal(SIGXFSZ, before);
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(SegmentFileTest, SaysThatItsFolderIsGone) {
  const std::string folder = path_ + "_folder";
  std::filesystem::create_directory(folder);
  SegmentFileWriter writer(folder + "/segment");
  writer.Write(std::string_view("x"));
  std::filesystem::remove_all(folder);
  EXPECT_EQ(writer.Finish({}).error().code, base::Code::kIo);
}

// Of a program with other tables; the checksums are right.
TEST_F(SegmentFileTest, RefusesASegmentWithOtherParts) {
  const auto open = [this] {
    const auto file = SegmentFile::Open(path_);
    EXPECT_TRUE(file);
    const auto segment = Segment::Open(model::Kind::kEntity, *file);
    return segment ? std::string("opened") : segment.error().message;
  };
  const std::string other = "the segment has other parts than this program's";
  {
    SegmentFileWriter writer(path_);
    writer.Write(std::string_view("x"));
    ASSERT_TRUE(writer.Finish({}));
  }
  EXPECT_EQ(open(), other);
  ASSERT_TRUE(SegmentBuilder(model::Kind::kEntity, path_).Build({}));
  EXPECT_EQ(open(), "opened");
  const std::string sound = Bytes();
  std::uint64_t sections = 0;
  std::memcpy(&sections, sound.data() + kSectionCountAt, sizeof(sections));
  std::uint64_t data_bytes = 0;
  std::memcpy(&data_bytes, sound.data() + kDataBytesAt, sizeof(data_bytes));
  // One section more, which is empty.
  std::string more = sound;
  const std::size_t tables = kHeadBytes + data_bytes;
  more.insert(tables + sections * kSectionBytes, kSectionBytes, '\0');
  const std::uint64_t sum = XXH3_64bits(more.data() + tables, more.size() - tables);
  std::memcpy(more.data() + kTablesSumAt, &sum, sizeof(sum));
  SetBytes(WithNumber(more, kSectionCountAt, sections + 1));
  EXPECT_EQ(open(), other);
}

TEST_F(SegmentFileTest, BuildsNoSegmentIfItIsStoppedOrCannotBeWritten) {
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = SegmentBuilder(model::Kind::kEntity, path_).Build({}, stop.get_token());
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, base::Code::kUnavailable);
  EXPECT_FALSE(std::filesystem::exists(path_));
  const auto nowhere = SegmentBuilder(model::Kind::kEntity, "/nowhere/at/all").Build({});
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, base::Code::kIo);
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
