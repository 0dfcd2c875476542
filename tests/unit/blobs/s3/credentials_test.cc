// SPDX-License-Identifier: EUPL-1.2

#include "blobs/s3/credentials.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace orgreg::blobs {
namespace {

namespace fs = std::filesystem;
using base::Code;
using testing::HasSubstr;
using testing::Not;

class S3CredentialsTest : public testing::Test {
 protected:
  ~S3CredentialsTest() override { fs::remove(path_); }

  base::Result<S3Credentials> Load(const std::string& text, fs::perms mode = kPrivate) const {
    std::ofstream(path_) << text;
    fs::permissions(path_, mode);
    return LoadS3Credentials(path_);
  }

  static constexpr fs::perms kPrivate = fs::perms::owner_read | fs::perms::owner_write;
  const std::string path_ = testing::TempDir() + "s3-credentials-test";
};

TEST_F(S3CredentialsTest, ReadsTheFormOfAws) {
  const auto read = Load(
      "# a key\n[default]\naws_access_key_id = AKIDEXAMPLE\r\naws_secret_access_key=a/b+c=\n"
      "region = eu-north-1\n\naws_session_token = t==\n");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->key_id, "AKIDEXAMPLE");
  EXPECT_EQ(read->secret, "a/b+c=");
  EXPECT_EQ(read->token, "t==");
}

TEST_F(S3CredentialsTest, RefusesOthersAndSaysNothingOfThem) {
  for (const std::string text :
       {"", "hidden", "aws_access_key_id = A\n", "aws_secret_access_key = hidden\n",
        "aws_access_key_id =\naws_secret_access_key = hidden\n",
        "aws_access_key_id = A B\naws_secret_access_key = hidden\n",
        "aws_access_key_id = A\naws_secret_access_key = hidden\xc3\xa6\n",
        "aws_access_key_id = A\naws_access_key_id = B\naws_secret_access_key = hidden\n",
        "[a]\naws_access_key_id = A\naws_secret_access_key = hidden\n[b]\n"}) {
    const auto read = Load(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.error().code, Code::kInvalid) << text;
    EXPECT_THAT(read.error().message, HasSubstr(path_));
    EXPECT_THAT(read.error().message, Not(HasSubstr("hidden")));
  }
}

TEST_F(S3CredentialsTest, RefusesAFileThatOthersMayRead) {
  const char* const right = "aws_access_key_id = A\naws_secret_access_key = s\n";
  EXPECT_TRUE(Load(right).ok());
  const auto read = Load(right, kPrivate | fs::perms::others_read);
  ASSERT_FALSE(read.ok());
  EXPECT_THAT(read.error().message, HasSubstr("chmod 0600"));
  fs::remove(path_);
  EXPECT_EQ(LoadS3Credentials(path_).error().code, Code::kNotFound);
}

}  // namespace
}  // namespace orgreg::blobs
