// SPDX-License-Identifier: EUPL-1.2

#include "render/cadastral_json.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "render/body_json.h"

namespace orgreg::render {
namespace {

// A unit without padding between its members.
struct KeptUnit {
  std::uint64_t id = 0;
  std::uint32_t order = 0;
  std::uint32_t municipality = 0;
  std::uint32_t farm = 0;
  std::uint32_t use = 0;
  std::uint32_t lease = 0;
  std::uint32_t section = 0;

  model::CadastralNumber number() const { return {municipality, farm, use, lease, section}; }
};
static_assert(std::has_unique_object_representations_v<KeptUnit> && sizeof(KeptUnit) == 32);

// Units for which `is_wanted` is true, as rows.
template <typename IsWanted>
void AppendRowsOf(std::string_view kept, base::OrgNumber owner, const IsWanted& is_wanted,
                  std::string* out) {
  for (KeptUnit unit; kept.size() >= sizeof(unit); kept.remove_prefix(sizeof(unit))) {
    std::memcpy(&unit, kept.data(), sizeof(unit));
    if (!is_wanted(unit)) continue;
    if (!out->ends_with('[')) out->push_back(',');
    AppendBody(
        model::kServedCadastralSchema,
        {.owner = owner, .unit = {.number = unit.number(), .id = unit.id, .order = unit.order}},
        model::Form::kServed, out);
  }
}

}  // namespace

void AppendKeptCadastralUnits(const model::CadastralList& list, std::string* out) {
  for (const model::CadastralUnit& unit : list.units) {
    const KeptUnit kept{.id = unit.id,
                        .order = unit.order,
                        .municipality = unit.number.municipality,
                        .farm = unit.number.farm,
                        .use = unit.number.use,
                        .lease = unit.number.lease,
                        .section = unit.number.section};
    out->append(reinterpret_cast<const char*>(&kept), sizeof(kept));
  }
}

std::vector<model::CadastralUnit> CadastralUnits::First(std::size_t most) const {
  std::vector<model::CadastralUnit> units;
  std::string_view kept = kept_;
  units.reserve(std::min(most, kept.size() / sizeof(KeptUnit)));
  for (KeptUnit unit; kept.size() >= sizeof(unit) && units.size() < most;
       kept.remove_prefix(sizeof(unit))) {
    std::memcpy(&unit, kept.data(), sizeof(unit));
    units.push_back({.number = unit.number(), .id = unit.id, .order = unit.order});
  }
  return units;
}

void CadastralUnits::AppendRows(std::uint64_t id, base::OrgNumber owner, std::string* out) const {
  AppendRowsOf(kept_, owner, [id](const KeptUnit& unit) { return unit.id == id; }, out);
}

void CadastralUnits::AppendRows(const model::CadastralNumber& number, base::OrgNumber owner,
                                std::string* out) const {
  AppendRowsOf(
      kept_, owner, [&number](const KeptUnit& unit) { return unit.number() == number; }, out);
}

}  // namespace orgreg::render
