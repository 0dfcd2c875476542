#include "render/voluntary_json.h"

#include <algorithm>

#include "formats/json/text.h"
#include "model/codes/voluntary_lists.h"
#include "model/units/field.h"
#include "render/cells/voluntary_csv.h"
#include "render/record_json.h"

namespace orgreg::render {
namespace {

using formats::AppendInteger;
using formats::AppendJsonString;

constexpr char kNameMark = '\x02';       // Before and behind what only some get.
constexpr char kStruckOffMark = '\x03';  // The first byte of a reduced record.
constexpr char kCellsMark = '\x04';      // Before the cells.

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

enum class Form : std::uint8_t { kStored, kServed };

class VoluntaryWriter {
 public:
  VoluntaryWriter(const model::Voluntary& record, Form form, std::string* out)
      : record_(record), form_(form), out_(out) {}

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
    if (form_ == Form::kServed) AppendLinks();
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
      if (form_ == Form::kServed) AppendCodeName(category.code);
      AppendOptional(names.order, category.order);
      out_->push_back('}');
    }
    out_->push_back(']');
  }

  void AppendCodeName(std::string_view code) {
    const model::VoluntaryCode* const listed = model::FindCategory(code);
    if (listed == nullptr) return;
    out_->push_back(kNameMark);
    AppendName(model::kVoluntaryNames.code_name, out_);
    AppendJsonString(listed->name, out_);
    out_->push_back(kNameMark);
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
    AppendName(model::kLinksName, out_);
    out_->append("{\"self\":{\"href\":\"").push_back(kOriginMark);
    out_->append(model::kVoluntaryApiPath).append("/");
    out_->append(model::kVoluntaryOrganisations).append("/");
    record_.number.AppendTo(out_);
    out_->append("\"}}");
  }

  const model::Voluntary& record_;
  Form form_;
  std::string* out_;
  Groups open_ = {};
};

// The text up to the mark, which goes with it.
std::string_view TakeUntil(char mark, std::string_view* text) {
  const std::size_t at = std::min(text->find(mark), text->size());
  const std::string_view part = text->substr(0, at);
  text->remove_prefix(std::min(at + 1, text->size()));
  return part;
}

}  // namespace

void AppendStoredVoluntary(const model::Voluntary& record, std::string* out) {
  VoluntaryWriter(record, Form::kStored, out).Write();
}

void AppendRenderedVoluntary(const model::Voluntary& record, std::string* out) {
  if (record.struck_off_on) out->push_back(kStruckOffMark);
  VoluntaryWriter(record, Form::kServed, out).Write();
  if (record.struck_off_on) return;
  out->push_back(kCellsMark);
  AppendVoluntaryCells(record, out);
}

void AppendVoluntary(std::string_view rendered, CategoryNames names, std::string_view origin,
                     std::string* out) {
  if (IsStruckOff(rendered)) rendered.remove_prefix(1);
  std::string_view record = TakeUntil(kCellsMark, &rendered);
  for (bool is_name = false; !record.empty(); is_name = !is_name) {
    const std::string_view part = TakeUntil(kNameMark, &record);
    if (!is_name || names == CategoryNames::kShown) AppendWithOrigin(part, origin, out);
  }
}

bool IsStruckOff(std::string_view rendered) { return rendered.starts_with(kStruckOffMark); }

std::string_view VoluntaryCellsOf(std::string_view rendered) {
  TakeUntil(kCellsMark, &rendered);
  return rendered;
}

}  // namespace orgreg::render
