// SPDX-License-Identifier: EUPL-1.2

#include "formats/base64.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace orgreg::formats {
namespace {

// An invalid character has bits that no value has. They survive when several values are combined by
// or.
constexpr std::uint8_t kInvalid = 0xFF;
constexpr std::uint32_t kInvalidBits = 0xC0;

struct Alphabet {
  std::string_view characters = {};
  std::array<std::uint8_t, 256> values = {};

  explicit constexpr Alphabet(std::string_view all) : characters(all) {
    values.fill(kInvalid);
    for (std::size_t i = 0; i < all.size(); ++i)
      values[static_cast<unsigned char>(all[i])] = static_cast<std::uint8_t>(i);
  }
  std::uint32_t ValueOf(char c) const { return values[static_cast<unsigned char>(c)]; }
};

constexpr Alphabet kStandard("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
constexpr Alphabet kUrl("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");

std::string Encode(const Alphabet& alphabet, std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  std::uint32_t bits = 0;
  unsigned count = 0;  // The number of bits that are not written yet.
  for (const char byte : bytes) {
    bits = (bits << 8U) | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6)
      text.push_back(alphabet.characters[(bits >> (count - 6)) & 63U]);
  }
  if (count > 0) text.push_back(alphabet.characters[(bits << (6 - count)) & 63U]);
  return text;
}

// Decodes the last two or three characters. False unless they encode one or two bytes.
bool DecodeEnd(const Alphabet& alphabet, std::string_view text, std::string* bytes) {
  std::uint32_t bits = 0;
  std::uint32_t all = 0;
  for (const char c : text) {
    all |= alphabet.ValueOf(c);
    bits = (bits << 6U) | (alphabet.ValueOf(c) & 63U);
  }
  const unsigned unused = text.size() == 2 ? 4 : 2;
  if ((all & kInvalidBits) != 0 || (bits & ((1U << unused) - 1)) != 0) return false;
  bits >>= unused;
  if (text.size() == 3) bytes->push_back(static_cast<char>(bits >> 8U));
  bytes->push_back(static_cast<char>(bits & 0xFFU));
  return true;
}

// Decodes a text without padding.
std::optional<std::string> Decode(const Alphabet& alphabet, std::string_view text) {
  const std::size_t end = text.size() % 4;
  if (end == 1) return std::nullopt;
  const std::size_t groups = text.size() / 4;
  std::string bytes;
  bytes.reserve(groups * 3 + 2);
  bytes.resize(groups * 3);
  std::uint32_t all = 0;
  for (std::size_t i = 0; i < groups; ++i) {
    const char* const group = text.data() + i * 4;
    const std::uint32_t values[] = {alphabet.ValueOf(group[0]), alphabet.ValueOf(group[1]),
                                    alphabet.ValueOf(group[2]), alphabet.ValueOf(group[3])};
    all |= values[0] | values[1] | values[2] | values[3];
    const std::uint32_t bits =
        (values[0] << 18U) | (values[1] << 12U) | (values[2] << 6U) | values[3];
    char* const out = bytes.data() + i * 3;
    out[0] = static_cast<char>((bits >> 16U) & 0xFFU);
    out[1] = static_cast<char>((bits >> 8U) & 0xFFU);
    out[2] = static_cast<char>(bits & 0xFFU);
  }
  if ((all & kInvalidBits) != 0) return std::nullopt;
  if (end != 0 && !DecodeEnd(alphabet, text.substr(groups * 4), &bytes)) return std::nullopt;
  return bytes;
}

}  // namespace

std::string EncodeBase64(std::string_view bytes) {
  std::string text = Encode(kStandard, bytes);
  text.append((4 - text.size() % 4) % 4, '=');
  return text;
}

std::optional<std::string> DecodeBase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  if (text.ends_with('=')) text.remove_suffix(text.ends_with("==") ? 2 : 1);
  return Decode(kStandard, text);
}

std::string EncodeBase64Url(std::string_view bytes) { return Encode(kUrl, bytes); }

std::optional<std::string> DecodeBase64Url(std::string_view text) { return Decode(kUrl, text); }

}  // namespace orgreg::formats
