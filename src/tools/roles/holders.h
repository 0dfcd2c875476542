// SPDX-License-Identifier: EUPL-1.2

// Entities that hold roles in others, each a real one of the generated register: firms that keep
// the accounts of many, and entities near the one in question. Names and forms are those of their
// records.
//
// Keeps some thousand firms whatever the size, and one block of the plan at a time. One thread at a
// time.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/roles/roles.h"
#include "tools/units/plan.h"
#include "tools/values/random.h"

namespace orgreg::tools {

// Services of firms for many others; in each, few firms have most of the clients.
enum class Service : std::uint8_t { kAccountant, kAuditor, kBusinessManager };
inline constexpr std::size_t kServices = 3;

// Some auditing firms have it. The wire does not say which values exist.
inline constexpr std::string_view kApproval = "Godkjent";

class Holders {
 public:
  // `plan` outlives the holders.
  explicit Holders(const Plan& plan);

  // The block of the plan with the requested entities; `units` outlives the answers.
  void BeginBlock(const std::vector<PlannedUnit>& units);

  // Null if a small register has no such firm.
  const model::HolderEntity* Firm(Service service, Random* random) const;
  // A company of the block, or nothing; never the one at `entity`.
  std::optional<model::HolderEntity> Company(std::uint64_t entity, Random* random) const;
  // The foreign entity that a branch belongs to.
  std::optional<model::HolderEntity> HomeOf(std::uint64_t branch) const;
  // An entity of the block that has been deleted.
  std::optional<model::HolderEntity> Deleted(Random* random) const;
  std::optional<model::HolderEntity> Municipality(Random* random) const;

  // Ordinary entities of the block: companies and associations.
  const std::vector<PlannedUnit>& companies() const { return companies_; }
  const std::vector<PlannedUnit>& clubs() const { return clubs_; }

 private:
  struct Firms {
    std::vector<model::HolderEntity> firms = {};
    Weighted weights = {};
  };
  Firms FindFirms(Service service) const;
  bool CanBeFirm(Service service, std::uint64_t entity) const;
  model::HolderEntity Live(const PlannedUnit& planned) const;

  const Plan& plan_;
  Firms services_[kServices] = {};
  // Of the block.
  std::vector<PlannedUnit> companies_ = {};
  std::vector<PlannedUnit> clubs_ = {};
  std::vector<PlannedUnit> foreign_ = {};
  std::vector<PlannedUnit> deleted_ = {};
};

}  // namespace orgreg::tools
