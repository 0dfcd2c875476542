// SPDX-License-Identifier: EUPL-1.2

#include "render/party_csv.h"

#include "model/registers/register_columns.h"
#include "render/cells/cells.h"
#include "render/cells/csv_cells.h"
#include "render/record_json.h"

namespace orgreg::render {

void AppendStoredParty(const model::Unit& party, std::string* out) {
  // An entry is not an entity: version 1 has no record class.
  AppendRecord(model::Kind::kEntity, party, model::Form::kServedV1, out);
}

void AppendPartyCsvHeader(std::string* out) { AppendRegisterHeader(model::PartyColumns(), out); }

bool AppendPartyCsvRow(std::string_view stored, std::string* out) {
  RecordCells cells(model::Kind::kEntity);
  if (!cells.Read(stored)) return false;
  for (const model::RegisterColumn& column : model::PartyColumns()) {
    AppendCsvCell(cells, column.index, out);
    out->push_back(',');
  }
  out->back() = '\n';
  return true;
}

}  // namespace orgreg::render
