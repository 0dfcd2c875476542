// SPDX-License-Identifier: EUPL-1.2

#include "records/documents/check.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "formats/sha256.h"
#include "unit/formats/scratch_folder.h"

namespace orgreg::records {
namespace {

constexpr std::int64_t kDayNs = std::int64_t{86'400} * 1'000'000'000;

std::string SumOf(const std::string& bytes) {
  formats::Sha256 sum;
  sum.Add(bytes);
  return sum.Finish();
}

class DocumentCheckTest : public testing::Test {
 protected:
  void SetUp() override { Write(bytes_); }

  void Write(const std::string& bytes, const std::string& name = "file") {
    std::ofstream(folder_.PathOf(name), std::ios::binary | std::ios::trunc) << bytes;
  }
  // The result for the present file; kNotFound stands for success.
  base::Code Check(const std::string& name = "file") {
    const std::string path = folder_.PathOf(name);
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const base::Status status = check_.Check(descriptor, sum_, path);
    close(descriptor);
    return status ? kRight : status.error().code;
  }

  static constexpr base::Code kRight = base::Code::kNotFound;

  formats::ScratchFolder folder_{"document_check"};
  std::string bytes_ = std::string(200'000, 'x') + "end";
  std::string sum_ = SumOf(bytes_);
  // A day after all times of the files, so that these count as settled.
  DocumentCheck check_{[] {
    struct timespec now = {};
    clock_gettime(CLOCK_REALTIME, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + kDayNs;
  }};
};

TEST_F(DocumentCheckTest, ReadsAFileOnce) {
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Check(), kRight);
  EXPECT_EQ(check_.readings(), 1U);
}

TEST_F(DocumentCheckTest, FindsEveryFlippedBit) {
  for (const std::size_t at : {std::size_t{0}, std::size_t{65'535}, std::size_t{65'536},
                               std::size_t{131'072}, bytes_.size() - 1}) {
    std::string damaged = bytes_;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    Write(damaged);
    EXPECT_EQ(Check(), base::Code::kCorrupt) << at;
  }
}

TEST_F(DocumentCheckTest, FindsTruncatedAndExtendedFiles) {
  for (const std::string& damaged :
       {std::string(), bytes_.substr(0, bytes_.size() - 1), bytes_ + "x"}) {
    Write(damaged);
    EXPECT_EQ(Check(), base::Code::kCorrupt) << damaged.size();
  }
}

TEST_F(DocumentCheckTest, RemembersDamageToo) {
  Write("damaged");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Check(), base::Code::kCorrupt);
  EXPECT_EQ(check_.readings(), 1U);
}

TEST_F(DocumentCheckTest, ReadsAgainFilesThatChangedInPlace) {
  EXPECT_EQ(Check(), kRight);
  std::fstream file(folder_.PathOf("file"), std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(100);
  file << 'y';
  file.close();
  EXPECT_EQ(Check(), base::Code::kCorrupt);
  Write(bytes_);
  EXPECT_EQ(Check(), kRight);
  EXPECT_EQ(check_.readings(), 3U);
}

TEST_F(DocumentCheckTest, ReadsAgainFilesThatKeepSizeAndModificationTime) {
  EXPECT_EQ(Check(), kRight);
  const auto time = std::filesystem::last_write_time(folder_.PathOf("file"));
  Write("y" + bytes_.substr(1));
  std::filesystem::last_write_time(folder_.PathOf("file"), time);
  EXPECT_EQ(Check(), base::Code::kCorrupt);
}

TEST_F(DocumentCheckTest, ReadsAgainAFileThatTookTheName) {
  EXPECT_EQ(Check(), kRight);
  Write("y" + bytes_.substr(1), "other");
  std::filesystem::rename(folder_.PathOf("other"), folder_.PathOf("file"));
  EXPECT_EQ(Check(), base::Code::kCorrupt);
}

// Its times might not show another change.
TEST_F(DocumentCheckTest, KeepsNothingOfAFileThatChangedJustNow) {
  DocumentCheck check;
  const std::string path = folder_.PathOf("file");
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(check.Check(descriptor, sum_, path));
  close(descriptor);
  EXPECT_EQ(check.readings(), 2U);
}

TEST_F(DocumentCheckTest, ForgetsNoOtherFile) {
  Write(bytes_, "other");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Check(), kRight);
    EXPECT_EQ(Check("other"), kRight);
  }
  EXPECT_EQ(check_.readings(), 2U);
}

TEST_F(DocumentCheckTest, ReadsOnceForAllCallersAtATime) {
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { right += Check() == kRight ? 1 : 0; });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 8);
  EXPECT_EQ(check_.readings(), 1U);
}

TEST_F(DocumentCheckTest, ReportsAFileThatCannotBeRead) {
  EXPECT_EQ(check_.Check(-1, sum_, "x").error().code, base::Code::kIo);
  const int folder = open(folder_.path().c_str(), O_RDONLY | O_CLOEXEC);
  EXPECT_FALSE(check_.Check(folder, sum_, "x"));
  close(folder);
}

}  // namespace
}  // namespace orgreg::records
