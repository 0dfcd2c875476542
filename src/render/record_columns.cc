// SPDX-License-Identifier: EUPL-1.2

#include "render/record_columns.h"

#include <algorithm>

namespace orgreg::render {
namespace {

std::string_view ColumnOf(const RecordColumns& columns, ByteColumn column) {
  switch (column) {
    case ByteColumn::kPublic:
      return columns.served.text;
    case ByteColumn::kInsets:
      return columns.served.insets;
    case ByteColumn::kCells:
      return columns.cells;
    case ByteColumn::kCadastralUnits:
      return columns.cadastral_units;
    case ByteColumn::kStored:
      return columns.stored;
    case ByteColumn::kFilings:
      return columns.filings;
  }
  return {};
}

}  // namespace

void RecordColumns::Clear() {
  served.Clear();
  cells.clear();
  cadastral_units.clear();
  stored.clear();
  filings.clear();
}

RecordView::RecordView(model::Kind kind, const RecordColumns& columns) : kind_(kind) {
  std::ranges::transform(ByteColumnsOf(kind), columns_.begin(),
                         [&](ByteColumn column) { return ColumnOf(columns, column); });
}

}  // namespace orgreg::render
