// SPDX-License-Identifier: EUPL-1.2

// Tokens that must be rejected. Unless a table says otherwise they are signed with the issuer's own
// key, so that only the rule in question rejects them; the fault is compared too, so that another
// rule's rejection does not count.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "auth/tokens/checker.h"
#include "formats/base64.h"
#include "unit/auth/tokens/forge.h"
#include "unit/auth/tokens/test_keys.h"

namespace orgreg::auth {
namespace {

struct TextCase {
  std::string_view text = {};
  Fault fault = {};
};

struct ClaimCase {
  std::string_view name = {};
  std::string_view json = {};  // empty: without the claim
  Fault fault = {};
};

struct TimeCase {
  std::string_view exp = {};
  std::string_view iat = {};
  std::string_view nbf = {};  // empty: none
  Fault fault = {};
};

constexpr Fault kHeader = Fault::kMalformedHeader;
constexpr Fault kMalformed = Fault::kMalformedToken;
constexpr Fault kClaims = Fault::kMalformedClaims;

// Whole headers of a token whose claims are good.
const TextCase kHeaders[] = {
    {R"({"alg":"none"})", Fault::kAlgorithm},
    {R"({"alg":"none","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"None","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"NONE","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"nOnE","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"HS256","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"HS384","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"RS384","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"RS512","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"RS1","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"PS256","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"ES256","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"ES256K","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"EdDSA","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"RSA-OAEP","enc":"A128GCM","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"rs256","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"RS256 ","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":" RS256","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"RS256\u0000","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":"RS256\n","kid":"key-a"})", Fault::kAlgorithm},
    {R"({"alg":null,"kid":"key-a"})", kMalformed},
    {R"({"alg":256,"kid":"key-a"})", kMalformed},
    {R"({"alg":true,"kid":"key-a"})", kMalformed},
    {R"({"alg":["RS256"],"kid":"key-a"})", kMalformed},
    {R"({"alg":{"RS256":1},"kid":"key-a"})", kMalformed},
    {R"({"kid":"key-a"})", kMalformed},
    {R"({"Alg":"RS256","kid":"key-a"})", kMalformed},
    {R"({})", kMalformed},
    // A repeated name, also in two spellings or deep inside.
    {R"({"alg":"none","alg":"RS256","kid":"key-a"})", kMalformed},
    {R"({"alg":"RS256","alg":"none","kid":"key-a"})", kMalformed},
    {R"({"alg":"RS256","alg":"RS256","kid":"key-a"})", kMalformed},
    {R"({"alg":"RS256","\u0061lg":"none","kid":"key-a"})", kMalformed},
    {R"({"alg":"RS256","kid":"key-b","kid":"key-a"})", kMalformed},
    {R"({"alg":"RS256","kid":"key-b","\u006bid":"key-a"})", kMalformed},
    {R"({"alg":"RS256","kid":"key-a","x":{"y":1,"y":2}})", kMalformed},
    {R"({"alg":"RS256","kid":"key-a","x":[[{"y":1,"z":0,"y":1}]]})", kMalformed},
    // Critical extensions, none of which is understood.
    {R"({"alg":"RS256","kid":"key-a","crit":["exp"]})", Fault::kCriticalHeader},
    {R"({"alg":"RS256","kid":"key-a","crit":[]})", Fault::kCriticalHeader},
    {R"({"alg":"RS256","kid":"key-a","crit":null})", Fault::kCriticalHeader},
    {R"({"alg":"RS256","kid":"key-a","crit":"b64","b64":true})", Fault::kCriticalHeader},
    {R"({"alg":"RS256","kid":"key-a","crit":["b64"],"b64":false})", Fault::kCriticalHeader},
    {R"({"alg":"RS256","kid":"key-a","typ":"logout+jwt"})", Fault::kTokenType},
    {R"({"alg":"RS256","kid":"key-a","typ":"secevent+jwt"})", Fault::kTokenType},
    {R"({"alg":"RS256","kid":"key-a","typ":"JOSE+JSON"})", Fault::kTokenType},
    {R"({"alg":"RS256","kid":"key-a","typ":""})", Fault::kTokenType},
    {R"({"alg":"RS256","kid":"key-a","typ":1})", kMalformed},
    {R"({"alg":"RS256","kid":"key-a","typ":["JWT"]})", kMalformed},
    // Keys that do not exist, or not for this use.
    {R"({"alg":"RS256"})", kMalformed},
    {R"({"alg":"RS256","kid":null})", kMalformed},
    {R"({"alg":"RS256","kid":0})", kMalformed},
    {R"({"alg":"RS256","kid":["key-a"]})", kMalformed},
    {R"({"alg":"RS256","kid":{"key-a":"key-a"}})", kMalformed},
    {R"({"alg":"RS256","KID":"key-a"})", kMalformed},
    {R"({"alg":"RS256","kid":""})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"KEY-A"})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"key-"})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"key-a "})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"key-a\u0000"})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"key-a\u0000key-b"})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"*"})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"../../../../dev/null"})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"' OR '1'='1"})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"https://attacker.example/key"})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"weak"})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"encrypting"})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"longer-digest"})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"secret"})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"curve"})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"x","jku":"https://attacker.example/jwks"})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"x","x5u":"https://attacker.example/x5u"})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"x","x5c":["AAAA"]})", Fault::kUnknownKey},
    {R"({"alg":"RS256","kid":"key-b"})", Fault::kBadSignature},
    // Not a JSON object, or an ambiguous one.
    {R"([])", kMalformed},
    {R"(["RS256","key-a"])", kMalformed},
    {R"("RS256")", kMalformed},
    {R"(null)", kMalformed},
    {R"(1)", kMalformed},
    {R"( )", kMalformed},
    {R"({"alg":"RS256","kid":"key-a")", kMalformed},
    {R"({"alg":"RS256","kid":"key-a",})", kMalformed},
    {R"({"alg":"RS256","kid":"key-a"}})", kMalformed},
    {R"({"alg":"RS256","kid":"key-a"}{})", kMalformed},
    {R"({"alg":"RS256","kid":"key-a"},)", kMalformed},
    {R"({'alg':'RS256','kid':'key-a'})", kMalformed},
    {R"({alg:"RS256",kid:"key-a"})", kMalformed},
    {R"({"alg":"RS256","kid":"key-a"}//)", kMalformed},
    {R"({"alg":"RS256","kid":"key-a",/**/"x":1})", kMalformed},
    {R"({"alg":"RS256","kid":"key-a","x":NaN})", kMalformed},
    {R"({"alg":"RS256","kid":"key-a","x":01})", kMalformed},
    {R"({"alg":"RS256","kid":"key-a","x":1e999})", kMalformed},
    {R"({"alg":"RS256","kid":"key-a","x":"\ud800"})", kMalformed},
    {R"({"alg":"RS256","kid":"key-a","x":"\x41"})", kMalformed},
    {"{\"alg\":\"RS256\",\"kid\":\"key-a\",\"x\":\"\xC0\x80\"}", kMalformed},
    {"{\"alg\":\"RS256\",\"kid\":\"key-a\",\"x\":\"\xFF\"}", kMalformed},
    {"{\"alg\":\"RS256\",\"kid\":\"key-a\",\"x\":\"\n\"}", kMalformed},
    {"\xEF\xBB\xBF{\"alg\":\"RS256\",\"kid\":\"key-a\"}", kMalformed},
    {R"({"alg":"RS256","kid":"key-a","x":[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]})", kMalformed},
};

// One claim changed.
const ClaimCase kOneClaim[] = {
    {"iss", "", kClaims},
    {"iss", "null", kClaims},
    {"iss", "1", kClaims},
    {"iss", R"(["https://token.example.test/"])", kClaims},
    {"iss", R"({"https://token.example.test/":1})", kClaims},
    {"iss", R"("")", Fault::kWrongIssuer},
    {"iss", R"("https://token.example.test")", Fault::kWrongIssuer},
    {"iss", R"("https://token.example.test//")", Fault::kWrongIssuer},
    {"iss", R"("http://token.example.test/")", Fault::kWrongIssuer},
    {"iss", R"("https://TOKEN.example.test/")", Fault::kWrongIssuer},
    {"iss", R"("https://token.example.test/ ")", Fault::kWrongIssuer},
    {"iss", R"("https://token.example.test/\u0000")", Fault::kWrongIssuer},
    {"iss", R"("https://token.example.test/x")", Fault::kWrongIssuer},
    {"iss", R"("https://token.example.test.attacker.example/")", Fault::kWrongIssuer},
    {"iss", R"("https://attacker.example/?https://token.example.test/")", Fault::kWrongIssuer},
    {"aud", "", Fault::kWrongAudience},
    {"aud", R"("unspecified")", Fault::kWrongAudience},
    {"aud", R"("")", Fault::kWrongAudience},
    {"aud", R"("*")", Fault::kWrongAudience},
    {"aud", R"([])", Fault::kWrongAudience},
    {"aud", R"(["unspecified"])", Fault::kWrongAudience},
    {"aud", R"("https://data.example.test/enhetsregisteret")", Fault::kWrongAudience},
    {"aud", R"("https://data.example.test/enhetsregisteret/autorisert-api/")",
     Fault::kWrongAudience},
    {"aud", R"("https://data.example.test/enhetsregisteret/autorisert-API")",
     Fault::kWrongAudience},
    {"aud", R"("x https://data.example.test/enhetsregisteret/autorisert-api")",
     Fault::kWrongAudience},
    {"aud", R"("https:\/\/data.example.test/enhetsregisteret/autorisert-api\u0000")",
     Fault::kWrongAudience},
    {"aud", R"(["https://data.example.test/enhetsregisteret","autorisert-api"])",
     Fault::kWrongAudience},
    {"aud", "null", kClaims},
    {"aud", "1", kClaims},
    {"aud", "true", kClaims},
    {"aud", R"({"https://data.example.test/enhetsregisteret/autorisert-api":1})", kClaims},
    {"aud", R"(["https://data.example.test/enhetsregisteret/autorisert-api",1])", kClaims},
    {"aud", R"([["https://data.example.test/enhetsregisteret/autorisert-api"]])", kClaims},
    {"aud", R"([null])", kClaims},
    {"scope", "", Fault::kScopeMissing},
    {"scope", R"("")", Fault::kScopeMissing},
    {"scope", R"(" ")", Fault::kScopeMissing},
    {"scope", R"("openid")", Fault::kScopeMissing},
    {"scope", R"("reg:data:enhetsregisteret:auto")", Fault::kScopeMissing},
    {"scope", R"("reg:data:enhetsregisteret:auto:rolle")", Fault::kScopeMissing},
    {"scope", R"("reg:data:enhetsregisteret:auto:roller2")", Fault::kScopeMissing},
    {"scope", R"("reg:data:enhetsregisteret:auto:roller.read")", Fault::kScopeMissing},
    {"scope", R"("reg:data:enhetsregisteret:auto:roller:skriv")", Fault::kScopeMissing},
    {"scope", R"("xreg:data:enhetsregisteret:auto:roller")", Fault::kScopeMissing},
    {"scope", R"("x:reg:data:enhetsregisteret:auto:roller")", Fault::kScopeMissing},
    {"scope", R"("brbrreg:data:enhetsregisteret:auto:roller")", Fault::kScopeMissing},
    {"scope", R"("brreg:reg:data:enhetsregisteret:auto:roller")", Fault::kScopeMissing},
    {"scope", R"("data:enhetsregisteret:auto:roller")", Fault::kScopeMissing},
    {"scope", R"("REG:data:enhetsregisteret:auto:roller")", Fault::kScopeMissing},
    {"scope", R"("reg:data:enhetsregisteret:auto:Roller")", Fault::kScopeMissing},
    {"scope", R"("reg:data:enhetsregisteret:auto:roller,openid")", Fault::kScopeMissing},
    {"scope", R"("openid,reg:data:enhetsregisteret:auto:roller")", Fault::kScopeMissing},
    {"scope", R"("openid\treg:data:enhetsregisteret:auto:roller")", Fault::kScopeMissing},
    {"scope", R"("openid\nreg:data:enhetsregisteret:auto:roller")", Fault::kScopeMissing},
    {"scope", R"("openid\u00a0reg:data:enhetsregisteret:auto:roller")", Fault::kScopeMissing},
    {"scope", R"("reg:data:enhetsregisteret:auto:roller\u0000 openid")", Fault::kScopeMissing},
    {"scope", R"("reg:data: enhetsregisteret:auto:roller")", Fault::kScopeMissing},
    {"scope", R"("reg:* reg:data:*")", Fault::kScopeMissing},
    {"scope", R"(["reg:data:enhetsregisteret:auto:roller"])", kClaims},
    {"scope", R"([])", kClaims},
    {"scope", "null", kClaims},
    {"scope", "1", kClaims},
    {"scope", R"({"reg:data:enhetsregisteret:auto:roller":true})", kClaims},
    {"client_id", "", kClaims},
    {"client_id", "null", kClaims},
    {"client_id", "7", kClaims},
    {"client_id", R"("")", kClaims},
    {"client_id", R"(["a"])", kClaims},
    {"client_id", R"("a\nb")", kClaims},
    {"client_id", R"("a\u0000")", kClaims},
    {"client_id", R"("blåbær")", kClaims},
    {"client_id", "\"a\x7f\"", kClaims},
    {"jti", "", kClaims},
    {"jti", "null", kClaims},
    {"jti", "7", kClaims},
    {"jti", R"("")", kClaims},
    {"jti", R"(["a"])", kClaims},
    {"consumer", "", Fault::kBadConsumer},
    {"consumer", "null", Fault::kBadConsumer},
    {"consumer", "314159268", Fault::kBadConsumer},
    {"consumer", R"("0192:314159268")", Fault::kBadConsumer},
    {"consumer", R"([{"authority":"iso6523-actorid-upis","ID":"0192:314159268"}])",
     Fault::kBadConsumer},
    {"consumer", R"({})", Fault::kBadConsumer},
    {"consumer", R"({"ID":"0192:314159268"})", Fault::kBadConsumer},
    {"consumer", R"({"authority":"iso6523-actorid-upis"})", Fault::kBadConsumer},
    {"consumer", R"({"authority":"iso6523-actorid-upis","id":"0192:314159268"})",
     Fault::kBadConsumer},
    {"consumer", R"({"authority":"iso6523","ID":"0192:314159268"})", Fault::kBadConsumer},
    {"consumer", R"({"authority":"ISO6523-ACTORID-UPIS","ID":"0192:314159268"})",
     Fault::kBadConsumer},
    {"consumer", R"({"authority":null,"ID":"0192:314159268"})", Fault::kBadConsumer},
    {"consumer", R"({"authority":"iso6523-actorid-upis","ID":314159268})", Fault::kBadConsumer},
    {"consumer", R"({"authority":"iso6523-actorid-upis","ID":["0192:314159268"]})",
     Fault::kBadConsumer},
    {"consumer", R"({"authority":"iso6523-actorid-upis","ID":"314159268"})", Fault::kBadConsumer},
    {"consumer", R"({"authority":"iso6523-actorid-upis","ID":"9908:314159268"})",
     Fault::kBadConsumer},
    {"consumer", R"({"authority":"iso6523-actorid-upis","ID":"0192:314159265"})",
     Fault::kBadConsumer},
    {"consumer", R"({"authority":"iso6523-actorid-upis","ID":"0192:31415926"})",
     Fault::kBadConsumer},
    {"consumer", R"({"authority":"iso6523-actorid-upis","ID":"0192:3141592680"})",
     Fault::kBadConsumer},
    {"consumer", R"({"authority":"iso6523-actorid-upis","ID":"0192: 314159268"})",
     Fault::kBadConsumer},
    {"consumer", R"({"authority":"iso6523-actorid-upis","ID":"0192:314159268\u0000"})",
     Fault::kBadConsumer},
    {"consumer", R"({"authority":"iso6523-actorid-upis","ID":"0192:３１４１５９２６８"})",
     Fault::kBadConsumer},
    {"consumer", R"({"authority":"iso6523-actorid-upis","Identifier":{"ID":"0192:314159268"}})",
     Fault::kBadConsumer},
    {"consumer",
     R"({"authority":"iso6523-actorid-upis","ID":"0192:314159265","ID":"0192:314159268"})",
     kClaims},
    {"supplier", "null", Fault::kBadConsumer},
    {"supplier", R"("0192:314159268")", Fault::kBadConsumer},
    {"supplier", R"({"authority":"iso6523-actorid-upis","ID":"0192:314159265"})",
     Fault::kBadConsumer},
    {"other", R"({"a":1,"a":2})", kClaims},
    {"other", R"([[{"a":1,"\u0061":2}]])", kClaims},
    {"other", "123456789012345678901234567890", kClaims},
    {"other", "1e400", kClaims},
    {"other", R"("\udc00")", kClaims},
    {"other", "[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]", kClaims},
};

// The good token is issued at 1748941200, the time is 1748941210, the leeway 10 s.
const TimeCase kTimes[] = {
    {"1748941200", "1748941200", "", Fault::kExpired},
    {"1748941199", "1748941100", "", Fault::kExpired},
    {"1748941199.999", "1748941100", "", Fault::kExpired},
    {"0", "0", "", Fault::kExpired},
    {"-0.0", "0", "", Fault::kExpired},
    {"1", "0", "", Fault::kExpired},
    {"1.7e9", "0", "", Fault::kExpired},
    {"1748941320", "1748941221", "", Fault::kNotYetValid},
    {"1748941320", "1748941220.001", "", Fault::kNotYetValid},
    {"1748941320000", "1748941200", "", kClaims},
    {"1748941320", "1748941200000", "", kClaims},
    {"1748941320", "9999999999", "", Fault::kNotYetValid},
    {"1748941320", "1748941200", "1748941221", Fault::kNotYetValid},
    {"1748941320", "1748941200", "1748941320", Fault::kNotYetValid},
    {"1748941320", "1748941200", "9999999999999", kClaims},
    {"1748941320", "1748941200", "-1", kClaims},
    {"1748941320", "1748941200", "null", kClaims},
    {"1748941320", "1748941200", R"("1748941200")", kClaims},
    {"1748941320", "1748941200", "[1748941200]", kClaims},
    {"-1748941320", "1748941200", "", kClaims},
    {"-1", "-2", "", kClaims},
    {"1748941320", "-1", "", kClaims},
    {"1e300", "1748941200", "", kClaims},
    {"1.8e308", "1748941200", "", kClaims},
    {"9223372036854775807", "1748941200", "", kClaims},
    {"9223372036854775808", "1748941200", "", kClaims},
    {"18446744073709551615", "1748941200", "", kClaims},
    {"18446744073709551616", "1748941200", "", kClaims},
    {"-9223372036854775808", "1748941200", "", kClaims},
    {"4294967296e9", "1748941200", "", kClaims},
    {"253402300800", "1748941200", "", kClaims},
    {R"("1748941320")", "1748941200", "", kClaims},
    {"null", "1748941200", "", kClaims},
    {"true", "1748941200", "", kClaims},
    {"[1748941320]", "1748941200", "", kClaims},
    {R"({"value":1748941320})", "1748941200", "", kClaims},
    {"1748941320", R"("1748941200")", "", kClaims},
    {"1748941320", "null", "", kClaims},
    {"1748941320", "false", "", kClaims},
    {"1748941320", "[]", "", kClaims},
    {"0x684A0000", "1748941200", "", kClaims},
    {"01748941320", "1748941200", "", kClaims},
    {"+1748941320", "1748941200", "", kClaims},
    {"1748941320.", "1748941200", "", kClaims},
    {"Infinity", "1748941200", "", kClaims},
};

// Whole payloads.
const TextCase kPayloads[] = {
    {R"({})", kClaims},
    {R"([])", kClaims},
    {R"(null)", kClaims},
    {R"("eyJhbGciOiJub25lIn0.e30.")", kClaims},
    {R"(7)", kClaims},
    {R"(not JSON)", kClaims},
    {"\xEF\xBB\xBF{}", kClaims},
    {"{}\n{}", kClaims},
    {std::string_view("{}\0", 3), kClaims},
    {"\xFF\xFE{\0}\0", kClaims},
};

// The whole field.
const TextCase kFields[] = {
    {"", kHeader},
    {" ", kHeader},
    {"Bearer", kHeader},
    {"Bearer ", kHeader},
    {"bearer   ", kHeader},
    {"Bearer =", kHeader},
    {"Bearer ===", kHeader},
    {"Bearer\tabc", kHeader},
    {"Bearer,abc", kHeader},
    {"Bearer:abc", kHeader},
    {"Bearer \tabc", kHeader},
    {"Bearer abc def", kHeader},
    {"Bearer abc ", kHeader},
    {"Bearer abc, Bearer def", kHeader},
    {"Bearer abc,def", kHeader},
    {"Bearer \"abc\"", kHeader},
    {"Bearer abc=def", kHeader},
    {"Bearer token=abc", kHeader},
    {"Bearer a%2Eb%2Ec", kHeader},
    {"Bearer a\xC3\xA5", kHeader},
    {"Bearer {\"payload\":\"\"}", kHeader},
    {std::string_view("Bearer a.b.c\0", 13), kHeader},
    {" Bearer a.b.c", kHeader},
    {"\"Bearer\" a.b.c", kHeader},
    {"Basic", Fault::kNoCredentials},
    {"Basic dXNlcjpwYXNz", Fault::kNoCredentials},
    {"Digest username=\"x\", realm=\"y\"", Fault::kNoCredentials},
    {"DPoP a.b.c", Fault::kNoCredentials},
    {"Bearer2 a.b.c", Fault::kNoCredentials},
    {"BearerToken", Fault::kNoCredentials},
    {"a.b.c", Fault::kNoCredentials},
    {"Bearer a", kMalformed},
    {"Bearer a.b", kMalformed},
    {"Bearer a.b.c", kMalformed},
    {"Bearer .", kMalformed},
    {"Bearer ..", kMalformed},
    {"Bearer ...", kMalformed},
    {"Bearer ....", kMalformed},
    {"Bearer aaaa.bbbb.", kMalformed},
    {"Bearer aaaa..cccc", kMalformed},
    {"Bearer .bbbb.cccc", kMalformed},
    {"Bearer aaaa.bbbb.cccc", kMalformed},
    {"Bearer aaaa.bbbb.cccc.dddd", kMalformed},
    {"Bearer aaaa.bbbb.cccc.dddd.eeee", kMalformed},
};

class HostileToken : public ::testing::Test {
 protected:
  void ExpectRefused(std::string_view field, Fault fault, std::string_view name) {
    const std::vector<std::string_view> fields = {field};
    const std::vector<std::string_view> scopes = {kScope};
    const Verdict verdict =
        checker_->Check({.authorization = fields, .scopes = scopes, .now = kNow});
    EXPECT_FALSE(verdict.granted()) << name;
    EXPECT_EQ(verdict.kind, Verdict::Kind::kRefused) << name;
    EXPECT_EQ(Describe(verdict.refusal.fault).description, Describe(fault).description) << name;
    EXPECT_EQ(verdict.refusal.fault, fault) << name;
  }
  void ExpectTokenRefused(const std::string& token, Fault fault, std::string_view name) {
    ExpectRefused("Bearer " + token, fault, name);
  }
  void ExpectClaimsRefused(const Members& claims, Fault fault) {
    const std::string text = claims.Text();
    ExpectTokenRefused(Token(kGoodHeader, text, kFirstKeyPem), fault, text);
  }

  std::unique_ptr<KeySource> keys_ = SourceOf(IssuerKeys());
  base::Result<TokenChecker> checker_ = TokenChecker::Make(Settings(), keys_.get());
};

// The tables only mean something if this token passes.
TEST_F(HostileToken, IsTheGoodOneButForOneThing) {
  const std::string field = "Bearer " + GoodToken();
  const std::vector<std::string_view> fields = {field};
  const std::vector<std::string_view> scopes = {kScope};
  EXPECT_TRUE(checker_->Check({.authorization = fields, .scopes = scopes, .now = kNow}).granted());
}

TEST_F(HostileToken, IsRefusedForItsHeader) {
  for (const TextCase& one : kHeaders)
    ExpectTokenRefused(Token(one.text, GoodClaims().Text(), kFirstKeyPem), one.fault, one.text);
}

TEST_F(HostileToken, IsRefusedForAHeaderOfManyMembersOrALongKeyId) {
  Members header({{"alg", R"("RS256")"}, {"kid", R"("key-a")"}});
  for (int i = 0; i < 63; ++i) header = header.Also("x" + std::to_string(i), "1");
  ExpectTokenRefused(Token(header.Text(), GoodClaims().Text(), kFirstKeyPem), kMalformed, "many");
  const std::string long_id =
      Members({{"alg", R"("RS256")"}, {"kid", '"' + std::string(3000, 'k') + '"'}}).Text();
  ExpectTokenRefused(Token(long_id, GoodClaims().Text(), kFirstKeyPem), Fault::kUnknownKey, "long");
}

TEST_F(HostileToken, IsRefusedForOneClaim) {
  for (const ClaimCase& one : kOneClaim) {
    const Members good = GoodClaims();
    ExpectClaimsRefused(one.json.empty() ? good.Without(one.name) : good.With(one.name, one.json),
                        one.fault);
  }
}

TEST_F(HostileToken, IsRefusedForALongClientId) {
  const auto token_of = [](std::size_t size) {
    const std::string id = '"' + std::string(size, 'a') + '"';
    return Token(kGoodHeader, GoodClaims().With("client_id", id).Text(), kFirstKeyPem);
  };
  const std::string field = "Bearer " + token_of(TokenChecker::kMostClientIdBytes);
  const std::vector<std::string_view> fields = {field};
  const std::vector<std::string_view> scopes = {kScope};
  EXPECT_TRUE(checker_->Check({.authorization = fields, .scopes = scopes, .now = kNow}).granted());
  ExpectTokenRefused(token_of(TokenChecker::kMostClientIdBytes + 1), kClaims, "too long");
}

TEST_F(HostileToken, IsRefusedForItsTimes) {
  for (const TimeCase& one : kTimes) {
    Members claims = GoodClaims().With("exp", one.exp).With("iat", one.iat);
    if (!one.nbf.empty()) claims = claims.With("nbf", one.nbf);
    ExpectClaimsRefused(claims, one.fault);
  }
  ExpectClaimsRefused(GoodClaims().Without("exp"), kClaims);
  ExpectClaimsRefused(GoodClaims().Without("iat"), kClaims);
}

TEST_F(HostileToken, IsRefusedForEveryRepeatedClaim) {
  const Members good = GoodClaims();
  for (const std::string_view name : {"iss", "aud", "scope", "client_id", "client_amr", "iat",
                                      "exp", "jti", "consumer", "token_type"}) {
    ExpectClaimsRefused(good.Also(name, "1"), kClaims);
    ExpectClaimsRefused(good.Without(name).Also(name, "1").Also(name, "1"), kClaims);
  }
  ExpectClaimsRefused(good.Also(R"(e\u0078p)", "1748941320"), kClaims);
  ExpectClaimsRefused(good.Also(R"(\u0069\u0073\u0073)", R"("x")"), kClaims);
}

TEST_F(HostileToken, IsRefusedForTooManyClaims) {
  Members claims = GoodClaims();
  for (int i = 0; i < 55; ++i) claims = claims.Also("x" + std::to_string(i), "1");
  ExpectClaimsRefused(claims, kClaims);
  ExpectClaimsRefused(claims.Also("x0", "1"), kClaims);
}

TEST_F(HostileToken, IsRefusedForARepeatedClaimAmongMany) {
  Members claims = GoodClaims();
  for (int i = 0; i < 30; ++i) claims = claims.Also("x" + std::to_string(i), "1");
  ExpectClaimsRefused(claims.Also("x17", "1"), kClaims);
  ExpectClaimsRefused(claims.Also("exp", "1748941320"), kClaims);
}

TEST_F(HostileToken, IsRefusedForItsPayload) {
  for (const TextCase& one : kPayloads)
    ExpectTokenRefused(Token(kGoodHeader, one.text, kFirstKeyPem), one.fault, one.text);
}

TEST_F(HostileToken, IsRefusedForItsField) {
  for (const TextCase& one : kFields) ExpectRefused(one.text, one.fault, one.text);
}

TEST_F(HostileToken, IsRefusedForItsLength) {
  const std::size_t most = TokenChecker::kMostTokenBytes;
  ExpectTokenRefused(std::string(most + 1, 'a'), Fault::kTooLong, "letters");
  ExpectTokenRefused(std::string(most, 'a'), kMalformed, "letters of the greatest length");
  ExpectTokenRefused(std::string(1U << 20U, '.'), Fault::kTooLong, "dots");
  const Members claims = GoodClaims().Also("x", '"' + std::string(most, 'x') + '"');
  ExpectClaimsRefused(claims, Fault::kTooLong);
  const std::string signature(most, 'A');
  ExpectTokenRefused(SignedText(kGoodHeader, GoodClaims().Text()) + "." + signature,
                     Fault::kTooLong, "signature");
}

// All with the good header and claims.
TEST_F(HostileToken, IsRefusedForItsSignature) {
  const std::string text = SignedText(kGoodHeader, GoodClaims().Text());
  const std::string good = Sign(text, kFirstKeyPem);
  const std::string other_text = SignedText(kGoodHeader, GoodClaims().Also("x", "1").Text());
  const auto zeros = [](std::size_t count) { return std::string(count, '\0'); };
  const std::vector<std::string> signatures = {
      good.substr(1), good.substr(0, 255), good.substr(0, 128), good.substr(0, 1), good + '\0',
      '\0' + good, zeros(1) + good.substr(0, 255), good.substr(1) + '\0', good + good, zeros(1),
      zeros(32), zeros(64), zeros(255), zeros(256), zeros(257), zeros(255) + "\1",
      std::string(256, '\xFF'), std::string(256, '\1'), std::string(good.rbegin(), good.rend()),
      // A signature of another text, by another key, or by another method.
      Sign(other_text, kFirstKeyPem), Sign(text + ".", kFirstKeyPem),
      Sign(GoodClaims().Text(), kFirstKeyPem), Sign("", kFirstKeyPem), Sign(text, kSecondKeyPem),
      Sign(text, kStrangerKeyPem), Sign(text, kWeakKeyPem), Sign(text, kLargeKeyPem),
      Sign(text, kFirstKeyPem, "SHA1"), Sign(text, kFirstKeyPem, "SHA384"),
      Sign(text, kFirstKeyPem, "SHA512"), SignPss(text, kFirstKeyPem), SignWithNewCurveKey(text),
      Hmac(text, PublicPem(kFirstKeyPem)), Hmac(text, IssuerKeys()), Hmac(text, ""),
      Hmac(text, PublicPem(kFirstKeyPem)) + zeros(224)};
  for (const std::string& signature : signatures)
    ExpectTokenRefused(text + "." + formats::EncodeBase64Url(signature), Fault::kBadSignature,
                       formats::EncodeBase64Url(signature));
}

TEST_F(HostileToken, IsRefusedForAnyBitOfItsSignature) {
  const std::string text = SignedText(kGoodHeader, GoodClaims().Text());
  const std::string good = Sign(text, kFirstKeyPem);
  for (std::size_t bit = 0; bit < good.size() * 8; bit += 11) {
    std::string changed = good;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ static_cast<char>(1U << (bit % 8)));
    ExpectTokenRefused(text + "." + formats::EncodeBase64Url(changed), Fault::kBadSignature,
                       std::to_string(bit));
  }
}

TEST_F(HostileToken, IsRefusedForAnySignatureOverOtherWords) {
  const std::string good = GoodToken();
  const std::string signature = good.substr(good.rfind('.'));
  for (const char* const claim : {"exp", "scope", "consumer", "jti"}) {
    const std::string text = SignedText(kGoodHeader, GoodClaims().With(claim, "1").Text());
    ExpectTokenRefused(text + signature, Fault::kBadSignature, claim);
  }
  // The same content in another form.
  const std::string spaced = SignedText(R"({"alg": "RS256","kid":"key-a"})", GoodClaims().Text());
  ExpectTokenRefused(spaced + signature, Fault::kBadSignature, "spaced");
}

TEST_F(HostileToken, IsRefusedForTheSecretThatIsAPublicKey) {
  for (const char* const algorithm : {"HS256", "HS384", "HS512"}) {
    const std::string header = R"({"alg":")" + std::string(algorithm) + R"(","kid":"key-a"})";
    const std::string text = SignedText(header, GoodClaims().Text());
    for (const std::string& secret : {PublicPem(kFirstKeyPem), IssuerKeys(), std::string()})
      ExpectTokenRefused(text + "." + formats::EncodeBase64Url(Hmac(text, secret)),
                         Fault::kAlgorithm, algorithm);
  }
}

// Signed with a key that the token includes, or whose address it gives.
TEST_F(HostileToken, IsRefusedForTheStrangersKey) {
  const std::string key = Jwk(kStrangerKeyPem, "key-a");
  const std::vector<std::string> rests = {
      "",
      R"(,"jwk":)" + key,
      R"(,"jku":"https://attacker.example/jwks")",
      R"(,"jku":"data:application/json,)" + formats::EncodeBase64Url(Jwks({key})) + "\"",
      R"(,"x5u":"file:///tmp/key")",
      R"(,"x5c":["MIIB"])",
  };
  for (const std::string& rest : rests) {
    const std::string header = R"({"alg":"RS256","kid":"key-a")" + rest + "}";
    ExpectTokenRefused(Token(header, GoodClaims().Text(), kStrangerKeyPem), Fault::kBadSignature,
                       header);
  }
}

// The signature covers the text as it is, so that only its encoding is wrong.
TEST_F(HostileToken, IsRefusedForTheWritingOfItsParts) {
  const std::string header = formats::EncodeBase64Url(kGoodHeader);  // 29 bytes: 2 bits left
  const std::string payload = formats::EncodeBase64Url(GoodClaims().Text() + " ");
  const std::string text = header + "." + payload;
  const std::string signature = formats::EncodeBase64Url(Sign(text, kFirstKeyPem));  // 4 bits left
  ASSERT_EQ(header.size() % 4, 3U);
  ASSERT_EQ(signature.size() % 4, 2U);
  std::string loose_header = header;
  ++loose_header.back();
  std::string loose_signature = signature;
  loose_signature.back() = static_cast<char>(loose_signature.back() + 1);
  const std::vector<std::string> tokens = {
      TokenOfText(loose_header + "." + payload, kFirstKeyPem),
      text + "." + loose_signature,
      TokenOfText(header + "=." + payload, kFirstKeyPem),
      TokenOfText(header + "A." + payload + "A", kFirstKeyPem),
      TokenOfText(header + "AA." + payload, kFirstKeyPem),
      TokenOfText(header + ".+" + payload.substr(1), kFirstKeyPem),
      TokenOfText("+" + header + "." + payload, kFirstKeyPem),
      TokenOfText("/" + header + "." + payload, kFirstKeyPem),
      TokenOfText("~" + header + "." + payload, kFirstKeyPem),
      text + "." + signature + ".",
      "." + text + "." + signature,
      text + "." + signature + "." + signature,
      text + "." + payload + "." + signature,
      text + ".",
      text,
      header + ".." + signature,
      "." + payload + "." + signature,
  };
  for (const std::string& token : tokens) {
    const std::vector<std::string_view> scopes = {kScope};
    const std::string field = "Bearer " + token;
    const std::vector<std::string_view> fields = {field};
    const Verdict verdict =
        checker_->Check({.authorization = fields, .scopes = scopes, .now = kNow});
    EXPECT_FALSE(verdict.granted()) << token;
    EXPECT_TRUE(verdict.refusal.fault == kMalformed || verdict.refusal.fault == kHeader) << token;
  }
  ExpectTokenRefused(text + "." + signature + "==", kMalformed, "padding");
  // One letter more is one byte more.
  ExpectTokenRefused(text + "." + signature + "A", Fault::kBadSignature, "longer");
}

// The issue asks for at least 200 shapes.
TEST(HostileTokens, AreMany) {
  EXPECT_GE(std::size(kHeaders) + std::size(kOneClaim) + std::size(kTimes) + std::size(kPayloads) +
                std::size(kFields),
            220U);
}

}  // namespace
}  // namespace orgreg::auth
