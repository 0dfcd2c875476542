// SPDX-License-Identifier: EUPL-1.2

// Writes the supplements of the entities of a generated register, on a thread of its own: they are
// as much text as the entities, and follow from their records. All functions but Run are called
// before it begins or after it has ended.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/threads/channel.h"
#include "model/roles/roles.h"
#include "tools/generate/files.h"
#include "tools/generate/generate.h"
#include "tools/roles/roles.h"
#include "tools/units/plan.h"

namespace orgreg::tools {

struct MadeEntity {
  PlannedUnit planned = {};
  model::Unit unit = {};
};

// Entities of one block of the plan.
struct EntityBlock {
  std::uint64_t block = 0;
  std::vector<PlannedUnit> units = {};    // All units of the block, in any role.
  std::vector<MadeEntity> entities = {};  // Some or all of its entities, as they are written.
};

// A block is read by several threads, each with a channel of its own.
using BlockChannel = base::Channel<std::shared_ptr<const EntityBlock>>;

class SupplementWriter {
 public:
  // Both outlive the writer. Others may write other files meanwhile.
  SupplementWriter(const Plan& plan, RegisterFiles* files)
      : plan_(plan), files_(files), roles_(plan) {}

  // Runs until the channel is closed. Closes it if a file cannot be written.
  void Run(BlockChannel* blocks);

  const base::Status& status() const { return status_; }
  void AddTo(GenerateCounts* counts) const;

 private:
  base::Status Write(const EntityBlock& block);
  base::Status WriteRoles(const MadeEntity& entity);
  base::Status WriteRegisters(const MadeEntity& entity);

  const Plan& plan_;
  RegisterFiles* files_;
  RoleMaker roles_;
  model::RoleList role_list_ = {};
  std::string text_ = {};
  GenerateCounts counts_ = {};
  base::Status status_ = {};
};

}  // namespace orgreg::tools
