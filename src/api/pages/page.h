// SPDX-License-Identifier: EUPL-1.2

// A page of the register while it is filled in: a template, the language of the request, and the
// values. Belongs to one thread.
//
//   Page page("unit", context);
//   page.SetTitle(name);
//   Set(page.values(), "NAME", name);
//   return page.Send(reply);

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "api/interface/context.h"
#include "api/pages/dictionary.h"
#include "api/pages/page_place.h"
#include "api/pages/words.h"
#include "base/values/time_zone.h"
#include "base/values/timestamp.h"

namespace orgreg::api {

class Page {
 public:
  // The context outlives the page.
  Page(std::string_view name, const Context& context);
  // A page that is shown at an address of something else: the place has no path of its own, and
  // the other languages lead to the start page. The request outlives the page.
  Page(std::string_view name, const http::Request& request, PagePlace place);

  TemplateDictionary* values() { return &values_; }
  const PagePlace& place() const { return place_; }
  PageLanguage language() const { return place_.language; }
  std::string_view Words(std::string_view key) const { return WordsFor(key, place_.language); }
  // Of a moment, in the time zone of the register (day_text.h).
  std::string Time(base::Timestamp time) const;
  void SetTitle(std::string_view title) { Set(&values_, "TITLE", title); }

  // A link in the head of the page: next, prev, canonical, or alternate with a media type.
  void AddHeadLink(std::string_view relation, std::string_view link, std::string_view type = {});
  // Search engines leave the page out, and follow its links.
  void HideFromSearchEngines() { values_.ShowSection("NOT_INDEXED"); }

  // Adds the header fields of pages and the text, and returns the outcome that sends it.
  Outcome Send(Reply* reply) const;
  // Appends the text alone; nothing if the template cannot be used.
  void AppendTo(std::string* html) const;
  // The same with another status: of a page about a unit that was removed or is unknown.
  Outcome SendWith(int status, Reply* reply) const;

 private:
  // Enough for the values of most pages.
  static constexpr std::size_t kUsualBytes = std::size_t{32} << 10;

  void AddLanguages();

  std::string_view name_;
  const http::Request& request_;
  PagePlace place_;
  const base::TimeZone* zone_ = &base::TimeZone::Utc();
  PageMemory memory_{kUsualBytes};
  TemplateDictionary values_{&memory_};
};

}  // namespace orgreg::api
