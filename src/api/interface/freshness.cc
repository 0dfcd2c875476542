// SPDX-License-Identifier: EUPL-1.2

#include "api/interface/freshness.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "base/values/org_number.h"
#include "http/message/method.h"

namespace orgreg::api {
namespace {

constexpr int kFirstError = 400;
constexpr std::string_view kField = "Cache-Control: ";

// Fields are only added by our own code, which writes the name so.
bool HasField(const http::Response& response) {
  return response.headers().find(kField) != std::string_view::npos;
}

void AddKeys(const http::RouteMatch& match, http::Response* response) {
  std::string keys;
  for (const std::string_view text : std::span(match.captures).first(match.capture_count)) {
    if (!base::OrgNumber::Parse(text)) continue;
    keys.append(keys.empty() ? "" : " ").append(text);
  }
  if (!keys.empty()) response->AddHeader("Surrogate-Key", keys);
}

}  // namespace

void AddFreshness(const CacheFacts& facts, const http::Request& request, http::Response* response) {
  const bool is_read =
      request.method == http::Method::kGet || request.method == http::Method::kHead;
  if (!is_read || facts.interface.caching != Caching::kTagged || HasField(*response)) return;
  const bool is_followed = facts.route != nullptr && facts.route->work.is_followed;
  // Caches need not keep whole files, of which clients ask for parts.
  if (facts.seconds == 0 || is_followed || response->has_file() ||
      response->status() >= kFirstError) {
    return response->AddHeader("Cache-Control", "no-cache");
  }
  response->AddHeader("Cache-Control", "max-age=" + std::to_string(facts.seconds));
  AddKeys(facts.match, response);
}

}  // namespace orgreg::api
