// SPDX-License-Identifier: EUPL-1.2

// The lines of a body to be matched: cuts the body, which comes in pieces, and reads each line. A
// line that cannot be read is a question with a problem, and the next one is read as usual. One
// body per reader; one thread at a time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orgreg::api {

// The forms of a body: a JSON value on each line, or CSV.
enum class MatchForm : std::uint8_t { kJsonLines, kCsv };

// What a line asks for. Either a number or a name is there, unless there is a problem.
struct MatchQuestion {
  std::int64_t line = 0;  // Counted from 1, with the blank ones and the header.
  std::optional<std::string> number = {};
  std::optional<std::string> name = {};
  std::string place = {};         // Of the name; may be empty.
  std::string_view problem = {};  // Why the line cannot be read; a constant.
};

class MatchLines {
 public:
  // Without its end.
  static constexpr std::size_t kMostLineBytes = 4096;

  explicit MatchLines(MatchForm form) : form_(form) {}

  // Adds the next piece of the body.
  void Add(std::string_view bytes, bool is_last);

  // The next question; nothing if the rest of its line is still to come, or at the end.
  std::optional<MatchQuestion> Next();

  // True if the last piece was added and Next has given everything.
  bool AtEnd() const { return is_last_ && at_ == text_.size() && !is_in_long_line_; }

 private:
  // The parts of a line of CSV, in the order of the columns.
  enum class Column : std::uint8_t { kNumber, kName, kPlace, kOther };

  std::optional<std::string_view> NextLine(bool* is_too_long);
  bool Read(std::string_view line, MatchQuestion* question);
  void ReadJson(std::string_view line, MatchQuestion* question) const;
  bool ReadCsv(std::string_view line, MatchQuestion* question);
  bool ReadHeader(std::string_view line);

  MatchForm form_;
  std::string text_;  // The bytes that were not yet cut begin at at_.
  std::size_t at_ = 0;
  bool is_last_ = false;
  bool is_in_long_line_ = false;  // Its bytes are thrown away.
  std::int64_t line_ = 0;
  // Of CSV.
  bool is_begun_ = false;
  bool has_other_header_ = false;  // No line can be read.
  char separator_ = ',';
  std::vector<Column> columns_ = {Column::kNumber};
};

}  // namespace orgreg::api
