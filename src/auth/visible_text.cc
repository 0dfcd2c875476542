// SPDX-License-Identifier: EUPL-1.2

#include "auth/visible_text.h"

#include <array>

namespace orgreg::auth {
namespace {

struct Range {
  char32_t first = 0;
  char32_t last = 0;
};

// Unicode's blanks (Zs, Zl, Zp), format characters (Cf), and what is private or no character.
constexpr std::array kInvisible = {
    Range{0x00, 0x20},       Range{0x7F, 0xA0},       Range{0xAD, 0xAD},
    Range{0x600, 0x605},     Range{0x61C, 0x61C},     Range{0x6DD, 0x6DD},
    Range{0x70F, 0x70F},     Range{0x890, 0x891},     Range{0x8E2, 0x8E2},
    Range{0x1680, 0x1680},   Range{0x180E, 0x180E},   Range{0x2000, 0x200F},
    Range{0x2028, 0x202F},   Range{0x205F, 0x206F},   Range{0x3000, 0x3000},
    Range{0xE000, 0xF8FF},   Range{0xFDD0, 0xFDEF},   Range{0xFEFF, 0xFEFF},
    Range{0xFFF0, 0xFFFF},   Range{0x110BD, 0x110CD}, Range{0x13430, 0x1343F},
    Range{0x1BCA0, 0x1BCA3}, Range{0x1D173, 0x1D17A}, Range{0xE0000, 0x10FFFF},
};

bool IsControl(char32_t character) {
  return character < 0x20 || (character >= 0x7F && character < 0xA0);
}

bool IsInvisible(char32_t character) {
  for (const Range& range : kInvisible) {
    if (character >= range.first && character <= range.last) return true;
  }
  return (character & 0xFFFEU) == 0xFFFEU;
}

// Bytes of the character that begins with `lead`; 0 where none does.
std::size_t LengthOf(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

// Takes one character off the front.
std::optional<char32_t> Take(std::string_view* text) {
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const auto lead = static_cast<unsigned char>(text->front());
  const std::size_t length = LengthOf(lead);
  if (length == 0 || length > text->size()) return std::nullopt;
  char32_t character = length == 1 ? lead : lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>((*text)[i]);
    if ((byte & 0xC0U) != 0x80U) return std::nullopt;
    character = character << 6U | (byte & 0x3FU);
  }
  const bool is_surrogate = character >= 0xD800 && character <= 0xDFFF;
  if (character < kLeast[length] || character > 0x10FFFF || is_surrogate) return std::nullopt;
  text->remove_prefix(length);
  return character;
}

}  // namespace

std::optional<TextCount> CountText(std::string_view text) {
  TextCount count;
  while (!text.empty()) {
    const std::optional<char32_t> character = Take(&text);
    if (!character) return std::nullopt;
    ++count.characters;
    if (IsControl(*character)) ++count.controls;
    if (IsInvisible(*character)) ++count.invisible;
  }
  return count;
}

}  // namespace orgreg::auth
