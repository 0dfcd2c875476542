// SPDX-License-Identifier: EUPL-1.2

#include "api/search_pages/start.h"

#include "api/pages/page.h"

namespace orgreg::api {

Outcome ShowStart(const Context& context, Reply* reply) {
  Page page("start", context);
  page.SetTitle(page.Words("start.title"));
  return page.Send(reply);
}

}  // namespace orgreg::api
