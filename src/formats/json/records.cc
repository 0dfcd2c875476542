// SPDX-License-Identifier: EUPL-1.2

// The form of the stream chooses the function that finds the next record (NextElement, NextLine or
// NextConcatenated); each measures the record in the window and takes it from there.

#include "formats/json/records.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/values/ascii.h"
#include "formats/byte_scan.h"
#include "formats/json/nesting.h"

namespace orgreg::formats {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

namespace {

using OptionalRecord = std::optional<RecordText>;

bool EndsScalar(char c) {
  return base::IsSpace(c) || std::string_view(",[]{}\"").find(c) != std::string_view::npos;
}

}  // namespace

JsonRecords::JsonRecords(ByteSource* source, JsonLimits limits)
    : window_(source), limits_(limits) {}

Result<OptionalRecord> JsonRecords::Next() {
  window_.Drop(taken_.bytes);
  line_ += taken_.newlines;
  taken_ = {};
  if (form_ == Form::kUnknown) {
    TRY(Begin());
  }
  switch (form_) {
    case Form::kArray:
      return NextElement();
    case Form::kLines:
      return NextLine();
    case Form::kConcatenated:
      return NextConcatenated();
    case Form::kUnknown:
    case Form::kFinished:
      break;
  }
  return OptionalRecord();
}

// Determines the form. Skips the bracket of an array.
Status JsonRecords::Begin() {
  TRY(window_.DropByteOrderMark());
  const auto first = TRY(SkipSpace());
  if (!first.has_value()) {
    form_ = Form::kFinished;
    return {};
  }
  if (*first == '[') {
    window_.Drop(1);
    form_ = Form::kArray;
    return {};
  }
  if (*first != '{') return Problem(Code::kInvalid, "expected '[' or '{'");
  const auto form = TRY(FormOfObjects());
  form_ = form;
  return {};
}

// The form is lines if the first object is alone on its line.
Result<JsonRecords::Form> JsonRecords::FormOfObjects() {
  const auto extent = TRY(MeasureNested());
  if (extent.newlines > 0) return Form::kConcatenated;
  for (std::size_t index = extent.bytes; index <= limits_.record_bytes; ++index) {
    const auto byte = TRY(ByteAt(index));
    if (!byte.has_value() || *byte == '\n') return Form::kLines;
    if (!base::IsSpace(*byte)) return Form::kConcatenated;
  }
  return TooLarge();
}

Result<OptionalRecord> JsonRecords::NextElement() {
  auto first = SkipSpace();
  if (!first) return first.error();
  if (*first == ']') return FinishArray();
  if (ordinal_ > 0) {
    if (!first->has_value()) return ArrayCutOff();
    if (*first != ',') return Problem(Code::kInvalid, "expected ',' or ']' after an element");
    window_.Drop(1);
    first = SkipSpace();
    if (!first) return first.error();
  }
  if (!first->has_value()) return ArrayCutOff();
  const auto extent = TRY(MeasureElement(**first));
  return OptionalRecord(Take(extent));
}

Result<OptionalRecord> JsonRecords::FinishArray() {
  window_.Drop(1);
  const auto after = TRY(SkipSpace());
  if (after.has_value()) return Problem(Code::kInvalid, "something follows the end of the array");
  form_ = Form::kFinished;
  return OptionalRecord();
}

Result<OptionalRecord> JsonRecords::NextConcatenated() {
  const auto first = TRY(SkipSpace());
  if (!first.has_value()) return OptionalRecord();
  if (first != '{') return Problem(Code::kInvalid, "expected '{'");
  const auto extent = TRY(MeasureNested());
  return OptionalRecord(Take(extent));
}

Result<OptionalRecord> JsonRecords::NextLine() {
  const auto first = TRY(SkipSpace());
  if (!first.has_value()) return OptionalRecord();
  const auto extent = TRY(MeasureLine());
  return OptionalRecord(Take(extent));
}

// Drops white space and returns the byte after it; nothing at the end of the stream.
Result<std::optional<char>> JsonRecords::SkipSpace() {
  while (true) {
    const std::string_view text(window_.data(), window_.size());
    const auto other = std::find_if_not(text.begin(), text.end(), base::IsSpace);
    line_ += static_cast<std::uint64_t>(std::count(text.begin(), other, '\n'));
    window_.Drop(static_cast<std::size_t>(other - text.begin()));
    if (other != text.end()) return std::optional<char>(*other);
    const auto grown = TRY(window_.Grow());
    if (!grown) return std::optional<char>();
  }
}

Result<std::optional<char>> JsonRecords::ByteAt(std::size_t index) {
  TRY(window_.GrowTo(index + 1));
  if (index >= window_.size()) return std::optional<char>();
  return std::optional<char>(window_.data()[index]);
}

Result<JsonRecords::Extent> JsonRecords::MeasureElement(char first) {
  if (first == '{' || first == '[') return MeasureNested();
  if (first == '"') return MeasureString();
  if (EndsScalar(first)) return Problem(Code::kInvalid, "expected an element");
  return MeasureScalar();
}

Result<JsonRecords::Extent> JsonRecords::MeasureNested() {
  JsonNesting nesting(limits_.depth);
  std::size_t done = 0;
  while (done <= limits_.record_bytes) {
    const JsonNesting before = nesting;
    const std::size_t size = std::min(kBlockBytes, window_.size() - done);
    const auto found = nesting.Feed(window_.data() + done, size);
    if (found == JsonNesting::Found::kMismatch) {
      return Problem(Code::kInvalid, "a closing bracket does not match the one it closes");
    }
    if (found == JsonNesting::Found::kTooDeep) return TooDeep();
    if (found == JsonNesting::Found::kEnd) {
      done += nesting.end_in_block();
      if (done > limits_.record_bytes) break;
      return Extent{.bytes = done, .newlines = nesting.newlines()};
    }
    if (size == kBlockBytes) {
      done += size;
      continue;
    }
    // An incomplete block is scanned now, because a live stream may send nothing more for hours,
    // and again when it has grown.
    nesting = before;
    const auto grown = TRY(window_.Grow());
    if (!grown) return CutOff();
  }
  return TooLarge();
}

Result<JsonRecords::Extent> JsonRecords::MeasureString() {
  Extent extent{.bytes = 1};
  bool is_escaped = false;
  while (extent.bytes < limits_.record_bytes) {
    const auto byte = TRY(ByteAt(extent.bytes++));
    if (!byte.has_value()) return CutOff();
    if (byte == '\n') ++extent.newlines;
    if (byte == '"' && !is_escaped) return extent;
    is_escaped = byte == '\\' && !is_escaped;
  }
  return TooLarge();
}

Result<JsonRecords::Extent> JsonRecords::MeasureScalar() {
  for (std::size_t index = 1; index <= limits_.record_bytes; ++index) {
    const auto byte = TRY(ByteAt(index));
    if (!byte.has_value()) return CutOff();
    if (EndsScalar(*byte)) return Extent{.bytes = index};
  }
  return TooLarge();
}

Result<JsonRecords::Extent> JsonRecords::MeasureLine() {
  std::size_t searched = 0;
  bool is_last = false;
  const void* newline = nullptr;
  while (newline == nullptr && !is_last && searched <= limits_.record_bytes) {
    newline = std::memchr(window_.data() + searched, '\n', window_.size() - searched);
    if (newline != nullptr) break;
    searched = window_.size();
    const auto grown = TRY(window_.Grow());
    is_last = !grown;
  }
  const std::size_t length =
      newline == nullptr
          ? searched
          : static_cast<std::size_t>(static_cast<const char*>(newline) - window_.data());
  if (length > limits_.record_bytes) return TooLarge();
  Extent extent{.bytes = length};
  while (base::IsSpace(window_.data()[extent.bytes - 1])) --extent.bytes;
  TRY(CheckLine(extent.bytes, is_last));
  return extent;
}

// A line may be anything that is not too deep for a parser, and only the end of the stream can
// truncate it.
Status JsonRecords::CheckLine(std::size_t bytes, bool is_last) const {
  if (*window_.data() != '{') return {};
  JsonNesting nesting(limits_.depth);
  for (std::size_t done = 0; done < bytes; done += kBlockBytes) {
    const auto found = nesting.Feed(window_.data() + done, std::min(kBlockBytes, bytes - done));
    if (found == JsonNesting::Found::kTooDeep) return TooDeep();
    if (found != JsonNesting::Found::kNothing) return {};
  }
  if (is_last) return CutOff();
  return {};
}

RecordText JsonRecords::Take(const Extent& extent) {
  taken_ = extent;
  return {.text = std::string_view(window_.data(), extent.bytes),
          .ordinal = ++ordinal_,
          .line = line_,
          .byte_offset = window_.offset()};
}

Error JsonRecords::Problem(Code code, std::string_view what) const {
  return {code, "line " + std::to_string(line_) + ", byte " + std::to_string(window_.offset()) +
                    ": " + std::string(what)};
}

Error JsonRecords::CutOff() const {
  return Problem(Code::kCorrupt, "the input ends in the middle of what begins here");
}

Error JsonRecords::ArrayCutOff() const {
  return Problem(Code::kCorrupt, "the input ends before the array does");
}

Error JsonRecords::TooLarge() const {
  return Problem(Code::kLimit,
                 "a record larger than " + std::to_string(limits_.record_bytes) + " bytes");
}

Error JsonRecords::TooDeep() const {
  return Problem(Code::kLimit, "a record deeper than " + std::to_string(limits_.depth) + " levels");
}

}  // namespace orgreg::formats
