// SPDX-License-Identifier: EUPL-1.2

// Shorthands for the dictionaries of ctemplate, which fill templates in. A value is escaped by the
// template for the place where it stands; nothing else puts text into a page.

#pragma once

#include <ctemplate/template.h>  // First: the others do not include all that they need.
#include <ctemplate/template_dictionary.h>
#include <ctemplate/template_string.h>

#include <string_view>

namespace orgreg::api {

using ctemplate::TemplateDictionary;

inline ctemplate::TemplateString ToTemplate(std::string_view text) {
  return {text.data(), text.size()};
}

// The name of a variable or a section, with what the library otherwise works out each time, under a
// lock that all threads share. Names are few, so each thread keeps those it has met.
const ctemplate::StaticTemplateString& TemplateName(std::string_view name);

// Copies the value.
inline void Set(TemplateDictionary* dictionary, std::string_view name, std::string_view value) {
  dictionary->SetValue(TemplateName(name), ToTemplate(value));
}

// One more repetition of the section; it sees the values around it.
inline TemplateDictionary* AddSection(TemplateDictionary* dictionary, std::string_view name) {
  return dictionary->AddSectionDictionary(TemplateName(name));
}

inline void Show(TemplateDictionary* dictionary, std::string_view section, bool is_shown) {
  if (is_shown) AddSection(dictionary, section);
}

// A section that has one value, if the value is not empty.
inline void ShowValue(TemplateDictionary* dictionary, std::string_view section,
                      std::string_view name, std::string_view value) {
  if (!value.empty()) Set(AddSection(dictionary, section), name, value);
}

}  // namespace orgreg::api
