// SPDX-License-Identifier: EUPL-1.2

#include "api/origin/forwarded.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <string>

#include "base/values/ascii.h"

namespace orgreg::api {
namespace {

namespace ip = boost::asio::ip;

bool IsAddress(std::string_view text) {
  boost::system::error_code error;
  ip::make_address(std::string(text), error);
  return !error;
}

bool IsPort(std::string_view text) {
  if (text.starts_with('_')) return text.size() > 1;
  std::uint16_t port = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, port);
  return !text.empty() && error == std::errc() && end == last;
}

// Where the last item begins. It reads from the end, so that quotes of an earlier writer do not
// reach into it. A quote after a backslash belongs to the text.
std::size_t LastItem(std::string_view list) {
  bool is_quoted = false;
  for (std::size_t at = list.size(); at > 0; --at) {
    const char c = list[at - 1];
    if (c == '"' && (at == 1 || list[at - 2] != '\\')) is_quoted = !is_quoted;
    if (c == ',' && !is_quoted) return at;
  }
  return 0;
}

// The value of a pair: a token, or the text between quotes. Nothing if it is malformed, or holds a
// backslash or a blank: neither addresses nor hosts need one.
std::optional<std::string_view> Unquote(std::string_view value) {
  const bool is_quoted = value.starts_with('"');
  if (is_quoted) {
    if (value.size() < 2 || !value.ends_with('"')) return std::nullopt;
    value = value.substr(1, value.size() - 2);
  }
  const bool is_plain = value.find_first_of("\"\\ \t") == std::string_view::npos;
  if (!is_plain || value.empty()) return std::nullopt;
  return value;
}

// False if the pair is malformed or its name came before.
bool TakePair(std::string_view pair, ForwardedElement* element) {
  const std::size_t equals = pair.find('=');
  if (equals == std::string_view::npos) return false;
  const std::string_view name = pair.substr(0, equals);
  const auto value = Unquote(pair.substr(equals + 1));
  if (!value || name.empty() || name != base::Trim(name)) return false;
  std::string_view* member = nullptr;
  if (base::EqualsIgnoringCase(name, "for")) member = &element->client;
  if (base::EqualsIgnoringCase(name, "host")) member = &element->host;
  if (base::EqualsIgnoringCase(name, "proto")) member = &element->scheme;
  if (member == nullptr) return true;  // by=, and unknown names.
  if (!member->empty()) return false;
  *member = *value;
  return true;
}

}  // namespace

std::string_view TakeLast(std::string_view* list) {
  const std::size_t comma = list->rfind(',');
  const bool is_only = comma == std::string_view::npos;
  const std::string_view last = is_only ? *list : list->substr(comma + 1);
  *list = is_only ? std::string_view() : list->substr(0, comma);
  return base::Trim(last);
}

std::optional<ForwardedElement> TakeLastElement(std::string_view* list) {
  const std::size_t begin = LastItem(*list);
  std::string_view item = base::Trim(list->substr(begin));
  *list = list->substr(0, begin == 0 ? 0 : begin - 1);
  ForwardedElement element;
  while (!item.empty()) {
    // Neither an address nor a host has a semicolon between quotes: then the pair fails.
    const std::size_t end = std::min(item.find(';'), item.size());
    if (!TakePair(base::Trim(item.substr(0, end)), &element)) return std::nullopt;
    item.remove_prefix(std::min(end + 1, item.size()));
  }
  return element;
}

std::string_view AddressOf(std::string_view node) {
  if (IsAddress(node)) return node;
  std::string_view address;
  std::string_view port;
  if (node.starts_with('[')) {
    const std::size_t bracket = node.find(']');
    if (bracket == std::string_view::npos) return {};
    address = node.substr(1, bracket - 1);
    port = node.substr(bracket + 1);
    if (address.find(':') == std::string_view::npos) return {};
    if (port.empty()) return IsAddress(address) ? address : std::string_view();
    if (!port.starts_with(':')) return {};
    port.remove_prefix(1);
  } else {
    const std::size_t colon = node.rfind(':');
    if (colon == std::string_view::npos) return {};
    address = node.substr(0, colon);
    port = node.substr(colon + 1);
    if (address.find(':') != std::string_view::npos) return {};
  }
  return IsPort(port) && IsAddress(address) ? address : std::string_view();
}

}  // namespace orgreg::api
