// SPDX-License-Identifier: EUPL-1.2

// The code lists: organisation forms, municipalities and special areas, institutional sectors, the
// two editions of the industrial classification with their hierarchy, and the codes of roles. The
// functions read the installed lists (code_list_set.h); earlier results stay valid when other lists
// are installed. Safe from any thread.

#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string_view>

#include "base/values/date.h"
#include "model/kind.h"

namespace orgreg::model {

struct FormEntry {
  std::string_view code = {};
  std::string_view text = {};
  std::optional<base::Date> expired_on = {};
  Kind used_by = Kind::kEntity;
};

struct MunicipalityEntry {
  std::string_view number = {};  // Four digits.
  std::string_view name = {};    // In capitals.
  std::optional<base::Date> retired_on = {};
};

struct SectorEntry {
  std::string_view code = {};
  std::string_view text = {};
};

// A code at any level of the classification: section "J", division "62", down to "62.010".
struct IndustryEntry {
  std::string_view code = {};
  std::string_view text = {};
  std::string_view parent = {};
  int level = 1;  // 1 to 5.
};

// A kind of role, a kind of group of roles, or whom a member of a board represents.
struct RoleCode {
  std::string_view code = {};
  std::string_view text = {};
  std::optional<base::Date> retired_on = {};
};

enum class Edition { kSn2007, kSn2025 };

// The later edition took the place of the earlier one on this day.
inline constexpr base::Date kFirstDayOfSn2025 =
    base::Date::FromDays(std::chrono::sys_days(std::chrono::year(2025) / std::chrono::September / 1)
                             .time_since_epoch()
                             .count());

// All forms, in order of code, including expired ones.
std::span<const FormEntry> Forms();
const FormEntry* FindForm(std::string_view code);

// All existing municipalities and areas, and those that an operator retired, in order of number.
std::span<const MunicipalityEntry> Municipalities();
const MunicipalityEntry* FindMunicipality(std::string_view number);

std::span<const SectorEntry> Sectors();

// The text of a code, or the name of an area; empty if no list has it. An industrial code gets its
// text from the current edition, or from the previous one if only that has the code.
std::string_view TextOfForm(std::string_view code);
std::string_view TextOfSector(std::string_view code);
std::string_view TextOfIndustry(std::string_view code);
std::string_view NameOfMunicipality(std::string_view number);

// The codes of an edition, in order.
std::span<const IndustryEntry> Industries(Edition edition);

// True for a well-formed code of any level: J, 62, 62.0, 62.01, 62.010. A code that is retired or
// never existed is well-formed too: a search for it finds nothing.
bool IsIndustryCode(std::string_view code);

// The letter of the section that a division ("62") belongs to: in the current edition, or in the
// previous one if only that has the division; empty if neither does.
std::string_view SectionOfDivision(std::string_view division);

// The codes in the order in which the lists are served (reference, Role code lists).
std::span<const RoleCode> RoleTypes();
std::span<const RoleCode> RoleGroupTypes();
std::span<const RoleCode> Representatives();
// The text of a code; empty if the list does not have it.
std::string_view TextOfRoleCode(std::span<const RoleCode> codes, std::string_view code);

}  // namespace orgreg::model
