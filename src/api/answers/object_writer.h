// SPDX-License-Identifier: EUPL-1.2

// Writes a JSON object member by member. The texts are UTF-8. One thread.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "formats/json/text.h"

namespace orgreg::api {

class ObjectWriter {
 public:
  explicit ObjectWriter(std::string* out) : out_(out) { out_->push_back('{'); }
  void Close() { out_->push_back('}'); }

  // The caller appends the value.
  std::string* Name(std::string_view name) {
    if (!first_) out_->push_back(',');
    first_ = false;
    formats::AppendJsonString(name, out_);
    out_->push_back(':');
    return out_;
  }
  void Text(std::string_view name, std::string_view value) {
    formats::AppendJsonString(value, Name(name));
  }
  void Number(std::string_view name, std::int64_t value) {
    formats::AppendInteger(value, Name(name));
  }
  void Texts(std::string_view name, std::span<const std::string> values) {
    Name(name)->push_back('[');
    for (const std::string& value : values) {
      if (&value != values.data()) out_->push_back(',');
      formats::AppendJsonString(value, out_);
    }
    out_->push_back(']');
  }

 private:
  std::string* out_;
  bool first_ = true;
};

}  // namespace orgreg::api
