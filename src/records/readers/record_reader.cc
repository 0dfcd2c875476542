// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/record_reader.h"

#include <algorithm>
#include <utility>

#include "base/values/shown_name.h"
#include "model/roles/schema.h"
#include "model/units/field.h"
#include "model/units/normalise.h"
#include "model/units/schema.h"

namespace orgreg::records {

using model::Field;

bool RecordReader::Read(model::Kind kind, std::string_view text, model::Unit* unit,
                        Problems* problems) {
  using Absent = Reading::Absent;
  const bool is_foreign = source_ == RecordSource::kInventory;
  // An assignment would move each of the many members.
  std::destroy_at(unit);
  std::construct_at(unit);
  RecordNotes notes;
  reader_.Read(model::UnitSchema(kind, model::State::kLive),
               {.absent = is_foreign ? Absent::kNullAndEmpty : Absent::kNull}, text, unit,
               {.problems = problems, .notes = &notes});
  if (!notes.is_read) return false;
  CompleteUnit(kind, notes.record_class, unit, problems);
  if (is_foreign) model::FillTexts(kind, unit);
  return problems->empty();
}

std::string PathOf(model::Kind kind, const model::Row& place) {
  for (const model::State state : {model::State::kLive, model::State::kDeleted}) {
    for (const Field& field : model::Fields(kind, state)) {
      if (field.row.find == place.find) return field.Path();
    }
  }
  return {};
}

bool IsReservedName(model::Kind kind, std::string_view name) {
  const auto is_group = [&](const Field& field) { return field.group == name; };
  return (!name.empty() && std::ranges::any_of(model::Fields(kind), is_group)) ||
         name == model::kLinksName || name == model::kBulkLinksName;
}

std::string MisplacedNumber(const model::Unit& unit) {
  const std::string quoted = "\"" + std::string(model::kIdentityNumberName) + "\"";
  for (const model::UnknownMember& member : unit.unknown) {
    const bool holds =
        member.name == model::kIdentityNumberName || member.json.find(quoted) != std::string::npos;
    if (holds) return base::ShownName(member.name);
  }
  return "";
}

void CompleteUnit(model::Kind kind, std::string_view record_class, model::Unit* unit,
                  Problems* problems) {
  const auto require = [&](bool present, const model::Row& place) {
    if (present) return;
    std::string path = PathOf(kind, place);
    if (!IsAbout(*problems, path)) problems->push_back({std::move(path), "is missing"});
  };
  const bool claims_deletion = record_class == model::RecordClass(kind, model::State::kDeleted);
  if (claims_deletion) require(unit->deleted_on.has_value(), model::At<&model::Unit::deleted_on>);
  // Without its name it would be taken for one that was removed from publication.
  if (!unit->deleted_on || claims_deletion)
    require(unit->name.has_value(), model::At<&model::Unit::name>);
  if (!unit->deleted_on) {
    require(unit->form.code.has_value(),
            model::At<&model::Unit::form, &model::OrganisationForm::code>);
  } else {
    unit->state = unit->name ? model::State::kDeleted : model::State::kRemoved;
  }
  require(unit->number != base::OrgNumber(), model::At<&model::Unit::number>);
  // A record that says it is of the other kind stands in the wrong file.
  const model::Kind other =
      kind == model::Kind::kEntity ? model::Kind::kSubEntity : model::Kind::kEntity;
  for (const model::State state : {model::State::kLive, model::State::kDeleted}) {
    if (record_class != model::RecordClass(other, state)) continue;
    problems->push_back({std::string(model::kRecordClassName),
                         "is " + std::string(record_class) + ", another kind of record"});
  }
  model::Normalise(kind, unit);
}

}  // namespace orgreg::records
