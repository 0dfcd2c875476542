// SPDX-License-Identifier: EUPL-1.2

// Writes the file of the register of non-profit organisations (reference, Voluntary and party
// registers): the entity register's data of each organisation, and the register's own cells between
// them. Written like all our CSV (render/cells/csv_row.h).
//
// VoluntaryCsvRows owns buffers: use one per thread.

#pragma once

#include <string>
#include <string_view>

#include "base/values/org_number.h"
#include "model/registers/voluntary.h"
#include "render/cells/cells.h"

namespace orgreg::render {

void AppendVoluntaryCsvHeader(std::string* out);

// The register's own cells, with the commas between them.
void AppendVoluntaryCells(const model::Voluntary& record, std::string* out);

class VoluntaryCsvRows {
 public:
  VoluntaryCsvRows();

  // `own_cells` come from AppendVoluntaryCells, `entity` from the catalog; if the entity is
  // unknown, `entity` and its cells are empty. False if `entity` is not a record.
  [[nodiscard]] bool Append(base::OrgNumber number, std::string_view own_cells,
                            std::string_view entity, std::string* out);

 private:
  RecordCells entity_cells_;
};

}  // namespace orgreg::render
