// SPDX-License-Identifier: EUPL-1.2

#include "api/search_pages/start.h"

#include <cstdint>

#include "api/pages/number_text.h"
#include "api/pages/page.h"
#include "api/search_filters/filter_table.h"
#include "model/kind.h"

namespace orgreg::api {

Outcome ShowStart(const Context& context, Reply* reply) {
  Page page("start", context);
  page.SetTitle(page.Words("start.title"));
  TemplateDictionary* const values = page.values();
  Set(values, "NAME_PARAMETER", NamesOfSearch(model::Kind::kEntity).name);
  const auto count_of = [&](model::Kind kind) {
    return WholeText(static_cast<std::int64_t>(context.catalog->CountLive(kind)), page.language());
  };
  Set(values, "ENTITY_COUNT", count_of(model::Kind::kEntity));
  Set(values, "SUB_ENTITY_COUNT", count_of(model::Kind::kSubEntity));
  return page.Send(reply);
}

}  // namespace orgreg::api
