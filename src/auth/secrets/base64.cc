#include "auth/secrets/base64.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace orgreg::auth {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::int8_t kNone = -1;

constexpr std::array<std::int8_t, 256> MakeValues() {
  std::array<std::int8_t, 256> values = {};
  values.fill(kNone);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::int8_t>(i);
  }
  return values;
}
constexpr std::array<std::int8_t, 256> kValues = MakeValues();

// Four characters of which the last `padding` stand for nothing. False where one is none of the
// alphabet or bits are left over.
bool DecodeFour(std::string_view four, std::size_t padding, std::string* out) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::int8_t value =
        i < 4 - padding ? kValues[static_cast<unsigned char>(four[i])] : std::int8_t{0};
    if (value == kNone) return false;
    bits = bits << 6U | static_cast<std::uint32_t>(value);
  }
  if ((bits & ((1U << (8 * padding)) - 1)) != 0) return false;
  for (std::size_t i = 0; i < 3 - padding; ++i) {
    out->push_back(static_cast<char>(bits >> (16 - 8 * i) & 0xFFU));
  }
  return true;
}

}  // namespace

std::string EncodeBase64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t byte =
          at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U;
      bits = bits << 8U | byte;
    }
    for (std::size_t i = 0; i < 4; ++i) {
      const bool is_there = at + i <= bytes.size();
      text.push_back(is_there ? kAlphabet[bits >> (18 - 6 * i) & 0x3FU] : '=');
    }
  }
  return text;
}

std::optional<std::string> DecodeBase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t at = 0; at < text.size(); at += 4) {
    const std::string_view four = text.substr(at, 4);
    std::size_t padding = 0;
    if (at + 4 == text.size()) {
      padding = four.ends_with("==") ? 2 : four.ends_with('=') ? 1 : 0;
    }
    if (!DecodeFour(four, padding, &bytes)) return std::nullopt;
  }
  return bytes;
}

}  // namespace orgreg::auth
