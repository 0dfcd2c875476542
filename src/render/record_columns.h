// SPDX-License-Identifier: EUPL-1.2

// The index's content for a record: byte columns, each with a name and a form of its own. Each kind
// has a row with its columns (kByteColumns). A reader of a record takes a column out of its
// RecordView by name, and the column's type interprets the bytes. docs/segment-format.md describes
// the columns in a file.
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
  kPublic,          // JSON as it is served, whose links lack their origin (public_form.h).
  kInsets,          // The positions of the insets of kPublic.
  kCells,           // Its part of the register's CSV file (cells/voluntary_csv.h, party_csv.h).
  kCadastralUnits,  // Numbers (cadastral_json.h).
  kStored,          // JSON as stored: what is served depends on the request.
  kFilings,         // The texts of all filings of statements (model/statements/kept.h).
};
inline constexpr std::size_t kByteColumnCount = 6;
inline constexpr std::size_t kMostByteColumns = 3;

using ByteColumns = std::span<const ByteColumn>;

// The columns of a kind without a row.
inline constexpr std::array kServedColumns = {ByteColumn::kPublic, ByteColumn::kInsets};
inline constexpr std::array kVoluntaryColumns = {ByteColumn::kPublic, ByteColumn::kInsets,
                                                 ByteColumn::kCells};
inline constexpr std::array kCellColumns = {ByteColumn::kCells};
inline constexpr std::array kCadastralColumns = {ByteColumn::kCadastralUnits};
inline constexpr std::array kStoredColumns = {ByteColumn::kStored};
inline constexpr std::array kFilingColumns = {ByteColumn::kFilings};

struct ByteColumnRow {
  model::Kind kind = model::Kind::kEntity;
  ByteColumns columns = {};
};
inline constexpr std::array<ByteColumnRow, 5> kByteColumns = {{
    {model::Kind::kVoluntary, kVoluntaryColumns},
    {model::Kind::kParty, kCellColumns},
    {model::Kind::kCadastral, kCadastralColumns},
    {model::Kind::kStatements, kFilingColumns},
    {model::Kind::kDocuments, kStoredColumns},
}};

// For each kind: its columns, and the index of each column among them.
struct ByteColumnPlaces {
  ByteColumns columns = kServedColumns;
  // kMostByteColumns if the kind does not have the column.
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

// The columns of a record, in order.
constexpr ByteColumns ByteColumnsOf(model::Kind kind) {
  return kByteColumnPlaces[model::IndexOf(kind)].columns;
}

// The columns of one record while they are made. Those that its kind lacks stay empty.
struct RecordColumns {
  PublicText served = {};
  std::string cells = {};
  std::string cadastral_units = {};
  std::string stored = {};
  std::string filings = {};

  void Clear();
};

// The stored columns of one record. It is a view of the memory from which it was made.
class RecordView {
 public:
  using Columns = std::array<std::string_view, kMostByteColumns>;

  // Has no content.
  RecordView() = default;
  RecordView(model::Kind kind, const Columns& columns) : kind_(kind), columns_(columns) {}
  RecordView(model::Kind kind, const RecordColumns& columns);

  // In the order of ByteColumnsOf.
  std::span<const std::string_view> columns() const {
    return std::span(columns_).first(ByteColumnsOf(kind_).size());
  }
  // True if it has nothing to serve: a list of no roles, for example.
  bool empty() const { return columns_.front().empty(); }

  // A column is empty if the kind does not have it.
  PublicForm served() const {
    return PublicForm(Column(ByteColumn::kPublic), Column(ByteColumn::kInsets));
  }
  // For a party its line, for a non-profit the cells that are not its entity's; empty if it was
  // struck off its register.
  std::string_view cells() const { return Column(ByteColumn::kCells); }
  CadastralUnits cadastral_units() const {
    return CadastralUnits(Column(ByteColumn::kCadastralUnits));
  }
  std::string_view stored() const { return Column(ByteColumn::kStored); }
  std::string_view filings() const { return Column(ByteColumn::kFilings); }

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
