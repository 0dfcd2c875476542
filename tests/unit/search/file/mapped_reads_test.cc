// SPDX-License-Identifier: EUPL-1.2

#include "search/file/mapped_reads.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/files/descriptor.h"
#include "search/file/segment_file.h"

namespace orgreg::search {
namespace {

constexpr std::size_t kBlock = BlockGuard::kBlockBytes;

// A file of two arrays of four blocks each: one of 7, one of 8.
class MappedReadsTest : public ::testing::Test {
 protected:
  MappedReadsTest()
      : path_(::testing::TempDir() + "mapped_reads_test_" + std::to_string(getpid())) {
    SegmentFileWriter writer(path_);
    writer.Write(std::vector<std::uint32_t>(kBlock, 7));
    writer.Write(std::vector<std::uint32_t>(kBlock, 8));
    file_ = *writer.Finish({});
    SectionReader reader(*file_);
    first_ = reader.Next<std::uint32_t>();
    second_ = reader.Next<std::uint32_t>();
  }
  ~MappedReadsTest() override { std::filesystem::remove(path_); }

  // Leaves only the head and the first array.
  void Cut() const { std::filesystem::resize_file(path_, 4096 + 4 * kBlock); }

  std::string path_;
  std::shared_ptr<const SegmentFile> file_;
  Array<std::uint32_t> first_;
  Array<std::uint32_t> second_;
};

TEST_F(MappedReadsTest, ATruncatedPartIsDamagedAndTheProcessGoesOn) {
  const ReadWatch reads;
  EXPECT_EQ(second_[0], 8U);
  EXPECT_FALSE(reads.has_failed());
  Cut();
  EXPECT_FALSE(file_->is_damaged());
  EXPECT_THROW(second_[kBlock - 1], DamagedBlock);  // Never verified before.
  EXPECT_TRUE(file_->is_damaged());
  EXPECT_TRUE(reads.has_failed());
  EXPECT_THROW(second_[0], DamagedBlock);  // It was verified before the truncation.
  EXPECT_THROW(second_.All(), DamagedBlock);
}

TEST_F(MappedReadsTest, ZerosThatAreReadWithoutACheckAreCounted) {
  const std::span<const std::uint32_t> all = second_.All();
  Cut();
  const ReadWatch reads;
  EXPECT_EQ(all[5], 0U);
  EXPECT_TRUE(reads.has_failed());
  const ReadWatch after;
  EXPECT_EQ(all.back(), 0U);  // Mapped together with the first.
  EXPECT_FALSE(after.has_failed());
  EXPECT_THROW(second_[5], DamagedBlock);
}

TEST_F(MappedReadsTest, ThreadsThatReadWhileItIsCutGetRightValuesOrFindOut) {
  std::atomic<bool> is_cut = false;
  std::atomic<int> wrong = 0;
  const auto read = [&] {
    for (int turns = 0; turns < 2000 || !is_cut; ++turns) {
      const ReadWatch reads;
      std::uint64_t sum = 0;
      try {
        for (const std::uint32_t value : second_.Slice(static_cast<std::size_t>(turns), kBlock / 2))
          sum += value;
      } catch (const DamagedBlock&) {
        continue;
      }
      if (sum != 8 * kBlock / 2 && !reads.has_failed()) ++wrong;
    }
  };
  {
    const std::jthread one(read);
    const std::jthread other(read);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    Cut();
    is_cut = true;
  }
  EXPECT_EQ(wrong, 0);
}

TEST_F(MappedReadsTest, AChangeOfTheFileIsNoticedWithoutASignal) {
  EXPECT_EQ(first_[0], 7U);
  file_->LookForChange();
  const ReadWatch reads;
  // As long as before.
  std::fstream(path_, std::ios::in | std::ios::out | std::ios::binary).seekp(4096) << "xxxx";
  EXPECT_EQ(first_[1], 7U);
  file_->LookForChange();
  EXPECT_TRUE(reads.has_failed());
  EXPECT_THROW(first_[1], DamagedBlock);
  EXPECT_EQ(second_[1], 8U);  // Verified again, and right.
}

TEST_F(MappedReadsTest, AFileThatIsShorterIsDamagedBeforeItIsRead) {
  file_->LookForChange();
  EXPECT_FALSE(file_->is_damaged());
  Cut();
  file_->LookForChange();
  EXPECT_TRUE(file_->is_damaged());
}

TEST_F(MappedReadsTest, APlaceOutsideOfAnArrayIsDamage) {
  EXPECT_THROW(first_[kBlock], DamagedBlock);
  EXPECT_THROW(first_.Slice(1, kBlock), DamagedBlock);
  EXPECT_THROW(first_.Slice(kBlock + 1, 0), DamagedBlock);
  EXPECT_THROW(first_.Slice(2, static_cast<std::size_t>(-1)), DamagedBlock);
  EXPECT_EQ(first_.Slice(kBlock, 0).size(), 0U);
  first_.Prefetch(0);
  first_.Prefetch(kBlock);
}

// A head that is cut while it is read is found damaged; nothing is verified by then.
TEST(MappedReads, AMappingWithoutAGuardReadsZeros) {
  const base::Descriptor file(memfd_create("test", 0));
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  ASSERT_EQ(ftruncate(file.number(), static_cast<off_t>(3 * page)), 0);
  void* const mapped = mmap(nullptr, 3 * page, PROT_READ, MAP_SHARED, file.number(), 0);
  ASSERT_NE(mapped, MAP_FAILED);
  {
    // Its neighbours are told from it.
    const std::span<const char> all(static_cast<const char*>(mapped), 3 * page);
    const WatchedMapping after(all.subspan(2 * page));
    const WatchedMapping before(all.first(page));
    const WatchedMapping watched(all.subspan(page, page));
    ASSERT_EQ(ftruncate(file.number(), 0), 0);
    const ReadWatch reads;
    EXPECT_EQ(*(static_cast<volatile char*>(mapped) + page), 0);
    EXPECT_TRUE(reads.has_failed());
  }
  munmap(mapped, 3 * page);
}

// There are more mappings than slots: the others are not watched, and nothing else changes.
TEST(MappedReads, TooManyMappingsAreNotWatched) {
  const std::string bytes(8, 'x');
  const BlockGuard guard(bytes, {}, 0);
  std::vector<std::unique_ptr<WatchedMapping>> many;
  for (int i = 0; i < 5000; ++i) many.push_back(std::make_unique<WatchedMapping>(bytes));
  for (const auto& each : many) each->SetGuard(&guard);
  // A slot that is free again is used.
  many.front().reset();
  many.front() = std::make_unique<WatchedMapping>(bytes);
}

TEST(MappedReadsDeathTest, AFaultOfAnythingElseEndsTheProcess) {
  SegmentFileWriter writer("");  // Installs the handler.
  ASSERT_TRUE(writer.Finish({}));
  const auto fault = [] {
    const int descriptor = memfd_create("test", 0);
    void* const mapped = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, descriptor, 0);
    static_cast<void>(*static_cast<volatile char*>(mapped));
  };
  EXPECT_EXIT(fault(), ::testing::KilledBySignal(SIGBUS), "");
}

}  // namespace
}  // namespace orgreg::search
