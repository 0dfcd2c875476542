// SPDX-License-Identifier: EUPL-1.2

#include "render/statements/json.h"

#include "model/statements/fields.h"
#include "render/body_json.h"

namespace orgreg::render {

void AppendStatementJson(const model::Statement& statement, std::string* out) {
  AppendBody(model::StatementSchema(), statement, model::Form::kServed, out);
}

void AppendStatementListJson(std::span<const model::Statement> statements, std::string* out) {
  out->push_back('[');
  for (const model::Statement& statement : statements) {
    if (&statement != statements.data()) out->push_back(',');
    AppendStatementJson(statement, out);
  }
  out->push_back(']');
}

void AppendStoredFilings(const model::Filings& filings, std::string* out) {
  AppendBody(model::FilingsSchema(), filings, model::Form::kStored, out);
}

}  // namespace orgreg::render
