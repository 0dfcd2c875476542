// SPDX-License-Identifier: EUPL-1.2

#include "app/shared/shared_number_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "api/state_pages/freshness.h"
#include "base/values/ascii.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;
using store::Cluster;

// What numbers are sealed with, and what a node has.
constexpr const char* kSealing = "number-keys";
std::string TextOfNode(const std::string& node) { return "number-keys of " + node; }

// A node that is silent for longer does not hinder the others.
constexpr std::int64_t kMostUnseenMs =
    std::chrono::milliseconds(api::kFreshnessLimits.silence).count();

// Ids of keys, a line for each.
using Ids = std::vector<std::string>;

Ids IdsOf(std::string_view text) {
  Ids ids;
  while (!text.empty()) ids.emplace_back(base::TakeUntil('\n', &text));
  return ids;
}

std::string TextOf(const Ids& ids) {
  std::string text;
  for (const std::string& id : ids) text.append(id).append("\n");
  return text;
}

bool Has(const Ids& ids, const std::string& id) { return std::ranges::find(ids, id) != ids.end(); }

std::uint32_t VersionOf(std::string_view id) {
  std::uint32_t version = 0;
  std::from_chars(id.data(), id.data() + id.size(), version);
  return version;
}

Error Refuse(const std::string& reason) { return {Code::kInvalid, "number_keys: " + reason}; }

// Those of `own`, newest first, that nothing was sealed with yet.
Result<Ids> FindNew(const Ids& own, const Ids& sealing) {
  for (const std::string& id : sealing) {
    const std::uint32_t version = VersionOf(id);
    if (version > VersionOf(own.front()))
      return Refuse(
          fmt::format("numbers are sealed with key {}, which is not in the file", version));
    const auto same = std::ranges::find(own, version, VersionOf);
    if (same != own.end() && *same != id)
      return Refuse(
          fmt::format("key {0} is not the key {0} that numbers of this register are sealed with; "
                      "if it is a new "
                      "one, give it another version",
                      version));
  }
  Ids found = own;
  std::erase_if(found, [&sealing](const std::string& id) { return Has(sealing, id); });
  return found;
}

Result<Ids> ReadIds(Cluster* cluster, const std::string& name) {
  const auto text = TRY(cluster->ReadText(name, 0));
  return text ? IdsOf(text->text) : Ids();
}

// A node without keys opens no number.
Status CheckAllHave(Cluster* cluster, const std::string& id) {
  const auto nodes = TRY(cluster->Nodes());
  for (const store::NodeRow& node : nodes) {
    if (node.seen_ms > kMostUnseenMs) continue;
    const Ids ids = TRY(ReadIds(cluster, TextOfNode(node.facts.name)));
    if (!ids.empty() && !Has(ids, id))
      return Refuse(
          fmt::format("node {} has no key {} like this one yet: add it to the file there, and "
                      "start that node anew",
                      node.facts.name, VersionOf(id)));
  }
  return {};
}

// As FindNew; the newest, if it is one of them, may be used.
Result<Ids> FindUsable(Cluster* cluster, const Ids& own) {
  const Ids sealing = TRY(ReadIds(cluster, kSealing));
  Ids found = TRY(FindNew(own, sealing));
  if (Has(found, own.front())) TRY(CheckAllHave(cluster, own.front()));
  return found;
}

Status SayIds(Cluster* cluster, const std::string& node, const Ids& own) {
  const std::string name = TextOfNode(node);
  if (TRY(ReadIds(cluster, name)) == own) return {};
  return cluster->ChangeText(
      name, [&own](const std::optional<store::SharedText>&) -> Result<std::string> {
        return TextOf(own);
      });
}

Status NoteSealing(Cluster* cluster, const Ids& own) {
  return cluster->ChangeText(
      kSealing, [&own](const std::optional<store::SharedText>& before) -> Result<std::string> {
        Ids all = before ? IdsOf(before->text) : Ids();
        const Ids more = TRY(FindNew(own, all));
        all.insert(all.end(), more.begin(), more.end());
        return TextOf(all);
      });
}

}  // namespace

Status CompareNumberKeys(Cluster* cluster, const auth::NumberVault* vault) {
  if (cluster == nullptr || vault == nullptr) return {};
  const auto found = FindUsable(cluster, vault->Ids());
  return found || found.error().code == Code::kNotFound ? Status() : Status(found.error());
}

Status AgreeOnNumberKeys(Cluster* cluster, const std::string& node, const auth::NumberVault* vault,
                         const std::function<Status()>& check) {
  const Ids own = vault == nullptr ? Ids() : vault->Ids();
  TRY(SayIds(cluster, node, own));
  if (own.empty()) return {};
  const Ids found = TRY(FindUsable(cluster, own));
  if (found.empty()) return {};
  TRY(check());
  return NoteSealing(cluster, own);
}

}  // namespace orgreg::app
