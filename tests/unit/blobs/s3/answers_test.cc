// SPDX-License-Identifier: EUPL-1.2

#include "blobs/s3/answers.h"

#include <gtest/gtest.h>

#include <string>

namespace orgreg::blobs {
namespace {

using base::Code;

constexpr const char* kHead =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">";

std::string Object(const std::string& key, const std::string& size, const std::string& modified) {
  return "<Contents><Key>" + key + "</Key><LastModified>" + modified +
         "</LastModified><ETag>&quot;x&quot;</ETag><Size>" + size +
         "</Size><Owner><ID>1</ID></Owner></Contents>";
}

std::string List(const std::string& content) { return kHead + content + "</ListBucketResult>"; }

TEST(ReadS3Page, ReadsObjects) {
  const auto page = ReadS3Page(List(
      "<IsTruncated>true</IsTruncated><NextContinuationToken>a/b+c=</"
      "NextContinuationToken>" +
      Object("x/1", "5", "2015-08-30T12:36:00.000Z") + Object("x/2", "0", "2015-08-30T12:36:01Z")));
  ASSERT_TRUE(page.ok());
  ASSERT_EQ(page->objects.size(), 2U);
  EXPECT_EQ(page->objects[0].key, "x/1");
  EXPECT_EQ(page->objects[0].size_bytes, 5U);
  EXPECT_EQ(page->objects[0].modified, 1440938160);
  EXPECT_EQ(page->objects[1].modified, 1440938161);
  EXPECT_EQ(page->next, "a/b+c=");
}

TEST(ReadS3Page, EndsWithTheLastPage) {
  const auto page = ReadS3Page(List("<IsTruncated>false</IsTruncated>"));
  ASSERT_TRUE(page.ok());
  EXPECT_TRUE(page->objects.empty());
  EXPECT_TRUE(page->next.empty());
}

TEST(ReadS3Page, RefusesWhatIsNoPage) {
  for (const std::string& wrong :
       {std::string(), std::string("no XML"), std::string("<html></html>"), kHead + std::string(),
        List("<IsTruncated>true</IsTruncated>"), List(Object("x", "-1", "2015-08-30T12:36:00Z")),
        List(Object("x", "five", "2015-08-30T12:36:00Z")), List(Object("x", "5", "yesterday")),
        List(Object("x", "5", "2015-02-30T12:36:00Z")),
        "<!DOCTYPE x [<!ENTITY y \"z\">]>" + List("")}) {
    const auto page = ReadS3Page(wrong);
    ASSERT_FALSE(page.ok()) << wrong;
    EXPECT_EQ(page.error().code, Code::kIo) << wrong;
  }
}

TEST(ReadS3Error, ReadsTheCode) {
  const S3Error error = ReadS3Error(
      "<?xml version=\"1.0\"?><Error><Code>AuthorizationHeaderMalformed</Code><Message>a secret"
      "</Message><Region>eu-north-1</Region><Deep><Code>no</Code></Deep></Error>");
  EXPECT_EQ(error.code, "AuthorizationHeaderMalformed");
  EXPECT_EQ(error.region, "eu-north-1");
}

TEST(ReadS3Error, IsEmptyWhereThereIsNone) {
  for (const char* other :
       {"", "<html>", "<CopyObjectResult><ETag>x</ETag></CopyObjectResult>",
        "<Error><Code>two words</Code></Error>", "<Error><Code>line\nbreak</Code></Error>"}) {
    EXPECT_TRUE(ReadS3Error(other).code.empty()) << other;
  }
}

}  // namespace
}  // namespace orgreg::blobs
