// SPDX-License-Identifier: EUPL-1.2

#include "api/matching/lines.h"

#include <algorithm>
#include <utility>

#include "base/values/ascii.h"
#include "base/values/fold.h"
#include "formats/json/tree.h"

namespace orgreg::api {
namespace {

using formats::JsonValue;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kTooLong = "The line has more than 4,096 bytes.";
constexpr std::string_view kNotUtf8 = "The line is not UTF-8.";
constexpr std::string_view kNotJson = "The line is not a JSON value.";
constexpr std::string_view kNotQuestion =
    "The line is neither a number nor an object with the member number or name.";
constexpr std::string_view kNotText =
    "number must be a text or a whole number, name and place texts.";
constexpr std::string_view kEmpty = "The line has neither a number nor a name.";
constexpr std::string_view kOpenQuote = "A quotation mark has no end on its line.";
constexpr std::string_view kTextAfterQuote = "Text follows a quotation mark.";
constexpr std::string_view kNoColumn = "The header has no column number or name.";
constexpr std::string_view kTooManyCells = "The line has more cells than the header.";

constexpr std::string_view kNumberName = "number";
constexpr std::string_view kNameName = "name";
constexpr std::string_view kPlaceName = "place";
constexpr std::string_view kSeparators = ",;\t";

bool IsWholeNumber(const JsonValue& value) {
  return value.kind == JsonValue::Kind::kLiteral && base::AreDigits(value.text);
}

bool IsText(const JsonValue& value) { return value.kind == JsonValue::Kind::kString; }
bool IsNull(const JsonValue& value) {
  return value.kind == JsonValue::Kind::kLiteral && value.text == "null";
}

// Members of other names belong to the client. A null is as good as nothing.
bool TakeMembers(const JsonValue& object, MatchQuestion* question) {
  for (const JsonValue& member : object.items) {
    if (IsNull(member)) continue;
    if (member.name == kNumberName) {
      if (!IsText(member) && !IsWholeNumber(member)) return false;
      question->number = member.text;
    } else if (member.name == kNameName || member.name == kPlaceName) {
      if (!IsText(member)) return false;
      if (member.name == kNameName) {
        question->name = member.text;
      } else {
        question->place = member.text;
      }
    }
  }
  return true;
}

// Removes the blanks at the beginning, but no tab that separates cells.
void SkipBlanks(std::string_view* line, char separator) {
  const auto is_blank = [&](char c) { return (c == ' ' || c == '\t') && c != separator; };
  line->remove_prefix(
      static_cast<std::size_t>(std::ranges::find_if_not(*line, is_blank) - line->begin()));
}

// Takes one cell of a line, without its quotation marks and the blanks around it. Returns what is
// wrong with it.
std::string_view TakeCell(std::string_view* line, char separator, std::string* cell) {
  SkipBlanks(line, separator);
  if (!line->starts_with('"')) {
    const std::size_t end = std::min(line->find(separator), line->size());
    *cell = base::Trim(line->substr(0, end));
    line->remove_prefix(end);
    return {};
  }
  line->remove_prefix(1);
  while (true) {
    const std::size_t end = line->find('"');
    if (end == std::string_view::npos) return kOpenQuote;
    cell->append(line->substr(0, end));
    line->remove_prefix(end + 1);
    if (!line->starts_with('"')) break;
    cell->push_back('"');
    line->remove_prefix(1);
  }
  SkipBlanks(line, separator);
  return line->empty() || line->front() == separator ? std::string_view() : kTextAfterQuote;
}

// Takes the cells of a line. Returns what is wrong with the first one that cannot be read.
std::string_view TakeCells(std::string_view line, char separator, std::vector<std::string>* cells) {
  while (true) {
    const std::string_view problem = TakeCell(&line, separator, &cells->emplace_back());
    if (line.empty() || !problem.empty()) return problem;
    line.remove_prefix(1);
  }
}

// Several cells without any digit: the names of columns that nobody knows.
bool IsOtherHeader(std::string_view line) {
  return line.find_first_of(kSeparators) != std::string_view::npos &&
         std::ranges::none_of(line, [](char c) { return base::IsDigit(c); });
}

}  // namespace

void MatchLines::Add(std::string_view bytes, bool is_last) {
  text_.erase(0, at_);
  at_ = 0;
  text_.append(bytes);
  is_last_ = is_last;
}

// A last line without an end is a line. Of a line that is too long, only the end matters. A byte
// order mark is no part of the first line.
std::optional<std::string_view> MatchLines::NextLine(bool* is_too_long) {
  const std::string_view rest = std::string_view(text_).substr(at_);
  const std::size_t end = rest.find('\n');
  const bool has_end = end != std::string_view::npos;
  const std::size_t mark =
      line_ == 0 && rest.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  // One byte more for a CR.
  if (!has_end && rest.size() > mark + kMostLineBytes + 1) is_in_long_line_ = true;
  if (!has_end && is_in_long_line_) at_ = text_.size();
  const bool is_rest = is_last_ && (!rest.empty() || is_in_long_line_);
  if (!has_end && !is_rest) return std::nullopt;
  std::string_view line = rest.substr(0, end);
  at_ = has_end ? at_ + end + 1 : text_.size();
  ++line_;
  line.remove_prefix(mark);
  if (line.ends_with('\r')) line.remove_suffix(1);
  *is_too_long = std::exchange(is_in_long_line_, false) || line.size() > kMostLineBytes;
  return line;
}

std::optional<MatchQuestion> MatchLines::Next() {
  bool is_too_long = false;
  while (const auto line = NextLine(&is_too_long)) {
    MatchQuestion question{.line = line_};
    if (is_too_long) {
      question.problem = kTooLong;
      return question;
    }
    if (!base::Trim(*line).empty() && Read(*line, &question)) return question;
  }
  return std::nullopt;
}

// False for a line that asks nothing: a header.
bool MatchLines::Read(std::string_view line, MatchQuestion* question) {
  if (form_ == MatchForm::kCsv) {
    // A tab at either end of the line may separate cells.
    if (!ReadCsv(line, question)) return false;
  } else {
    ReadJson(base::Trim(line), question);
  }
  if (!question->problem.empty()) return true;
  if (question->number && base::Trim(*question->number).empty()) question->number.reset();
  if (question->name && base::Trim(*question->name).empty()) question->name.reset();
  if (!question->number && !question->name) question->problem = kEmpty;
  return true;
}

void MatchLines::ReadJson(std::string_view line, MatchQuestion* question) const {
  formats::JsonTree tree;
  if (base::AreDigits(line)) {
    question->number = line;
  } else if (!formats::ReadTree(line, &tree)) {
    question->problem = base::IsUtf8(line) ? kNotJson : kNotUtf8;
  } else if (tree.root.kind == JsonValue::Kind::kObject) {
    if (!TakeMembers(tree.root, question)) question->problem = kNotText;
  } else if (IsText(tree.root) || IsWholeNumber(tree.root)) {
    question->number = tree.root.text;
  } else {
    question->problem = kNotQuestion;
  }
}

bool MatchLines::ReadCsv(std::string_view line, MatchQuestion* question) {
  if (!base::IsUtf8(line)) {
    question->problem = kNotUtf8;
    return true;
  }
  const bool is_first = !std::exchange(is_begun_, true);
  if (is_first && ReadHeader(line)) return false;
  if (is_first) has_other_header_ = IsOtherHeader(line);
  if (has_other_header_) {
    question->problem = kNoColumn;
    return true;
  }
  std::vector<std::string> cells;
  question->problem = TakeCells(line, separator_, &cells);
  if (!question->problem.empty()) return true;
  if (cells.size() > columns_.size()) {
    question->problem = kTooManyCells;
  } else {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string& cell = cells[i];
      if (columns_[i] == Column::kNumber) question->number = cell;
      if (columns_[i] == Column::kName) question->name = cell;
      if (columns_[i] == Column::kPlace) question->place = cell;
    }
  }
  return true;
}

// The first line is a header if one of its cells is the name of a column.
bool MatchLines::ReadHeader(std::string_view line) {
  const std::size_t separator = line.find_first_of(kSeparators);
  const char used = separator == std::string_view::npos ? ',' : line[separator];
  std::vector<std::string> cells;
  if (!TakeCells(line, used, &cells).empty()) return false;
  std::vector<Column> columns;
  columns.reserve(cells.size());
  for (const std::string& cell : cells) {
    columns.push_back(base::EqualsIgnoringCase(cell, kNumberName)  ? Column::kNumber
                      : base::EqualsIgnoringCase(cell, kNameName)  ? Column::kName
                      : base::EqualsIgnoringCase(cell, kPlaceName) ? Column::kPlace
                                                                   : Column::kOther);
  }
  if (std::ranges::count(columns, Column::kNumber) + std::ranges::count(columns, Column::kName) ==
      0) {
    return false;
  }
  columns_ = std::move(columns);
  separator_ = used;
  return true;
}

}  // namespace orgreg::api
