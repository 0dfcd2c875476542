// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/voluntary_record.h"

#include <string>

#include "model/registers/voluntary.h"
#include "records/readers/stored_body.h"
#include "render/voluntary_json.h"

namespace orgreg::records {

base::Result<render::RecordColumns> ReducedVoluntary(std::string_view plain, base::Date day) {
  std::string padded;
  padded.reserve(plain.size() + JsonReader::kPadding);
  JsonReader reader;
  model::Voluntary voluntary =
      TRY(ReadStored(&reader, model::kVoluntarySchema, padded.assign(plain)));
  voluntary.struck_off_on = day;
  render::RecordColumns columns;
  render::AppendVoluntaryColumns(voluntary, &columns);
  return columns;
}

}  // namespace orgreg::records
