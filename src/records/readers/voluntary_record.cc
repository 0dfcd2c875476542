#include "records/readers/voluntary_record.h"

#include <simdjson.h>

#include <algorithm>

#include "model/registers/voluntary.h"
#include "model/units/field.h"
#include "records/readers/dom_value.h"
#include "records/readers/supplement.h"
#include "render/voluntary_json.h"

namespace orgreg::records {
namespace {

namespace dom = simdjson::dom;
using model::kVoluntaryNames;
using model::Voluntary;
using model::VoluntaryCategory;
using model::VoluntaryField;
using model::VoluntaryNotice;

bool AreDigits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// True where the path is that of an object which fields stand in: "grasrotandel".
bool IsGroup(std::string_view path) {
  const std::string prefix = std::string(path).append(".");
  return std::ranges::any_of(model::VoluntaryFields(), [&](const VoluntaryField& field) {
    return field.Path().starts_with(prefix);
  });
}

const VoluntaryField* FindField(std::string_view path) {
  const std::span<const VoluntaryField> fields = model::VoluntaryFields();
  const auto found = std::ranges::find_if(
      fields, [path](const VoluntaryField& field) { return field.Path() == path; });
  return found == fields.end() ? nullptr : &*found;
}

class VoluntaryFiller {
 public:
  VoluntaryFiller(Voluntary* record, const Findings& findings)
      : record_(record), findings_(findings) {}

  // `group` is the object's path with a dot behind it, empty at the top.
  void FillObject(const std::string& group, dom::object object) {
    for (const auto [name, value] : object) {
      const bool is_links = group.empty() && name == model::kLinksName;
      if (!is_links && !IsAbsent(value)) FillMember(group + std::string(name), value);
    }
  }

 private:
  void FillMember(const std::string& path, dom::element value) {
    if (const VoluntaryField* const field = FindField(path)) {
      const auto set = [&](auto member) { return SetFrom(value, &(record_->*member)); };
      findings_.Blame(path, std::visit(set, field->value));
      return std::visit([&](auto member) { Judge(path, field->rule, record_->*member); },
                        field->value);
    }
    if (path == kVoluntaryNames.categories) {
      return FillList(path, value, &record_->categories.emplace());
    }
    if (path == kVoluntaryNames.notices) return FillList(path, value, &record_->notices.emplace());
    if (!IsGroup(path)) return findings_.unknown->push_back(path);
    dom::object inner;
    if (value.get_object().get(inner) == simdjson::SUCCESS) return FillObject(path + ".", inner);
    findings_.Blame(path, "is not an object");
  }

  void Judge(const std::string& path, model::Rule rule, const model::Text& text) const {
    if (text) findings_.Judge(path, rule, *text);
  }
  void Judge(const std::string& path, model::Rule rule, const model::Count& count) const {
    if (count) findings_.Judge(path, rule, std::to_string(*count));
  }
  // Of a type that is its own rule.
  template <typename Other>
  void Judge(const std::string& /*path*/, model::Rule /*rule*/, const Other& /*value*/) const {}

  template <typename Item>
  void FillList(const std::string& path, dom::element value, std::vector<Item>* items) {
    dom::array array;
    if (value.get_array().get(array) != simdjson::SUCCESS)
      return findings_.Blame(path, "is not a list of objects");
    for (const dom::element element : array) {
      const std::string item_path = ElementPath(path, items->size());
      Item& item = items->emplace_back();
      dom::object object;
      if (element.get_object().get(object) != simdjson::SUCCESS) {
        findings_.Blame(item_path, "is not an object");
        continue;
      }
      for (const auto [name, part] : object) {
        if (!IsAbsent(part)) FillItemMember(item_path, name, part, &item);
      }
      CheckItem(item_path, item);
    }
  }

  void FillItemMember(const std::string& item_path, std::string_view name, dom::element value,
                      VoluntaryCategory* category) {
    const std::string path = item_path + "." + std::string(name);
    if (name == kVoluntaryNames.category) {
      findings_.Blame(path, SetFrom(value, &category->category));
      return Judge(path, model::Rule::kLine, category->category);
    }
    if (name == kVoluntaryNames.code) return findings_.Blame(path, SetCode(value, category));
    if (name == kVoluntaryNames.order)
      return findings_.Blame(path, SetFrom(value, &category->order));
    if (name == kVoluntaryNames.code_name) {
      std::string passed_over;  // The code list has it.
      return findings_.Blame(path, SetFrom(value, &passed_over));
    }
    findings_.unknown->push_back(path);
  }

  void FillItemMember(const std::string& item_path, std::string_view name, dom::element value,
                      VoluntaryNotice* notice) {
    const std::string path = item_path + "." + std::string(name);
    if (name == kVoluntaryNames.information_type) {
      findings_.Blame(path, SetFrom(value, &notice->information_type));
      return Judge(path, model::Rule::kLine, notice->information_type);
    }
    if (name == kVoluntaryNames.notice) {
      findings_.Blame(path, SetFrom(value, &notice->text));
      return Judge(path, model::Rule::kText, notice->text);
    }
    findings_.unknown->push_back(path);
  }

  static Reason SetCode(dom::element value, VoluntaryCategory* category) {
    const Reason reason = SetFrom(value, &category->code);
    if (reason != kTaken) return reason;
    return AreDigits(category->code) ? kTaken : Reason("is not a number of digits");
  }

  void CheckItem(const std::string& item_path, const VoluntaryCategory& category) const {
    if (!category.code.empty()) return;
    const std::string path = item_path + "." + std::string(kVoluntaryNames.code);
    if (!IsAbout(*findings_.problems, path)) findings_.Blame(path, "is missing");
  }
  void CheckItem(const std::string& /*item_path*/, const VoluntaryNotice& /*notice*/) const {}

  Voluntary* record_;
  Findings findings_;
};

std::string PathOf(const model::VoluntarySlot& slot) {
  return std::ranges::find(model::VoluntaryFields(), slot, &VoluntaryField::value)->Path();
}

// What must hold of a whole record, and its normal form.
void Complete(Voluntary* record, const Findings& findings) {
  const std::string number_path = PathOf(&Voluntary::number);
  if (record->number == base::OrgNumber() && !IsAbout(*findings.problems, number_path)) {
    findings.Blame(number_path, "is missing");
  }
  if (record->accounting_year_ends && !model::IsDayOfYear(*record->accounting_year_ends)) {
    findings.Blame(PathOf(&Voluntary::accounting_year_ends), "is not a day dd.mm");
  }
  if (record->categories) {
    std::ranges::stable_sort(*record->categories, {}, [](const VoluntaryCategory& category) {
      return category.order.value_or(INT64_MAX);
    });
  }
}

bool Read(dom::object object, Voluntary* record, const Findings& findings) {
  const std::size_t before = findings.problems->size();
  VoluntaryFiller(record, findings).FillObject("", object);
  Complete(record, findings);
  return findings.problems->size() == before;
}

}  // namespace

bool ReadVoluntary(dom::object record, Supplement* read, Problems* problems,
                   std::vector<std::string>* unknown) {
  Voluntary voluntary;
  *read = {};
  const bool is_good =
      Read(record, &voluntary,
           {.problems = problems, .unknown = unknown, .odd_values = &read->odd_values});
  read->number = voluntary.number;
  if (!is_good) return false;
  render::AppendStoredVoluntary(voluntary, &read->body);
  return true;
}

base::Result<render::RecordColumns> ReducedVoluntary(const std::string& plain, base::Date day) {
  dom::parser parser;
  dom::object object;
  Voluntary voluntary;
  Problems problems;
  std::vector<std::string> unknown;
  if (parser.parse(plain).get(object) != simdjson::SUCCESS ||
      !Read(object, &voluntary, {.problems = &problems, .unknown = &unknown})) {
    return base::Error{base::Code::kCorrupt, "an entry of a non-profit cannot be read again"};
  }
  voluntary.struck_off_on = day;
  render::RecordColumns columns;
  render::AppendVoluntaryColumns(voluntary, &columns);
  return columns;
}

base::Status IndexVoluntary(dom::object stored, base::OrgNumber number,
                            IndexedSupplement* indexed) {
  Voluntary voluntary;
  Problems problems;
  std::vector<std::string> unknown;
  *indexed = {};
  if (!Read(stored, &voluntary, {.problems = &problems, .unknown = &unknown}) ||
      voluntary.number != number) {
    return base::Error{base::Code::kCorrupt,
                       "the entry of non-profit organisation " + number.ToString() +
                           " cannot be read" +
                           (problems.empty() ? "" : ": " + problems.front().Text())};
  }
  render::AppendVoluntaryColumns(voluntary, &indexed->columns);
  return {};
}

}  // namespace orgreg::records
