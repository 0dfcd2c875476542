// SPDX-License-Identifier: EUPL-1.2

#include "blobs/s3/signature.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "auth/secrets/keyed_hash.h"
#include "auth/secrets/secret.h"
#include "base/values/ascii.h"
#include "base/values/percent.h"
#include "formats/sha256.h"

namespace orgreg::blobs {
namespace {

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";
constexpr std::string_view kEnd = "aws4_request";
constexpr std::size_t kDayDigits = 8;

std::string Sha256Of(std::string_view text) {
  formats::Sha256 sum;
  sum.Add(text);
  return sum.Finish();
}

// Without blanks at its ends, and with one where there are several.
std::string PlainValue(std::string_view value) {
  std::string plain;
  for (const char c : base::Trim(value)) {
    if (c != ' ' || !plain.ends_with(' ')) plain.push_back(c);
  }
  return plain;
}

// In small letters and in order.
std::vector<http::GetField> PlainFields(std::span<const http::GetField> fields) {
  std::vector<http::GetField> plain;
  for (const http::GetField& field : fields) {
    std::string name = field.name;
    std::ranges::transform(name, name.begin(), base::ToLower);
    plain.push_back({std::move(name), PlainValue(field.value)});
  }
  std::ranges::sort(plain, {}, &http::GetField::name);
  return plain;
}

std::string SignedNames(std::span<const http::GetField> plain) {
  std::string names;
  for (const http::GetField& field : plain) {
    if (!names.empty()) names.push_back(';');
    names.append(field.name);
  }
  return names;
}

std::string ScopeText(const SigningScope& scope) {
  return scope.time.substr(0, kDayDigits)
      .append("/")
      .append(scope.region)
      .append("/")
      .append(scope.service)
      .append("/")
      .append(kEnd);
}

std::string_view TextOf(const auth::KeyedDigest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

}  // namespace

std::string CanonicalQuery(const QueryPairs& pairs) {
  QueryPairs encoded;
  for (const auto& [name, value] : pairs) {
    auto& one = encoded.emplace_back();
    base::AppendPercentEncoded(name, &one.first);
    base::AppendPercentEncoded(value, &one.second);
  }
  std::ranges::sort(encoded);
  std::string text;
  for (const auto& [name, value] : encoded) {
    if (!text.empty()) text.push_back('&');
    text.append(name).append("=").append(value);
  }
  return text;
}

std::string SigningTime(std::time_t seconds) {
  std::tm parts = {};
  gmtime_r(&seconds, &parts);
  std::array<char, 32> text = {};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &parts);
  return {text.data(), length};
}

std::string CanonicalRequest(const RequestToSign& request) {
  const auto plain = PlainFields(request.fields);
  std::string text(request.method);
  text.append("\n").append(request.path).append("\n").append(request.query).append("\n");
  for (const http::GetField& field : plain)
    text.append(field.name).append(":").append(field.value).append("\n");
  return text.append("\n").append(SignedNames(plain)).append("\n").append(request.body_sha256);
}

std::string StringToSign(const SigningScope& scope, std::string_view canonical_request) {
  return std::string(kAlgorithm)
      .append("\n")
      .append(scope.time)
      .append("\n")
      .append(ScopeText(scope))
      .append("\n")
      .append(Sha256Of(canonical_request));
}

std::string SignatureOf(const SigningScope& scope, std::string_view string_to_sign,
                        std::string_view secret) {
  std::string first = std::string("AWS4").append(secret);
  auto key =
      auth::HmacSha256(std::span(reinterpret_cast<const std::uint8_t*>(first.data()), first.size()),
                       std::string_view(scope.time).substr(0, kDayDigits));
  auth::Wipe(&first);
  for (const std::string_view part :
       {std::string_view(scope.region), std::string_view(scope.service), kEnd, string_to_sign})
    key = auth::HmacSha256(key, part);
  return base::ToHex(TextOf(key));
}

std::string AuthorizationOf(const RequestToSign& request, const SigningScope& scope,
                            std::string_view key_id, std::string_view secret) {
  const std::string to_sign = StringToSign(scope, CanonicalRequest(request));
  return std::string(kAlgorithm)
      .append(" Credential=")
      .append(key_id)
      .append("/")
      .append(ScopeText(scope))
      .append(", SignedHeaders=")
      .append(SignedNames(PlainFields(request.fields)))
      .append(", Signature=")
      .append(SignatureOf(scope, to_sign, secret));
}

}  // namespace orgreg::blobs
