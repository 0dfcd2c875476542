// SPDX-License-Identifier: EUPL-1.2

#include "api/unit_pages/contact_links.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/values/ascii.h"
#include "base/values/fold.h"

namespace orgreg::api {
namespace {

constexpr std::size_t kLongestLink = 2000;
// ITU-T E.164 allows 15 digits; emergency and service numbers have at least 3.
constexpr std::size_t kFewestDigits = 3;
constexpr std::size_t kMostDigits = 15;

constexpr bool IsBeyondAscii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

struct CharacterRange {
  std::uint32_t first;
  std::uint32_t last;
};

// Nobody sees these, so a link with one would lead elsewhere than it seems to: controls, spaces,
// signs of width zero, and those that turn the direction of the text.
constexpr std::array<CharacterRange, 9> kUnseen = {{{0x80, 0xA0},
                                                    {0xAD, 0xAD},
                                                    {0x61C, 0x61C},
                                                    {0x2000, 0x200F},
                                                    {0x2028, 0x202F},
                                                    {0x205F, 0x206F},
                                                    {0x3000, 0x3000},
                                                    {0xFEFF, 0xFEFF},
                                                    {0xFFF9, 0xFFFB}}};

bool IsSeen(std::uint32_t character) {
  // U+xxFFFE and U+xxFFFF of each plane, and one block, are no characters.
  if ((character & 0xFFFEU) == 0xFFFE || (character >= 0xFDD0 && character <= 0xFDEF)) return false;
  return std::ranges::none_of(kUnseen, [character](const CharacterRange& range) {
    return range.first <= character && character <= range.last;
  });
}

// Takes the first character of well-formed UTF-8.
std::uint32_t TakeCharacter(std::string_view* text) {
  const auto take = [text] {
    const auto byte = static_cast<unsigned char>(text->front());
    text->remove_prefix(1);
    return std::uint32_t{byte};
  };
  const std::uint32_t lead = take();
  if (lead < 0x80U) return lead;
  std::uint32_t character = lead < 0xE0U ? lead & 0x1FU : lead < 0xF0U ? lead & 0xFU : lead & 7U;
  for (int more = lead < 0xE0U ? 1 : lead < 0xF0U ? 2 : 3; more > 0; --more)
    character = character << 6U | (take() & 0x3FU);
  return character;
}

// True for well-formed UTF-8 in which every character can be seen.
bool IsAllSeen(std::string_view text) {
  if (!base::IsUtf8(text)) return false;
  while (!text.empty()) {
    if (!IsSeen(TakeCharacter(&text))) return false;
  }
  return true;
}

// Letters of other alphabets are part of international names of hosts.
bool IsHostCharacter(char c) {
  return base::IsAlphanumeric(c) || IsBeyondAscii(c) || c == '-' || c == '.';
}

bool IsHost(std::string_view host) {
  if (host.empty() || host.starts_with('.') || host.starts_with('-') || host.ends_with('-'))
    return false;
  const std::size_t point = host.rfind('.');
  if (point == std::string_view::npos || host.find("..") != std::string_view::npos) return false;
  const std::string_view top = host.substr(point + 1);
  // A number is an address of the network, which no organisation registers.
  return top.size() >= 2 && !base::AreDigits(top) && std::ranges::all_of(host, IsHostCharacter);
}

// Of a path, a query and a fragment: no spaces, and nothing that ends an attribute or a tag.
bool IsPathCharacter(char c) {
  constexpr std::string_view kRefused = "\"'<>\\^`{|}";
  return IsBeyondAscii(c) || (c > ' ' && c < '\x7F' && kRefused.find(c) == std::string_view::npos);
}

bool IsPort(std::string_view port) {
  constexpr int kGreatest = 65'535;
  if (port.empty() || port.size() > 5 || !base::AreDigits(port)) return false;
  int number = 0;
  for (const char c : port) number = number * 10 + (c - '0');
  return number <= kGreatest;
}

bool IsMailCharacter(char c) {
  return base::IsAlphanumeric(c) || IsBeyondAscii(c) || c == '-' || c == '.' || c == '_' ||
         c == '+';
}

}  // namespace

std::string WebLink(std::string_view website) {
  constexpr std::array<std::string_view, 2> kSchemes = {"https://", "http://"};
  if (website.size() > kLongestLink || !IsAllSeen(website)) return "";
  std::string_view scheme = kSchemes[0];
  std::string_view rest = website;
  for (const std::string_view one : kSchemes) {
    if (!base::EqualsIgnoringCase(website.substr(0, one.size()), one)) continue;
    scheme = one;
    rest.remove_prefix(one.size());
    break;
  }
  const std::size_t path = std::min(rest.find_first_of("/?#"), rest.size());
  const std::string_view authority = rest.substr(0, path);
  const std::size_t colon = authority.find(':');
  if (!IsHost(authority.substr(0, colon))) return "";
  if (colon != std::string_view::npos && !IsPort(authority.substr(colon + 1))) return "";
  if (!std::ranges::all_of(rest.substr(path), IsPathCharacter)) return "";
  return std::string(scheme).append(rest);
}

bool IsMailAddress(std::string_view text) {
  constexpr std::size_t kLongest = 254;  // RFC 5321.
  const std::size_t at = text.find('@');
  if (at == std::string_view::npos || at == 0 || text.size() > kLongest || !IsAllSeen(text))
    return false;
  const std::string_view name = text.substr(0, at);
  return std::ranges::all_of(name, IsMailCharacter) && IsHost(text.substr(at + 1));
}

std::string DialNumber(std::string_view phone) {
  std::string number;
  for (const char c : phone) {
    if (base::IsDigit(c) || (c == '+' && number.empty())) {
      number.push_back(c);
    } else if (c != ' ' && c != '-' && c != '.' && c != '(' && c != ')') {
      return "";
    }
  }
  const std::size_t digits = number.size() - (number.starts_with('+') ? 1 : 0);
  return digits < kFewestDigits || digits > kMostDigits ? std::string() : number;
}

}  // namespace orgreg::api
