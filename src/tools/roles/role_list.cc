// SPDX-License-Identifier: EUPL-1.2

#include "tools/roles/role_list.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "model/codes/code_lists.h"
#include "tools/values/members.h"
#include "tools/values/series.h"

namespace orgreg::tools {
namespace {

model::CodedText Coded(std::span<const model::RoleCode> codes, std::string_view code) {
  return {.code = std::string(code), .text = std::string(model::TextOfRoleCode(codes, code))};
}

// Draws what a member of a board represents, as measured: mostly holders of shares of the first
// class.
std::string_view DrawRepresentative(Random* random) {
  constexpr std::array<std::string_view, 4> kCodes = {"A-AK", "AREP", "B-AK", "C-AK"};
  static const Weighted weights(std::array<std::uint64_t, 4>{860, 130, 6, 4});
  return kCodes[weights.Pick(random)];
}

// Recent changes are more likely than old ones.
base::Date ChangedOn(base::Date registered_on, Random* random) {
  const base::Date one = DayBetween(registered_on, SnapshotDay(), random);
  return std::max(one, DayBetween(registered_on, SnapshotDay(), random));
}

void CompleteRole(const RoleListTraits& traits, Random* random, model::Role* role) {
  constexpr double kLeft = 1.4;
  constexpr double kFuturePower = 0.01;
  constexpr double kLimitedCapacity = 0.005;
  role->is_deregistered = traits.everybody_left || random->Percent(kLeft);
  role->has_left = role->is_deregistered;
  if (!std::holds_alternative<model::Person>(role->holder)) return;
  if (random->Percent(kFuturePower)) role->has_confirmed_future_power = true;
  if (random->Percent(kLimitedCapacity)) role->has_limited_capacity = true;
}

}  // namespace

void RoleListBuilder::Begin(std::string_view group) {
  list_->groups.push_back({.type = Coded(model::RoleGroupTypes(), group)});
}

model::Role& RoleListBuilder::Add(std::string_view type, RoleHolder holder) {
  return list_->groups.back().roles.emplace_back(
      model::Role{.type = Coded(model::RoleTypes(), type), .holder = std::move(holder)});
}

bool RoleListBuilder::Holds(base::OrgNumber entity) const {
  return std::ranges::any_of(list_->groups.back().roles, [entity](const model::Role& role) {
    const auto* const holder = std::get_if<model::HolderEntity>(&role.holder);
    return holder != nullptr && holder->number == entity;
  });
}

model::CodedText Representative(std::string_view code) {
  return Coded(model::Representatives(), code);
}

void CompleteRoles(const RoleListTraits& traits, Random* random, model::RoleList* list) {
  constexpr double kElected = 8.5;
  for (model::RoleGroup& group : list->groups) {
    group.changed_on = ChangedOn(traits.registered_on, random);
    const bool is_elected =
        traits.has_share_classes && group.type.code == "STYR" && random->Percent(kElected);
    std::int64_t order = 0;
    for (model::Role& role : group.roles) {
      role.order = order++;
      CompleteRole(traits, random, &role);
      if (is_elected && !role.elected_by) {
        role.elected_by = Representative(DrawRepresentative(random));
      }
    }
  }
}

std::vector<std::string> SplitIntoShares(int parts, Random* random) {
  constexpr int kWhole = 100;
  constexpr double kUneven = 30;
  constexpr double kFraction = 45;
  std::vector<std::string> shares;
  const bool is_even = kWhole % parts == 0;
  if (random->Percent(kUneven)) {
    int rest = kWhole;
    for (int left = parts; left > 1; --left) {
      const int share = random->Between(1, rest - left + 1);
      rest -= share;
      shares.push_back(std::to_string(share).append("%"));
    }
    shares.push_back(std::to_string(rest).append("%"));
    return shares;
  }
  const bool is_fraction = !is_even || random->Percent(kFraction);
  const std::string share =
      is_fraction ? "1/" + std::to_string(parts) : std::to_string(kWhole / parts).append("%");
  shares.assign(static_cast<std::size_t>(parts), share);
  return shares;
}

}  // namespace orgreg::tools
