// SPDX-License-Identifier: EUPL-1.2

#include "base/files/piece_writer.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <string>

#include "base/files/descriptor.h"

namespace orgreg::base {
namespace {

std::string ContentsOf(int descriptor) {
  std::string contents(static_cast<std::size_t>(::lseek(descriptor, 0, SEEK_END)), '\0');
  const ssize_t got = ::pread(descriptor, contents.data(), contents.size(), 0);
  EXPECT_EQ(got, static_cast<ssize_t>(contents.size()));
  return contents;
}

TEST(PieceWriter, WritesWhatItTakesInOrder) {
  const Descriptor file(memfd_create("pieces", MFD_CLOEXEC));
  PieceWriter writer(file.number());
  std::string written;
  // Parts that end within pieces, at their ends and after several of them.
  for (const std::size_t size : {std::size_t{1}, kLargePageBytes - 1, kLargePageBytes,
                                 std::size_t{0}, 9 * kLargePageBytes + 7, std::size_t{4096}}) {
    const std::string part(size, static_cast<char>('a' + written.size() % 23));
    ASSERT_TRUE(writer.Append(part));
    written += part;
  }
  ASSERT_TRUE(writer.Finish());
  EXPECT_TRUE(ContentsOf(file.number()) == written);
  EXPECT_TRUE(writer.Finish());
  EXPECT_EQ(ContentsOf(file.number()).size(), written.size());
}

TEST(PieceWriter, WritesOnlyWholePiecesBeforeTheEnd) {
  const Descriptor file(memfd_create("pieces", MFD_CLOEXEC));
  PieceWriter writer(file.number());
  ASSERT_TRUE(writer.Append(std::string(2 * kLargePageBytes + 5, 'a')));
  EXPECT_EQ(ContentsOf(file.number()).size(), 2 * kLargePageBytes);
}

TEST(PieceWriter, SaysThatAFullDiskTakesNoMore) {
  const Descriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  PieceWriter writer(full.number());
  EXPECT_TRUE(writer.Append("a"));
  EXPECT_FALSE(writer.Finish());
  EXPECT_EQ(errno, ENOSPC);
}

}  // namespace
}  // namespace orgreg::base
