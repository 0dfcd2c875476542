// SPDX-License-Identifier: EUPL-1.2

#include "model/codes/code_lists.h"

#include <algorithm>

#include "base/values/ascii.h"
#include "model/codes/code_list_set.h"

namespace orgreg::model {
namespace {

template <typename Entry>
const Entry* FindSorted(std::span<const Entry> entries, std::string_view key,
                        std::string_view Entry::* member) {
  const auto found = std::ranges::lower_bound(entries, key, {}, member);
  return found != entries.end() && (*found).*member == key ? &*found : nullptr;
}
}  // namespace

std::span<const FormEntry> Forms() { return CurrentCodeLists().forms(); }

const FormEntry* FindForm(std::string_view code) {
  return FindSorted(Forms(), code, &FormEntry::code);
}

std::span<const MunicipalityEntry> Municipalities() { return CurrentCodeLists().municipalities(); }

const MunicipalityEntry* FindMunicipality(std::string_view number) {
  return FindSorted(Municipalities(), number, &MunicipalityEntry::number);
}

std::span<const SectorEntry> Sectors() { return CurrentCodeLists().sectors(); }

std::span<const IndustryEntry> Industries(Edition edition) {
  return CurrentCodeLists().industries(edition);
}

std::string_view TextOfForm(std::string_view code) {
  const FormEntry* const form = FindForm(code);
  return form == nullptr ? std::string_view() : form->text;
}

std::string_view TextOfSector(std::string_view code) {
  const SectorEntry* const sector = FindSorted(Sectors(), code, &SectorEntry::code);
  return sector == nullptr ? std::string_view() : sector->text;
}

std::string_view TextOfIndustry(std::string_view code) {
  for (const Edition edition : {Edition::kSn2025, Edition::kSn2007}) {
    const IndustryEntry* const entry = FindSorted(Industries(edition), code, &IndustryEntry::code);
    if (entry != nullptr) return entry->text;
  }
  return {};
}

std::string_view NameOfMunicipality(std::string_view number) {
  const MunicipalityEntry* const municipality = FindMunicipality(number);
  return municipality == nullptr ? std::string_view() : municipality->name;
}

bool IsIndustryCode(std::string_view code) {
  constexpr std::size_t kDivisionDigits = 2;
  if (code.size() == 1) return code[0] >= 'A' && code[0] <= 'V';
  if (code.size() == kDivisionDigits) return base::AreDigits(code);
  if (code.size() < 4 || code.size() > 6 || code[kDivisionDigits] != '.') return false;
  return base::AreDigits(code.substr(0, kDivisionDigits)) &&
         base::AreDigits(code.substr(kDivisionDigits + 1));
}

std::string_view SectionOfDivision(std::string_view division) {
  if (division.size() != 2 || !base::AreDigits(division)) return {};
  const auto digit = [&](std::size_t at) { return static_cast<std::size_t>(division[at] - '0'); };
  return CurrentCodeLists().section(digit(0) * 10 + digit(1));
}

std::span<const RoleCode> RoleTypes() {
  return CurrentCodeLists().role_codes(CodeList::kRoleTypeCodes);
}

std::span<const RoleCode> RoleGroupTypes() {
  return CurrentCodeLists().role_codes(CodeList::kRoleGroupTypeCodes);
}

std::span<const RoleCode> Representatives() {
  return CurrentCodeLists().role_codes(CodeList::kRepresentativeCodes);
}

std::string_view TextOfRoleCode(std::span<const RoleCode> codes, std::string_view code) {
  const auto found = std::ranges::find(codes, code, &RoleCode::code);
  return found == codes.end() ? std::string_view() : found->text;
}

}  // namespace orgreg::model
