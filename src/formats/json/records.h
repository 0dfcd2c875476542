// SPDX-License-Identifier: EUPL-1.2

// Splits a stream of JSON into the text of one record after another, so that an inventory of any
// size is read with the memory of one record. It finds the ends of records and leaves their content
// to the caller's parser. One thread reads a stream.
//
// The first byte that is not white space gives the form (a byte-order mark is skipped):
//   [  one array; each element is a record.
//   {  lines, if the first line is one whole object: each line is a record, blank ones are
//      skipped, and a broken line does not swallow the next. Otherwise objects one after
//      the other, with only white space between, each on as many lines as it likes.
// An input of nothing but white space has no records.
//
// A record that is balanced but invalid inside, or that is not an object, is returned like any
// other: the caller reports it and goes on. A fault after which reading cannot continue safely is
// an Error, with line and offset: kCorrupt for a truncated input; kInvalid for brackets that do not
// match, a missing comma, anything after the end; kLimit for a record too large or too deep. In
// lines, only a truncated last line and kLimit are errors.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "formats/byte_source.h"
#include "formats/text_window.h"

namespace orgreg::formats {

struct RecordText {
  std::string_view text;          // followed by at least TextWindow::kPaddingBytes readable bytes
  std::uint64_t ordinal = 0;      // counts from 1
  std::uint64_t line = 0;         // of its first byte, from 1
  std::uint64_t byte_offset = 0;  // of its first byte, in the unpacked stream
};

struct JsonLimits {
  std::size_t record_bytes = std::size_t{16} << 20;
  unsigned depth = 64;  // at most 64
};

class JsonRecords {
 public:
  // `source` outlives the reader.
  explicit JsonRecords(ByteSource* source, JsonLimits limits = {});

  // The next record, valid until the next call; nothing at the end. Next is not called again after
  // the end or an error.
  base::Result<std::optional<RecordText>> Next();

 private:
  enum class Form { kUnknown, kArray, kLines, kConcatenated, kFinished };
  // The extent of the record at the start of the window.
  struct Extent {
    std::size_t bytes = 0;
    std::uint64_t newlines = 0;
  };

  base::Status Begin();
  base::Result<std::optional<RecordText>> NextElement();
  base::Result<std::optional<RecordText>> NextLine();
  base::Result<std::optional<RecordText>> NextConcatenated();
  base::Result<std::optional<RecordText>> FinishArray();

  base::Result<Form> FormOfObjects();
  base::Result<std::optional<char>> SkipSpace();
  base::Result<std::optional<char>> ByteAt(std::size_t index);
  base::Result<Extent> MeasureElement(char first);
  base::Result<Extent> MeasureNested();
  base::Result<Extent> MeasureString();
  base::Result<Extent> MeasureScalar();
  base::Result<Extent> MeasureLine();
  base::Status CheckLine(std::size_t bytes, bool is_last) const;
  RecordText Take(const Extent& extent);
  base::Error Problem(base::Code code, std::string_view what) const;
  base::Error CutOff() const;
  base::Error ArrayCutOff() const;
  base::Error TooLarge() const;
  base::Error TooDeep() const;

  TextWindow window_;
  JsonLimits limits_;
  Form form_ = Form::kUnknown;
  Extent taken_;  // the record returned last, which the next call drops
  std::uint64_t ordinal_ = 0;
  std::uint64_t line_ = 1;  // of the first byte of the window
};

}  // namespace orgreg::formats
