// SPDX-License-Identifier: EUPL-1.2

// Each path of each body has one row: a second row of the same path would be a second place where a
// member is declared.

#include "model/schema/schema.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "model/changes/batch_envelope.h"
#include "model/changes/update.h"
#include "model/registers/cadastral.h"
#include "model/registers/documents.h"
#include "model/registers/voluntary.h"
#include "model/roles/schema.h"
#include "model/statements/fields.h"
#include "model/units/field.h"

namespace orgreg::model {
namespace {

void ExpectOneRowEach(const Schema& schema, const std::string& where) {
  for (const Form form : {Form::kInventory, Form::kStored, Form::kServed, Form::kAuthorised}) {
    std::set<std::string_view> names;
    for (const Row& row : schema.rows) {
      // Links of one object are one member.
      if (row.is_link() || row.is_kept() || !row.traits.forms.Include(form)) continue;
      EXPECT_TRUE(names.insert(row.name).second) << where << row.name;
    }
  }
  for (const Row& row : schema.rows) {
    if (row.schema != nullptr) ExpectOneRowEach(*row.schema, where + std::string(row.name) + ".");
  }
}

TEST(Schemas, HaveOneRowForEachPath) {
  ExpectOneRowEach(kRoleListSchema.schema, "role list: ");
  ExpectOneRowEach(kLegalRolesSchema.schema, "legal roles: ");
  ExpectOneRowEach(kRoleStatementSchema.schema, "role statement: ");
  ExpectOneRowEach(kVoluntarySchema.schema, "non-profit organisation: ");
  ExpectOneRowEach(kServedCadastralSchema.schema, "cadastral units: ");
  ExpectOneRowEach(kCadastralSchema.schema, "cadastral list: ");
  ExpectOneRowEach(kDocumentListSchema.schema, "documents: ");
  ExpectOneRowEach(StatementSchema().schema, "statement: ");
  ExpectOneRowEach(FilingsSchema().schema, "batch of statements: ");
  ExpectOneRowEach(kUpdateWithChangesSchema.schema, "update: ");
  ExpectOneRowEach(kRoleEventSchema.schema, "event of roles: ");
  ExpectOneRowEach(kBatchEnvelopeSchema.schema, "line of a batch: ");
}

TEST(Fields, HaveOneRowForEachPath) {
  for (const Kind kind : {Kind::kEntity, Kind::kSubEntity}) {
    for (const State state : {State::kLive, State::kDeleted, State::kRemoved}) {
      for (const int version : {1, 2}) {
        std::set<std::string> paths;
        for (const Field& field : Fields(kind, state)) {
          if (!field.versions.Include(version)) continue;
          EXPECT_TRUE(paths.insert(field.Path()).second) << field.Path();
        }
      }
    }
  }
}

}  // namespace
}  // namespace orgreg::model
