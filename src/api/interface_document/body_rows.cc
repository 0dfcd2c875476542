// SPDX-License-Identifier: EUPL-1.2

#include "api/interface_document/body_rows.h"

#include <array>

#include "api/extensions/bodies.h"
#include "api/extensions/code_lists.h"
#include "api/extensions/explain.h"
#include "api/extensions/facets.h"
#include "api/matching/bodies.h"
#include "api/suggestions/suggest.h"
#include "model/changes/update.h"
#include "model/registers/cadastral.h"
#include "model/registers/voluntary.h"
#include "model/roles/schema.h"
#include "model/statements/fields.h"
#include "model/units/field.h"
#include "model/units/schema.h"

namespace orgreg::api {
namespace {

using model::Form;
using model::Kind;
using model::State;

// The bodies of answers that a schema describes.
struct BodyTable {
  std::string_view body = {};
  const model::Schema* schema = nullptr;
  Form form = Form::kServed;
};

auto BodyTables() {
  return std::to_array<BodyTable>({
      {"Entity", &model::UnitSchema(Kind::kEntity, State::kLive).schema},
      {"SubEntity", &model::UnitSchema(Kind::kSubEntity, State::kLive).schema},
      {"DeletedEntity", &model::UnitSchema(Kind::kEntity, State::kDeleted).schema},
      {"DeletedSubEntity", &model::UnitSchema(Kind::kSubEntity, State::kDeleted).schema},
      {"RemovedUnit", &model::UnitSchema(Kind::kEntity, State::kRemoved).schema},
      {"RoleList", &model::kRoleListSchema.schema},
      {"AuthorisedRoleList", &model::kRoleListSchema.schema, Form::kAuthorised},
      {"LegalRoles", &model::kLegalRolesSchema.schema},
      {"RoleStatement", &model::kRoleStatementSchema.schema, Form::kAuthorised},
      {"VoluntaryOrganisation", &model::kVoluntarySchema.schema},
      {"EntityUpdate", &model::kUpdateWithChangesSchema.schema},
      {"SubEntityUpdate", &model::kUpdateWithChangesSchema.schema},
      {"Statement", &model::StatementSchema().schema},
      {"RoleEvents", &model::kRoleEventSchema.schema},
      {"UnitState", &kUnitStateSchema.schema},
      {"MatchOutcome", &kMatchOutcomeSchema.schema},
      {"EntityPart", &kCursorPageSchema.schema},
      {"SubEntityPart", &kCursorPageSchema.schema},
      {"Explanation", &kExplanationSchema.schema},
      {"Facets", &kFacetsSchema.schema},
      {"CodeList", &kCodeListSchema.schema},
      {"Suggestions", &kSuggestionsSchema.schema},
  });
}

}  // namespace

const BodyRows& BodyRows::Get() {
  static const BodyRows rows;
  return rows;
}

BodyRows::BodyRows() {
  for (const BodyTable& table : BodyTables())
    Add(table.body, &bodies_[std::string(table.body)], "", *table.schema);
  ByPath unused;
  Add("CadastralUnits", &unused, "", model::kServedCadastralSchema.schema);
}

void BodyRows::Add(std::string_view body, ByPath* own, const std::string& before,
                   const model::Schema& schema) {
  for (const model::Row& row : schema.rows) {
    if (row.is_kept() || row.other_name_of != nullptr) continue;
    std::string path = before;
    if (row.is_link()) path.append(model::kLinksName).append(".");
    path.append(row.name);
    Note(body, own, path, row);
    if (row.schema != nullptr) Add(body, own, path + ".", *row.schema);
  }
}

void BodyRows::Note(std::string_view body, ByPath* own, const std::string& path,
                    const model::Row& row) {
  own->emplace(path, &row);
  if (const model::Meaning* const meaning = model::FindMeaning(body, path))
    rows_[meaning].push_back(&row);
}

const std::vector<const model::Row*>& BodyRows::Of(const model::Meaning& meaning) const {
  static const std::vector<const model::Row*> none;
  const auto found = rows_.find(&meaning);
  return found == rows_.end() ? none : found->second;
}

const BodyRows::ByPath* BodyRows::OwnOf(std::string_view body) const {
  const auto found = bodies_.find(body);
  return found == bodies_.end() ? nullptr : &found->second;
}

Form BodyRows::FormOf(std::string_view body) {
  for (const BodyTable& table : BodyTables())
    if (table.body == body) return table.form;
  return Form::kServed;
}

}  // namespace orgreg::api
