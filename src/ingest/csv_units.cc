#include "ingest/csv_units.h"

#include <charconv>
#include <vector>

#include "base/fold.h"
#include "formats/csv_records.h"
#include "formats/json_text.h"
#include "model/field.h"

namespace orgreg::ingest {
namespace {

using model::Field;

// Where a column's cells go; a column without a field is kept as an unknown member.
struct Column {
  const Field* field = nullptr;
  std::string name;
};

using Reason = std::string_view;
constexpr Reason kTaken = "";

Reason SetCell(std::string_view cell, model::Text* to) {
  *to = std::string(cell);
  return kTaken;
}

Reason SetCell(std::string_view cell, model::Flag* to) {
  if (cell == "true" || cell == "false") *to = cell == "true";
  return *to ? kTaken : "is neither true nor false";
}

Reason SetCell(std::string_view cell, model::Day* to) {
  *to = base::Date::Parse(cell);
  return *to ? kTaken : "is not a date yyyy-MM-dd";
}

Reason SetCell(std::string_view cell, model::Count* to) {
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), count);
  if (error != std::errc() || end != cell.data() + cell.size() || count < 0)
    return "is not a whole number from 0";
  *to = count;
  return kTaken;
}

Reason SetCell(std::string_view cell, model::Amount* to) {
  *to = base::Decimal::Parse(cell);
  return *to ? kTaken : "is not an amount";
}

Reason SetCell(std::string_view cell, model::Number* to) {
  *to = base::OrgNumber::Parse(cell);
  return *to ? kTaken : "is not nine digits";
}

Reason SetCell(std::string_view cell, base::OrgNumber* to) {
  model::Number number;
  const Reason reason = SetCell(cell, &number);
  if (number) *to = *number;
  return reason;
}

// Lines stand below each other in the cell.
Reason SetCell(std::string_view cell, model::Lines* to) {
  to->emplace();
  while (true) {
    const std::size_t end = std::min(cell.find('\n'), cell.size());
    (*to)->emplace_back(std::string(cell.substr(0, end)));
    if (end == cell.size()) return kTaken;
    cell.remove_prefix(end + 1);
  }
}

// The file only tells whether there are any (spec, Entity: YES/NO); which ones is not known.
Reason SetCell(std::string_view cell, model::Notices* to) {
  const bool none = cell == "NO" || cell == "false";
  if (!none && cell != "YES" && cell != "true") return "is neither YES nor NO";
  if (none) to->emplace();
  return kTaken;
}

// No column holds such a member.
Reason SetCell(std::string_view /*cell*/, model::Raw* /*to*/) { return kTaken; }

class CsvUnits final : public UnitStream {
 public:
  CsvUnits(model::Kind kind, std::unique_ptr<formats::ByteSource> source)
      : kind_(kind), source_(std::move(source)), rows_(source_.get()) {}

  base::Status ReadHeader() {
    auto header = rows_.Next();
    if (!header) return std::move(header).error();
    bool has_number = false;
    for (const std::string_view name : (*header)->cells) {
      columns_.push_back({.field = FindColumn(name), .name = std::string(name)});
      const Field* const field = columns_.back().field;
      has_number = has_number || (field != nullptr && field->value.type == model::Type::kKey);
    }
    if (has_number) return {};
    return base::Error{base::Code::kInvalid,
                       "is neither JSON nor CSV with a column for the organisation number"};
  }

  base::Result<bool> Next(ReadUnit* next) override {
    auto row = rows_.Next();
    if (!row) return std::move(row).error();
    if (!*row) return false;
    next->unit = {};
    next->problems.clear();
    next->ordinal = (*row)->ordinal;
    next->line = (*row)->line;
    if (!(*row)->problem.empty()) {
      next->problems.emplace_back((*row)->problem);
    } else {
      FillUnit((*row)->cells, next);
    }
    if (!next->problems.empty()) next->excerpt = ExcerptOf((*row)->cells);
    return true;
  }

 private:
  // By its header in the files of this kind or, as older files have it, by its path.
  const Field* FindColumn(std::string_view name) const {
    for (const Field& field : model::Fields(kind_)) {
      if (field.CsvHeader(kind_) == name || field.Path() == name) return &field;
    }
    return nullptr;
  }

  void FillUnit(std::span<const std::string_view> cells, ReadUnit* next) {
    for (std::size_t at = 0; at < cells.size(); ++at) {
      if (cells[at].empty()) continue;  // An empty cell is an absent value.
      const Column& column = columns_[at];
      if (!base::IsUtf8(cells[at])) {
        next->problems.push_back(column.name + ": is not UTF-8");
      } else if (column.field == nullptr) {
        std::string json;
        formats::AppendJsonString(cells[at], &json);
        next->unit.unknown.push_back({.group = "", .name = column.name, .json = std::move(json)});
      } else {
        const Reason reason = std::visit([&](auto* to) { return SetCell(cells[at], to); },
                                         column.field->value.writable(next->unit));
        if (reason != kTaken) next->problems.push_back(column.name + ": " + std::string(reason));
      }
    }
    records::CompleteUnit(kind_, &next->unit, &next->problems);
  }

  static std::string ExcerptOf(std::span<const std::string_view> cells) {
    std::string text;
    for (const std::string_view cell : cells) text.append(text.empty() ? "" : ",").append(cell);
    return Excerpt(text);
  }

  model::Kind kind_;
  std::unique_ptr<formats::ByteSource> source_;
  formats::CsvRecords rows_;
  std::vector<Column> columns_;
};

}  // namespace

base::Result<std::unique_ptr<UnitStream>> OpenCsvUnits(
    model::Kind kind, std::unique_ptr<formats::ByteSource> source) {
  auto units = std::make_unique<CsvUnits>(kind, std::move(source));
  if (base::Status status = units->ReadHeader(); !status) return std::move(status).error();
  return std::unique_ptr<UnitStream>(std::move(units));
}

}  // namespace orgreg::ingest
