// SPDX-License-Identifier: EUPL-1.2

#include "api/authority/bearer_secret.h"

#include <cstddef>

#include "base/values/ascii.h"

namespace orgreg::api {
namespace {

constexpr std::string_view kScheme = "Bearer ";

bool IsSame(std::string_view shown, std::string_view secret) {
  if (shown.size() != secret.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < secret.size(); ++i) {
    difference |= static_cast<unsigned char>(shown[i]) ^ static_cast<unsigned char>(secret[i]);
  }
  return difference == 0;
}

}  // namespace

bool ShowsSecret(const http::Request& request, std::string_view secret) {
  if (secret.empty()) return true;
  std::string_view shown = request.Header("Authorization");
  if (!base::EqualsIgnoringCase(shown.substr(0, kScheme.size()), kScheme)) return false;
  shown.remove_prefix(kScheme.size());
  return IsSame(shown, secret);
}

}  // namespace orgreg::api
