// SPDX-License-Identifier: EUPL-1.2

// Texts of any length that are the same in every run, and a sink that fails.

#pragma once

#include <random>
#include <string>
#include <string_view>

#include "formats/byte_sink.h"

namespace orgreg::formats {

// A text that cannot be packed.
inline std::string Noise(std::size_t size) {
  std::mt19937 random(1);
  std::string text;
  while (text.size() < size) text.push_back(static_cast<char>(random()));
  return text;
}

// A text that packs well.
inline std::string Prose(std::size_t size) {
  std::mt19937 random(1);
  std::string text;
  while (text.size() < size) text += "{\"a\":\"" + std::to_string(random() % 1000) + "\"},";
  text.resize(size);
  return text;
}

// Takes `room` bytes and then no more, like a disk that gets full.
class FullSink final : public ByteSink {
 public:
  explicit FullSink(std::size_t room) : room_(room) {}

  base::Status Append(std::string_view bytes) override {
    got_bytes_after_error_ = got_bytes_after_error_ || is_full_;
    is_full_ = is_full_ || bytes.size() > room_;
    if (is_full_) return base::Error{base::Code::kIo, "the sink is full"};
    room_ -= bytes.size();
    return {};
  }

  bool is_full() const { return is_full_; }
  bool got_bytes_after_error() const { return got_bytes_after_error_; }

 private:
  std::size_t room_;
  bool is_full_ = false;
  bool got_bytes_after_error_ = false;
};

}  // namespace orgreg::formats
