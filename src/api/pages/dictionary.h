// SPDX-License-Identifier: EUPL-1.2

// The values that fill a template in: texts by name, and for each section its repetitions, which
// are dictionaries too and see the values and sections around them. The template engine reads them
// through its own interface, and escapes each text for the place where it stands; nothing else puts
// text into a page.
//
// The engine's own dictionary hashes names and makes a text for each section, which takes longer
// (docs/decisions/0061-dictionaries-of-pages.md).
//
// Belongs to one thread.

#pragma once

#include <ctemplate/template_dictionary_interface.h>
#include <ctemplate/template_string.h>

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <string>
#include <string_view>

namespace orgreg::api {

inline ctemplate::TemplateString ToTemplate(std::string_view text) {
  return {text.data(), text.size()};
}

// What a dictionary and all that is in it take, until the page has been sent.
using PageMemory = std::pmr::monotonic_buffer_resource;

class TemplateDictionary final : public ctemplate::TemplateDictionaryInterface {
 public:
  // An empty one. The memory outlives it.
  explicit TemplateDictionary(PageMemory* memory) : TemplateDictionary(memory, nullptr) {}

  // Copies both. A later value of the same name takes its place.
  void SetValue(std::string_view name, std::string_view value);
  // One more repetition of the section.
  TemplateDictionary* AddSection(std::string_view name);
  // One repetition, unless the section has some.
  void ShowSection(std::string_view name);

 private:
  // Names that differ nearly always have different marks, so they are compared by these first.
  struct Name {
    std::string_view text = {};
    std::uint64_t mark = 0;

    static Name Of(std::string_view text);
    friend bool operator==(const Name& a, const Name& b) {
      return a.mark == b.mark && a.text == b.text;
    }
  };
  // The texts follow in memory.
  struct Value {
    Name name = {};
    std::string_view text = {};
    const Value* next = nullptr;
  };
  struct Section {
    Name name = {};
    TemplateDictionary* first = nullptr;
    TemplateDictionary* last = nullptr;
    Section* next = nullptr;
  };
  class Repetitions;

  TemplateDictionary(PageMemory* memory, const TemplateDictionary* outer)
      : memory_(memory), outer_(outer) {}

  // With room for as many bytes after it.
  template <typename T, typename... Arguments>
  T* New(std::size_t bytes, Arguments&&... arguments) const;
  Section* FindOwn(const Name& name) const;
  const Section* Find(std::string_view name) const;

  // The interface, with which the engine reads. Our templates include no others.
  ctemplate::TemplateString GetValue(const ctemplate::TemplateString& name) const override;
  bool IsHiddenSection(const ctemplate::TemplateString& name) const override;
  bool IsUnhiddenSection(const ctemplate::TemplateString& name) const override;
  Iterator* CreateSectionIterator(const ctemplate::TemplateString& name) const override;
  bool IsHiddenTemplate(const ctemplate::TemplateString& /*name*/) const override { return true; }
  const char* GetIncludeTemplateName(const ctemplate::TemplateString& /*name*/,
                                     int /*place*/) const override {
    return "";
  }
  Iterator* CreateTemplateIterator(const ctemplate::TemplateString& /*name*/) const override;
  void DumpToString(std::string* /*out*/, int /*level*/) const override {}

  PageMemory* memory_;
  const TemplateDictionary* outer_;
  TemplateDictionary* next_ = nullptr;  // The next repetition.
  const Value* values_ = nullptr;       // The latest first.
  Section* sections_ = nullptr;         // The latest first.
};

inline void Set(TemplateDictionary* dictionary, std::string_view name, std::string_view value) {
  dictionary->SetValue(name, value);
}

inline TemplateDictionary* AddSection(TemplateDictionary* dictionary, std::string_view name) {
  return dictionary->AddSection(name);
}

inline void Show(TemplateDictionary* dictionary, std::string_view section, bool is_shown) {
  if (is_shown) dictionary->AddSection(section);
}

// A section that has one value, if the value is not empty.
inline void ShowValue(TemplateDictionary* dictionary, std::string_view section,
                      std::string_view name, std::string_view value) {
  if (!value.empty()) Set(AddSection(dictionary, section), name, value);
}

}  // namespace orgreg::api
