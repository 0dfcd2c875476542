// SPDX-License-Identifier: EUPL-1.2

#include "render/statements/body.h"

#include "render/statements/json.h"
#include "render/statements/rdf.h"
#include "render/statements/xml.h"

namespace orgreg::render {

void AppendStatementList(StatementFormat format, std::span<const model::Statement> statements,
                         const StatementLinks& links, std::string* out) {
  switch (format) {
    case StatementFormat::kJson:
      return AppendStatementListJson(statements, out);
    case StatementFormat::kXml:
      return AppendStatementListXml(statements, out);
    case StatementFormat::kJsonLd:
      return AppendJsonLd(statements, links, out);
    case StatementFormat::kRdfJson:
      return AppendRdfJson(statements, links, out);
    case StatementFormat::kRdfXml:
      return AppendRdfXml(statements, links, out);
    case StatementFormat::kTurtle:
      return AppendTurtle(statements, links, out);
  }
}

void AppendStatement(StatementFormat format, const model::Statement& statement,
                     const StatementLinks& links, std::string* out) {
  if (format == StatementFormat::kJson) return AppendStatementJson(statement, out);
  if (format == StatementFormat::kXml) return AppendStatementXml(statement, out);
  AppendStatementList(format, {&statement, 1}, links, out);
}

}  // namespace orgreg::render
