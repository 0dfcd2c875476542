// What the index keeps of a record: byte columns, each with a name and a form of its own. A row a
// kind says which (kByteColumns). What reads a record takes a column out of its RecordView by name,
// and leaves what a column holds to the type that it gets. docs/segment-format.md has the columns
// as they lie in a file.
//
// Values and views; safe from any thread.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "model/kind.h"
#include "render/cadastral_json.h"
#include "render/public_form.h"

namespace orgreg::render {

enum class ByteColumn : std::uint8_t {
  kPublic,          // JSON as it is served, where links lack their origin (public_form.h).
  kInsets,          // Of kPublic: where its insets stand.
  kCells,           // What the register's CSV file has of it (cells/voluntary_csv.h, party_csv.h).
  kCadastralUnits,  // Numbers (cadastral_json.h).
  kStored,          // JSON as the store has it: what is served depends on the question.
};
inline constexpr std::size_t kByteColumnCount = 5;
inline constexpr std::size_t kMostByteColumns = 3;

using ByteColumns = std::span<const ByteColumn>;

// What is kept of a kind that has no row.
inline constexpr std::array kServedColumns = {ByteColumn::kPublic, ByteColumn::kInsets};
inline constexpr std::array kVoluntaryColumns = {ByteColumn::kPublic, ByteColumn::kInsets,
                                                 ByteColumn::kCells};
inline constexpr std::array kCellColumns = {ByteColumn::kCells};
inline constexpr std::array kCadastralColumns = {ByteColumn::kCadastralUnits};
inline constexpr std::array kStoredColumns = {ByteColumn::kStored};

struct ByteColumnRow {
  model::Kind kind = model::Kind::kEntity;
  ByteColumns columns = {};
};
inline constexpr std::array<ByteColumnRow, 5> kByteColumns = {{
    {model::Kind::kVoluntary, kVoluntaryColumns},
    {model::Kind::kParty, kCellColumns},
    {model::Kind::kCadastral, kCadastralColumns},
    {model::Kind::kStatements, kStoredColumns},
    {model::Kind::kDocuments, kStoredColumns},
}};

// Of each kind: its columns, and which of them each column is.
struct ByteColumnPlaces {
  ByteColumns columns = kServedColumns;
  // kMostByteColumns where the kind does not have the column.
  std::array<std::uint8_t, kByteColumnCount> places = {};
};
inline constexpr auto kByteColumnPlaces = [] {
  std::array<ByteColumnPlaces, model::kKindCount> all = {};
  for (const ByteColumnRow& row : kByteColumns) all[model::IndexOf(row.kind)].columns = row.columns;
  for (ByteColumnPlaces& one : all) {
    one.places.fill(kMostByteColumns);
    for (std::size_t place = 0; place < one.columns.size(); ++place)
      one.places[static_cast<std::size_t>(one.columns[place])] = static_cast<std::uint8_t>(place);
  }
  return all;
}();

// In the order in which they stand in a record.
constexpr ByteColumns ByteColumnsOf(model::Kind kind) {
  return kByteColumnPlaces[model::IndexOf(kind)].columns;
}

// The columns of one record, as they are made. Those that its kind has not stay empty.
struct RecordColumns {
  PublicText served = {};
  std::string cells = {};
  std::string cadastral_units = {};
  std::string stored = {};

  void Clear();
};

// The columns of one record, as they are kept. It lives as long as what it was made of.
class RecordView {
 public:
  using Columns = std::array<std::string_view, kMostByteColumns>;

  // Nothing is kept.
  RecordView() = default;
  RecordView(model::Kind kind, const Columns& columns) : kind_(kind), columns_(columns) {}
  RecordView(model::Kind kind, const RecordColumns& columns);

  // In the order of ByteColumnsOf.
  std::span<const std::string_view> columns() const {
    return std::span(columns_).first(ByteColumnsOf(kind_).size());
  }
  // True where nothing is served of it: a list of no roles, for one.
  bool empty() const { return columns_.front().empty(); }

  // Each is empty where the kind does not have the column.
  PublicForm served() const {
    return PublicForm(Column(ByteColumn::kPublic), Column(ByteColumn::kInsets));
  }
  // Of a party the line, of a non-profit the cells that are not its entity's; empty of one that
  // was struck off its register.
  std::string_view cells() const { return Column(ByteColumn::kCells); }
  CadastralUnits cadastral_units() const {
    return CadastralUnits(Column(ByteColumn::kCadastralUnits));
  }
  std::string_view stored() const { return Column(ByteColumn::kStored); }

  friend bool operator==(const RecordView&, const RecordView&) = default;

 private:
  std::string_view Column(ByteColumn column) const {
    const ByteColumnPlaces& of_kind = kByteColumnPlaces[model::IndexOf(kind_)];
    const std::size_t place = of_kind.places[static_cast<std::size_t>(column)];
    return place == kMostByteColumns ? std::string_view() : columns_[place];
  }

  model::Kind kind_ = model::Kind::kEntity;
  Columns columns_ = {};
};

}  // namespace orgreg::render
