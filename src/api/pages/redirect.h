// SPDX-License-Identifier: EUPL-1.2

// Answers that send a browser to another page. Safe from any thread.

#pragma once

#include <string_view>

#include "api/interface/outcome.h"
#include "api/pages/policy.h"

namespace orgreg::api {

// `status` is 303 or 308. `address` is relative to the page and percent-encoded where it must be.
inline Outcome Redirect(int status, std::string_view address, Reply* reply) {
  AddPageFields(reply);
  reply->AddHeader("Location", address);
  reply->AddHeader("Cache-Control", "no-cache");
  return Body{.status = status};
}

}  // namespace orgreg::api
