// SPDX-License-Identifier: EUPL-1.2

// The stories of all units are collected as events and sorted by time. Events of one moment become
// a batch; the record of each event is made again from the plan and the story so far.

#include "tools/generate/history.h"

#include <algorithm>
#include <tuple>

#include "base/values/date.h"
#include "base/values/org_number.h"
#include "model/kind.h"
#include "model/roles/schema.h"
#include "render/body_json.h"
#include "render/record_json.h"
#include "tools/units/changes.h"
#include "tools/values/random.h"

namespace orgreg::tools {
namespace {

// The numbers of new units follow those of the newer part of the series, five for each entity: it
// has one of the first four, its sub-entity, if any, the last.
constexpr std::uint32_t kFirstNewBody = 3'850'000;
constexpr std::uint32_t kNumbersPerEntity = 5;

base::OrgNumber NewNumber(const Plan& plan, Role role, std::uint64_t index) {
  const auto first = kFirstNewBody + static_cast<std::uint32_t>(index) * kNumbersPerEntity;
  if (role == Role::kSubEntity) return NumberFromBody(first + kNumbersPerEntity - 1);
  Random random(plan.seed(), Stream::kNumber, plan.series().size() + index);
  return NumberFromBody(first + static_cast<std::uint32_t>(random.Below(kNumbersPerEntity - 1)));
}

model::Kind KindOf(const PlannedUnit& unit) {
  return IsEntity(unit.role) ? model::Kind::kEntity : model::Kind::kSubEntity;
}

bool BringsRecord(Deed deed) { return deed != Deed::kDelete && deed != Deed::kRemove; }

std::string_view OperationOf(Deed deed) {
  switch (deed) {
    case Deed::kDelete:
      return "delete";
    case Deed::kRemove:
      return "remove";
    case Deed::kReinstate:
      return "reinstate";
    default:
      return "upsert";
  }
}

std::string Beginning(std::string_view operation, model::Kind kind) {
  std::string line = R"({"operation":")";
  line.append(operation).append(R"(","kind":")").append(model::RowOf(kind).one);
  return line.append("\",");
}

}  // namespace

HistoryWriter::HistoryWriter(const Plan& plan, RegisterFiles* files)
    : plan_(plan),
      files_(files),
      stories_(plan),
      roles_(plan),
      people_(plan.seed(), plan.Count(Role::kEntity)) {}

void HistoryWriter::Run() {
  Collect();
  CollectNew();
  // Entities come before their sub-entities, and roles after their entity.
  std::ranges::sort(events_, {}, [](const Event& event) {
    return std::tuple(event.time, event.is_of_roles, event.unit.role, event.unit.index,
                      event.is_new);
  });
  const auto other_time = [](const Event& a, const Event& b) { return a.time != b.time; };
  for (auto begin = events_.begin(); begin != events_.end() && status_.ok();) {
    const auto last = std::adjacent_find(begin, events_.end(), other_time);
    const auto end = last == events_.end() ? last : std::next(last);
    status_ = WriteBatch(&*begin, &*begin + (end - begin));
    begin = end;
  }
}

void HistoryWriter::AddTo(GenerateCounts* counts) const {
  counts->batches += counts_.batches;
  counts->changes += counts_.changes;
}

void HistoryWriter::Collect() {
  for (std::uint64_t block = 0; block < plan_.blocks(); ++block) {
    plan_.FillBlock(block, &block_);
    for (const PlannedUnit& unit : block_) {
      if (unit.role != Role::kEntity && unit.role != Role::kSubEntity) continue;
      Add(unit, stories_.Of(unit), false);
      if (unit.role != Role::kEntity) continue;
      const auto time = stories_.RoleChangeOf(unit.index);
      if (time) events_.push_back({.time = *time, .unit = unit, .is_of_roles = true});
    }
  }
}

// They are made as if they were the last of the plan, and then get their own numbers and days.
void HistoryWriter::CollectNew() {
  const std::uint64_t serial = plan_.series().size() - 1;
  for (std::uint64_t i = 0; i < stories_.new_entities(); ++i) {
    const PlannedUnit entity = {.role = Role::kEntity, .index = i, .serial = serial};
    Add(entity, stories_.OfNew(i), true);
    const PlannedUnit sub_entity = {.role = Role::kSubEntity,
                                    .index = i,
                                    .serial = serial,
                                    .parent = plan_.Count(Role::kEntity) + i,
                                    .parent_serial = serial};
    Add(sub_entity, stories_.OfNewSubEntity(i), true);
  }
}

void HistoryWriter::Add(const PlannedUnit& unit, const Story& story, bool is_new) {
  std::uint8_t step = 0;
  for (const Step& one : story.steps()) {
    events_.push_back({.time = one.time, .unit = unit, .step = step++, .is_new = is_new});
  }
}

base::Status HistoryWriter::WriteBatch(const Event* begin, const Event* end) {
  operations_ = 0;
  lines_.clear();
  authorised_lines_.clear();
  for (const Event* event = begin; event != end; ++event) Write(*event);
  if (operations_ == 0) return {};
  ++counts_.batches;
  counts_.changes += operations_;
  const std::string time = begin->time.ToString();
  std::string header = R"({"batch":"endringer-)" + time + R"(","operations":)";
  header.append(std::to_string(operations_)).append(R"(,"time":")").append(time).append("\"}\n");
  lines_.pop_back();  // The file ends each record itself.
  authorised_lines_.pop_back();
  base::Status status = files_->Append(GeneratedFile::kChanges, header + lines_);
  if (!status.ok()) return status;
  return files_->Append(GeneratedFile::kAuthorisedChanges, header + authorised_lines_);
}

void HistoryWriter::Write(const Event& event) {
  event.is_of_roles ? WriteRoleChange(event) : WriteUnit(event);
}

void HistoryWriter::WriteUnit(const Event& event) {
  const model::Kind kind = KindOf(event.unit);
  const Story story = StoryOf(event);
  const Step& step = story.steps()[event.step];
  const model::Unit unit = UnitAfter(event, story);
  std::string line = Beginning(OperationOf(step.deed), kind);
  if (!BringsRecord(step.deed)) {
    line.append(R"("organisasjonsnummer":")").append(unit.number.ToString());
    line.append(R"(","slettedato":")").append(Calendar::DateOf(event.time).ToString());
    return AppendLine(line.append("\"}"));
  }
  line.append(R"("record":)");
  render::AppendRecord(kind, unit, model::Form::kStored, &line);
  AppendLine(line.append("}"));
  const bool brings_roles = step.deed == Deed::kReinstate ||
                            (step.deed == Deed::kRegister && event.is_new && event.step == 0);
  if (brings_roles && kind == model::Kind::kEntity) WriteRoles(event, unit);
}

Story HistoryWriter::StoryOf(const Event& event) const {
  if (!event.is_new) return stories_.Of(event.unit);
  const std::uint64_t index = event.unit.index;
  return IsEntity(event.unit.role) ? stories_.OfNew(index) : stories_.OfNewSubEntity(index);
}

void HistoryWriter::WriteRoleChange(const Event& event) {
  const model::Unit unit = MakeEntity(plan_, event.unit);
  if (!MakeRoles(event.unit, unit)) return;
  Random random(plan_.seed() + 2, Stream::kChange, event.unit.index);
  ChangeRoles(people_, Calendar::DateOf(event.time), &random, &role_list_);
  AppendRoleLines();
}

void HistoryWriter::WriteRoles(const Event& event, const model::Unit& unit) {
  PlannedUnit planned = event.unit;
  if (event.is_new) planned.index += plan_.Count(Role::kEntity);
  if (MakeRoles(planned, unit)) AppendRoleLines();
}

model::Unit HistoryWriter::UnitAfter(const Event& event, const Story& story) const {
  const bool is_entity = IsEntity(event.unit.role);
  PlannedUnit planned = event.unit;
  if (event.is_new) planned.index += plan_.Count(planned.role);
  model::Unit unit = is_entity ? MakeEntity(plan_, planned) : MakeSubEntity(plan_, planned);
  if (event.is_new) {
    unit.number = NewNumber(plan_, planned.role, event.unit.index);
    if (!is_entity) unit.superior = NewNumber(plan_, Role::kEntity, event.unit.index);
    RegisterOn(KindOf(planned), Calendar::DateOf(story.steps().front().time), &unit);
  }
  const auto steps = story.steps().first(event.step + std::size_t{1});
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const base::Date day = Calendar::DateOf(steps[i].time);
    Random random(plan_.seed() + (is_entity ? 0 : 1), Stream::kChange,
                  planned.index * Story::kMostSteps + i);
    if (steps[i].deed == Deed::kWindUp) WindUp(day, &unit);
    if (steps[i].deed != Deed::kChange) continue;
    const std::uint64_t index = is_entity ? planned.index : *planned.parent;
    const EntityCore core =
        MakeCore(plan_, index, is_entity ? planned.serial : planned.parent_serial);
    (is_entity ? ChangeEntity : ChangeSubEntity)(core, day, &random, &unit);
  }
  return unit;
}

bool HistoryWriter::MakeRoles(const PlannedUnit& planned, const model::Unit& unit) {
  const std::uint64_t entities = plan_.Count(Role::kEntity);
  const std::uint64_t index = std::min(planned.index, entities - 1);
  const std::uint64_t block = ((index + 1) * plan_.blocks() - 1) / entities;
  plan_.FillBlock(block, &block_);
  roles_.BeginBlock(block, block_);
  return roles_.Make(planned, unit, &role_list_);
}

void HistoryWriter::AppendLine(std::string_view line) {
  ++operations_;
  for (std::string* lines : {&lines_, &authorised_lines_}) lines->append(line).push_back('\n');
}

// The list is not sealed: its stored form would have no numbers at all.
void HistoryWriter::AppendRoleLines() {
  ++operations_;
  const auto append = [this](model::Form form, std::string* lines) {
    lines->append(Beginning("upsert", model::Kind::kRoles)).append(R"("record":)");
    render::AppendBody(model::kRoleListSchema, role_list_, form, lines);
    lines->append("}\n");
  };
  append(model::Form::kStored, &lines_);
  append(model::Form::kInventory, &authorised_lines_);
}

}  // namespace orgreg::tools
