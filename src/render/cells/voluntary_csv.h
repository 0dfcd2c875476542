// The file of the register of non-profit organisations (reference, Voluntary and party
// registers): what the entity register knows of each, and the register's own cells between.
// Written as all our CSV is (render/cells/csv_row.h).
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

  // `own_cells` as AppendVoluntaryCells writes them; `entity` as the catalog keeps it, empty
  // where the entity is not known: its cells are empty then. False where that is no record.
  [[nodiscard]] bool Append(base::OrgNumber number, std::string_view own_cells,
                            std::string_view entity, std::string* out);

 private:
  RecordCells entity_cells_;
};

}  // namespace orgreg::render
