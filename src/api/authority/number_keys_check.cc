// SPDX-License-Identifier: EUPL-1.2

#include "api/authority/number_keys_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "api/authority/role_numbers.h"
#include "base/values/org_number.h"
#include "model/kind.h"
#include "records/readers/role_sealing.h"

namespace orgreg::api {
namespace {

using base::Result;
using base::Status;
using model::Kind;

// How many role lists are tested for each key.
constexpr std::size_t kTried = 8;

enum class Trial : std::uint8_t {
  kAbsent,  // no number is sealed under the key: the list is a false match, or has changed
  kOpens,
  kFails,
};

const std::string* SealedUnder(std::uint32_t version, const model::Role& role) {
  const auto* const person = std::get_if<model::Person>(&role.holder);
  if (person == nullptr || !person->sealed_number) return nullptr;
  return auth::SealedVersion(*person->sealed_number) == version ? &*person->sealed_number : nullptr;
}

// The first number in the list that is sealed under the key.
Trial TryKey(std::uint32_t version, const model::RoleList& list, const auth::NumberVault* vault) {
  for (const model::RoleGroup& group : list.groups) {
    for (const model::Role& role : group.roles) {
      const std::string* const sealed = SealedUnder(version, role);
      if (sealed == nullptr) continue;
      const bool opens = vault != nullptr && vault->Open(*sealed, records::ContextOf(list)).ok();
      return opens ? Trial::kOpens : Trial::kFails;
    }
  }
  return Trial::kAbsent;
}

// The worst of a few lists.
Result<Trial> TryKey(std::uint32_t version, const Authority& authority,
                     const search::Catalog& catalog, records::View* view) {
  const auto found =
      catalog.FindByKey(Kind::kRoles, records::SealingKey(version), base::OrgNumber(), kTried);
  if (!found) return found.error();
  RoleOpener reader(authority);
  Trial worst = Trial::kAbsent;
  for (const search::Numbered& record : *found) {
    const auto list = TRY(reader.ReadSealed(view, record.number));
    if (list) worst = std::max(worst, TryKey(version, *list, authority.vault));
  }
  return worst;
}

std::string Listed(const std::vector<std::uint32_t>& versions) {
  return versions.empty() ? "none" : fmt::format("{}", fmt::join(versions, ", "));
}

}  // namespace

std::string NumberKeysCheck::ToText() const {
  std::string text = fmt::format(
      "identification numbers in the store are sealed under the keys {}; given are the keys {}",
      Listed(needed), Listed(given));
  if (!missing.empty()) text.append("; missing: ").append(Listed(missing));
  if (!wrong.empty())
    text.append("; of another file, though the id is the same: ").append(Listed(wrong));
  return text;
}

Result<NumberKeysCheck> CheckNumberKeys(const Authority& authority,
                                        const search::Catalog& catalog) {
  NumberKeysCheck check;
  if (authority.vault != nullptr) check.given = authority.vault->Versions();
  std::ranges::sort(check.given);
  const auto keys =
      catalog.KeysBetween(Kind::kRoles, records::kFirstSealingKey, records::kLastSealingKey);
  if (!keys) return keys.error();
  if (keys->empty()) return check;
  auto view = TRY(authority.source->Read());
  for (const std::uint64_t key : *keys) {
    const std::uint32_t version = records::VersionOfSealingKey(key);
    const auto trial = TRY(TryKey(version, authority, catalog, &view));
    if (trial == Trial::kAbsent) continue;
    check.needed.push_back(version);
    if (trial == Trial::kOpens) continue;
    const bool is_given = std::ranges::binary_search(check.given, version);
    (is_given ? check.wrong : check.missing).push_back(version);
  }
  return check;
}

Status RequireNumberKeys(const Authority& authority, const search::Catalog& catalog) {
  const auto check = TRY(CheckNumberKeys(authority, catalog));
  if (check.unusable() == 0) return {};
  return base::Error{base::Code::kNotFound, check.ToText()};
}

}  // namespace orgreg::api
