// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/template.h"

#include <ctemplate/template.h>
#include <ctemplate/template_enums.h>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "api/pages/archive.h"

extern "C" {
extern const char orgreg_templates[], orgreg_templates_end[];
extern const char orgreg_templates_index[], orgreg_templates_index_end[];
}

namespace orgreg::api {
namespace {

using Parsed = std::unique_ptr<ctemplate::Template>;

Parsed Parse(std::string_view name) {
  static const Archive archive({orgreg_templates, orgreg_templates_end},
                               {orgreg_templates_index, orgreg_templates_index_end});
  const ArchivedFile* const file = archive.Find(name);
  if (file == nullptr) return nullptr;
  return Parsed(
      ctemplate::Template::StringToTemplate(ToTemplate(file->text), ctemplate::STRIP_BLANK_LINES));
}

const ctemplate::Template* Find(std::string name) {
  static std::mutex mutex;
  static std::map<std::string, Parsed, std::less<>> parsed;
  const std::lock_guard lock(mutex);
  const auto found = parsed.find(name);
  if (found != parsed.end()) return found->second.get();
  Parsed made = Parse(name);
  return parsed.emplace(std::move(name), std::move(made)).first->second.get();
}

}  // namespace

void ExpandTemplate(std::string_view name, PageLanguage language,
                    const TemplateDictionary& dictionary, std::string* html) {
  const ctemplate::Template* const page =
      Find(std::string(name).append(".").append(CodeOf(language)));
  if (page != nullptr) page->Expand(html, &dictionary);
}

}  // namespace orgreg::api
