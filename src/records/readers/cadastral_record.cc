// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/cadastral_record.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "render/cadastral_json.h"

namespace orgreg::records {
namespace {

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

void IndexCadastral(const model::CadastralList& list, IndexedSupplement* indexed) {
  render::AppendKeptCadastralUnits(list, &indexed->columns.cadastral_units);
  std::vector<std::uint64_t>& keys = indexed->keys;
  for (const model::CadastralUnit& unit : list.units) {
    keys.push_back(CadastralKey(unit.id));
    keys.push_back(CadastralKey(unit.number));
  }
  std::ranges::sort(keys);
  keys.erase(std::ranges::unique(keys).begin(), keys.end());
}

}  // namespace orgreg::records
