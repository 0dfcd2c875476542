// SPDX-License-Identifier: EUPL-1.2

#include "formats/json/text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace orgreg::formats {
namespace {

std::string Quoted(std::string_view text) {
  std::string out = "before ";
  AppendJsonString(text, &out);
  return out;
}

TEST(AppendJsonString, EscapesAsJacksonDoes) {
  struct Case {
    std::string_view text;
    std::string_view json;
  };
  const Case cases[] = {
      {"", R"("")"},
      {"plain", R"("plain")"},
      {"a/b </script>", R"("a/b </script>")"},
      {"\"\\", R"("\"\\")"},
      {"\b\f\n\r\t", R"("\b\f\n\r\t")"},
      {std::string_view("\0\x01\x0b\x1f", 4), R"("\u0000\u0001\u000B\u001F")"},
      {"\x7f", "\"\x7f\""},
      {"BLÅBÆR ØST é €", R"("BLÅBÆR ØST é €")"},
      {"\xe2\x80\xa8", "\"\xe2\x80\xa8\""},  // U+2028 is not escaped.
      {"\xf0\x9f\x98\x80", "\"\xf0\x9f\x98\x80\""},
  };
  for (const Case& c : cases) EXPECT_EQ(Quoted(c.text), "before " + std::string(c.json));
}

TEST(AppendJsonString, FindsEveryByteAtEveryPlace) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    std::string escaped;
    AppendJsonEscaped(std::string_view(&c, 1), &escaped);
    for (std::size_t before = 0; before < 40; ++before) {
      const std::string text = std::string(before, 'x') + c + "yz";
      ASSERT_EQ(Quoted(text), "before \"" + std::string(before, 'x') + escaped + "yz\"")
          << byte << " after " << before;
    }
  }
}

TEST(AppendInteger, WritesAllSizes) {
  std::string out;
  for (const std::int64_t value :
       {std::int64_t{0}, std::int64_t{-1}, std::int64_t{974760673},
        std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}) {
    AppendInteger(value, &out);
    out += ' ';
  }
  EXPECT_EQ(out, "0 -1 974760673 9223372036854775807 -9223372036854775808 ");
}

}  // namespace
}  // namespace orgreg::formats
