// SPDX-License-Identifier: EUPL-1.2

#include "render/statements/json.h"

#include <string_view>

#include "model/schema/value.h"
#include "model/statements/fields.h"
#include "render/body_json.h"
#include "render/statements/walk.h"

namespace orgreg::render {
namespace {

class JsonMaker {
 public:
  explicit JsonMaker(FormBuilder* form) : form_(*form) {}

  void Enter(std::size_t group) {
    AppendName(model::StatementGroups()[group].name);
    form_.Text("{");
  }
  void Leave(std::size_t /*group*/) { form_.Text("}"); }

  void Value(std::size_t place, const model::StatementField& field) {
    if (field.amount) form_.BeginIf(place);
    AppendName(field.row.name);
    const model::ValueKind kind = field.row.kind;
    const bool is_text = kind == model::ValueKind::kText;
    const bool is_quoted =
        is_text || kind == model::ValueKind::kCode || kind == model::ValueKind::kDay;
    if (is_quoted) form_.Text("\"");
    form_.Value(place, is_text ? Spelling::kJson : Spelling::kPlain);
    if (is_quoted) form_.Text("\"");
    if (field.amount) form_.EndIf();
  }

 private:
  void AppendName(std::string_view name) {
    form_.Text(",\"");
    form_.Text(name);
    form_.Text("\":");
  }

  FormBuilder& form_;
};

}  // namespace

StatementForm MakeJsonForm() {
  FormBuilder form;
  JsonMaker maker(&form);
  form.Text(",{");
  WalkStatement(&maker);
  form.Text("}");
  return form.Finish();
}

void AppendStoredFilings(const model::Filings& filings, std::string* out) {
  AppendBody(model::FilingsSchema(), filings, model::Form::kStored, out);
}

}  // namespace orgreg::render
