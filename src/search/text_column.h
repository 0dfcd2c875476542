// One text a row, one after another in a single run of bytes. Filled in order, then
// unchanging: any number of threads.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orgreg::search {

class TextColumn {
 public:
  void Append(std::string_view text) {
    bytes_.append(text);
    ends_.push_back(bytes_.size());
  }
  std::string_view operator[](std::size_t row) const {
    const std::uint64_t start = row == 0 ? 0 : ends_[row - 1];
    return std::string_view(bytes_).substr(start, ends_[row] - start);
  }
  std::size_t size() const { return ends_.size(); }

 private:
  std::string bytes_;
  std::vector<std::uint64_t> ends_;  // Where each text ends in bytes_.
};

}  // namespace orgreg::search
