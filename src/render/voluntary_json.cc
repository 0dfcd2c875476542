#include "render/voluntary_json.h"

#include "model/codes/voluntary_lists.h"
#include "model/units/field.h"
#include "render/body_json.h"
#include "render/cells/voluntary_csv.h"

namespace orgreg::render {
namespace {

// The names of categories are insets.
void AppendCategories(const model::Row& row, const model::Voluntary& record, FormWriter* form) {
  if (!record.categories) return;
  std::string* const out = form->text();
  AppendMemberName(row.name, out);
  out->push_back('[');
  for (const model::VoluntaryCategory& category : *record.categories) {
    out->append(&category == record.categories->data() ? "{" : ",{");
    for (const model::Row& member : row.schema->rows) {
      const bool is_inset =
          member.name == model::kVoluntaryCategoryName && member.type->has(&category.code);
      if (is_inset) form->BeginInset();
      AppendRow(member, &category, model::Form::kServed, out);
      if (is_inset) form->EndInset();
    }
    out->push_back('}');
  }
  out->push_back(']');
}

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
  for (const model::Row& row : model::kVoluntarySchema.schema.rows) {
    if (row.name == model::kVoluntaryCategories) {
      AppendCategories(row, record, &form);
    } else {
      AppendRow(row, &record, model::Form::kServed, out);
    }
  }
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
