#include "render/url.h"

namespace orgreg::render {
namespace {

bool IsUnreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~").find(c) != std::string_view::npos;
}

bool IsQueryCharacter(char c) {
  return IsUnreserved(c) || std::string_view("%!$&'()*+,;=:@/?").find(c) != std::string_view::npos;
}

void AppendEncoded(char c, std::string* out) {
  constexpr std::string_view kHexDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out->push_back('%');
  out->push_back(kHexDigits[byte >> 4U]);
  out->push_back(kHexDigits[byte & 0xFU]);
}

}  // namespace

std::string EncodePathSegment(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    if (IsUnreserved(c)) {
      encoded.push_back(c);
    } else {
      AppendEncoded(c, &encoded);
    }
  }
  return encoded;
}

void AppendQuery(std::string_view raw_query, std::string* out) {
  for (const char c : raw_query) {
    if (IsQueryCharacter(c)) {
      out->push_back(c);
    } else {
      AppendEncoded(c, out);
    }
  }
}

}  // namespace orgreg::render
