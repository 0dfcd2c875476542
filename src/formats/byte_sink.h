// SPDX-License-Identifier: EUPL-1.2

// A stream of bytes to write: encoders append to it, and it leads to a file or a part of a
// response. One thread writes it from front to back. Nothing is appended after an error.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace orgreg::formats {

class ByteSink {
 public:
  ByteSink() = default;
  ByteSink(const ByteSink&) = delete;
  ByteSink& operator=(const ByteSink&) = delete;
  virtual ~ByteSink() = default;

  virtual base::Status Append(std::string_view bytes) = 0;
};

// Appends to a string that the caller owns and may empty between two calls.
class StringSink final : public ByteSink {
 public:
  explicit StringSink(std::string* out) : out_(out) {}
  base::Status Append(std::string_view bytes) override {
    out_->append(bytes);
    return {};
  }

 private:
  std::string* out_;
};

}  // namespace orgreg::formats
