// SPDX-License-Identifier: EUPL-1.2

#include "formats/text_window.h"

#include <cstring>
#include <span>

namespace orgreg::formats {
namespace {

// Most bodies and test inputs are small. A stream soon gets its usual buffer, which stays in a
// core's cache between unpacking and scanning.
constexpr std::size_t kFirstCapacity = std::size_t{8} << 10;
constexpr std::size_t kUsualCapacity = std::size_t{256} << 10;

}  // namespace

TextWindow::TextWindow(ByteSource* source)
    : source_(source),
      buffer_(std::make_unique<char[]>(kFirstCapacity + kPaddingBytes)),
      capacity_(kFirstCapacity) {}

base::Result<bool> TextWindow::Grow() {
  if (at_end_) return false;
  if (end_ == capacity_) MakeRoom();
  const auto read = TRY(source_->Read(std::span(buffer_.get() + end_, capacity_ - end_)));
  end_ += read;
  at_end_ = read == 0;
  return !at_end_;
}

base::Status TextWindow::GrowTo(std::size_t wanted) {
  while (size() < wanted) {
    const auto grown = TRY(Grow());
    if (!grown) return {};
  }
  return {};
}

void TextWindow::Drop(std::size_t bytes) {
  begin_ += bytes;
  offset_ += bytes;
}

base::Status TextWindow::DropByteOrderMark() {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  TRY(GrowTo(kMark.size()));
  if (std::string_view(data(), size()).starts_with(kMark)) Drop(kMark.size());
  return {};
}

// Moves the remaining bytes to the front; if they are more than half, into a buffer twice as large,
// so that moving costs less than reading.
void TextWindow::MakeRoom() {
  const std::size_t kept = size();
  if (capacity_ < kUsualCapacity || kept > capacity_ / 2) {
    auto larger = std::make_unique<char[]>(2 * capacity_ + kPaddingBytes);
    std::memcpy(larger.get(), data(), kept);
    buffer_ = std::move(larger);
    capacity_ *= 2;
  } else {
    std::memmove(buffer_.get(), data(), kept);
  }
  begin_ = 0;
  end_ = kept;
}

}  // namespace orgreg::formats
