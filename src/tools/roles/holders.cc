// SPDX-License-Identifier: EUPL-1.2

// Firms are found once, among the entities of the right industries. The others are picked from the
// current block.

#include "tools/roles/holders.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>

#include "tools/units/plan.h"
#include "tools/units/unit.h"
#include "tools/values/members.h"
#include "tools/values/random.h"

namespace orgreg::tools {
namespace {

// How many firms offer a service, and which industries they are in.
struct ServiceRow {
  std::uint64_t entities_per_firm = 0;
  std::uint64_t most = 0;
  std::array<std::string_view, 2> industries = {};
};
constexpr ServiceRow kRows[kServices] = {{600, 2500, {"69.202", "69.203"}},
                                         {1200, 1000, {"69.201", "69.201"}},
                                         {4000, 300, {"68.320", "68.320"}}};

// The register keeps a name in lines of this many characters.
constexpr std::size_t kNameLineCharacters = 35;
constexpr double kApproved = 4;

std::size_t LineEnd(std::string_view text) {
  std::size_t characters = 0;
  std::size_t last_space = std::string_view::npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ') last_space = i;
    characters += (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U ? 1 : 0;
    if (characters > kNameLineCharacters && last_space != std::string_view::npos) {
      return last_space;
    }
  }
  return text.size();
}

model::Lines NameLines(std::string_view name) {
  std::vector<std::optional<std::string>> lines;
  while (!name.empty()) {
    const std::size_t end = LineEnd(name);
    lines.emplace_back(std::string(name.substr(0, end)));
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return lines;
}

model::HolderEntity HolderOf(const EntityCore& core) {
  return {.number = core.number,
          .form = LiveForm(*core.profile->form),
          .name = NameLines(core.name),
          .is_deleted = false};
}

// By rank, the number of clients falls with the power of three quarters.
Weighted WeightsOfRanks(std::size_t ranks) {
  constexpr double kScale = 1e9;
  std::vector<std::uint64_t> weights;
  for (std::size_t rank = 1; rank <= ranks; ++rank) {
    const auto at = static_cast<double>(rank);
    weights.push_back(static_cast<std::uint64_t>(kScale / std::sqrt(at * std::sqrt(at))));
  }
  return Weighted(weights);
}

}  // namespace

Holders::Holders(const Plan& plan) : plan_(plan) {
  for (std::size_t i = 0; i < kServices; ++i) services_[i] = FindFirms(static_cast<Service>(i));
}

// Firms of the right industry, and, if a small register has too few, others.
Holders::Firms Holders::FindFirms(Service service) const {
  constexpr std::uint64_t kTriesPerFirm = 800;
  constexpr std::uint64_t kTriesForAny = 50;
  const auto row_at = static_cast<std::size_t>(service);
  const ServiceRow& row = kRows[row_at];
  const std::uint64_t entities = plan_.Count(Role::kEntity);
  const std::uint64_t wanted =
      std::clamp<std::uint64_t>(entities / row.entities_per_firm, 1, row.most);
  Random random(plan_.seed(), Stream::kHolder, row_at);
  Firms found;
  std::unordered_set<std::uint64_t> chosen;
  for (std::uint64_t i = 0; i < wanted * kTriesPerFirm && found.firms.size() < wanted; ++i) {
    const std::uint64_t entity = random.Below(entities);
    const bool is_any_good = i >= wanted * (kTriesPerFirm - kTriesForAny);
    if (!CanBeFirm(service, entity)) continue;
    if (!is_any_good && !std::ranges::count(row.industries, IndustryAt(plan_, entity))) continue;
    if (!chosen.insert(entity).second) continue;
    found.firms.push_back(HolderOf(MakeCore(plan_, entity, plan_.SerialOf(Role::kEntity, entity))));
    const bool is_approved = service == Service::kAuditor && random.Percent(kApproved);
    if (is_approved) found.firms.back().approval = std::string(kApproval);
  }
  found.weights = WeightsOfRanks(found.firms.size());
  return found;
}

bool Holders::CanBeFirm(Service service, std::uint64_t entity) const {
  if (plan_.TraitOf(Role::kEntity, entity) != Trait::kNone) return false;
  const std::string_view form = plan_.FormOf(entity).form->code;
  return form == "AS" || (form == "ENK" && service == Service::kAccountant);
}

void Holders::BeginBlock(const std::vector<PlannedUnit>& units) {
  companies_.clear();
  clubs_.clear();
  foreign_.clear();
  deleted_.clear();
  for (const PlannedUnit& unit : units) {
    if (unit.role == Role::kDeletedEntity) deleted_.push_back(unit);
    if (unit.role != Role::kEntity) continue;
    const std::string_view form = plan_.FormOf(unit.index).form->code;
    const bool is_foreign = form == "UTLA";
    if (is_foreign) foreign_.push_back(unit);
    if (form != "AS" && form != "FLI") continue;
    if (plan_.TraitOf(Role::kEntity, unit.index) != Trait::kNone) continue;
    (form == "AS" ? companies_ : clubs_).push_back(unit);
  }
}

const model::HolderEntity* Holders::Firm(Service service, Random* random) const {
  const Firms& found = services_[static_cast<std::size_t>(service)];
  return found.firms.empty() ? nullptr : &found.firms[found.weights.Pick(random)];
}

model::HolderEntity Holders::Live(const PlannedUnit& planned) const {
  return HolderOf(MakeCore(plan_, planned.index, planned.serial));
}

std::optional<model::HolderEntity> Holders::Company(std::uint64_t entity, Random* random) const {
  if (companies_.empty()) return std::nullopt;
  const PlannedUnit& company = PickOf(companies_, random);
  if (company.index == entity) return std::nullopt;
  return Live(company);
}

std::optional<model::HolderEntity> Holders::HomeOf(std::uint64_t branch) const {
  if (foreign_.empty()) return std::nullopt;
  return Live(foreign_[branch % foreign_.size()]);
}

std::optional<model::HolderEntity> Holders::Deleted(Random* random) const {
  if (deleted_.empty()) return std::nullopt;
  const model::Unit unit = MakeRetired(plan_, PickOf(deleted_, random));
  return model::HolderEntity{
      .number = unit.number, .form = unit.form, .name = NameLines(*unit.name), .is_deleted = true};
}

std::optional<model::HolderEntity> Holders::Municipality(Random* random) const {
  if (plan_.municipalities() == 0) return std::nullopt;
  const std::uint64_t which = random->Below(plan_.municipalities());
  // Only number and day follow from the serial.
  EntityCore core = MakeCore(plan_, which, 0);
  core.number = plan_.PublicNumber(which);
  return HolderOf(core);
}

}  // namespace orgreg::tools
