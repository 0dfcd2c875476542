// SPDX-License-Identifier: EUPL-1.2

// Checks tokens: a token that the issuer's key did not sign is never granted, and neither is a
// signed one that breaks the rules for another JSON reader.
//
// The first byte gives the form of the rest: 'r' a complete Authorization field, 'e' edits of a
// good token, 's' a header and, after a line break, a payload to be signed, 't' the signed text of
// a token in base64url.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "auth/tokens/checker.h"
#include "auth/tokens/key_source.h"
#include "auth/tokens/text.h"
#include "formats/base64.h"
#include "formats/json/tree.h"
#include "fuzz/quick_key.h"

namespace {

namespace auth = orgreg::auth;
namespace formats = orgreg::formats;
using orgreg::formats::JsonTree;
using orgreg::formats::JsonValue;
using Kind = JsonValue::Kind;

constexpr std::string_view kIssuer = "https://token.example.test/";
constexpr std::string_view kAudience = "api";
constexpr std::string_view kKeyId =
    "M9HDAGhPVCS8BLlxDx53nX8y7CQyIocKenzF1Hq47lE";  // As in the seeds.
constexpr std::string_view kScopes[] = {"reg:roles"};
constexpr double kNow = 1'748'941'210;
constexpr double kLeeway = 10;

void Demand(bool holds) {
  if (!holds) std::abort();
}

// One issuer and one server that trusts it.
struct World {
  fuzz::QuickKey key;
  std::unique_ptr<auth::KeySource> keys = MakeSource(Jwks());
  auth::TokenChecker checker =
      auth::TokenChecker::Make({.issuer = std::string(kIssuer), .audience = std::string(kAudience)},
                               keys.get())
          .value();
  std::string good = Sign(MakeText());

  static std::unique_ptr<auth::KeySource> MakeSource(const std::string& text) {
    auth::KeySourceOptions options;
    options.reader = [text](const std::string&) { return auth::KeyText{.text = text}; };
    auto source = std::make_unique<auth::KeySource>(std::move(options));
    source->ReadIfDue();
    return source;
  }
  std::string Jwks() const {
    return R"({"keys":[{"kty":"RSA","alg":"RS256","use":"sig","kid":")" + std::string(kKeyId) +
           R"(","n":")" + formats::EncodeBase64Url(key.modulus()) + R"(","e":")" +
           formats::EncodeBase64Url(fuzz::QuickKey::exponent()) + R"("}]})";
  }
  static std::string MakeText() {
    const std::string header = R"({"alg":"RS256","kid":")" + std::string(kKeyId) + R"("})";
    return formats::EncodeBase64Url(header) + "." +
           formats::EncodeBase64Url(
               R"({"iss":"https://token.example.test/","aud":"api","scope":"reg:roles",)"
               R"("client_id":"c","jti":"j","iat":1748941200,"exp":1748941320,)"
               R"("consumer":{"authority":"iso6523-actorid-upis","ID":"0192:314159268"}})");
  }
  std::string Sign(const std::string& text) const {
    return text + "." + formats::EncodeBase64Url(key.Sign(text));
  }
  bool IsGranted(std::string_view field) const {
    return checker
        .Check({.authorization = std::span(&field, 1),
                .scopes = kScopes,
                .now = std::chrono::system_clock::time_point(
                    std::chrono::seconds(static_cast<std::int64_t>(kNow)))})
        .granted();
  }
};

const World& TheWorld() {
  static const World world;
  return world;
}

// Null if there is no such member.
const JsonValue* Member(const JsonValue& object, std::string_view name) {
  Demand(object.kind == Kind::kObject);
  for (const JsonValue& member : object.items) {
    if (member.name == name) return &member;
  }
  return nullptr;
}

bool IsText(const JsonValue* value, std::string_view wanted) {
  return value != nullptr && value->kind == Kind::kString && value->text == wanted;
}

bool IsSomeText(const JsonValue* value) {
  return value != nullptr && value->kind == Kind::kString && !value->text.empty();
}

std::optional<double> Number(const JsonValue* value) {
  if (value == nullptr || value->kind != Kind::kLiteral) return std::nullopt;
  const std::string text(value->text);
  if (text.empty() || (text[0] != '-' && (text[0] < '0' || text[0] > '9'))) return std::nullopt;
  return std::strtod(text.c_str(), nullptr);
}

bool HasAudience(const JsonValue* value) {
  if (value == nullptr || value->kind != Kind::kArray) return IsText(value, kAudience);
  return std::any_of(value->items.begin(), value->items.end(),
                     [](const JsonValue& item) { return IsText(&item, kAudience); });
}

bool HasScope(const JsonValue* value) {
  if (value == nullptr || value->kind != Kind::kString) return false;
  const std::string text = " " + std::string(value->text) + " ";
  return text.find(" reg:roles ") != std::string::npos ||
         text.find(" brreg:roles ") != std::string::npos;
}

bool IsTimely(const JsonValue& claims) {
  const auto expires = Number(Member(claims, "exp"));
  const auto issued = Number(Member(claims, "iat"));
  const auto begins = Number(Member(claims, "nbf"));
  if (Member(claims, "nbf") != nullptr && (!begins || *begins > kNow + kLeeway)) return false;
  return expires && *expires > kNow - kLeeway && issued && *issued <= kNow + kLeeway;
}

void DemandRules(const JsonValue& header, const JsonValue& claims) {
  Demand(IsText(Member(header, "alg"), "RS256"));
  Demand(IsText(Member(header, "kid"), kKeyId));
  Demand(Member(header, "crit") == nullptr);
  Demand(IsText(Member(claims, "iss"), kIssuer));
  Demand(IsTimely(claims));
  Demand(HasAudience(Member(claims, "aud")));
  Demand(HasScope(Member(claims, "scope")));
  Demand(IsSomeText(Member(claims, "client_id")) && IsSomeText(Member(claims, "jti")));
  Demand(claims.items.size() <= auth::TokenChecker::kMostClaims);
  const JsonValue* const consumer = Member(claims, "consumer");
  Demand(consumer != nullptr && consumer->kind == Kind::kObject);
  Demand(IsText(Member(*consumer, "authority"), "iso6523-actorid-upis"));
  const JsonValue* const id = Member(*consumer, "ID");
  Demand(IsSomeText(id) && id->text.starts_with("0192:") && id->text.size() == 14);
}

// Tries a token that was signed here.
void TrySigned(const std::string& token) {
  if (!TheWorld().IsGranted("Bearer " + token)) return;
  Demand(token.size() <= auth::TokenChecker::kMostTokenBytes);
  const auto parts = auth::SplitToken(token);
  Demand(parts.has_value());
  const auto header = formats::DecodeBase64Url(parts->header);
  const auto payload = formats::DecodeBase64Url(parts->payload);
  Demand(header && payload);
  Demand(formats::EncodeBase64Url(*header) == parts->header);
  Demand(formats::EncodeBase64Url(*payload) == parts->payload);
  JsonTree header_tree;
  JsonTree claims_tree;
  Demand(ReadTree(*header, &header_tree) && !header_tree.has_repeated_names);
  Demand(ReadTree(*payload, &claims_tree) && !claims_tree.has_repeated_names);
  DemandRules(header_tree.root, claims_tree.root);
}

// Each four bytes are one edit: what, where (two), and with which byte.
void TryEdits(std::string_view edits) {
  std::string token = TheWorld().good;
  for (; edits.size() >= 4; edits.remove_prefix(4)) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(edits[at]); };
    const std::size_t at = (byte(1) * 256U + byte(2)) % (token.size() + 1);
    if (byte(0) % 3 == 0) {
      token.insert(at, 1, edits[3]);
    } else if (at < token.size() && byte(0) % 3 == 1) {
      token.erase(at, 1 + byte(3) % 8U);
    } else if (at < token.size()) {
      token[at] = edits[3];
    }
  }
  // Blanks around a token do not belong to it (RFC 9110, 11.4).
  const std::size_t first = std::min(token.find_first_not_of(' '), token.size());
  const std::string bare = token.substr(first, token.find_last_not_of(' ') + 1 - first);
  Demand(TheWorld().IsGranted("Bearer " + token) == (bare == TheWorld().good));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  const World& world = TheWorld();
  if (data[0] == 'r') Demand(!world.IsGranted(rest));
  if (data[0] == 'e') TryEdits(rest);
  if (data[0] == 't') TrySigned(world.Sign(std::string(rest)));
  if (data[0] == 's') {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string header = formats::EncodeBase64Url(rest.substr(0, end));
    const std::string_view payload = rest.substr(std::min(end + 1, rest.size()));
    TrySigned(world.Sign(header + "." + formats::EncodeBase64Url(payload)));
  }
  return 0;
}
