// SPDX-License-Identifier: EUPL-1.2

#include "tools/token/mint.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "auth/tokens/checker.h"
#include "unit/auth/tokens/forge.h"
#include "unit/auth/tokens/test_keys.h"

namespace orgreg::tools {
namespace {

using auth::Fault;
using auth::kAudience;
using auth::kConsumer;
using auth::kFirstKeyPem;
using auth::kIssuer;
using auth::kNow;
using auth::kScope;
using auth::kStrangerKeyPem;
using auth::kWeakKeyPem;
using auth::PublicPem;
using auth::Settings;
using auth::SourceOf;
using auth::TokenChecker;
using auth::Verdict;

TokenClaims Wanted() {
  return {.issuer = std::string(kIssuer),
          .audience = std::string(kAudience),
          .scopes = {"openid", std::string(kScope)},
          .consumer = *base::OrgNumber::Parse(kConsumer),
          .client_id = "try-out",
          .issued = kNow};
}

Verdict Check(const std::string& token, const SigningKey& key) {
  const auto keys = SourceOf(key.Jwks());
  const auto checker = TokenChecker::Make(Settings(), keys.get());
  const std::string field = "Bearer " + token;
  const std::vector<std::string_view> fields = {field};
  const std::vector<std::string_view> scopes = {kScope};
  return checker->Check({.authorization = fields, .scopes = scopes, .now = kNow});
}

TEST(MintToken, MakesTokensThatAreTaken) {
  const auto key = SigningKey::FromPem(kFirstKeyPem);
  ASSERT_TRUE(key.ok());
  const auto token = MintToken(*key, Wanted());
  ASSERT_TRUE(token.ok());
  const Verdict verdict = Check(*token, *key);
  ASSERT_TRUE(verdict.granted());
  EXPECT_EQ(verdict.principal.client_id, "try-out");
  EXPECT_EQ(verdict.principal.consumer.ToString(), kConsumer);
  const auto other = MintToken(*key, Wanted());
  EXPECT_NE(Check(*other, *key).principal.jti_hash, verdict.principal.jti_hash);
  const auto stranger = SigningKey::FromPem(kStrangerKeyPem);
  EXPECT_EQ(Check(*token, *stranger).refusal.fault, Fault::kUnknownKey);
}

TEST(MintToken, WritesAnyTextAsJson) {
  const auto key = SigningKey::FromPem(kFirstKeyPem);
  TokenClaims claims = Wanted();
  claims.client_id = R"(a"b\c)";
  EXPECT_EQ(Check(*MintToken(*key, claims), *key).principal.client_id, R"(a"b\c)");
}

TEST(MintToken, RefusesClaimsThatNoCheckerTakes) {
  const auto key = SigningKey::FromPem(kFirstKeyPem);
  const auto is_minted = [&](auto change) {
    TokenClaims claims = Wanted();
    change(&claims);
    return MintToken(*key, claims).ok();
  };
  EXPECT_TRUE(is_minted([](TokenClaims* c) { c->audience = ""; }));
  EXPECT_TRUE(is_minted([](TokenClaims* c) { c->scopes = {}; }));
  EXPECT_FALSE(is_minted([](TokenClaims* c) { c->issuer = ""; }));
  EXPECT_FALSE(is_minted([](TokenClaims* c) { c->client_id = ""; }));
  EXPECT_FALSE(is_minted([](TokenClaims* c) { c->client_id = "a\nb"; }));
  EXPECT_FALSE(is_minted([](TokenClaims* c) { c->client_id = std::string(256, 'c'); }));
  EXPECT_FALSE(is_minted([](TokenClaims* c) { c->consumer = base::OrgNumber(314159265); }));
  EXPECT_FALSE(is_minted([](TokenClaims* c) { c->lifetime = std::chrono::seconds(0); }));
  EXPECT_FALSE(is_minted([](TokenClaims* c) { c->lifetime = std::chrono::hours(25); }));
  EXPECT_FALSE(is_minted([](TokenClaims* c) { c->scopes = {""}; }));
  EXPECT_FALSE(is_minted([](TokenClaims* c) { c->scopes = {"a b"}; }));
}

class SavedKey : public ::testing::Test {
 protected:
  ~SavedKey() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return folder_ + "/key.pem"; }

  std::string folder_ = [] {
    std::string name = std::filesystem::temp_directory_path() / "orgreg-mint-XXXXXX";
    return std::string(mkdtemp(name.data()));
  }();
};

TEST_F(SavedKey, IsForItsOwnerAloneAndComesBack) {
  const auto key = SigningKey::Generate(2048);
  ASSERT_TRUE(key.ok());
  ASSERT_TRUE(key->Save(path()).ok());
  struct stat state = {};
  ASSERT_EQ(stat(path().c_str(), &state), 0);
  EXPECT_EQ(state.st_mode & 07777U, 0600U);
  const auto loaded = SigningKey::Load(path());
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_EQ(loaded->kid(), key->kid());
  EXPECT_TRUE(Check(*MintToken(*loaded, Wanted()), *key).granted());
}

TEST_F(SavedKey, IsNeverWrittenOver) {
  std::ofstream(path()) << "precious";
  const auto key = SigningKey::FromPem(kFirstKeyPem);
  EXPECT_FALSE(key->Save(path()).ok());
  EXPECT_EQ(std::filesystem::file_size(path()), 8U);
  EXPECT_FALSE(key->Save(folder_ + "/missing/key.pem").ok());
}

TEST_F(SavedKey, IsRefusedIfItIsNoKey) {
  const auto missing = SigningKey::Load(path());
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, base::Code::kNotFound);
  for (const std::string& pem :
       {std::string(), std::string("text"), PublicPem(kFirstKeyPem), std::string(kWeakKeyPem),
        std::string(kFirstKeyPem.substr(0, 900))})
    EXPECT_FALSE(SigningKey::FromPem(pem).ok()) << pem;
  for (const int bits : {0, -1, 512, 1024, 2047, 2049, 8192})
    EXPECT_FALSE(SigningKey::Generate(bits).ok()) << bits;
}

// The thumbprint of the example key of RFC 7638, section 3.1, cannot be made without its
// private part; that of kFirstKeyPem was made with other tools.
TEST(SigningKey, HasTheThumbprintForItsId) {
  EXPECT_EQ(SigningKey::FromPem(kFirstKeyPem)->kid(),
            "M9HDAGhPVCS8BLlxDx53nX8y7CQyIocKenzF1Hq47lE");
}

}  // namespace
}  // namespace orgreg::tools
