// SPDX-License-Identifier: EUPL-1.2

#include "ingest/imports/csv_units.h"

#include <utility>
#include <vector>

#include "base/values/fold.h"
#include "formats/csv_records.h"
#include "formats/json/text.h"
#include "model/kept_json.h"
#include "model/kind_signs.h"
#include "model/schema/problem.h"
#include "model/units/field.h"
#include "model/units/normalise.h"
#include "records/readers/record_reader.h"
#include "records/readers/unit_cell.h"

namespace orgreg::ingest {
namespace {

using model::Field;

// The target of a column's cells; a column without another use is kept as an unknown member.
struct Column {
  const Field* field = nullptr;
  std::string name;
  bool is_other_name = false;  // A column with the field's own name wins over this one.
  bool is_record_class = false;
  bool is_reserved = false;  // Its name means something else in a record.
};

class CsvUnits final : public UnitStream {
 public:
  CsvUnits(model::Kind kind, std::unique_ptr<formats::ByteSource> source)
      : kind_(kind), source_(std::move(source)), rows_(source_.get()) {}

  base::Status ReadHeader() {
    auto header = TRY(rows_.Next());
    bool has_number = false;
    for (const std::string_view name : header->cells) {
      if (!base::IsUtf8(name))
        return base::Error{base::Code::kInvalid, "a column's name is not UTF-8"};
      const Field* const field = FindColumn(name);
      if (field == nullptr && !seems_) seems_ = model::KindWithMember(name);
      columns_.push_back({.field = field,
                          .name = std::string(name),
                          .is_other_name = field != nullptr && field->other_name == name,
                          .is_record_class = name == model::kRecordClassName,
                          .is_reserved = field == nullptr && records::IsReservedName(kind_, name)});
      has_number =
          has_number || (field != nullptr && model::IsAt<&model::Unit::number>(field->row));
    }
    if (has_number) return {};
    return base::Error{base::Code::kInvalid,
                       "is neither JSON nor CSV with a column for the organisation number"};
  }

  base::Result<bool> Next(ReadUnit* next) override {
    auto row = TRY(rows_.Next());
    if (!row) return false;
    next->unit = {};
    next->problems.clear();
    next->ordinal = row->ordinal;
    next->line = row->line;
    if (!row->problem.empty()) {
      next->problems.push_back({.reason = std::string(row->problem)});
    } else {
      FillUnit(row->cells, next);
    }
    next->seems = KindOfForm(next->unit);
    if (next->problems.empty()) return true;
    next->excerpt = CsvExcerpt(row->cells);
    if (!next->seems) next->seems = seems_;
    return true;
  }

 private:
  // By its header in the files of this kind or, as older files have it, by its path or its other
  // name.
  const Field* FindColumn(std::string_view name) const {
    for (const model::State state : {model::State::kLive, model::State::kDeleted}) {
      for (const Field& field : model::Fields(kind_, state)) {
        const bool is_other_name = !name.empty() && field.other_name == name;
        if (is_other_name || field.CsvHeader(kind_) == name || field.Path() == name) return &field;
      }
    }
    return nullptr;
  }

  void FillUnit(std::span<const std::string_view> cells, ReadUnit* next) {
    std::string_view record_class;
    for (std::size_t at = 0; at < cells.size(); ++at) {
      if (cells[at].empty()) continue;  // An empty cell is an absent value.
      const Column& column = columns_[at];
      if (!base::IsUtf8(cells[at])) {
        next->problems.push_back({column.name, "is not UTF-8"});
      } else if (column.is_record_class) {
        record_class = cells[at];
      } else if (column.is_reserved) {
        next->problems.push_back({column.name, "is the name of an object, not of a column"});
      } else if (column.field == nullptr) {
        KeepUnknown(column.name, cells[at], &next->unit);
      } else if (!IsTaken(column, next->unit)) {
        const model::Reason reason = records::SetCell(cells[at], column.field->row, &next->unit);
        if (reason != model::kTaken) next->problems.push_back({column.name, std::string(reason)});
      }
    }
    records::CompleteUnit(kind_, record_class, &next->unit, &next->problems);
    model::FillTexts(kind_, &next->unit);
  }

  // The column is another name of a field whose own column came before.
  static bool IsTaken(const Column& column, const model::Unit& unit) {
    return column.is_other_name && column.field->row.IsIn(&unit);
  }

  // If several columns have one name, the last counts.
  static void KeepUnknown(const std::string& name, std::string_view cell, model::Unit* unit) {
    std::string json;
    formats::AppendJsonString(cell, &json);
    std::erase_if(unit->unknown,
                  [&](const model::UnknownMember& other) { return other.name == name; });
    unit->unknown.push_back({.group = "", .name = name, .json = std::move(json)});
  }

  model::Kind kind_;
  std::unique_ptr<formats::ByteSource> source_;
  formats::CsvRecords rows_;
  std::vector<Column> columns_;
  std::optional<model::Kind> seems_;  // By a column that this kind does not have.
};

}  // namespace

base::Result<std::unique_ptr<UnitStream>> OpenCsvUnits(
    model::Kind kind, std::unique_ptr<formats::ByteSource> source) {
  auto units = std::make_unique<CsvUnits>(kind, std::move(source));
  TRY(units->ReadHeader());
  return std::unique_ptr<UnitStream>(std::move(units));
}

}  // namespace orgreg::ingest
