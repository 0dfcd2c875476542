// SPDX-License-Identifier: EUPL-1.2

// Writes the values of one field into its place in a page. Each call adds one value; a field
// without values is not shown. The parts of web/templates/parts/field_value.tpl are what a value
// can be.

#pragma once

#include <string_view>

#include "api/pages/dictionary.h"
#include "api/unit_pages/field_rows.h"
#include "api/unit_pages/shown_unit.h"
#include "base/values/date.h"
#include "model/unit.h"

namespace orgreg::api {

// A part of the page with fields; it is added when its first field is.
class FieldGroup {
 public:
  FieldGroup(std::string_view name, const ShownUnit& on) : name_(name), on_(&on) {}

  std::string_view name() const { return name_; }
  // Begins a field.
  TemplateDictionary* AddField();
  // What a field of the group means.
  void AddMeaning(std::string_view meaning, TemplateDictionary* field);

 private:
  std::string_view name_;
  const ShownUnit* on_;
  TemplateDictionary* section_ = nullptr;
};

class FieldValues {
 public:
  // Begins the field in the group at the first value.
  FieldValues(const FieldRow& row, const ShownUnit& on, FieldGroup* group)
      : row_(row), on_(on), group_(group) {}

  const FieldRow& row() const { return row_; }
  const ShownUnit& on() const { return on_; }
  // Null if there is no value.
  TemplateDictionary* field() const { return field_; }

  // A text in no language, such as a name or a number.
  void AddText(std::string_view text);
  // A text that the register has in the language with this code.
  void AddWords(std::string_view text, std::string_view language_code);
  void AddDay(base::Date day);
  // `link` is relative or was checked.
  void AddLink(std::string_view text, std::string_view link);
  void AddMail(std::string_view address);
  void AddPhone(std::string_view text, std::string_view number);
  // A code with its text, which links to the units that have it. Either may be absent.
  void AddCode(const model::Text& code, const model::Text& text);
  void AddAddress(const model::Address& address);
  // A few words of ours after the last value.
  void AddNote(std::string_view note);

 private:
  // The section of one more value, in which the part is shown.
  TemplateDictionary* AddValue(std::string_view part);
  TemplateDictionary* AddTextValue(std::string_view part, std::string_view text);

  const FieldRow& row_;
  const ShownUnit& on_;
  FieldGroup* group_;
  TemplateDictionary* field_ = nullptr;
  TemplateDictionary* last_ = nullptr;
};

}  // namespace orgreg::api
