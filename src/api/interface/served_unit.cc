// SPDX-License-Identifier: EUPL-1.2

#include "api/interface/served_unit.h"

#include <string>

#include "base/threads/per_thread.h"
#include "records/readers/record_reader.h"

namespace orgreg::api {

model::Unit UnitOf(model::Kind kind, const render::PublicForm& record) {
  static base::PerThread<records::RecordReader> readers;
  records::RecordReader& reader = readers.Get();
  std::string padded;
  padded.reserve(record.text().size() + records::RecordReader::kPadding);
  record.AppendPlainTo(&padded);
  model::Unit unit;
  records::Problems problems;
  reader.Read(kind, padded, &unit, &problems);  // Our own bytes, which were read before.
  return unit;
}

}  // namespace orgreg::api
