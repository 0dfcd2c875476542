// SPDX-License-Identifier: EUPL-1.2

#include "blobs/s3/address.h"

#include <gtest/gtest.h>

#include <string>

namespace orgreg::blobs {
namespace {

TEST(ParseS3Address, SplitsBucketAndPrefix) {
  struct Case {
    const char* text;
    const char* bucket;
    const char* prefix;
  };
  for (const Case& right :
       {Case{"s3://register", "register", ""}, Case{"s3://a.b-1/x", "a.b-1", "x/"},
        Case{"s3://bucket/one/Two_3/x.y", "bucket", "one/Two_3/x.y/"}}) {
    const auto address = ParseS3Address(right.text);
    ASSERT_TRUE(address) << right.text;
    EXPECT_EQ(address->bucket, right.bucket);
    EXPECT_EQ(address->prefix, right.prefix);
  }
}

TEST(ParseS3Address, TakesNothingElse) {
  const std::string long_prefix(600, 'a');
  for (const std::string& wrong : {std::string("s3:"),
                                   std::string("s3://"),
                                   std::string("s3:///x"),
                                   std::string("s3://ab"),
                                   std::string("s3://Bucket"),
                                   std::string("s3://-bucket"),
                                   std::string("s3://bucket."),
                                   std::string("s3://bucket/"),
                                   std::string("s3://bucket/x/"),
                                   std::string("s3://bucket//x"),
                                   std::string("s3://bucket/../x"),
                                   std::string("s3://bucket/./x"),
                                   std::string("s3://bucket/x y"),
                                   std::string("s3://bucket/x%2f"),
                                   std::string("s3://bucket/x?y"),
                                   std::string("s3://user@bucket/x"),
                                   std::string("s3://bucket/\xc3\xa6"),
                                   "s3://" + std::string(64, 'a'),
                                   "s3://bucket/" + long_prefix,
                                   std::string("S3://bucket/x"),
                                   std::string("file:/x")}) {
    EXPECT_FALSE(ParseS3Address(wrong)) << wrong;
  }
}

TEST(IsS3Region, TakesPlainNames) {
  for (const char* right : {"us-east-1", "eu-north-1", "garage", "default"})
    EXPECT_TRUE(IsS3Region(right)) << right;
  for (const char* wrong : {"", "a/b", "a b", "a\n", ".."})
    EXPECT_FALSE(IsS3Region(wrong)) << wrong;
}

}  // namespace
}  // namespace orgreg::blobs
