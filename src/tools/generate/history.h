// SPDX-License-Identifier: EUPL-1.2

// Writes the changes of a fictional register in the four weeks after its inventories, as batches of
// changes (docs/batches.md) with the time of their making. They are for a register that holds all
// the inventories. Run is called on a thread of its own; all other functions are called before it
// begins or after it has ended. It keeps a few dozen bytes for each update until the end.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/roles/roles.h"
#include "tools/generate/files.h"
#include "tools/generate/generate.h"
#include "tools/roles/roles.h"
#include "tools/units/stories.h"

namespace orgreg::tools {

class HistoryWriter {
 public:
  // Both outlive the writer. Others may write other files meanwhile.
  HistoryWriter(const Plan& plan, RegisterFiles* files);

  void Run();

  const base::Status& status() const { return status_; }
  void AddTo(GenerateCounts* counts) const;

 private:
  // One operation, or none if it would change nothing.
  struct Event {
    base::Timestamp time = {};
    PlannedUnit unit = {};
    std::uint8_t step = 0;  // The step of the unit's story.
    bool is_new = false;    // The unit is not in the plan.
    bool is_of_roles = false;
  };

  void Collect();
  void CollectNew();
  void Add(const PlannedUnit& unit, const Story& story, bool is_new);
  base::Status WriteBatch(const Event* begin, const Event* end);
  void Write(const Event& event);
  void WriteUnit(const Event& event);
  void WriteRoleChange(const Event& event);
  void WriteRoles(const Event& event, const model::Unit& unit);
  Story StoryOf(const Event& event) const;
  // The record after the event.
  model::Unit UnitAfter(const Event& event, const Story& story) const;
  // Makes the roles in an entity as of the inventories. False if it has none.
  bool MakeRoles(const PlannedUnit& planned, const model::Unit& unit);
  void AppendLine(std::string_view line);
  void AppendRoleLines();

  const Plan& plan_;
  RegisterFiles* files_;
  Stories stories_;
  RoleMaker roles_;
  People people_;
  std::vector<Event> events_ = {};
  model::RoleList role_list_ = {};
  std::vector<PlannedUnit> block_ = {};
  // Of the current batch.
  std::uint64_t operations_ = 0;
  std::string lines_ = {};
  std::string authorised_lines_ = {};
  GenerateCounts counts_ = {};
  base::Status status_ = {};
};

}  // namespace orgreg::tools
