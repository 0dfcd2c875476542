// SPDX-License-Identifier: EUPL-1.2

// Walks compact JSON of our own from value to value, and does not interpret the values. Such text
// has no white space, and the ends of its strings are known beforehand (quote_marks.h), so skipping
// a string costs next to nothing. A cursor is not a parser: it accepts some text that is not JSON.
// It reads nothing outside the text.
//
// A view of text and marks; one thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/values/ascii.h"
#include "formats/json/quote_marks.h"

namespace orgreg::formats {

class JsonCursor {
 public:
  // `marks` has the quotation marks of `json`.
  JsonCursor(std::string_view json, const QuoteMarks& marks)
      : begin_(json.data()),
        at_(json.data()),
        end_(json.data() + json.size()),
        marks_(marks.offsets()) {}

  bool AtEnd() const { return at_ == end_; }
  bool Has(char wanted) const { return at_ != end_ && *at_ == wanted; }
  bool Has(std::string_view wanted) const { return rest().starts_with(wanted); }

  // If these functions return false, the text has something else there, and nothing is skipped.
  bool Take(char wanted) {
    if (!Has(wanted)) return false;
    ++at_;
    return true;
  }
  bool Take(std::string_view wanted) {
    if (!Has(wanted)) return false;
    at_ += wanted.size();
    return true;
  }

  // The text between quotation marks, with its escapes.
  bool TakeString(std::string_view* raw) {
    if (marks_.size() < 2 || at_ != begin_ + marks_[0]) return false;
    *raw = std::string_view(at_ + 1, marks_[1] - marks_[0] - 1);
    at_ = begin_ + marks_[1] + 1;
    marks_ = marks_.subspan(2);
    return true;
  }

  bool TakeNumber(std::string_view* raw) {
    const char* const begin = at_;
    while (at_ != end_ && (base::IsDigit(*at_) || *at_ == '.' || *at_ == '-')) ++at_;
    *raw = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
    return !raw->empty();
  }

  // Takes a member or element of any form. False, at some position, if there is none.
  bool TakeValue(std::string_view* raw) {
    const char* const begin = at_;
    std::size_t depth = 0;
    do {
      if (at_ == end_) return false;
      if (*at_ == '"') {
        std::string_view text;
        if (!TakeString(&text)) return false;
        continue;
      }
      if (*at_ == '{' || *at_ == '[') {
        ++depth;
      } else if (*at_ == '}' || *at_ == ']') {
        if (depth == 0) return false;
        --depth;
      }
      ++at_;
    } while (depth > 0 || !EndsValue());
    *raw = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
    return true;
  }
  bool PassValue() {
    std::string_view raw;
    return Has('"') ? TakeString(&raw) : TakeValue(&raw);
  }

 private:
  std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }
  bool EndsValue() const { return AtEnd() || *at_ == ',' || *at_ == '}' || *at_ == ']'; }

  const char* begin_;
  const char* at_;
  const char* end_;
  std::span<const std::uint32_t> marks_;  // Of the following strings.
};

}  // namespace orgreg::formats
