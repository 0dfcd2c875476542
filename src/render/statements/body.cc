// SPDX-License-Identifier: EUPL-1.2

#include "render/statements/body.h"

#include <array>
#include <cstddef>
#include <string_view>

#include "formats/json/text.h"
#include "formats/xml/text.h"
#include "model/statements/fields.h"
#include "render/statements/form.h"
#include "render/statements/json.h"
#include "render/statements/rdf.h"
#include "render/statements/xml.h"

namespace orgreg::render {
namespace {

struct Forms {
  StatementListForm list = {};
  StatementListForm one = {};  // Only the single statement.
  // How the form escapes an IRI; null if it does not.
  void (*escape_iri)(std::string_view iri, std::string* out) = nullptr;
};

Forms GraphForms(const StatementListForm& form,
                 void (*escape_iri)(std::string_view iri, std::string* out)) {
  return {.list = form, .one = form, .escape_iri = escape_iri};
}

const Forms& FormsOf(StatementFormat format) {
  // In the order of StatementFormat.
  static const std::array<Forms, 6> all = {{
      {.list = {.begin = "[", .statement = MakeJsonForm(), .end = "]"},
       .one = {.statement = MakeJsonForm()}},
      {.list = MakeXmlListForm(),
       .one = {.statement = MakeXmlForm(model::kStatementNames.xml_statement)}},
      GraphForms(MakeJsonLdForm(), formats::AppendJsonEscaped),
      GraphForms(MakeRdfJsonForm(), formats::AppendJsonEscaped),
      GraphForms(MakeRdfXmlForm(), formats::AppendXmlAttribute),
      GraphForms(MakeTurtleForm(), nullptr),
  }};
  return all[static_cast<std::size_t>(format)];
}

IriBases BasesOf(const StatementLinks& links, const Forms& forms) {
  IriBases bases;
  if (forms.list.statement.iris == 0) return bases;
  AppendStatementBase(links, &bases[static_cast<std::size_t>(IriBase::kStatement)]);
  AppendOrganisationBase(links, &bases[static_cast<std::size_t>(IriBase::kOrganisation)]);
  if (forms.escape_iri == nullptr) return bases;
  for (std::string& base : bases) {
    std::string escaped;
    forms.escape_iri(base, &escaped);
    base.swap(escaped);
  }
  return bases;
}

void Append(const StatementListForm& form, std::span<const model::ServedStatement> statements,
            const IriBases& bases, std::string* out) {
  StatementWriter writer(bases, out);
  if (statements.empty()) return writer.Text(form.empty);
  writer.Text(form.begin);
  for (const model::ServedStatement& statement : statements)
    writer.Write(form.statement, statement);
  writer.Text(form.end);
}

}  // namespace

void AppendStatementList(StatementFormat format, std::span<const model::ServedStatement> statements,
                         const StatementLinks& links, std::string* out) {
  const Forms& forms = FormsOf(format);
  Append(forms.list, statements, BasesOf(links, forms), out);
}

void AppendStatement(StatementFormat format, const model::ServedStatement& statement,
                     const StatementLinks& links, std::string* out) {
  const Forms& forms = FormsOf(format);
  Append(forms.one, {&statement, 1}, BasesOf(links, forms), out);
}

}  // namespace orgreg::render
