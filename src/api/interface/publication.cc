// SPDX-License-Identifier: EUPL-1.2

#include "api/interface/publication.h"

#include <utility>

#include "base/threads/per_thread.h"
#include "records/readers/record_reader.h"

namespace orgreg::api {

base::Result<bool> IsRemoved(const search::Catalog& catalog, base::OrgNumber number) {
  for (const model::Kind kind : model::kUnitKinds) {
    const auto found = TRY(catalog.Lookup(kind, number));
    if (found && found->state == model::State::kRemoved) return true;
  }
  return false;
}

base::Result<std::optional<model::Unit>> EntityInState(const search::Catalog& catalog,
                                                       base::OrgNumber number, model::State state) {
  const auto found = TRY(catalog.Lookup(model::Kind::kEntity, number));
  if (!found || found->state != state) return std::optional<model::Unit>();
  static base::PerThread<records::RecordReader> readers;
  records::RecordReader& reader = readers.Get();
  std::string padded;
  padded.reserve(found->record.served().text().size() + records::RecordReader::kPadding);
  found->record.served().AppendPlainTo(&padded);
  model::Unit unit;
  records::Problems problems;
  if (!reader.Read(model::Kind::kEntity, padded, &unit, &problems)) {
    return base::Error{base::Code::kCorrupt, number.ToString() + ": " + problems.front().Text()};
  }
  return std::optional(std::move(unit));
}

base::Result<std::optional<base::Date>> StruckOffOn(const search::Catalog& catalog,
                                                    base::OrgNumber number) {
  const auto entity = TRY(EntityInState(catalog, number, model::State::kDeleted));
  return entity ? entity->deleted_on : std::nullopt;
}

}  // namespace orgreg::api
