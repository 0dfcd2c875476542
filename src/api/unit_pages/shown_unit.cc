// SPDX-License-Identifier: EUPL-1.2

#include "api/unit_pages/shown_unit.h"

#include "api/pages/page_language.h"
#include "base/values/percent.h"
#include "model/kind.h"

namespace orgreg::api {

std::string LinkToUnit(const PagePlace& place, base::OrgNumber number) {
  std::string link = place.home;
  link.append("unit/");
  number.AppendTo(&link);
  return link;
}

std::string LinkToSearch(const PagePlace& place, model::Kind kind, std::string_view parameter,
                         std::string_view value) {
  std::string link = place.home;
  link.append("search/").append(model::RowOf(kind).many).append("?").append(parameter).append("=");
  base::AppendPercentEncoded(value, &link);
  return link;
}

void MarkLanguage(std::string_view code, PageLanguage language, TemplateDictionary* section) {
  if (code == CodeOf(language)) return;
  Set(section, "FOREIGN_LANGUAGE", code);
  section->ShowSection("FOREIGN");
}

}  // namespace orgreg::api
