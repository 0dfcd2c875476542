// SPDX-License-Identifier: EUPL-1.2

#include "auth/tokens/checker.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "unit/auth/tokens/forge.h"
#include "unit/auth/tokens/test_keys.h"

namespace orgreg::auth {
namespace {

using Views = std::vector<std::string_view>;

struct Asked {
  TokenSettings settings = Settings();
  std::string keys = IssuerKeys();
  Views scopes = {kScope};
};

Verdict CheckFields(const Views& fields, const Asked& asked = {}) {
  const auto keys = SourceOf(asked.keys);
  const auto checker = TokenChecker::Make(asked.settings, keys.get());
  return checker->Check({.authorization = fields, .scopes = asked.scopes, .now = kNow});
}

Verdict CheckToken(const std::string& token, const Asked& asked = {}) {
  const std::string field = "Bearer " + token;
  return CheckFields({field}, asked);
}

Verdict CheckClaims(const Members& claims, const Asked& asked = {}) {
  return CheckToken(Token(kGoodHeader, claims.Text(), kFirstKeyPem), asked);
}

TEST(TokenChecker, NamesThePrincipal) {
  const Members claims = GoodClaims().Also(
      "supplier", R"({"authority":"iso6523-actorid-upis","ID":"0192:271828187"})");
  const Verdict without = CheckToken(GoodToken());
  ASSERT_TRUE(without.granted());
  EXPECT_EQ(without.principal.consumer.ToString(), kConsumer);
  EXPECT_FALSE(without.principal.supplier.has_value());
  EXPECT_EQ(without.principal.client_id, "7d0b1c1e-0d42-4a0e-9d0a-5f3c1d9b7a11");
  EXPECT_EQ(without.principal.scope, kScope);
  // printf %s Zm9vYmFyLWludmVudGVk | sha256sum
  EXPECT_EQ(without.principal.jti_hash, "95ce2df2a5b3adc5");
  const Verdict with = CheckClaims(claims);
  ASSERT_TRUE(with.granted());
  EXPECT_EQ(with.principal.supplier->ToString(), "271828187");
}

TEST(TokenChecker, TakesGoodHeaders) {
  for (const std::string_view header :
       {R"({"alg":"RS256","kid":"key-a","typ":"JWT"})", R"({"kid":"key-a","alg":"RS256"})",
        R"({"alg":"RS256","kid":"key-a","typ":"at+jwt"})",
        R"({"alg":"RS256","kid":"key-a","typ":"application/at+JWT"})",
        R"( { "alg" : "RS256" , "kid" : "key\u002da" } )",
        R"({"alg":"RS256","kid":"key-a","jku":"https://attacker.example/","x5t":"x"})"})
    EXPECT_TRUE(CheckToken(Token(header, GoodClaims().Text(), kFirstKeyPem)).granted()) << header;
}

TEST(TokenChecker, TakesGoodClaims) {
  const Members good = GoodClaims();
  const std::string audience(kAudience);
  for (const Members& claims :
       {good.With("aud", "[\"" + audience + "\"]"),
        good.With("aud", R"(["x",")" + audience + R"(","y"])"), good.With("exp", "1748941320.5"),
        good.With("exp", "1.74894132e9"),
        // Within the leeway, to the second.
        good.With("exp", "1748941201").With("iat", "1748941100"), good.With("iat", "1748941220"),
        good.With("nbf", "1748941220"), good.With("nbf", "0"), good.With("exp", "253402300799"),
        good.Also("pid", "\"x\"").Also("authorization_details", R"([{"type":"urn:x"}])"),
        good.With("consumer",
                  R"({"ID":"0192:314159268","authority":"iso6523-actorid-upis","more":1})"),
        good.Without("token_type").Without("client_amr")})
    EXPECT_TRUE(CheckClaims(claims).granted()) << claims.Text();
}

TEST(TokenChecker, TakesTheGreatestNumberOfClaims) {
  Members claims = GoodClaims();
  for (int i = 0; i < 54; ++i) claims = claims.Also("x" + std::to_string(i), "1");
  EXPECT_TRUE(CheckClaims(claims).granted());
}

TEST(TokenChecker, TakesAScopeInBothSpellingsAmongOthers) {
  for (const std::string_view scope :
       {"reg:data:enhetsregisteret:auto:roller", "brreg:data:enhetsregisteret:auto:roller"}) {
    for (const std::string& text :
         {std::string(scope), "openid " + std::string(scope), std::string(scope) + " x:y",
          "a  " + std::string(scope) + " "}) {
      const Verdict verdict = CheckClaims(GoodClaims().With("scope", '"' + text + '"'));
      EXPECT_TRUE(verdict.granted()) << text;
      EXPECT_EQ(verdict.principal.scope, scope);
    }
  }
}

TEST(TokenChecker, TakesAnyOfTheScopes) {
  Asked asked;
  asked.scopes = {"reg:data:enhetsregisteret:roller", kScope};
  EXPECT_TRUE(CheckToken(GoodToken(), asked).granted());
  const Members other = GoodClaims().With("scope", R"("brreg:data:enhetsregisteret:roller")");
  EXPECT_EQ(CheckClaims(other, asked).principal.scope, "brreg:data:enhetsregisteret:roller");
  // The other spelling is for this prefix only.
  asked.scopes = {"other:roller"};
  EXPECT_FALSE(CheckClaims(GoodClaims().With("scope", R"("brother:roller")"), asked).granted());
  asked.scopes = {""};
  EXPECT_FALSE(CheckClaims(GoodClaims().With("scope", R"("")"), asked).granted());
  asked.scopes = {};
  EXPECT_FALSE(CheckToken(GoodToken(), asked).granted());
}

TEST(TokenChecker, DemandsAnAudienceOnlyIfOneIsSet) {
  Asked asked;
  asked.settings.audience = "";
  EXPECT_TRUE(CheckToken(GoodToken(), asked).granted());
  EXPECT_TRUE(CheckClaims(GoodClaims().Without("aud"), asked).granted());
  EXPECT_TRUE(CheckClaims(GoodClaims().With("aud", R"("unspecified")"), asked).granted());
  EXPECT_FALSE(CheckClaims(GoodClaims().With("aud", "1"), asked).granted());
  EXPECT_FALSE(CheckClaims(GoodClaims().With("aud", R"(["x",null])"), asked).granted());
}

TEST(TokenChecker, LetsOnlyListedConsumersIn) {
  Asked asked;
  asked.settings.consumers = {"271828187", "314159268"};
  EXPECT_TRUE(CheckToken(GoodToken(), asked).granted());
  asked.settings.consumers = {"271828187"};
  const Verdict verdict = CheckToken(GoodToken(), asked);
  EXPECT_FALSE(verdict.granted());
  EXPECT_EQ(verdict.refusal.status, 403);
  EXPECT_EQ(verdict.refusal.challenge, "");
  EXPECT_EQ(verdict.principal.client_id, "");
}

TEST(TokenChecker, TakesLongKeysAndTheNextKey) {
  Asked asked;
  asked.keys = Jwks({Jwk(kLargeKeyPem, "key-l"), Jwk(kSecondKeyPem, "key-b")});
  const std::string claims = GoodClaims().Text();
  EXPECT_TRUE(
      CheckToken(Token(R"({"alg":"RS256","kid":"key-l"})", claims, kLargeKeyPem), asked).granted());
  EXPECT_TRUE(CheckToken(Token(R"({"alg":"RS256","kid":"key-b"})", claims, kSecondKeyPem), asked)
                  .granted());
  EXPECT_FALSE(CheckToken(GoodToken(), asked).granted());
}

TEST(TokenChecker, TakesTheSchemeInAnyCase) {
  for (const char* const scheme : {"Bearer ", "bearer ", "BEARER ", "bEaReR    "}) {
    const std::string field = scheme + GoodToken();
    EXPECT_TRUE(CheckFields({field}).granted()) << scheme;
  }
}

TEST(TokenChecker, ChallengesAsRfc6750Says) {
  const auto challenge = [](const Verdict& verdict) {
    return std::to_string(verdict.refusal.status) + " " + verdict.refusal.challenge;
  };
  const std::string field = "Bearer " + GoodToken();
  EXPECT_EQ(challenge(CheckFields({})), R"(401 Bearer realm="register")");
  EXPECT_EQ(challenge(CheckFields({"Basic x"})), R"(401 Bearer realm="register")");
  EXPECT_EQ(challenge(CheckFields({field, field})),
            R"(400 Bearer realm="register", error="invalid_request")");
  EXPECT_EQ(challenge(CheckFields({"Basic x", field})),
            R"(400 Bearer realm="register", error="invalid_request")");
  EXPECT_EQ(challenge(CheckFields({"Bearer"})),
            R"(400 Bearer realm="register", error="invalid_request")");
  EXPECT_EQ(challenge(CheckClaims(GoodClaims().With("exp", "1"))),
            "401 Bearer realm=\"register\", error=\"invalid_token\", "
            "error_description=\"The token has expired\"");
  Asked asked;
  asked.scopes = {"reg:a", "reg:b"};
  EXPECT_EQ(challenge(CheckToken(GoodToken(), asked)),
            R"(403 Bearer realm="register", error="insufficient_scope", scope="reg:a")");
}

TEST(TokenChecker, SaysThatItHasNoKeys) {
  Asked asked;
  for (const char* const keys : {R"({"keys":[]})", "no key set", R"({"keys":[{"kty":"oct"}]})"}) {
    asked.keys = keys;
    const Verdict verdict = CheckToken(GoodToken(), asked);
    EXPECT_EQ(verdict.refusal.status, 503) << keys;
    EXPECT_EQ(verdict.refusal.challenge, "");
    // A token that is wrong without any key is still the client's fault.
    EXPECT_EQ(CheckToken("a.b.c", asked).refusal.status, 401);
  }
}

TEST(TokenChecker, DescribesEveryFaultInPlainAscii) {
  for (int i = 0; i <= static_cast<int>(Fault::kNoKeys); ++i) {
    const FaultText text = Describe(static_cast<Fault>(i));
    EXPECT_TRUE(text.status == 400 || text.status == 401 || text.status == 403 ||
                text.status == 503);
    EXPECT_EQ(text.error == "invalid_token", !text.description.empty());
    for (const char c : text.description)
      EXPECT_TRUE(c >= 0x20 && c < 0x7F && c != '"' && c != '\\') << text.description;
  }
}

TEST(TokenChecker, RefusesSettingsThatMakeNoSense) {
  const auto keys = SourceOf(IssuerKeys());
  const auto is_taken = [&](auto change) {
    TokenSettings settings = Settings();
    change(&settings);
    return TokenChecker::Make(settings, keys.get()).ok();
  };
  EXPECT_TRUE(is_taken([](TokenSettings*) {}));
  EXPECT_FALSE(is_taken([](TokenSettings* s) { s->issuer = ""; }));
  EXPECT_FALSE(is_taken([](TokenSettings* s) { s->audience = "unspecified"; }));
  EXPECT_FALSE(is_taken([](TokenSettings* s) { s->leeway = std::chrono::seconds(61); }));
  EXPECT_FALSE(is_taken([](TokenSettings* s) { s->leeway = std::chrono::seconds(-1); }));
  EXPECT_FALSE(is_taken([](TokenSettings* s) { s->realm = "a\"b"; }));
  EXPECT_FALSE(is_taken([](TokenSettings* s) { s->realm = "a\r\nb"; }));
  EXPECT_FALSE(is_taken([](TokenSettings* s) { s->realm = "a\\b"; }));
  EXPECT_FALSE(is_taken([](TokenSettings* s) { s->realm = "a\x7f"; }));
  EXPECT_FALSE(is_taken([](TokenSettings* s) { s->realm = "\xc3\xa6"; }));
  EXPECT_FALSE(is_taken([](TokenSettings* s) { s->consumers = {"314159265"}; }));
  EXPECT_FALSE(is_taken([](TokenSettings* s) { s->consumers = {"314159268", "x"}; }));
}

// Keys must be read first, for which this caller does not wait.
TEST(TokenChecker, LeavesAVerdictOpenForACallerThatMayNotWait) {
  KeySource keys({.reader = [](const std::string&) { return KeyText{.text = IssuerKeys()}; }});
  const auto checker = TokenChecker::Make(Settings(), &keys);
  const std::string field = "Bearer " + GoodToken();
  const Views fields = {field};
  const Views scopes = {kScope};
  TokenRequest request = {
      .authorization = fields, .scopes = scopes, .now = kNow, .wait = KeySource::Wait::kNever};
  EXPECT_EQ(checker->Check(request).kind, Verdict::Kind::kUndecided);
  EXPECT_EQ(checker->CountGranted(), 0U);
  request.wait = KeySource::Wait::kForKeys;
  EXPECT_TRUE(checker->Check(request).granted());
  EXPECT_EQ(checker->CountGranted(), 1U);
}

TEST(Challenge, QuotesWhatWouldEndItsTexts) {
  EXPECT_EQ(Challenge(Fault::kNoCredentials, R"(a"b\c)", ""), R"(Bearer realm="a\"b\\c")");
}

}  // namespace
}  // namespace orgreg::auth
