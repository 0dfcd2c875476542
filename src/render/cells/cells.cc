#include "render/cells/cells.h"

#include <algorithm>
#include <charconv>

#include "base/values/ascii.h"
#include "render/cells/column_index.h"

namespace orgreg::render {
namespace {

using Group = ColumnIndex::Group;

// What an escape of one letter stands for; zero where there is none.
char EscapedCharacter(char letter) {
  switch (letter) {
    case '"':
    case '\\':
      return letter;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return '\0';
  }
}

// The inverse of formats::AppendJsonEscaped, appended. False for what it does not write: of
// characters by number it escapes only those below 32.
bool AppendUnescaped(std::string_view escaped, std::string* out) {
  while (true) {
    const std::size_t run = std::min(escaped.find('\\'), escaped.size());
    out->append(escaped.substr(0, run));
    escaped.remove_prefix(run);
    if (escaped.empty()) return true;
    escaped.remove_prefix(1);
    if (escaped.starts_with("u")) {
      unsigned code = 0;
      if (escaped.size() < 5) return false;
      const auto [end, error] = std::from_chars(escaped.data() + 1, escaped.data() + 5, code, 16);
      if (error != std::errc() || end != escaped.data() + 5 || code >= 0x20) return false;
      out->push_back(static_cast<char>(code));
      escaped.remove_prefix(5);
    } else {
      const char character = escaped.empty() ? '\0' : EscapedCharacter(escaped.front());
      if (character == '\0') return false;
      out->push_back(character);
      escaped.remove_prefix(1);
    }
  }
}

}  // namespace

// One record on its way into cells. Our own bytes need no general parser: there is no white
// space, every member of a column has its declared form, and a quotation mark inside a text
// is escaped. The end is checked at every step all the same.
class RecordCells::Walk {
 public:
  Walk(std::string_view rendered, RecordCells* to)
      : begin_(rendered.data()),
        at_(rendered.data()),
        end_(rendered.data() + rendered.size()),
        marks_(to->marks_.offsets()),
        to_(to) {}

  bool TakeRecord() { return TakeObject(ColumnIndex::kTop) && at_ == end_; }

 private:
  bool Has(char wanted) const { return at_ != end_ && *at_ == wanted; }
  bool TakeChar(char wanted) {
    if (!Has(wanted)) return false;
    ++at_;
    return true;
  }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  bool TakeObject(Group group) {
    if (!TakeChar('{')) return false;
    if (TakeChar('}')) return true;
    do {
      std::string_view name;
      if (!TakeString(&name) || !TakeChar(':')) return false;
      // Names with an escape are not those of columns.
      const ColumnIndex::Member* const member = to_->index_.Find(group, name);
      if (!(member == nullptr ? SkipValue() : TakeMember(*member))) return false;
    } while (TakeChar(','));
    return TakeChar('}');
  }

  bool TakeMember(const ColumnIndex::Member& member) {
    if (member.group != ColumnIndex::kTop) return TakeObject(member.group);
    Cell& cell = to_->cells_[member.column];
    switch (member.type) {
      case model::Type::kText:
      case model::Type::kNumber:
      case model::Type::kKey:
        cell.kind = Cell::Kind::kText;
        return TakeText(&cell.text, &cell.is_plain);
      case model::Type::kDay:
        cell.kind = Cell::Kind::kDay;
        return TakeText(&cell.text, &cell.is_plain);
      case model::Type::kFlag:
        return TakeFlag(&cell);
      case model::Type::kCount:
        cell.kind = Cell::Kind::kCount;
        return TakeNumber(&cell);
      case model::Type::kAmount:
        cell.kind = Cell::Kind::kAmount;
        return TakeNumber(&cell);
      case model::Type::kLines:
        return TakeLines(&cell);
      case model::Type::kNotices:
        cell.kind = Cell::Kind::kNotices;
        cell.flag = Has('[') && !std::string_view(at_, left()).starts_with("[]");
        return Has('[') && SkipValue();
      case model::Type::kRaw:
        return SkipValue();
    }
    return false;
  }

  // What stands between quotation marks, as it stands.
  bool TakeString(std::string_view* raw) {
    if (marks_.size() < 2 || at_ != begin_ + marks_[0]) return false;
    *raw = std::string_view(at_ + 1, marks_[1] - marks_[0] - 1);
    at_ = begin_ + marks_[1] + 1;
    marks_ = marks_.subspan(2);
    return true;
  }

  bool IsPlain(std::string_view raw) const {
    return !to_->marks_.has_backslash() || raw.find('\\') == std::string_view::npos;
  }

  bool TakeText(std::string_view* text, bool* is_plain) {
    if (!TakeString(text)) return false;
    *is_plain = IsPlain(*text);
    if (*is_plain) return true;
    const std::size_t before = to_->decoded_.size();
    if (!AppendUnescaped(*text, &to_->decoded_)) return false;
    *text = std::string_view(to_->decoded_).substr(before);
    return true;
  }

  bool TakeFlag(Cell* cell) {
    const std::string_view rest(at_, left());
    cell->kind = Cell::Kind::kFlag;
    cell->flag = rest.starts_with("true");
    if (!cell->flag && !rest.starts_with("false")) return false;
    at_ += cell->flag ? 4 : 5;
    return true;
  }

  bool TakeNumber(Cell* cell) {
    const char* const begin = at_;
    while (at_ != end_ && (base::IsDigit(*at_) || *at_ == '.' || *at_ == '-')) ++at_;
    cell->text = std::string_view(begin, static_cast<std::size_t>(at_ - begin));
    cell->is_plain = true;
    return !cell->text.empty();
  }

  bool TakeLines(Cell* cell) {
    cell->kind = Cell::Kind::kLines;
    cell->is_plain = true;
    cell->first_line = static_cast<std::uint32_t>(to_->lines_.size());
    cell->line_count = 0;
    if (!TakeChar('[')) return false;
    if (TakeChar(']')) return true;
    do {
      if (TakeWord("null")) continue;
      bool is_plain = true;
      if (!TakeText(&to_->lines_.emplace_back(), &is_plain)) return false;
      cell->is_plain = cell->is_plain && is_plain;
      ++cell->line_count;
    } while (TakeChar(','));
    return TakeChar(']');
  }

  bool TakeWord(std::string_view word) {
    if (!std::string_view(at_, left()).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  // Passes over a value of any form.
  bool SkipValue() {
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
        if (depth == 0) return false;  // The value is missing.
        --depth;
      }
      ++at_;
    } while (depth > 0 || !EndsValue());
    return true;
  }

  // What may follow a value that stands in an object.
  bool EndsValue() const { return Has(',') || Has('}') || at_ == end_; }

  const char* begin_;
  const char* at_;
  const char* end_;
  std::span<const std::uint32_t> marks_;  // Of the texts that follow.
  RecordCells* to_;
};

RecordCells::RecordCells(model::Kind kind)
    : columns_(model::Columns(kind)), index_(ColumnIndex::Of(kind)), cells_(columns_.size()) {}

RecordCells::~RecordCells() = default;

bool RecordCells::Read(std::string_view rendered) {
  std::ranges::fill(cells_, Cell());
  lines_.clear();
  decoded_.clear();
  // Decoded text is shorter, so what points into the buffer stays where it is.
  decoded_.reserve(rendered.size());
  source_ = rendered;
  return marks_.Find(rendered) && Walk(rendered, this).TakeRecord();
}

}  // namespace orgreg::render
