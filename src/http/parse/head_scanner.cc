// SPDX-License-Identifier: EUPL-1.2

#include "http/parse/head_scanner.h"

#include <algorithm>

#include "base/values/ascii.h"

namespace orgreg::http {
namespace {

constexpr std::string_view kCrLf = "\r\n";

// RFC 9110, 5.6.2: what a method, and so a request, may begin with.
bool IsTokenCharacter(char c) {
  static constexpr base::CharacterSet kOfToken = base::AlphanumericsAnd("!#$%&'*+-.^_`|~");
  return base::IsIn(kOfToken, c);
}

}  // namespace

HeadScanner::State HeadScanner::Scan(std::string_view bytes) {
  if (part_ == Part::kStart) {
    if (const State state = ScanStart(bytes); state != State::kComplete) return state;
  }
  while (true) {
    const std::size_t feed = bytes.find('\n', std::max(scanned_, line_begin_));
    const std::size_t line_end = std::min(feed, bytes.size());
    if (CheckLength(line_end) == State::kFault) return State::kFault;
    if (feed == std::string_view::npos) {
      scanned_ = bytes.size();
      return State::kIncomplete;
    }
    if (feed == line_begin_ || bytes[feed - 1] != '\r') return Fail(Fault::kBadRequest);
    const std::string_view line = bytes.substr(line_begin_, feed - 1 - line_begin_);
    const State state = CheckLine(line);
    if (state == State::kFault) return state;
    line_begin_ = feed + 1;
    if (state == State::kComplete) return state;
  }
}

HeadScanner::State HeadScanner::Fail(Fault fault) {
  fault_ = fault;
  return State::kFault;
}

// kComplete when the request line's first byte is there and may be one.
HeadScanner::State HeadScanner::ScanStart(std::string_view bytes) {
  const std::string_view lead = bytes.substr(0, kCrLf.size());
  if (lead.empty() || lead == kCrLf.substr(0, 1)) return State::kIncomplete;
  begin_ = lead == kCrLf ? kCrLf.size() : 0;
  if (bytes.size() == begin_) return State::kIncomplete;
  if (!IsTokenCharacter(bytes[begin_])) return Fail(Fault::kBadRequest);
  line_begin_ = begin_;
  part_ = Part::kRequestLine;
  return State::kComplete;
}

// The carriage return before line_end is no part of the line, hence the 1; the line feed at
// line_end, there or to come, is part of the block.
HeadScanner::State HeadScanner::CheckLength(std::size_t line_end) {
  const std::size_t length = line_end - line_begin_;
  if (part_ == Part::kRequestLine) {
    if (length > limits_->request_line_bytes + 1) return Fail(Fault::kUriTooLong);
  } else if (length > limits_->header_field_bytes + 1 ||
             line_end - fields_begin_ >= limits_->header_block_bytes) {
    return Fail(Fault::kHeadTooLarge);
  }
  return State::kIncomplete;
}

// kComplete at the empty line. `line` is without its CRLF.
HeadScanner::State HeadScanner::CheckLine(std::string_view line) {
  if (part_ == Part::kRequestLine) {
    // Refused here rather than with the whole head, since a client that speaks another
    // protocol may never send an empty line.
    constexpr std::string_view kVersion = " HTTP/";
    constexpr std::size_t kTail = kVersion.size() + 3;
    if (line.size() < kTail) return Fail(Fault::kBadRequest);
    const std::string_view tail = line.substr(line.size() - kTail);
    const std::string_view number = tail.substr(kVersion.size());
    if (!tail.starts_with(kVersion) || !base::IsDigit(number[0]) || number[1] != '.' ||
        !base::IsDigit(number[2])) {
      return Fail(Fault::kBadRequest);
    }
    if (number != "1.1" && number != "1.0") return Fail(Fault::kVersionNotSupported);
    part_ = Part::kFields;
    fields_begin_ = line_begin_ + line.size() + kCrLf.size();
    return State::kIncomplete;
  }
  if (line.empty()) return State::kComplete;
  // A line that begins with a blank continues a field in obsolete folding (RFC 9112, 5.2).
  if (line.front() == ' ' || line.front() == '\t') return Fail(Fault::kBadRequest);
  if (++field_count_ > limits_->header_fields) return Fail(Fault::kHeadTooLarge);
  return State::kIncomplete;
}

}  // namespace orgreg::http
