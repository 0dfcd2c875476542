// SPDX-License-Identifier: EUPL-1.2

// One text for each row, one after another in a single run of bytes. The column is a view of a
// segment file, unchanging and for any number of threads; a builder fills one in order.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/file/numbers.h"
#include "search/file/segment_file.h"

namespace orgreg::search {

class TextColumn {
 public:
  TextColumn() = default;
  explicit TextColumn(SectionReader* reader) : ends_(reader), bytes_(reader->Next<char>()) {}

  std::size_t size() const { return ends_.size(); }
  std::string_view operator[](std::size_t row) const {
    const auto [start, end] =
        row == 0 ? std::pair<std::uint64_t, std::uint64_t>(0, ends_[0]) : ends_.TwoAt(row - 1);
    const std::span<const char> bytes = bytes_.Slice(start, end - start);
    return {bytes.data(), bytes.size()};
  }

  // Asks the processor for some texts that will be read soon. They are in distant parts of the
  // file, so each read would begin with two waits for memory; these wait together.
  void Expect(std::span<const std::uint32_t> rows) const {
    for (const std::uint32_t row : rows) ends_.Prefetch(row);
    for (const std::uint32_t row : rows) __builtin_prefetch((*this)[row].data());
  }

 private:
  Numbers ends_;  // The end of each text in bytes_.
  Array<char> bytes_;
};

class TextColumnBuilder {
 public:
  void Append(std::string_view text) {
    bytes_.append(text);
    ends_.push_back(bytes_.size());
  }
  std::size_t size() const { return ends_.size(); }
  std::string_view operator[](std::size_t row) const {
    const std::uint64_t start = row == 0 ? 0 : ends_[row - 1];
    return std::string_view(bytes_).substr(start, ends_[row] - start);
  }
  // All texts in order, valid until the next Append.
  std::vector<std::string_view> Views() const {
    std::vector<std::string_view> views;
    views.reserve(size());
    for (std::size_t row = 0; row < size(); ++row) views.push_back((*this)[row]);
    return views;
  }
  void Write(SegmentFileWriter* writer) const {
    WriteNumbers(ends_, writer);
    writer->Write(bytes_);
  }

 private:
  std::string bytes_;
  std::vector<std::uint64_t> ends_;
};

}  // namespace orgreg::search
