// SPDX-License-Identifier: EUPL-1.2

// Walk goes through the rendered JSON once and puts the value of each member into the cell of its
// column. Only texts with escapes are decoded.

#include "render/cells/cells.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "formats/json/cursor.h"
#include "render/cells/column_index.h"

namespace orgreg::render {
namespace {

using Group = ColumnIndex::Group;

// The meaning of an escape of one letter; zero if there is none.
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

// Appends the inverse of formats::AppendJsonEscaped. False for text that it does not write: it
// escapes only characters below 32 by number.
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

// Turns one record into cells. Every member of a column has its declared form.
class RecordCells::Walk {
 public:
  Walk(std::string_view rendered, RecordCells* to) : json_(rendered, to->marks_), to_(to) {}

  bool TakeRecord() {
    return TakeObject(ColumnIndex::kTop, to_->followers_.size() - 1) && json_.AtEnd();
  }

 private:
  using Member = ColumnIndex::Member;

  // `follower` is the place of the guess of the object's first member.
  bool TakeObject(Group group, std::size_t follower) {
    if (!json_.Take('{')) return false;
    if (json_.Take('}')) return true;
    do {
      std::string_view name;
      if (!json_.TakeString(&name) || !json_.Take(':')) return false;
      // Names with an escape belong to no column.
      const Member* const member = Find(group, name, &follower);
      if (!(member == nullptr ? json_.PassValue() : TakeMember(*member))) return false;
    } while (json_.Take(','));
    return json_.Take('}');
  }

  // Moves `follower` to the place of the guess of the member after it. A member without a column
  // does not move it, so that the one after it is guessed too.
  const Member* Find(Group group, std::string_view name, std::size_t* follower) {
    const Member* member = &to_->index_.members()[to_->followers_[*follower]];
    if (!ColumnIndex::Is(*member, group, name)) {
      member = to_->index_.Find(group, name);
      if (member == nullptr) return nullptr;
      to_->followers_[*follower] = member->id;
    }
    *follower = AfterMember(*member);
    return member;
  }

  static std::size_t AfterMember(const Member& member) { return std::size_t{member.id} * 2; }
  static std::size_t InMember(const Member& member) { return AfterMember(member) + 1; }

  bool TakeMember(const Member& member) {
    if (member.group != ColumnIndex::kTop) return TakeObject(member.group, InMember(member));
    to_->filled_[member.column / kBits] |= std::uint64_t{1} << member.column % kBits;
    Cell& cell = to_->cells_[member.column];
    switch (member.kind) {
      case model::ValueKind::kText:
      case model::ValueKind::kCode:
        cell.kind = Cell::Kind::kText;
        return TakeText(&cell.text, &cell.is_plain);
      case model::ValueKind::kDay:
        cell.kind = Cell::Kind::kDay;
        return TakeText(&cell.text, &cell.is_plain);
      case model::ValueKind::kFlag:
        cell.kind = Cell::Kind::kFlag;
        cell.flag = json_.Take("true");
        return cell.flag || json_.Take("false");
      case model::ValueKind::kWhole:
        cell.kind = Cell::Kind::kCount;
        cell.is_plain = true;
        return json_.TakeNumber(&cell.text);
      case model::ValueKind::kAmount:
        cell.kind = Cell::Kind::kAmount;
        cell.is_plain = true;
        return json_.TakeNumber(&cell.text);
      case model::ValueKind::kLines:
        return TakeLines(&cell);
      case model::ValueKind::kList:
        cell.kind = Cell::Kind::kNotices;
        cell.flag = json_.Has('[') && !json_.Has("[]");
        return json_.Has('[') && json_.PassValue();
      case model::ValueKind::kRaw:
      case model::ValueKind::kPart:
        return json_.PassValue();
    }
    return false;
  }

  bool IsPlain(std::string_view raw) const {
    return !to_->marks_.has_backslash() || raw.find('\\') == std::string_view::npos;
  }

  bool TakeText(std::string_view* text, bool* is_plain) {
    if (!json_.TakeString(text)) return false;
    *is_plain = IsPlain(*text);
    if (*is_plain) return true;
    const std::size_t before = to_->decoded_.size();
    if (!AppendUnescaped(*text, &to_->decoded_)) return false;
    *text = std::string_view(to_->decoded_).substr(before);
    return true;
  }

  bool TakeLines(Cell* cell) {
    cell->kind = Cell::Kind::kLines;
    cell->is_plain = true;
    cell->first_line = static_cast<std::uint32_t>(to_->lines_.size());
    cell->line_count = 0;
    if (!json_.Take('[')) return false;
    if (json_.Take(']')) return true;
    do {
      if (json_.Take("null")) continue;
      bool is_plain = true;
      if (!TakeText(&to_->lines_.emplace_back(), &is_plain)) return false;
      cell->is_plain = cell->is_plain && is_plain;
      ++cell->line_count;
    } while (json_.Take(','));
    return json_.Take(']');
  }

  formats::JsonCursor json_;
  RecordCells* to_;
};

RecordCells::RecordCells(model::Kind kind) : RecordCells(kind, ColumnIndex::Of(kind)) {}

RecordCells::RecordCells(model::Kind kind, std::span<const std::size_t> columns)
    : RecordCells(kind, std::make_unique<const ColumnIndex>(kind, columns)) {}

RecordCells::RecordCells(model::Kind kind, std::unique_ptr<const ColumnIndex> index)
    : RecordCells(kind, *index) {
  own_index_ = std::move(index);
}

RecordCells::RecordCells(model::Kind kind, const ColumnIndex& index)
    : columns_(model::Columns(kind)),
      index_(index),
      cells_(columns_.size()),
      filled_((columns_.size() + kBits - 1) / kBits),
      followers_(index_.members().size() * 2 + 1) {}

RecordCells::~RecordCells() = default;

void RecordCells::Clear() {
  ForEachFilled([this](std::size_t at) { cells_[at] = Cell(); });
  std::ranges::fill(filled_, 0);
}

bool RecordCells::Read(std::string_view rendered) {
  Clear();
  lines_.clear();
  decoded_.clear();
  // Decoded text is shorter, so pointers into the buffer stay valid.
  decoded_.reserve(rendered.size());
  source_ = rendered;
  return marks_.Find(rendered) && Walk(rendered, this).TakeRecord();
}

}  // namespace orgreg::render
