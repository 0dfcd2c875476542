#include "auth/tokens/text.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace orgreg::auth {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::uint8_t kNone = 0xFF;

constexpr std::array<std::uint8_t, 256> MakeValues() {
  std::array<std::uint8_t, 256> values = {};
  values.fill(kNone);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i)
    values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  return values;
}

constexpr std::array<std::uint8_t, 256> kValues = MakeValues();

// kNone has bits that no value has, so that they are seen in several values joined by or.
constexpr std::uint32_t kNoneBits = 0xC0;

std::uint32_t ValueOf(char c) { return kValues[static_cast<unsigned char>(c)]; }

// The two or three characters at the end; false unless they are what makes one or two bytes.
bool DecodeEnd(std::string_view text, std::string* bytes) {
  std::uint32_t bits = 0;
  std::uint32_t all = 0;
  for (const char c : text) {
    all |= ValueOf(c);
    bits = (bits << 6U) | (ValueOf(c) & 63U);
  }
  const unsigned unused = text.size() == 2 ? 4 : 2;
  if ((all & kNoneBits) != 0 || (bits & ((1U << unused) - 1)) != 0) return false;
  bits >>= unused;
  if (text.size() == 3) bytes->push_back(static_cast<char>(bits >> 8U));
  bytes->push_back(static_cast<char>(bits & 0xFFU));
  return true;
}

}  // namespace

std::string EncodeBase64Url(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() * 4 + 2) / 3);
  std::uint32_t bits = 0;
  unsigned count = 0;  // of bits not yet written
  for (const char byte : bytes) {
    bits = (bits << 8U) | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6) text.push_back(kAlphabet[(bits >> (count - 6)) & 63U]);
  }
  if (count > 0) text.push_back(kAlphabet[(bits << (6 - count)) & 63U]);
  return text;
}

std::optional<std::string> DecodeBase64Url(std::string_view text) {
  const std::size_t end = text.size() % 4;
  if (end == 1) return std::nullopt;
  const std::size_t groups = text.size() / 4;
  std::string bytes;
  bytes.reserve(groups * 3 + 2);
  bytes.resize(groups * 3);
  std::uint32_t all = 0;
  for (std::size_t i = 0; i < groups; ++i) {
    const char* const group = text.data() + i * 4;
    const std::uint32_t values[] = {ValueOf(group[0]), ValueOf(group[1]), ValueOf(group[2]),
                                    ValueOf(group[3])};
    all |= values[0] | values[1] | values[2] | values[3];
    const std::uint32_t bits =
        (values[0] << 18U) | (values[1] << 12U) | (values[2] << 6U) | values[3];
    char* const out = bytes.data() + i * 3;
    out[0] = static_cast<char>((bits >> 16U) & 0xFFU);
    out[1] = static_cast<char>((bits >> 8U) & 0xFFU);
    out[2] = static_cast<char>(bits & 0xFFU);
  }
  if ((all & kNoneBits) != 0) return std::nullopt;
  if (end != 0 && !DecodeEnd(text.substr(groups * 4), &bytes)) return std::nullopt;
  return bytes;
}

std::optional<TokenParts> SplitToken(std::string_view token) {
  const std::size_t first = token.find('.');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = token.find('.', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  if (token.find('.', second + 1) != std::string_view::npos) return std::nullopt;
  const TokenParts parts = {.header = token.substr(0, first),
                            .payload = token.substr(first + 1, second - first - 1),
                            .signature = token.substr(second + 1),
                            .signed_text = token.substr(0, second)};
  if (parts.header.empty() || parts.payload.empty() || parts.signature.empty()) return std::nullopt;
  return parts;
}

}  // namespace orgreg::auth
