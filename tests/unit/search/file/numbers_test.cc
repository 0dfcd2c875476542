// SPDX-License-Identifier: EUPL-1.2

#include "search/file/numbers.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace orgreg::search {
namespace {

std::shared_ptr<const SegmentFile> FileWith(std::vector<std::uint64_t> numbers) {
  SegmentFileWriter writer("");
  WriteNumbers(numbers, &writer);
  auto file = writer.Finish({});
  EXPECT_TRUE(file.ok());
  return *file;
}

TEST(Numbers, AreReadAsTheyWereWrittenWhateverTheGreatestIs) {
  for (const std::uint64_t greatest :
       {std::uint64_t{0}, std::uint64_t{255}, std::uint64_t{256}, std::uint64_t{65'535},
        std::uint64_t{65'536}, std::uint64_t{UINT32_MAX}, std::uint64_t{UINT32_MAX} + 1,
        std::uint64_t{UINT64_MAX}}) {
    const std::vector<std::uint64_t> numbers = {0, greatest, greatest / 2, greatest - greatest / 3};
    const auto file = FileWith(numbers);
    SectionReader reader(*file);
    const Numbers read(&reader);
    ASSERT_TRUE(reader.ok() && reader.AtEnd());
    ASSERT_EQ(read.size(), numbers.size());
    for (std::size_t at = 0; at < numbers.size(); ++at) EXPECT_EQ(read[at], numbers[at]);
    EXPECT_EQ(read.TwoAt(0), std::pair(numbers[0], numbers[1]));
    EXPECT_EQ(read.TwoAt(2), std::pair(numbers[2], numbers[3]));
    std::vector<std::uint64_t> some(2);
    read.Read(1, some);
    EXPECT_EQ(some, std::vector(numbers.begin() + 1, numbers.begin() + 3));
  }
}

TEST(Numbers, TakeAsFewBytesAsTheGreatestNeeds) {
  const auto width_of = [](std::uint64_t greatest) {
    const auto file = FileWith({1, greatest});
    SectionReader reader(*file);
    std::size_t width = 0;
    reader.NextOfWidth(&width);
    return width;
  };
  EXPECT_EQ(width_of(255), 1U);
  EXPECT_EQ(width_of(256), 2U);
  EXPECT_EQ(width_of(65'536), 4U);
  EXPECT_EQ(width_of(std::uint64_t{UINT32_MAX} + 1), 8U);
}

TEST(Numbers, AnIndexOutsideIsDamage) {
  const auto file = FileWith({1, 2, 3});
  SectionReader reader(*file);
  const Numbers read(&reader);
  EXPECT_THROW(static_cast<void>(read[3]), DamagedBlock);
  EXPECT_THROW(static_cast<void>(read[SIZE_MAX]), DamagedBlock);
  EXPECT_THROW(static_cast<void>(Numbers()[0]), DamagedBlock);
  EXPECT_NO_THROW(static_cast<void>(read.TwoAt(1)));
  EXPECT_THROW(static_cast<void>(read.TwoAt(2)), DamagedBlock);
  EXPECT_THROW(static_cast<void>(read.TwoAt(SIZE_MAX)), DamagedBlock);
  EXPECT_THROW(static_cast<void>(Numbers().TwoAt(0)), DamagedBlock);
  read.Prefetch(2);
  read.Prefetch(3);
  EXPECT_EQ(read.All()[2], 3U);
  EXPECT_THROW(static_cast<void>(read.All()[3]), DamagedBlock);
  std::vector<std::uint64_t> some(2);
  EXPECT_THROW(read.Read(2, some), DamagedBlock);
  EXPECT_THROW(read.Read(SIZE_MAX, some), DamagedBlock);
}

TEST(Numbers, AMissingSectionMakesTheReaderFail) {
  const auto file = FileWith({1});
  SectionReader reader(*file);
  const Numbers first(&reader);
  const Numbers second(&reader);
  EXPECT_EQ(second.size(), 0U);
  EXPECT_FALSE(reader.ok());
}

}  // namespace
}  // namespace orgreg::search
