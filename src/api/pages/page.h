// SPDX-License-Identifier: EUPL-1.2

// A page of the register while it is filled in: a template, the language of the request, and the
// values. Belongs to one thread.
//
//   Page page("unit", context);
//   page.SetTitle(name);
//   Set(page.values(), "NAME", name);
//   return page.Send(reply);

#pragma once

#include <string_view>

#include "api/interface/context.h"
#include "api/pages/dictionary.h"
#include "api/pages/page_place.h"
#include "api/pages/words.h"

namespace orgreg::api {

class Page {
 public:
  // The context outlives the page.
  Page(std::string_view name, const Context& context);

  TemplateDictionary* values() { return &values_; }
  const PagePlace& place() const { return place_; }
  PageLanguage language() const { return place_.language; }
  std::string_view Words(std::string_view key) const { return WordsFor(key, place_.language); }
  void SetTitle(std::string_view title) { Set(&values_, "TITLE", title); }

  // Adds the header fields of pages and the text, and returns the outcome that sends it.
  Outcome Send(Reply* reply);
  // The same with another status: of a page about a unit that was removed or is unknown.
  Outcome SendWith(int status, Reply* reply);

 private:
  void AddLanguages();

  std::string_view name_;
  const Context& context_;
  PagePlace place_;
  TemplateDictionary values_;
};

}  // namespace orgreg::api
