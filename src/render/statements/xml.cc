// SPDX-License-Identifier: EUPL-1.2

#include "render/statements/xml.h"

#include <string>

#include "model/schema/value.h"
#include "model/statements/fields.h"
#include "render/statements/walk.h"

namespace orgreg::render {
namespace {

std::string Tag(std::string_view before, std::string_view name, std::string_view after = ">") {
  return std::string(before).append(name).append(after);
}

class XmlMaker {
 public:
  explicit XmlMaker(FormBuilder* form) : form_(*form) {}

  void Enter(std::size_t group) { form_.Text(Tag("<", model::StatementGroups()[group].name)); }
  void Leave(std::size_t group) { form_.Close(Tag("</", model::StatementGroups()[group].name)); }

  void Value(std::size_t place, const model::StatementField& field) {
    const bool is_text = field.row.kind == model::ValueKind::kText;
    if (field.amount) form_.BeginIf(place);
    form_.Text(Tag("<", field.row.name));
    form_.Value(place, is_text ? Spelling::kXml : Spelling::kPlain);
    // No other value is empty.
    if (is_text) {
      form_.Close(Tag("</", field.row.name));
    } else {
      form_.Text(Tag("</", field.row.name));
    }
    if (field.amount) form_.EndIf();
  }

 private:
  FormBuilder& form_;
};

}  // namespace

StatementForm MakeXmlForm(std::string_view name) {
  FormBuilder form;
  XmlMaker maker(&form);
  form.Text(Tag("<", name));
  WalkStatement(&maker);
  form.Text(Tag("</", name));
  return form.Finish();
}

StatementListForm MakeXmlListForm() {
  const model::StatementNames& names = model::kStatementNames;
  return {.begin = Tag("<", names.xml_list),
          .statement = MakeXmlForm(names.xml_item),
          .end = Tag("</", names.xml_list),
          .empty = Tag("<", names.xml_list, "/>")};
}

}  // namespace orgreg::render
