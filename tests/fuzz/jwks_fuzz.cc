// SPDX-License-Identifier: EUPL-1.2

// Reads key sets: any text is accepted or rejected, and an accepted one has the keys that another
// JSON reader finds in it, of a kind and length that we trust, each with one meaning.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "auth/tokens/key_set.h"
#include "formats/json/tree.h"

namespace {

using orgreg::auth::KeySet;
using orgreg::auth::PublicKey;
using orgreg::formats::JsonTree;
using orgreg::formats::JsonValue;
using Kind = JsonValue::Kind;

void Demand(bool holds) {
  if (!holds) std::abort();
}

// Null if there is no such member.
const JsonValue* Member(const JsonValue& object, std::string_view name) {
  for (const JsonValue& member : object.items) {
    if (member.name == name) return &member;
  }
  return nullptr;
}

bool IsAbsentOr(const JsonValue* value, std::string_view wanted) {
  return value == nullptr || (value->kind == Kind::kString && value->text == wanted);
}

void DemandKey(const PublicKey& key) {
  const std::size_t bits = key.modulus_bytes() * 8;
  Demand(bits >= PublicKey::kLeastBits && bits <= PublicKey::kMostBits);
  Demand(!key.Verifies("text", std::string(key.modulus_bytes(), '\0')));
  Demand(!key.Verifies("text", std::string(key.modulus_bytes(), '\xFF')));
  Demand(!key.Verifies("text", {}));
}

// Whether the key might be kept, judging by its names.
bool IsFit(const JsonValue& key) {
  const JsonValue* const kty = Member(key, "kty");
  return kty != nullptr && IsAbsentOr(kty, "RSA") && IsAbsentOr(Member(key, "use"), "sig") &&
         IsAbsentOr(Member(key, "alg"), "RS256") && Member(key, "d") == nullptr &&
         Member(key, "n") != nullptr && Member(key, "e") != nullptr;
}

// The other reader refuses a number whose exponent it cannot hold.
bool HasLongExponent(std::string_view text) {
  constexpr std::size_t kLong = 9;
  std::size_t digits = 0;
  bool in_exponent = false;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    if (c == 'e' || c == 'E') {
      in_exponent = true;
    } else if (!is_digit && c != '-' && c != '+') {
      in_exponent = false;
    }
    digits = in_exponent && is_digit ? digits + 1 : 0;
    if (digits >= kLong) return true;
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto set = KeySet::Parse(text);
  if (!set) {
    Demand(!set.error().message.empty());
    return 0;
  }
  JsonTree tree;
  if (!ReadTree(text, &tree)) {
    Demand(HasLongExponent(text));
    return 0;
  }
  Demand(!tree.has_repeated_names && tree.root.kind == Kind::kObject);
  const JsonValue* const keys = Member(tree.root, "keys");
  Demand(keys != nullptr && keys->kind == Kind::kArray && keys->items.size() <= KeySet::kMostKeys);
  std::set<std::string_view> found;
  std::set<std::string_view> fit;
  for (const JsonValue& key : keys->items) {
    Demand(key.kind == Kind::kObject);
    const JsonValue* const kid = Member(key, "kid");
    if (kid == nullptr || kid->kind != Kind::kString) continue;
    if (IsFit(key)) fit.insert(kid->text);
    const PublicKey* const known = (*set)->Find(kid->text);
    if (known == nullptr || !found.insert(kid->text).second) continue;
    DemandKey(*known);
  }
  Demand(found.size() == (*set)->size());
  for (const std::string_view kid : found) Demand(fit.contains(kid));
  return 0;
}
