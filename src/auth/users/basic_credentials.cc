// SPDX-License-Identifier: EUPL-1.2

#include "auth/users/basic_credentials.h"

#include <algorithm>

#include "auth/secrets/secret.h"
#include "auth/users/user_file.h"
#include "auth/visible_text.h"
#include "base/values/ascii.h"
#include "formats/base64.h"

namespace orgreg::auth {
namespace {

// A name of 64 characters, a colon and a password of 256, of four bytes each.
constexpr std::size_t kMostEncodedBytes = 4 * ((64 * 4 + 1 + 256 * 4 + 2) / 3);

bool IsBase64Character(char c) {
  return base::IsAlphanumeric(c) || c == '+' || c == '/' || c == '=';
}

}  // namespace

BasicField FindBasic(std::span<const std::string_view> authorization) {
  using Form = BasicField::Form;
  if (authorization.empty()) return {};
  if (authorization.size() > 1) return {.form = Form::kMalformed};
  const std::string_view value = authorization.front();
  const std::size_t scheme_size = std::min(value.find(' '), value.size());
  if (!base::EqualsIgnoringCase(value.substr(0, scheme_size), "Basic")) return {};
  std::string_view encoded = value.substr(scheme_size);
  encoded.remove_prefix(std::min(encoded.find_first_not_of(' '), encoded.size()));
  if (encoded.empty() || encoded.size() > kMostEncodedBytes ||
      !std::ranges::all_of(encoded, IsBase64Character)) {
    return {.form = Form::kMalformed};
  }
  return {.form = Form::kGiven, .encoded = encoded};
}

BasicCredentials::~BasicCredentials() { Wipe(&password); }

std::optional<BasicCredentials> DecodeBasic(std::string_view encoded) {
  std::optional<std::string> text = formats::DecodeBase64(encoded);
  if (!text) return std::nullopt;
  BasicCredentials credentials;
  const std::size_t colon = std::min(text->find(':'), text->size());
  const std::optional<TextCount> count = CountText(*text);
  const bool is_good = colon < text->size() && count && count->controls == 0 &&
                       IsUserName(std::string_view(*text).substr(0, colon));
  if (is_good) {
    credentials.name = text->substr(0, colon);
    credentials.password = text->substr(colon + 1);
  }
  Wipe(&*text);
  if (!is_good) return std::nullopt;
  return credentials;
}

}  // namespace orgreg::auth
