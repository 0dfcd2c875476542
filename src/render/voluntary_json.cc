#include "render/voluntary_json.h"

#include "formats/json/text.h"
#include "model/codes/voluntary_lists.h"
#include "model/units/field.h"
#include "render/cells/voluntary_csv.h"

namespace orgreg::render {
namespace {

using formats::AppendInteger;
using formats::AppendJsonString;

void AppendName(std::string_view name, std::string* out) {
  // No value ends in an opening brace: texts end in a quotation mark.
  if (!out->ends_with('{')) out->push_back(',');
  out->append("\"").append(name).append("\":");
}

void AppendValue(const model::Text& text, std::string* out) { AppendJsonString(*text, out); }
void AppendValue(const model::Flag& flag, std::string* out) {
  out->append(*flag ? "true" : "false");
}
void AppendValue(const model::Count& count, std::string* out) { AppendInteger(*count, out); }
template <typename Written>
void AppendQuoted(const Written& value, std::string* out) {
  out->push_back('"');
  value.AppendTo(out);
  out->push_back('"');
}
void AppendValue(const model::Day& day, std::string* out) { AppendQuoted(*day, out); }
void AppendValue(base::OrgNumber number, std::string* out) { AppendQuoted(number, out); }

bool IsPresent(base::OrgNumber /*number*/) { return true; }
template <typename T>
bool IsPresent(const std::optional<T>& value) {
  return value.has_value();
}

class VoluntaryWriter {
 public:
  VoluntaryWriter(const model::Voluntary& record, FormWriter* out)
      : record_(record), form_(out), out_(out->text()) {}

  void Write() {
    out_->push_back('{');
    const bool is_reduced = record_.struck_off_on.has_value();
    for (const model::VoluntaryField& field : model::VoluntaryFields()) {
      if (!is_reduced || field.in_reduced) AppendField(field);
    }
    Enter({});
    if (!is_reduced) {
      AppendCategories();
      AppendNotices();
    }
    if (form_->keeps_insets()) AppendLinks();
    out_->push_back('}');
  }

 private:
  using Groups = std::array<std::string_view, 2>;

  void AppendField(const model::VoluntaryField& field) {
    const auto append = [&](auto member) {
      const auto& value = record_.*member;
      if (!IsPresent(value)) return;
      Enter(field.groups);
      AppendName(field.name, out_);
      AppendValue(value, out_);
    };
    std::visit(append, field.value);
  }

  // Closes the objects that `groups` has no part in, and opens those that are not open.
  void Enter(const Groups& groups) {
    std::size_t shared = 0;
    while (shared < groups.size() && !open_[shared].empty() && open_[shared] == groups[shared])
      ++shared;
    for (std::size_t at = open_.size(); at-- > shared;) {
      if (open_[at].empty()) continue;
      out_->push_back('}');
      open_[at] = {};
    }
    for (std::size_t at = shared; at < groups.size() && !groups[at].empty(); ++at) {
      AppendName(groups[at], out_);
      out_->push_back('{');
      open_[at] = groups[at];
    }
  }

  void AppendOptional(std::string_view name, const auto& value) {
    if (!value) return;
    AppendName(name, out_);
    AppendValue(value, out_);
  }

  void AppendCategories() {
    if (!record_.categories) return;
    const model::VoluntaryNames& names = model::kVoluntaryNames;
    AppendName(names.categories, out_);
    out_->push_back('[');
    for (const model::VoluntaryCategory& category : *record_.categories) {
      out_->append(&category == record_.categories->data() ? "{" : ",{");
      AppendOptional(names.category, category.category);
      AppendName(names.code, out_);
      AppendJsonString(category.code, out_);
      if (form_->keeps_insets()) AppendCodeName(category.code);
      AppendOptional(names.order, category.order);
      out_->push_back('}');
    }
    out_->push_back(']');
  }

  void AppendCodeName(std::string_view code) {
    const model::VoluntaryCode* const listed = model::FindCategory(code);
    if (listed == nullptr) return;
    form_->BeginInset();
    AppendName(model::kVoluntaryNames.code_name, out_);
    AppendJsonString(listed->name, out_);
    form_->EndInset();
  }

  void AppendNotices() {
    if (!record_.notices) return;
    const model::VoluntaryNames& names = model::kVoluntaryNames;
    AppendName(names.notices, out_);
    out_->push_back('[');
    for (const model::VoluntaryNotice& notice : *record_.notices) {
      out_->append(&notice == record_.notices->data() ? "{" : ",{");
      AppendOptional(names.information_type, notice.information_type);
      AppendOptional(names.notice, notice.text);
      out_->push_back('}');
    }
    out_->push_back(']');
  }

  void AppendLinks() {
    form_->BeginInset();
    AppendName(model::kLinksName, out_);
    out_->append("{\"self\":{\"href\":\"");
    form_->NoteOrigin();
    out_->append(model::kVoluntaryApiPath).append("/");
    out_->append(model::kVoluntaryOrganisations).append("/");
    record_.number.AppendTo(out_);
    out_->append("\"}}");
    form_->EndInset();
  }

  const model::Voluntary& record_;
  FormWriter* form_;
  std::string* out_;  // Of the form.
  Groups open_ = {};
};

}  // namespace

void AppendStoredVoluntary(const model::Voluntary& record, std::string* out) {
  FormWriter writer(out);
  VoluntaryWriter(record, &writer).Write();
}

void AppendVoluntaryColumns(const model::Voluntary& record, RecordColumns* out) {
  FormWriter writer(&out->served);
  VoluntaryWriter(record, &writer).Write();
  if (!record.struck_off_on) AppendVoluntaryCells(record, &out->cells);
}

void AppendVoluntary(const PublicForm& entry, CategoryNames names, std::string_view origin,
                     std::string* out) {
  if (names == CategoryNames::kShown) return entry.AppendTo(origin, out);
  entry.AppendLinkedTo(origin, out);
}

bool IsStruckOff(const RecordView& entry) { return entry.cells().empty(); }

}  // namespace orgreg::render
