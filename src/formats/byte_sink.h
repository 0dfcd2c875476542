// A stream of bytes to be written: what encoders append to, whether a file or a part of an
// answer. Written front to back by one thread. After an error nothing more is appended.

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

// A string that somebody else keeps and may empty between two calls.
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
