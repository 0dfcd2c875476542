// SPDX-License-Identifier: EUPL-1.2

#include "render/voluntary_json.h"

#include "model/codes/voluntary_lists.h"
#include "model/units/field.h"
#include "render/body_json.h"
#include "render/cells/voluntary_csv.h"

namespace orgreg::render {
namespace {

void AppendLinks(base::OrgNumber number, FormWriter* form) {
  std::string* const out = form->text();
  form->BeginInset();
  AppendMemberName(model::kLinksName, out);
  out->append("{\"self\":{\"href\":\"");
  form->NoteOrigin();
  out->append(model::kVoluntaryApiPath).append("/");
  out->append(model::kVoluntaryOrganisations).append("/");
  number.AppendTo(out);
  out->append("\"}}");
  form->EndInset();
}

void AppendServed(const model::Voluntary& record, PublicText* to) {
  FormWriter form(to);
  std::string* const out = form.text();
  out->push_back('{');
  AppendMembers(model::kVoluntarySchema, record, model::Form::kServed, &form);
  AppendLinks(record.number, &form);
  out->push_back('}');
}

}  // namespace

void AppendVoluntaryColumns(const model::Voluntary& record, RecordColumns* out) {
  if (record.struck_off_on) return AppendServed(Reduced(record), &out->served);
  AppendServed(record, &out->served);
  AppendVoluntaryCells(record, &out->cells);
}

void AppendVoluntary(const PublicForm& entry, CategoryNames names, std::string_view origin,
                     std::string* out) {
  if (names == CategoryNames::kShown) return entry.AppendTo(origin, out);
  entry.AppendLinkedTo(origin, out);
}

bool IsStruckOff(const RecordView& entry) { return entry.cells().empty(); }

}  // namespace orgreg::render
