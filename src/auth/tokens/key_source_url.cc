// SPDX-License-Identifier: EUPL-1.2

#include <arpa/inet.h>
#include <curl/curl.h>

#include <memory>
#include <mutex>
#include <utility>

#include "auth/tokens/key_source.h"
#include "base/values/ascii.h"

namespace orgreg::auth {
namespace {

constexpr long kTimeoutMs = 5000;

struct FreeCurl {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
  void operator()(char* text) const { curl_free(text); }
};
template <typename T>
using Owned = std::unique_ptr<T, FreeCurl>;

struct Target {
  std::string url = {};
  std::string ca_file = {};
  bool is_loopback = false;
};

base::Error Invalid(const std::string& url, const char* message) {
  return {base::Code::kInvalid, url + ": " + message};
}

bool HasPart(CURLU* url, CURLUPart part) {
  char* text = nullptr;
  const bool has = curl_url_get(url, part, &text, 0) == CURLUE_OK;
  curl_free(text);
  return has;
}

std::string Part(CURLU* url, CURLUPart part) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, 0) != CURLUE_OK) return {};
  const Owned<char> owned(text);
  return text;
}

bool IsLoopback(const std::string& host) {
  if (base::EqualsIgnoringCase(host, "localhost") || host == "[::1]") return true;
  in_addr address = {};
  return inet_pton(AF_INET, host.c_str(), &address) == 1 && ntohl(address.s_addr) >> 24U == 127;
}

// Read as libcurl will read it when it asks.
base::Result<Target> ReadTarget(const UrlKeyOptions& options) {
  const Owned<CURLU> url(curl_url());
  if (url == nullptr || curl_url_set(url.get(), CURLUPART_URL, options.url.c_str(), 0) != CURLUE_OK)
    return Invalid(options.url, "not an address");
  if (HasPart(url.get(), CURLUPART_USER) || HasPart(url.get(), CURLUPART_PASSWORD))
    return base::Error{base::Code::kInvalid, "the address of a key set holds a user or password"};
  const bool is_loopback = IsLoopback(Part(url.get(), CURLUPART_HOST));
  const std::string scheme = Part(url.get(), CURLUPART_SCHEME);
  if (scheme != "https" && !(scheme == "http" && is_loopback))
    return Invalid(options.url, "not an https address, nor http of a loopback host");
  return Target{.url = Part(url.get(), CURLUPART_URL),
                .ca_file = options.ca_file,
                .is_loopback = is_loopback};
}

// libcurl calls it with each piece. Returning less than the size of the piece ends the transfer.
std::size_t Take(char* bytes, std::size_t size, std::size_t count, void* text) {
  auto* const out = static_cast<std::string*>(text);
  if (out->size() + size * count > kMostKeyTextBytes) return 0;
  out->append(bytes, size * count);
  return size * count;
}

// Redirections are not followed, which is libcurl's default.
void SetUp(CURL* handle, const Target& target, curl_slist* fields) {
  curl_easy_setopt(handle, CURLOPT_URL, target.url.c_str());
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, target.is_loopback ? "http,https" : "https");
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, fields);
  curl_easy_setopt(handle, CURLOPT_USERAGENT, "orgreg");
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, kTimeoutMs);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 2L);
  curl_easy_setopt(handle, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  if (!target.ca_file.empty()) {
    curl_easy_setopt(handle, CURLOPT_CAINFO, target.ca_file.c_str());
    curl_easy_setopt(handle, CURLOPT_CAPATH, nullptr);
  }
  if (target.is_loopback) curl_easy_setopt(handle, CURLOPT_PROXY, "");
}

base::Result<KeyText> Ask(const Target& target) {
  const Owned<CURL> handle(curl_easy_init());
  const Owned<curl_slist> fields(
      curl_slist_append(nullptr, "Accept: application/jwk-set+json, application/json"));
  if (handle == nullptr || fields == nullptr)
    return base::Error{base::Code::kUnavailable, target.url + ": out of memory"};
  SetUp(handle.get(), target, fields.get());
  KeyText text;
  curl_easy_setopt(handle.get(), CURLOPT_WRITEFUNCTION, &Take);
  curl_easy_setopt(handle.get(), CURLOPT_WRITEDATA, &text.text);
  const CURLcode code = curl_easy_perform(handle.get());
  if (code == CURLE_WRITE_ERROR)
    return base::Error{base::Code::kLimit, target.url + ": a key set has at most 1 MiB"};
  if (code != CURLE_OK)
    return base::Error{base::Code::kUnavailable, target.url + ": " + curl_easy_strerror(code)};
  long status = 0;
  curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
  if (status != 200)
    return base::Error{base::Code::kUnavailable,
                       target.url + ": answered with status " + std::to_string(status)};
  return text;
}

}  // namespace

base::Result<KeyReader> UrlKeyReader(const UrlKeyOptions& options) {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  auto target = ReadTarget(options);
  if (!target) return std::move(target).error();
  return KeyReader([target = std::move(*target)](const std::string&) { return Ask(target); });
}

}  // namespace orgreg::auth
