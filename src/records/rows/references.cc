// SPDX-License-Identifier: EUPL-1.2

#include "records/rows/references.h"

#include <algorithm>

#include "model/roles/schema.h"
#include "records/readers/problem.h"

namespace orgreg::records {

std::vector<base::OrgNumber> References::In(model::Kind kind, const store::RowView& row) {
  std::vector<base::OrgNumber> named;
  if (!model::NamesOthers(kind) || row.body.empty()) return named;
  padded_.reserve(row.body.size() + JsonReader::kPadding);
  padded_.assign(row.body);
  Problems ignored;
  const Reading reading = {
      .form = model::Form::kStored, .absent = Reading::Absent::kNull, .skims = true};
  reader_.Read(model::kHolderEntitiesSchema, reading, padded_, &named, {.problems = &ignored});
  std::ranges::sort(named);
  const auto repeated = std::ranges::unique(named);
  named.erase(repeated.begin(), repeated.end());
  return named;
}

base::Status References::Set(model::Kind kind, const store::RowView& row, store::Writer* writer) {
  if (!model::NamesOthers(kind)) return {};
  return writer->SetReferences(kind, row.number, In(kind, row));
}

}  // namespace orgreg::records
