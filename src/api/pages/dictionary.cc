// SPDX-License-Identifier: EUPL-1.2

// A dictionary has few values and few sections, so lists of them are searched from the latest on.

#include "api/pages/dictionary.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace orgreg::api {
namespace {

using ctemplate::TemplateString;

std::string_view TextOf(const TemplateString& text) { return {text.data(), text.size()}; }

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

template <typename T, typename... Arguments>
T* TemplateDictionary::New(Arguments&&... arguments) const {
  return ::new (memory_->allocate(sizeof(T), alignof(T))) T{std::forward<Arguments>(arguments)...};
}

std::string_view TemplateDictionary::Copy(std::string_view text) const {
  char* const copy = static_cast<char*>(memory_->allocate(text.size(), 1));
  std::ranges::copy(text, copy);
  return {copy, text.size()};
}

void TemplateDictionary::SetValue(std::string_view name, std::string_view value) {
  values_ = New<Value>(Copy(name), Copy(value), values_);
}

TemplateDictionary* TemplateDictionary::AddSection(std::string_view name) {
  Section* section = FindOwn(name);
  if (section == nullptr)
    section = sections_ = New<Section>(Copy(name), nullptr, nullptr, sections_);
  auto* const added = New<TemplateDictionary>(memory_, this);
  (section->first == nullptr ? section->first : section->last->next_) = added;
  section->last = added;
  return added;
}

void TemplateDictionary::ShowSection(std::string_view name) {
  if (FindOwn(name) == nullptr) AddSection(name);
}

TemplateDictionary::Section* TemplateDictionary::FindOwn(std::string_view name) const {
  Section* section = sections_;
  while (section != nullptr && section->name != name) section = section->next;
  return section;
}

const TemplateDictionary::Section* TemplateDictionary::Find(std::string_view name) const {
  for (const TemplateDictionary* at = this; at != nullptr; at = at->outer_)
    if (const Section* const section = at->FindOwn(name)) return section;
  return nullptr;
}

TemplateString TemplateDictionary::GetValue(const TemplateString& name) const {
  const std::string_view wanted = TextOf(name);
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
