// SPDX-License-Identifier: EUPL-1.2

#include "http/message/target.h"

#include <algorithm>
#include <cstddef>

#include "base/values/ascii.h"
#include "base/values/fold.h"
#include "base/values/percent.h"

namespace orgreg::http {
namespace {

bool IsHostCharacter(char c) {
  static constexpr base::CharacterSet kOfHost = base::AlphanumericsAnd("-._~!$&'()*+,;=%");
  return base::IsIn(kOfHost, c);
}

bool IsAddressCharacter(char c) { return base::IsHexDigit(c) || c == ':' || c == '.'; }

bool IsPort(std::string_view text) { return text.size() <= 5 && base::AreDigits(text); }

// The text after "http://" or "https://", or nothing.
std::string_view AfterScheme(std::string_view target) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (base::EqualsIgnoringCase(target.substr(0, scheme.size()), scheme)) {
      return target.substr(scheme.size());
    }
  }
  return {};
}

// True if the path has an encoded slash; see Request::path.
bool HasEncodedSlash(std::string_view raw_path) {
  for (std::size_t at = raw_path.find('%'); at != std::string_view::npos;
       at = raw_path.find('%', at + 1)) {
    const std::string_view escape = raw_path.substr(at, 3);
    if (escape == "%2F" || escape == "%2f") return true;
  }
  return false;
}

// The text without its escapes; nothing unless it is UTF-8 without NUL.
bool DecodeText(std::string_view raw, std::string* decoded) {
  decoded->clear();
  return base::PercentDecode(raw, base::Plus::kLiteral, decoded) &&
         decoded->find('\0') == std::string::npos && base::IsUtf8(*decoded);
}

void DecodePath(Request* request, std::string* decoded) {
  const std::string_view raw = request->raw_path;
  const bool plain = std::all_of(raw.begin(), raw.end(), [](char c) {
    return c != '%' && static_cast<unsigned char>(c) < 0x80;
  });
  request->is_decodable = plain || DecodeText(raw, decoded);
  if (plain || !request->is_decodable) {
    request->path = raw;
  } else if (!HasEncodedSlash(raw)) {
    request->path = *decoded;
  }
}

}  // namespace

bool IsDecodable(std::string_view raw) {
  std::string decoded;
  return DecodeText(raw, &decoded);
}

bool IsHost(std::string_view text) {
  if (!text.empty() && text.front() == '[') {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos || close == 1) return false;
    const std::string_view address = text.substr(1, close - 1);
    const std::string_view rest = text.substr(close + 1);
    return std::all_of(address.begin(), address.end(), IsAddressCharacter) &&
           (rest.empty() || (rest.front() == ':' && IsPort(rest.substr(1))));
  }
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view name = text.substr(0, colon);
  return std::all_of(name.begin(), name.end(), IsHostCharacter) &&
         (colon == text.size() || (colon > 0 && IsPort(text.substr(colon + 1))));
}

bool SplitTarget(Request* request, std::string* decoded) {
  std::string_view rest = request->target;
  request->raw_path = request->path = request->query = {};
  request->is_decodable = true;
  request->has_query = false;
  if (rest == "*") {
    request->raw_path = request->path = rest;
    return request->method == Method::kOptions;
  }
  // A fragment is never sent (RFC 9110, 4.2.5); guessing what was meant would be repair.
  if (rest.find('#') != std::string_view::npos) return false;
  if (rest.front() != '/') {
    rest = AfterScheme(rest);
    const std::size_t end = std::min(rest.find_first_of("/?"), rest.size());
    request->host = rest.substr(0, end);
    if (request->host.empty() || !IsHost(request->host)) return false;
    rest.remove_prefix(end);
  }
  const std::size_t mark = rest.find('?');
  request->has_query = mark != std::string_view::npos;
  if (request->has_query) request->query = rest.substr(mark + 1);
  request->raw_path = rest.substr(0, mark);
  if (request->raw_path.empty()) request->raw_path = "/";
  DecodePath(request, decoded);
  return true;
}

}  // namespace orgreg::http
