// SPDX-License-Identifier: EUPL-1.2

#include "auth/tokens/key_set.h"

#include <gtest/gtest.h>

#include <future>
#include <string>
#include <string_view>
#include <vector>

#include "formats/base64.h"
#include "unit/auth/tokens/forge.h"
#include "unit/auth/tokens/test_keys.h"

namespace orgreg::auth {
namespace {

// The number of usable keys, or -1 if the whole text is rejected.
int Count(const std::string& text) {
  const auto set = KeySet::Parse(text);
  return set ? static_cast<int>((*set)->size()) : -1;
}

std::string WithRest(std::string_view rest) { return Jwks({Jwk(kFirstKeyPem, "k", rest)}); }

TEST(KeySet, FindsKeysThatVerify) {
  const auto set = KeySet::Parse(Jwks({Jwk(kFirstKeyPem, "a"), Jwk(kLargeKeyPem, "b")}));
  ASSERT_TRUE(set.ok());
  const PublicKey* const first = (*set)->Find("a");
  const PublicKey* const large = (*set)->Find("b");
  ASSERT_NE(first, nullptr);
  ASSERT_NE(large, nullptr);
  EXPECT_EQ(first->modulus_bytes(), 256U);
  EXPECT_EQ(large->modulus_bytes(), 512U);
  EXPECT_TRUE(first->Verifies("text", Sign("text", kFirstKeyPem)));
  EXPECT_TRUE(large->Verifies("text", Sign("text", kLargeKeyPem)));
  EXPECT_TRUE(first->Verifies("", Sign("", kFirstKeyPem)));
  EXPECT_FALSE(first->Verifies("text", Sign("text", kSecondKeyPem)));
  EXPECT_FALSE(first->Verifies("text", Sign("text", kLargeKeyPem)));
  EXPECT_FALSE(first->Verifies("texts", Sign("text", kFirstKeyPem)));
  EXPECT_FALSE(first->Verifies("text", ""));
  EXPECT_EQ((*set)->Find("A"), nullptr);
  EXPECT_EQ((*set)->Find(""), nullptr);
  EXPECT_EQ((*set)->Find(std::string_view("a\0", 2)), nullptr);
}

TEST(KeySet, VerifiesInSeveralThreadsAtOnce) {
  const auto set = KeySet::Parse(Jwks({Jwk(kFirstKeyPem, "a")}));
  const std::string signature = Sign("text", kFirstKeyPem);
  const auto count_right = [&] {
    int right = 0;
    for (int i = 0; i < 200; ++i) {
      if ((*set)->Find("a")->Verifies("text", signature)) ++right;
      if (!(*set)->Find("a")->Verifies("test", signature)) ++right;
    }
    return right;
  };
  std::vector<std::future<int>> threads;
  for (int i = 0; i < 4; ++i) threads.push_back(std::async(std::launch::async, count_right));
  for (auto& thread : threads) EXPECT_EQ(thread.get(), 400);
}

TEST(KeySet, KeepsKeysThatMayCheckSignatures) {
  for (const std::string_view rest :
       {"", R"(,"use":"sig")", R"(,"alg":"RS256")", R"(,"key_ops":["verify"])",
        R"(,"key_ops":["sign","verify"])", R"(,"x5c":["AA"],"x5t":"x","other":{"a":1})"})
    EXPECT_EQ(Count(WithRest(rest)), 1) << rest;
}

TEST(KeySet, SkipsKeysForOtherUses) {
  for (const std::string_view rest :
       {R"(,"use":"enc")", R"(,"use":"SIG")", R"(,"use":null)", R"(,"use":["sig"])", R"(,"use":"")",
        R"(,"alg":"RS384")", R"(,"alg":"PS256")", R"(,"alg":"HS256")", R"(,"alg":"none")",
        R"(,"alg":null)", R"(,"alg":1)", R"(,"key_ops":[])", R"(,"key_ops":["sign"])",
        R"(,"key_ops":"verify")", R"(,"key_ops":[1])", R"(,"d":"AA")", R"(,"d":null)"})
    EXPECT_EQ(Count(WithRest(rest)), 0) << rest;
}

TEST(KeySet, SkipsKeysOfOtherKinds) {
  const std::string n = formats::EncodeBase64Url("\xC1" + std::string(254, '\x55') + "\x01");
  const auto key = [](const std::string& members) { return R"({"keys":[{)" + members + "}]}"; };
  const std::string numbers = R"("n":")" + n + R"(","e":"AQAB")";
  EXPECT_EQ(Count(key(R"("kty":"RSA","kid":"k",)" + numbers)), 1);
  for (const std::string& members :
       {std::string(), R"("kid":"k",)" + numbers, R"("kty":"rsa","kid":"k",)" + numbers,
        R"("kty":"EC","kid":"k",)" + numbers, R"("kty":"oct","kid":"k","k":"AA",)" + numbers,
        R"("kty":["RSA"],"kid":"k",)" + numbers, R"("kty":null,"kid":"k",)" + numbers,
        R"("kty":"RSA",)" + numbers, R"("kty":"RSA","kid":"",)" + numbers,
        R"("kty":"RSA","kid":1,)" + numbers, R"("kty":"RSA","kid":null,)" + numbers,
        R"("kty":"RSA","kid":")" + std::string(257, 'k') + "\"," + numbers,
        std::string(R"("kty":"RSA","kid":"k")"), R"("kty":"RSA","kid":"k","n":")" + n + "\"",
        std::string(R"("kty":"RSA","kid":"k","e":"AQAB")")})
    EXPECT_EQ(Count(key(members)), 0) << members;
}

TEST(KeySet, SkipsKeysWithNumbersThatAreNoKey) {
  const auto count = [](const std::string& n, const std::string& e) {
    return Count(R"({"keys":[{"kty":"RSA","kid":"k","n":)" + n + R"(,"e":)" + e + "}]}");
  };
  const auto number = [](const std::string& bytes) {
    return '"' + formats::EncodeBase64Url(bytes) + '"';
  };
  const std::string good = "\xC1" + std::string(254, '\x55') + "\x01";
  EXPECT_EQ(count(number(good), number("\x01" + std::string(1, '\0') + "\x01")), 1);
  EXPECT_EQ(count(number(good), number("\x03")), 1);
  // Some issuers write the sign byte of their big numbers.
  EXPECT_EQ(count(number('\0' + good), number("\x03")), 1);
  EXPECT_EQ(count(number("\x80" + good.substr(1) + std::string(768, '\x55') + "\1"), "\"Aw\""), 0);
  for (const std::string& n :
       {number("\x40" + good.substr(1)), number(good.substr(1)), number(""), number("\x01"),
        number(std::string(256, '\0')), number(good.substr(0, 255) + "\x02"),
        number(good + std::string(768, '\x55') + "\1"), number(std::string(100'000, '\x55')),
        '"' + formats::EncodeBase64Url(good) + "==\"", std::string("1"), std::string("null")})
    EXPECT_EQ(count(n, number("\x03")), 0) << n;
  for (const std::string& e :
       {number(""), number("\x01"), number("\x02"), number(std::string(1, '\0')),
        number(std::string("\x01\0", 2)), number("\x01" + std::string(7, '\0') + "\x01"),
        number(std::string(256, '\x55')), number(std::string(3000, '\x55')), std::string("3"),
        std::string("\"A+\""), std::string("null")})
    EXPECT_EQ(count(number(good), e), 0) << e;
  EXPECT_EQ(Count(Jwks({Jwk(kWeakKeyPem, "k")})), 0);
}

TEST(KeySet, KeepsNoneOfTwoDifferentKeysWithOneId) {
  const std::string first = Jwk(kFirstKeyPem, "a");
  const std::string second = Jwk(kSecondKeyPem, "a");
  const std::string other = Jwk(kLargeKeyPem, "b");
  EXPECT_EQ(Count(Jwks({first, first, other})), 2);
  for (const auto& keys : {std::vector<std::string>{first, second, other},
                           {second, other, first},
                           {first, second, first, other}}) {
    const auto set = KeySet::Parse(Jwks(keys));
    ASSERT_TRUE(set.ok());
    EXPECT_EQ((*set)->size(), 1U);
    EXPECT_EQ((*set)->Find("a"), nullptr);
    EXPECT_NE((*set)->Find("b"), nullptr);
  }
  // A key for another use does not count.
  EXPECT_EQ(Count(Jwks({first, Jwk(kSecondKeyPem, "a", R"(,"use":"enc")")})), 1);
}

TEST(KeySet, MayBeEmpty) {
  EXPECT_EQ(Count(R"({"keys":[]})"), 0);
  EXPECT_EQ(Count(R"({"keys":[{}],"more":[1]})"), 0);
}

TEST(KeySet, IsRefusedWhole) {
  for (const std::string_view text : {"",
                                      " ",
                                      "null",
                                      "[]",
                                      "{}",
                                      "\"keys\"",
                                      R"({"keys":null})",
                                      R"({"keys":{}})",
                                      R"({"keys":"[]"})",
                                      R"({"keys":1})",
                                      R"({"Keys":[]})",
                                      R"({"keys":[1]})",
                                      R"({"keys":[null]})",
                                      R"({"keys":[[]]})",
                                      R"({"keys":["{}"]})",
                                      R"({"keys":[})",
                                      R"({"keys":[]}x)",
                                      R"({"keys":[],})",
                                      R"({"keys":[],"keys":[]})",
                                      R"({"keys":[],"\u006beys":[]})",
                                      R"({"keys":[{"kid":"a","kid":"a"}]})",
                                      R"({"keys":[{"x":{"a":1,"a":1}}]})",
                                      "\xEF\xBB\xBF{\"keys\":[]}",
                                      "{\"keys\":[],\"x\":\"\xFF\"}",
                                      "<html></html>"})
    EXPECT_EQ(Count(std::string(text)), -1) << text;
  EXPECT_EQ(Count(R"({"keys":[{"kty":"oct"},1]})"), -1);
  EXPECT_EQ(Count(std::string(100'000, '[')), -1);
}

TEST(KeySet, HasALimit) {
  std::vector<std::string> keys(KeySet::kMostKeys, "{}");
  EXPECT_EQ(Count(Jwks(keys)), 0);
  keys.emplace_back("{}");
  const auto set = KeySet::Parse(Jwks(keys));
  ASSERT_FALSE(set.ok());
  EXPECT_EQ(set.error().code, base::Code::kLimit);
}

}  // namespace
}  // namespace orgreg::auth
