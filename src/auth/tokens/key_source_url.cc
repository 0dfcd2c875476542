// SPDX-License-Identifier: EUPL-1.2

#include <chrono>
#include <utility>

#include "auth/tokens/key_source.h"
#include "http/client/get.h"
#include "http/client/url.h"

namespace orgreg::auth {
namespace {

using base::Code;
using base::Error;
using base::Result;

constexpr std::chrono::milliseconds kTimeout{5000};

Result<http::Url> ReadUrl(const std::string& text) {
  auto url = http::ParseUrl(text);
  // First, since no message may repeat a password.
  if (url ? url->has_user_info : text.find('@') != std::string::npos)
    return Error{Code::kInvalid, "the address of a key set holds a user or password"};
  if (!url) return std::move(url).error().At(text);
  if (!url->is_tls && !http::IsLoopback(url->host))
    return Error{Code::kInvalid, text + ": not an https address, nor http of a loopback host"};
  return url;
}

Result<KeyText> Ask(const http::GetRequest& request) {
  auto answer = http::Get(request);
  if (!answer && answer.error().code == Code::kLimit)
    return Error{Code::kLimit, "a key set has at most 1 MiB"};
  if (!answer) return std::move(answer).error();
  if (answer->status != 200)
    return Error{Code::kUnavailable, "answered with status " + std::to_string(answer->status)};
  return KeyText{.text = std::move(answer->body)};
}

}  // namespace

Result<KeyReader> UrlKeyReader(const UrlKeyOptions& options) {
  auto url = TRY(ReadUrl(options.url));
  http::GetRequest request = {
      .url = std::move(url),
      .fields = {{.name = "Accept", .value = "application/jwk-set+json, application/json"}},
      .ca_file = options.ca_file,
      .timeout = kTimeout,
      .most_body_bytes = kMostKeyTextBytes};
  return KeyReader([name = options.url, request = std::move(request)](const std::string&) {
    auto text = Ask(request);
    return text ? std::move(text) : Result<KeyText>(std::move(text).error().At(name));
  });
}

}  // namespace orgreg::auth
