// SPDX-License-Identifier: EUPL-1.2

#include "formats/base64.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace orgreg::formats {
namespace {

TEST(Base64, IsThatOfTheStandard) {
  // RFC 4648, section 10.
  const std::pair<std::string_view, std::string_view> examples[] = {{"", ""},
                                                                    {"f", "Zg=="},
                                                                    {"fo", "Zm8="},
                                                                    {"foo", "Zm9v"},
                                                                    {"foob", "Zm9vYg=="},
                                                                    {"fooba", "Zm9vYmE="},
                                                                    {"foobar", "Zm9vYmFy"},
                                                                    {"\xFB\xFF\xBF", "+/+/"}};
  for (const auto& [bytes, text] : examples) {
    EXPECT_EQ(EncodeBase64(bytes), text);
    EXPECT_EQ(DecodeBase64(text), std::string(bytes));
    std::string url(text.substr(0, text.find('=')));
    for (char& c : url) c = c == '+' ? '-' : c == '/' ? '_' : c;
    EXPECT_EQ(EncodeBase64Url(bytes), url);
    EXPECT_EQ(DecodeBase64Url(url), std::string(bytes));
  }
}

TEST(Base64, ReadsBackItsOwnText) {
  std::string bytes;
  for (int i = 0; i < 600; ++i) {
    EXPECT_EQ(DecodeBase64(EncodeBase64(bytes)), bytes);
    EXPECT_EQ(DecodeBase64Url(EncodeBase64Url(bytes)), bytes);
    bytes.push_back(static_cast<char>(i * 37));
  }
}

TEST(Base64, RefusesEveryOtherText) {
  for (const std::string_view bad :
       {"Z", "Zg", "Zg=", "Zh==", "Zm9=", "Zg==Zg==", "Zg===", "=", "====", "Zm 8=", "Zm8=\n",
        "Zm-_", "Z=g=", "Zm9v=", "Zm9vZg=a", "\xC3\xA6==", "Zm9vY==="}) {
    EXPECT_FALSE(DecodeBase64(bad)) << bad;
  }
}

TEST(Base64, RefusesEveryOtherTextForUrls) {
  for (const std::string_view bad : {"Z",     "Zg=",    "Zg==",    "Zm8=",  "Zm9vY",
                                     "Zh",    "Zn",     "Z_",      "Zm9",   "Zm-",
                                     "Zm9v+", "Zm9v/w", "Zm9v Zg", " Zm9v", "Zm9v\n",
                                     "Zm9v.", "Zm9%",   "====",    "=",     "\xC3\xA6\xC3\xA6"}) {
    EXPECT_FALSE(DecodeBase64Url(bad)) << bad;
  }
  EXPECT_FALSE(DecodeBase64Url(std::string_view("Zm9\0", 4)));
}

}  // namespace
}  // namespace orgreg::formats
