// SPDX-License-Identifier: EUPL-1.2

#include "blobs/blobs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace orgreg::blobs {
namespace {

using base::Code;
using testing::HasSubstr;

TEST(OpenBlobs, TakesTheAddressOfAFolder) {
  EXPECT_TRUE(OpenBlobs({.address = "file:/shared/orgreg"}).ok());
  for (const char* wrong : {"", "file:", "file:relative", "file://host/x", "/shared", "s3:x"}) {
    EXPECT_FALSE(IsBlobAddress(wrong)) << wrong;
    EXPECT_EQ(OpenBlobs({.address = wrong}).error().code, Code::kInvalid) << wrong;
  }
}

TEST(OpenBlobs, TakesAnObjectStoreWithAnEndpointAndAKey) {
  BlobSettings settings{.address = "s3://bucket/orgreg",
                        .endpoint = "https://store.example.test",
                        .region = "eu-north-1",
                        .credentials = "/etc/orgreg/key"};
  EXPECT_TRUE(OpenBlobs(settings).ok()) << "nothing is looked at";
  settings.credentials = "";
  EXPECT_THAT(OpenBlobs(settings).error().message, HasSubstr("blobs_credentials"));
  settings.credentials = "/etc/orgreg/key";
  for (const char* wrong : {"", "store.example.test", "http://store.example.test", "https://a/b",
                            "https://a/", "https://user@a", "ftp://a"}) {
    settings.endpoint = wrong;
    EXPECT_EQ(OpenBlobs(settings).error().code, Code::kInvalid) << wrong;
    EXPECT_FALSE(IsBlobEndpoint(wrong)) << wrong;
  }
  EXPECT_TRUE(IsBlobEndpoint("http://127.0.0.1:9000")) << "nobody else is on the way";
  EXPECT_TRUE(IsBlobEndpoint("http://[::1]:9000"));
  EXPECT_TRUE(IsBlobEndpoint("https://store.example.test:9000"));
}

}  // namespace
}  // namespace orgreg::blobs
