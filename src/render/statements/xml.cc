// SPDX-License-Identifier: EUPL-1.2

#include "render/statements/xml.h"

#include "formats/xml/text.h"
#include "model/statements/fields.h"
#include "render/statements/walk.h"

namespace orgreg::render {
namespace {

void Open(std::string_view name, std::string* out) { out->append("<").append(name).append(">"); }

// An empty element is closed at once. Text never ends like an open tag, because its angle brackets
// are escaped.
void Close(std::string_view name, std::string* out) {
  const std::size_t length = name.size() + 2;
  if (out->size() >= length) {
    const std::string_view tail = std::string_view(*out).substr(out->size() - length);
    if (tail.starts_with('<') && tail.ends_with('>') && tail.substr(1, name.size()) == name) {
      out->back() = '/';
      out->push_back('>');
      return;
    }
  }
  out->append("</").append(name).append(">");
}

class XmlWriter {
 public:
  explicit XmlWriter(std::string* out) : out_(out) {}

  void Enter(std::size_t group) { Open(model::StatementGroups()[group].name, out_); }
  void Leave(std::size_t group) { Close(model::StatementGroups()[group].name, out_); }

  void Value(const model::StatementField& field, const StatementValue& value) {
    Open(field.row.name, out_);
    formats::AppendXmlText(value.text, out_);
    Close(field.row.name, out_);
  }

 private:
  std::string* out_;
};

void AppendElement(std::string_view name, const model::Statement& statement, std::string* out) {
  Open(name, out);
  XmlWriter writer(out);
  WalkStatement(statement, &writer);
  Close(name, out);
}

}  // namespace

void AppendStatementXml(const model::Statement& statement, std::string* out) {
  AppendElement(model::kStatementNames.xml_statement, statement, out);
}

void AppendStatementListXml(std::span<const model::Statement> statements, std::string* out) {
  const model::StatementNames& names = model::kStatementNames;
  Open(names.xml_list, out);
  for (const model::Statement& statement : statements)
    AppendElement(names.xml_item, statement, out);
  Close(names.xml_list, out);
}

}  // namespace orgreg::render
