// SPDX-License-Identifier: EUPL-1.2

// The values are those that AWS has published: the test suite of Signature Version 4, and the
// examples of the documentation of S3.

#include "blobs/s3/signature.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace orgreg::blobs {
namespace {

constexpr const char* kSuiteSecret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
constexpr const char* kS3Secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
constexpr const char* kNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
constexpr const char* kWelcome = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072";

const SigningScope kSuiteScope{
    .time = "20150830T123600Z", .region = "us-east-1", .service = "service"};
const SigningScope kS3Scope{.time = "20130524T000000Z", .region = "us-east-1"};

std::vector<http::GetField> SuiteFields(const std::vector<http::GetField>& more = {}) {
  std::vector<http::GetField> fields = {{"X-Amz-Date", "20150830T123600Z"},
                                        {"Host", "example.amazonaws.com"}};
  fields.insert(fields.end(), more.begin(), more.end());
  return fields;
}

TEST(Signature, HasTheStepsOfGetVanilla) {
  const auto fields = SuiteFields();
  const std::string canonical =
      CanonicalRequest({.method = "GET", .path = "/", .fields = fields, .body_sha256 = kNothing});
  EXPECT_EQ(canonical,
            std::string("GET\n/\n\nhost:example.amazonaws.com\nx-amz-date:20150830T123600Z\n\n"
                        "host;x-amz-date\n") +
                kNothing);
  const std::string to_sign = StringToSign(kSuiteScope, canonical);
  EXPECT_EQ(to_sign,
            "AWS4-HMAC-SHA256\n20150830T123600Z\n20150830/us-east-1/service/aws4_request\n"
            "bb579772317eb040ac9ed261061d46c1f17a8133879d6129b6e1c25292927e63");
  EXPECT_EQ(SignatureOf(kSuiteScope, to_sign, kSuiteSecret),
            "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31");
}

TEST(Signature, IsThatOfTheTestSuite) {
  struct Case {
    const char* name;
    const char* method;
    const char* path;
    QueryPairs query;
    std::vector<http::GetField> fields;
    const char* names;
    const char* signature;
  };
  const std::vector<Case> cases = {
      {"get-vanilla",
       "GET",
       "/",
       {},
       {},
       "host;x-amz-date",
       "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
      {"post-vanilla",
       "POST",
       "/",
       {},
       {},
       "host;x-amz-date",
       "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"},
      {"get-vanilla-query-order-key-case",
       "GET",
       "/",
       {{"Param2", "value2"}, {"Param1", "value1"}},
       {},
       "host;x-amz-date",
       "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"},
      {"get-utf8",
       "GET",
       "/%E1%88%B4",
       {},
       {},
       "host;x-amz-date",
       "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"},
      {"get-header-value-trim",
       "GET",
       "/",
       {},
       {{"My-Header1", " value1"}, {"My-Header2", " \"a   b   c\""}},
       "host;my-header1;my-header2;x-amz-date",
       "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"}};
  for (const Case& one : cases) {
    const auto fields = SuiteFields(one.fields);
    const std::string query = CanonicalQuery(one.query);
    EXPECT_EQ(AuthorizationOf({.method = one.method,
                               .path = one.path,
                               .query = query,
                               .fields = fields,
                               .body_sha256 = kNothing},
                              kSuiteScope, "AKIDEXAMPLE", kSuiteSecret),
              std::string("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/"
                          "aws4_request, SignedHeaders=") +
                  one.names + ", Signature=" + one.signature)
        << one.name;
  }
}

TEST(Signature, IsThatOfTheExamplesOfS3) {
  struct Case {
    const char* name;
    const char* method;
    const char* path;
    QueryPairs query;
    std::vector<http::GetField> fields;
    const char* body_sha256;
    const char* signature;
  };
  const std::vector<Case> cases = {
      {"GET object",
       "GET",
       "/test.txt",
       {},
       {{"Range", "bytes=0-9"}},
       kNothing,
       "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"},
      {"PUT object",
       "PUT",
       "/test%24file.text",
       {},
       {{"Date", "Fri, 24 May 2013 00:00:00 GMT"}, {"x-amz-storage-class", "REDUCED_REDUNDANCY"}},
       kWelcome,
       "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"},
      {"GET bucket lifecycle",
       "GET",
       "/",
       {{"lifecycle", ""}},
       {},
       kNothing,
       "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"},
      {"GET bucket",
       "GET",
       "/",
       {{"prefix", "J"}, {"max-keys", "2"}},
       {},
       kNothing,
       "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"}};
  for (const Case& one : cases) {
    std::vector<http::GetField> fields = one.fields;
    fields.push_back({"Host", "examplebucket.s3.amazonaws.com"});
    fields.push_back({"x-amz-content-sha256", one.body_sha256});
    fields.push_back({"x-amz-date", kS3Scope.time});
    const std::string query = CanonicalQuery(one.query);
    const std::string canonical = CanonicalRequest({.method = one.method,
                                                    .path = one.path,
                                                    .query = query,
                                                    .fields = fields,
                                                    .body_sha256 = one.body_sha256});
    EXPECT_EQ(SignatureOf(kS3Scope, StringToSign(kS3Scope, canonical), kS3Secret), one.signature)
        << one.name;
  }
}

TEST(CanonicalQuery, EncodesAndSorts) {
  EXPECT_EQ(CanonicalQuery({}), "");
  EXPECT_EQ(
      CanonicalQuery({{"prefix", "a/b c"}, {"list-type", "2"}, {"continuation-token", "x+/="}}),
      "continuation-token=x%2B%2F%3D&list-type=2&prefix=a%2Fb%20c");
  EXPECT_EQ(CanonicalQuery({{"a", "2"}, {"a", "1"}}), "a=1&a=2");
}

TEST(SigningTime, IsOfUtc) {
  EXPECT_EQ(SigningTime(1440938160), "20150830T123600Z");
  EXPECT_EQ(SigningTime(1709164800), "20240229T000000Z");
}

}  // namespace
}  // namespace orgreg::blobs
