// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/dictionary.h"

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>

#include "base/threads/per_thread.h"

namespace orgreg::api {
namespace {

using ctemplate::StaticTemplateString;

// The library keeps pointers to a name and to its text, so they stay where they are until the end.
const StaticTemplateString* Register(std::string_view name) {
  static std::mutex mutex;
  static std::map<std::string, StaticTemplateString, std::less<>> names;
  const std::lock_guard lock(mutex);
  const auto [place, is_new] = names.try_emplace(std::string(name));
  const auto& [text, known] = *place;
  if (is_new) {
    place->second = {{text.data(), text.size(), ctemplate::kIllegalTemplateId}};
    const ctemplate::StaticTemplateStringInitializer initializer(&known);
  }
  return &known;
}

}  // namespace

const StaticTemplateString& TemplateName(std::string_view name) {
  static base::PerThread<std::unordered_map<std::string_view, const StaticTemplateString*>> met;
  auto& names = met.Get();
  const auto found = names.find(name);
  if (found != names.end()) return *found->second;
  const StaticTemplateString* const known = Register(name);
  const auto& [text, length, id] = known->do_not_use_directly_;
  names.emplace(std::string_view(text, length), known);
  return *known;
}

}  // namespace orgreg::api
