// SPDX-License-Identifier: EUPL-1.2

// Reads a zip archive in memory as another program would, by its directory, and checks that
// directory, local headers and data descriptors agree. Supports only deflate and zip64.

#pragma once

#include <gtest/gtest.h>
#include <isa-l/igzip_lib.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orgreg::formats {

struct ZipFile {
  std::string name = {};
  std::uint64_t offset = 0;
  std::uint64_t packed_bytes = 0;
  std::uint64_t text_bytes = 0;
  std::uint32_t checksum = 0;
  std::string_view packed = {};
};

class ZipReader {
 public:
  explicit ZipReader(std::string_view archive) : archive_(archive) {
    constexpr std::size_t kEndBytes = 22;
    const std::size_t end = archive.size() < kEndBytes ? 0 : archive.size() - kEndBytes;
    if (archive.size() < kEndBytes || Number(end, 4) != 0x06054b50) {
      ADD_FAILURE() << "not the end of a zip archive";
      return;
    }
    const std::uint64_t count = Number(end + 10, 2);
    std::size_t at = Number(end + 16, 4);
    EXPECT_EQ(at + Number(end + 12, 4), end);
    std::size_t next_file = 0;
    for (std::uint64_t i = 0; i < count; ++i) next_file = ReadRow(&at, next_file);
    EXPECT_EQ(at, end);
  }

  const std::vector<ZipFile>& files() const { return files_; }

  // The text of the file, after its checksum; empty if there is none.
  std::string Text(std::string_view name) const {
    for (const ZipFile& file : files_) {
      if (file.name != name) continue;
      std::string text = Inflated(file);
      EXPECT_EQ(text.size(), file.text_bytes) << name;
      EXPECT_EQ(Checksum(text), file.checksum) << name;
      return text;
    }
    ADD_FAILURE() << "no " << name;
    return {};
  }

 private:
  std::uint64_t Number(std::size_t at, std::size_t bytes) const {
    std::uint64_t value = 0;
    for (std::size_t i = bytes; i > 0; --i) {
      value = value << 8 | static_cast<unsigned char>(archive_.at(at + i - 1));
    }
    return value;
  }

  // Returns the end of the file, where the next one begins.
  std::size_t ReadRow(std::size_t* at, std::size_t expected_offset) {
    const std::size_t row = *at;
    EXPECT_EQ(Number(row, 4), 0x02014b50U);
    const std::size_t name_bytes = Number(row + 28, 2);
    const std::size_t extra_bytes = Number(row + 30, 2);
    ZipFile file;
    file.name = archive_.substr(row + 46, name_bytes);
    file.checksum = static_cast<std::uint32_t>(Number(row + 16, 4));
    std::size_t large = row + 46 + name_bytes + 4;
    file.text_bytes = Large(Number(row + 24, 4), &large);
    file.packed_bytes = Large(Number(row + 20, 4), &large);
    file.offset = Large(Number(row + 42, 4), &large);
    EXPECT_EQ(file.offset, expected_offset);
    EXPECT_EQ(Number(row + 12, 4), 0x00210000U);  // 1980-01-01
    *at = row + 46 + name_bytes + extra_bytes;
    const std::size_t end = ReadLocal(&file);
    files_.push_back(std::move(file));
    return end;
  }

  // The value, or its zip64 form if it says so.
  std::uint64_t Large(std::uint64_t value, std::size_t* at) const {
    if (value != 0xFFFFFFFF) return value;
    *at += 8;
    return Number(*at - 8, 8);
  }

  std::size_t ReadLocal(ZipFile* file) const {
    const std::size_t at = file->offset;
    EXPECT_EQ(Number(at, 4), 0x04034b50U);
    EXPECT_EQ(Number(at + 6, 2), 8U);  // sizes follow
    EXPECT_EQ(Number(at + 8, 2), 8U);  // deflated
    EXPECT_EQ(archive_.substr(at + 30, file->name.size()), file->name);
    const std::size_t begin = at + 30 + Number(at + 26, 2) + Number(at + 28, 2);
    file->packed = archive_.substr(begin, file->packed_bytes);
    const std::size_t end = begin + file->packed_bytes;
    const bool is_large = file->text_bytes > 0xFFFFFFFE || file->packed_bytes > 0xFFFFFFFE;
    const std::size_t width = is_large ? 8 : 4;
    EXPECT_EQ(Number(end, 4), 0x08074b50U);
    EXPECT_EQ(Number(end + 4, 4), file->checksum);
    EXPECT_EQ(Number(end + 8, width), file->packed_bytes);
    EXPECT_EQ(Number(end + 8 + width, width), file->text_bytes);
    return end + 8 + 2 * width;
  }

  static std::string Inflated(const ZipFile& file) {
    std::string text(file.text_bytes, '\0');
    inflate_state state = {};
    isal_inflate_init(&state);
    std::string packed(file.packed);
    state.next_in = reinterpret_cast<std::uint8_t*>(packed.data());
    state.avail_in = static_cast<std::uint32_t>(packed.size());
    state.next_out = reinterpret_cast<std::uint8_t*>(text.data());
    state.avail_out = static_cast<std::uint32_t>(text.size());
    EXPECT_EQ(isal_inflate(&state), ISAL_DECOMP_OK) << file.name;
    EXPECT_EQ(state.avail_in, 0U) << file.name;
    EXPECT_EQ(state.block_state, ISAL_BLOCK_FINISH) << file.name;
    text.resize(state.total_out);
    return text;
  }

  // Bit by bit, as the format defines it.
  static std::uint32_t Checksum(std::string_view text) {
    std::uint32_t sum = 0xFFFFFFFF;
    for (const char c : text) {
      sum ^= static_cast<unsigned char>(c);
      for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320 : 0);
    }
    return ~sum;
  }

  std::string_view archive_;
  std::vector<ZipFile> files_ = {};
};

}  // namespace orgreg::formats
