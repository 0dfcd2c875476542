#include "records/readers/cadastral_record.h"

#include <simdjson.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "model/units/field.h"
#include "records/readers/dom_value.h"
#include "records/readers/supplement.h"
#include "render/cadastral_json.h"

namespace orgreg::records {
namespace {

namespace dom = simdjson::dom;
using model::CadastralList;
using model::CadastralUnit;
using model::kCadastralNames;

// A member of a unit but for its id, which has more digits than the others.
struct Part {
  std::string_view name = {};
  std::uint32_t& (*of)(CadastralUnit&) = nullptr;
  std::size_t most_digits = model::kCadastralPartDigits;
  bool is_required = true;  // Otherwise it is zero where it is absent.
};
constexpr std::array<Part, 6> kParts = {{
    {.name = kCadastralNames.municipality,
     .of = [](CadastralUnit& unit) -> std::uint32_t& { return unit.number.municipality; },
     .most_digits = model::kMunicipalityDigits},
    {.name = kCadastralNames.farm,
     .of = [](CadastralUnit& unit) -> std::uint32_t& { return unit.number.farm; }},
    {.name = kCadastralNames.use,
     .of = [](CadastralUnit& unit) -> std::uint32_t& { return unit.number.use; }},
    {.name = kCadastralNames.lease,
     .of = [](CadastralUnit& unit) -> std::uint32_t& { return unit.number.lease; },
     .is_required = false},
    {.name = kCadastralNames.section,
     .of = [](CadastralUnit& unit) -> std::uint32_t& { return unit.number.section; },
     .is_required = false},
    {.name = kCadastralNames.order,
     .of = [](CadastralUnit& unit) -> std::uint32_t& { return unit.order; }},
}};

Reason SetPart(dom::element value, const Part& part, CadastralUnit* unit) {
  const bool is_municipality = part.most_digits == model::kMunicipalityDigits;
  std::string_view text;
  if (value.get_string().get(text) != simdjson::SUCCESS) return "is not text";
  const auto whole = model::ParseCadastralPart(text, part.most_digits);
  if (is_municipality && (!whole || text.size() != part.most_digits)) return "is not four digits";
  if (!whole) return "is not a number of at most nine digits";
  part.of(*unit) = *whole;
  return kTaken;
}

Reason SetId(dom::element value, CadastralUnit* unit) {
  std::string_view text;
  if (value.get_string().get(text) != simdjson::SUCCESS) return "is not text";
  const auto id = model::ParseCadastralId(text);
  if (!id) return "is not a number of at most 18 digits";
  unit->id = *id;
  return kTaken;
}

// One unit of a list.
class UnitFiller {
 public:
  UnitFiller(std::string path, CadastralUnit* unit, const Findings& findings)
      : path_(std::move(path)), unit_(unit), findings_(findings) {}

  void Fill(dom::object object) {
    for (const auto [name, value] : object) {
      if (!IsAbsent(value)) FillMember(name, value);
    }
    for (std::size_t at = 0; at < kParts.size(); ++at) {
      if (kParts[at].is_required && !has_part_[at]) Blame(kParts[at].name, "is missing");
    }
    if (!has_id_) Blame(kCadastralNames.id, "is missing");
  }

 private:
  void Blame(std::string_view name, Reason reason) const {
    findings_.Blame(path_ + "." + std::string(name), reason);
  }

  void FillMember(std::string_view name, dom::element value) {
    if (name == kCadastralNames.id) {
      has_id_ = true;
      return Blame(name, SetId(value, unit_));
    }
    const auto part = std::ranges::find(kParts, name, &Part::name);
    if (part == kParts.end()) {
      findings_.unknown->push_back(path_ + "." + std::string(name));
      return;
    }
    has_part_[static_cast<std::size_t>(part - kParts.begin())] = true;
    Blame(name, SetPart(value, *part, unit_));
  }

  std::string path_;
  CadastralUnit* unit_;
  Findings findings_;
  std::array<bool, kParts.size()> has_part_ = {};
  bool has_id_ = false;
};

void FillUnits(dom::element value, CadastralList* list, const Findings& findings) {
  dom::array array;
  list->units.clear();
  if (value.get_array().get(array) != simdjson::SUCCESS)
    return findings.Blame(model::kCadastralUnitsName, "is not a list of objects");
  for (const dom::element element : array) {
    const std::string path = ElementPath(model::kCadastralUnitsName, list->units.size());
    CadastralUnit& unit = list->units.emplace_back();
    dom::object object;
    if (element.get_object().get(object) == simdjson::SUCCESS) {
      UnitFiller(path, &unit, findings).Fill(object);
    } else {
      findings.Blame(path, "is not an object");
    }
  }
}

// One order for the same content.
void Sort(CadastralList* list) {
  std::ranges::sort(list->units, {}, [](const CadastralUnit& unit) {
    return std::tuple(unit.order, unit.id, unit.number.municipality, unit.number.farm,
                      unit.number.use, unit.number.lease, unit.number.section);
  });
}

bool Read(dom::object object, CadastralList* list, const Findings& findings) {
  const std::size_t before = findings.problems->size();
  bool has_owner = false;
  bool has_units = false;
  for (const auto [name, value] : object) {
    if (IsAbsent(value)) continue;
    if (name == model::kCadastralOwnerName) {
      has_owner = true;
      findings.Blame(name, SetFrom(value, &list->owner));
    } else if (name == model::kCadastralUnitsName) {
      has_units = true;
      FillUnits(value, list, findings);
    } else if (name != model::kLinksName) {
      findings.unknown->emplace_back(name);
    }
  }
  if (!has_owner) findings.Blame(model::kCadastralOwnerName, "is missing");
  if (!has_units) findings.Blame(model::kCadastralUnitsName, "is missing");
  Sort(list);
  return findings.problems->size() == before;
}

std::uint64_t KeyOf(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

}  // namespace

std::uint64_t CadastralKey(std::uint64_t id) { return KeyOf("id " + std::to_string(id)); }

std::uint64_t CadastralKey(const model::CadastralNumber& number) {
  std::string text = "number";
  for (const std::uint32_t part :
       {number.municipality, number.farm, number.use, number.lease, number.section}) {
    text.append(" ").append(std::to_string(part));
  }
  return KeyOf(text);
}

bool ReadCadastral(dom::object record, Supplement* read, Problems* problems,
                   std::vector<std::string>* unknown) {
  CadastralList list;
  *read = {};
  const bool is_good = Read(record, &list, {.problems = problems, .unknown = unknown});
  read->number = list.owner;
  if (!is_good) return false;
  render::AppendCadastralList(list, &read->body);
  return true;
}

base::Status IndexCadastral(dom::object stored, base::OrgNumber number,
                            IndexedSupplement* indexed) {
  CadastralList list;
  Problems problems;
  std::vector<std::string> unknown;
  *indexed = {};
  if (!Read(stored, &list, {.problems = &problems, .unknown = &unknown}) || list.owner != number) {
    return base::Error{base::Code::kCorrupt,
                       "the cadastral units of " + number.ToString() + " cannot be read" +
                           (problems.empty() ? "" : ": " + problems.front().Text())};
  }
  render::AppendKeptCadastralUnits(list, &indexed->columns.cadastral_units);
  std::vector<std::uint64_t>& keys = indexed->keys;
  for (const CadastralUnit& unit : list.units) {
    keys.push_back(CadastralKey(unit.id));
    keys.push_back(CadastralKey(unit.number));
  }
  std::ranges::sort(keys);
  keys.erase(std::ranges::unique(keys).begin(), keys.end());
  return {};
}

}  // namespace orgreg::records
