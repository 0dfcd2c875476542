#include "render/cadastral_json.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "formats/json/text.h"

namespace orgreg::render {
namespace {

constexpr const model::CadastralNames& kNames = model::kCadastralNames;

// "name":" – of our own names, in which nothing is escaped.
void AppendOpened(std::string_view name, std::string* out) {
  out->append("\"").append(name).append("\":\"");
}

void AppendWhole(std::string_view name, std::uint64_t value, std::string* out) {
  AppendOpened(name, out);
  formats::AppendInteger(static_cast<std::int64_t>(value), out);
  out->append("\",");
}

void AppendNumber(const model::CadastralNumber& number, std::string* out) {
  AppendOpened(kNames.municipality, out);
  std::string digits = std::to_string(number.municipality);
  digits.insert(0, model::kMunicipalityDigits - std::min(digits.size(), model::kMunicipalityDigits),
                '0');
  out->append(digits).append("\",");
  AppendWhole(kNames.farm, number.farm, out);
  AppendWhole(kNames.use, number.use, out);
  AppendWhole(kNames.lease, number.lease, out);
  if (number.section != 0) AppendWhole(kNames.section, number.section, out);
}

// Without the brace before it.
void AppendUnit(const model::CadastralUnit& unit, std::string* out) {
  AppendNumber(unit.number, out);
  AppendWhole(kNames.id, unit.id, out);
  AppendWhole(kNames.order, unit.order, out);
  out->back() = '}';
}

void AppendRow(const model::CadastralUnit& unit, base::OrgNumber owner, std::string* out) {
  out->append(out->ends_with('[') ? "{" : ",{");
  AppendOpened(kNames.owner, out);
  owner.AppendTo(out);
  out->append("\",");
  AppendUnit(unit, out);
}

// A unit without gaps between its parts.
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
    AppendRow({.number = unit.number(), .id = unit.id, .order = unit.order}, owner, out);
  }
}

}  // namespace

void AppendCadastralList(const model::CadastralList& list, std::string* out) {
  out->push_back('{');
  AppendOpened(model::kCadastralOwnerName, out);
  list.owner.AppendTo(out);
  out->append("\",\"").append(model::kCadastralUnitsName).append("\":[");
  for (const model::CadastralUnit& unit : list.units) {
    out->append(&unit == list.units.data() ? "{" : ",{");
    AppendUnit(unit, out);
  }
  out->append("]}");
}

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

void CadastralUnits::AppendRows(std::uint64_t id, base::OrgNumber owner, std::string* out) const {
  AppendRowsOf(kept_, owner, [id](const KeptUnit& unit) { return unit.id == id; }, out);
}

void CadastralUnits::AppendRows(const model::CadastralNumber& number, base::OrgNumber owner,
                                std::string* out) const {
  AppendRowsOf(
      kept_, owner, [&number](const KeptUnit& unit) { return unit.number() == number; }, out);
}

}  // namespace orgreg::render
