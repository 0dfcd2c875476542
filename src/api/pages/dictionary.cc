// SPDX-License-Identifier: EUPL-1.2

// A dictionary has few values and few sections, so lists of them are searched from the latest on.

#include "api/pages/dictionary.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

namespace orgreg::api {
namespace {

using ctemplate::TemplateString;

std::string_view TextOf(const TemplateString& text) { return {text.data(), text.size()}; }

std::string_view CopyTo(char* to, std::string_view text) {
  if (!text.empty()) std::memcpy(to, text.data(), text.size());
  return {to, text.size()};
}

}  // namespace

// Walks the repetitions of a section. The engine owns and deletes it.
class TemplateDictionary::Repetitions final : public Iterator {
 public:
  explicit Repetitions(const TemplateDictionary* first) : next_(first) {}

  bool HasNext() const override { return next_ != nullptr; }
  const TemplateDictionaryInterface& Next() override { return *std::exchange(next_, next_->next_); }

 private:
  const TemplateDictionary* next_;
};

// The last letters: names of one section begin alike.
TemplateDictionary::Name TemplateDictionary::Name::Of(std::string_view text) {
  Name name{.text = text};
  if (text.size() >= sizeof(mark)) {
    std::memcpy(&name.mark, text.data() + text.size() - sizeof(mark), sizeof(mark));
  } else {
    for (const char letter : text) name.mark = name.mark << 8U | static_cast<unsigned char>(letter);
  }
  return name;
}

template <typename T, typename... Arguments>
T* TemplateDictionary::New(std::size_t bytes, Arguments&&... arguments) const {
  void* const memory = memory_->allocate(sizeof(T) + bytes, alignof(T));
  return ::new (memory) T{std::forward<Arguments>(arguments)...};
}

void TemplateDictionary::SetValue(std::string_view name, std::string_view value) {
  auto* const added =
      New<Value>(name.size() + value.size(), Name::Of(name), std::string_view(), values_);
  char* const texts = reinterpret_cast<char*>(added + 1);
  added->name.text = CopyTo(texts, name);
  added->text = CopyTo(texts + name.size(), value);
  values_ = added;
}

TemplateDictionary* TemplateDictionary::AddSection(std::string_view name) {
  const Name wanted = Name::Of(name);
  Section* section = FindOwn(wanted);
  if (section == nullptr) {
    section = sections_ = New<Section>(name.size(), wanted, nullptr, nullptr, sections_);
    section->name.text = CopyTo(reinterpret_cast<char*>(section + 1), name);
  }
  auto* const added = New<TemplateDictionary>(0, memory_, this);
  (section->first == nullptr ? section->first : section->last->next_) = added;
  section->last = added;
  return added;
}

void TemplateDictionary::ShowSection(std::string_view name) {
  if (FindOwn(Name::Of(name)) == nullptr) AddSection(name);
}

TemplateDictionary::Section* TemplateDictionary::FindOwn(const Name& name) const {
  Section* section = sections_;
  while (section != nullptr && section->name != name) section = section->next;
  return section;
}

const TemplateDictionary::Section* TemplateDictionary::Find(std::string_view name) const {
  const Name wanted = Name::Of(name);
  for (const TemplateDictionary* at = this; at != nullptr; at = at->outer_)
    if (const Section* const section = at->FindOwn(wanted)) return section;
  return nullptr;
}

TemplateString TemplateDictionary::GetValue(const TemplateString& name) const {
  const Name wanted = Name::Of(TextOf(name));
  for (const TemplateDictionary* at = this; at != nullptr; at = at->outer_)
    for (const Value* value = at->values_; value != nullptr; value = value->next)
      if (value->name == wanted) return ToTemplate(value->text);
  return ToTemplate("");
}

bool TemplateDictionary::IsHiddenSection(const TemplateString& name) const {
  return Find(TextOf(name)) == nullptr;
}

bool TemplateDictionary::IsUnhiddenSection(const TemplateString& name) const {
  return Find(TextOf(name)) != nullptr;
}

TemplateDictionary::Iterator* TemplateDictionary::CreateSectionIterator(
    const TemplateString& name) const {
  const Section* const section = Find(TextOf(name));
  return std::make_unique<Repetitions>(section == nullptr ? nullptr : section->first).release();
}

TemplateDictionary::Iterator* TemplateDictionary::CreateTemplateIterator(
    const TemplateString& /*name*/) const {
  return std::make_unique<Repetitions>(nullptr).release();
}

}  // namespace orgreg::api
