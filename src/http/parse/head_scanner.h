// SPDX-License-Identifier: EUPL-1.2

// Finds the end of a request head in bytes that come in pieces, and refuses early bytes that can
// never become one: lines over a limit, lines ended otherwise than by CRLF, folded fields,
// another protocol.
//
// Every verdict depends only on the bytes from the head's start up to some position, never
// on how they were cut, so that any slicing of the same bytes ends the same way.

#pragma once

#include <cstddef>
#include <string_view>

#include "http/message/handler.h"
#include "http/message/limits.h"

namespace orgreg::http {

class HeadScanner {
 public:
  enum class State { kIncomplete, kComplete, kFault };

  // `limits` must outlive the scanner.
  explicit HeadScanner(const Limits& limits) : limits_(&limits) {}

  // `bytes` are all bytes from the head's start; each call brings the former ones again
  // and looks only at the new. Not to be called after kComplete before Reset.
  State Scan(std::string_view bytes);

  // After kComplete: the head is in [begin, end) of the bytes. begin is 2 if an empty line came
  // before it, which RFC 9112, 2.2, wants ignored; it is known after two bytes.
  std::size_t begin() const { return begin_; }
  std::size_t end() const { return line_begin_; }

  // After kFault.
  Fault fault() const { return fault_; }

  void Reset() { *this = HeadScanner(*limits_); }

 private:
  enum class Part { kStart, kRequestLine, kFields };

  State Fail(Fault fault);
  State ScanStart(std::string_view bytes);
  State CheckLength(std::size_t line_end);
  State CheckLine(std::string_view line);

  const Limits* limits_;
  Part part_ = Part::kStart;
  std::size_t begin_ = 0;
  std::size_t line_begin_ = 0;    // of the line not yet complete
  std::size_t scanned_ = 0;       // no line feed in [line_begin_, scanned_)
  std::size_t fields_begin_ = 0;  // of the first field line
  std::size_t field_count_ = 0;
  Fault fault_ = Fault::kBadRequest;
};

}  // namespace orgreg::http
