#include "model/code_lists.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>

extern "C" {
extern const char orgreg_organisation_forms[], orgreg_organisation_forms_end[];
extern const char orgreg_municipalities[], orgreg_municipalities_end[];
extern const char orgreg_sectors[], orgreg_sectors_end[];
extern const char orgreg_industries_sn2007[], orgreg_industries_sn2007_end[];
extern const char orgreg_industries_sn2025[], orgreg_industries_sn2025_end[];
extern const char orgreg_role_types[], orgreg_role_types_end[];
extern const char orgreg_role_group_types[], orgreg_role_group_types_end[];
extern const char orgreg_representatives[], orgreg_representatives_end[];
}

namespace orgreg::model {
namespace {

using Cells = std::array<std::string_view, 4>;

// The rows of an embedded table in its order: one heading, then tab-separated cells.
std::vector<Cells> RowsAsWritten(const char* begin, const char* end) {
  std::vector<Cells> rows;
  std::string_view rest(begin, static_cast<std::size_t>(end - begin));
  const auto take = [](std::string_view* text, char separator) {
    const std::size_t at = std::min(text->find(separator), text->size());
    const std::string_view part = text->substr(0, at);
    text->remove_prefix(std::min(at + 1, text->size()));
    return part;
  };
  take(&rest, '\n');
  while (!rest.empty()) {
    std::string_view line = take(&rest, '\n');
    Cells cells = {};
    for (std::string_view& cell : cells) cell = take(&line, '\t');
    rows.push_back(cells);
  }
  return rows;
}

// The same in order of the first cell.
std::vector<Cells> Rows(const char* begin, const char* end) {
  std::vector<Cells> rows = RowsAsWritten(begin, end);
  std::ranges::sort(rows, {}, [](const Cells& cells) { return cells[0]; });
  return rows;
}

template <typename Entry>
const Entry* FindSorted(std::span<const Entry> entries, std::string_view key,
                        std::string_view Entry::* member) {
  const auto found = std::ranges::lower_bound(entries, key, {}, member);
  return found != entries.end() && (*found).*member == key ? &*found : nullptr;
}

std::vector<FormEntry> ReadForms() {
  std::vector<FormEntry> forms;
  for (const auto& [code, text, expired_on, used_by] :
       Rows(orgreg_organisation_forms, orgreg_organisation_forms_end)) {
    const Kind kind = used_by == "underenhet" ? Kind::kSubEntity : Kind::kEntity;
    forms.push_back(
        {.code = code, .text = text, .expired_on = base::Date::Parse(expired_on), .used_by = kind});
  }
  return forms;
}

std::vector<MunicipalityEntry> ReadMunicipalities() {
  std::vector<MunicipalityEntry> municipalities;
  for (const auto& [number, name, type, note] :
       Rows(orgreg_municipalities, orgreg_municipalities_end)) {
    if (note.empty())
      municipalities.push_back({.number = number, .name = name});  // A note says: replaced.
  }
  return municipalities;
}

std::vector<SectorEntry> ReadSectors() {
  std::vector<SectorEntry> sectors;
  for (const auto& [code, text, confirmed, rest] : Rows(orgreg_sectors, orgreg_sectors_end)) {
    sectors.push_back({.code = code, .text = text});
  }
  return sectors;
}

std::vector<IndustryEntry> ReadIndustries(const char* begin, const char* end) {
  std::vector<IndustryEntry> industries;
  for (const auto& [code, text, level, parent] : Rows(begin, end)) {
    IndustryEntry entry{.code = code, .text = text, .parent = parent};
    std::from_chars(level.data(), level.data() + level.size(), entry.level);
    industries.push_back(entry);
  }
  return industries;
}

std::vector<RoleCode> ReadRoleCodes(const char* begin, const char* end) {
  std::vector<RoleCode> codes;
  for (const auto& [code, text, confirmed, rest] : RowsAsWritten(begin, end)) {
    codes.push_back({.code = code, .text = text});
  }
  return codes;
}

bool AreDigits(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::span<const FormEntry> Forms() {
  static const std::vector<FormEntry> forms = ReadForms();
  return forms;
}

const FormEntry* FindForm(std::string_view code) {
  return FindSorted(Forms(), code, &FormEntry::code);
}

std::span<const MunicipalityEntry> Municipalities() {
  static const std::vector<MunicipalityEntry> municipalities = ReadMunicipalities();
  return municipalities;
}

const MunicipalityEntry* FindMunicipality(std::string_view number) {
  return FindSorted(Municipalities(), number, &MunicipalityEntry::number);
}

std::span<const SectorEntry> Sectors() {
  static const std::vector<SectorEntry> sectors = ReadSectors();
  return sectors;
}

std::span<const IndustryEntry> Industries(Edition edition) {
  static const std::vector<IndustryEntry> sn2007 =
      ReadIndustries(orgreg_industries_sn2007, orgreg_industries_sn2007_end);
  static const std::vector<IndustryEntry> sn2025 =
      ReadIndustries(orgreg_industries_sn2025, orgreg_industries_sn2025_end);
  return edition == Edition::kSn2007 ? sn2007 : sn2025;
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

namespace {

// Of two digits.
std::size_t DivisionNumber(std::string_view code) {
  const auto digit = [&](std::size_t at) { return static_cast<std::size_t>(code[at] - '0'); };
  return digit(0) * 10 + digit(1);
}

}  // namespace

bool IsIndustryCode(std::string_view code) {
  constexpr std::size_t kDivisionDigits = 2;
  if (code.size() == 1) return code[0] >= 'A' && code[0] <= 'V';
  if (code.size() == kDivisionDigits) return AreDigits(code);
  if (code.size() < 4 || code.size() > 6 || code[kDivisionDigits] != '.') return false;
  return AreDigits(code.substr(0, kDivisionDigits)) && AreDigits(code.substr(kDivisionDigits + 1));
}

std::string_view SectionOfDivision(std::string_view division) {
  constexpr int kDivisionLevel = 2;
  static const auto sections = [] {
    std::array<std::string_view, 100> by_number;
    for (const Edition edition : {Edition::kSn2007, Edition::kSn2025}) {
      for (const IndustryEntry& entry : Industries(edition)) {
        if (entry.level == kDivisionLevel) by_number[DivisionNumber(entry.code)] = entry.parent;
      }
    }
    return by_number;
  }();
  if (division.size() != 2 || !AreDigits(division)) return {};
  return sections[DivisionNumber(division)];
}

std::span<const RoleCode> RoleTypes() {
  static const std::vector<RoleCode> codes =
      ReadRoleCodes(orgreg_role_types, orgreg_role_types_end);
  return codes;
}

std::span<const RoleCode> RoleGroupTypes() {
  static const std::vector<RoleCode> codes =
      ReadRoleCodes(orgreg_role_group_types, orgreg_role_group_types_end);
  return codes;
}

std::span<const RoleCode> Representatives() {
  static const std::vector<RoleCode> codes =
      ReadRoleCodes(orgreg_representatives, orgreg_representatives_end);
  return codes;
}

std::string_view TextOfRoleCode(std::span<const RoleCode> codes, std::string_view code) {
  const auto found = std::ranges::find(codes, code, &RoleCode::code);
  return found == codes.end() ? std::string_view() : found->text;
}

}  // namespace orgreg::model
