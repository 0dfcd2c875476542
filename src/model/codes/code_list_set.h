// SPDX-License-Identifier: EUPL-1.2

// All code lists as one unchanging value: those shipped with the program, with an operator's
// changes over them. One value is installed at a time and is swapped as a whole; values that were
// installed before are kept, because views of them may still be in use. They change a few times a
// year. Every function is safe from any thread.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/values/date.h"
#include "model/codes/code_change.h"
#include "model/codes/code_lists.h"
#include "model/codes/voluntary_lists.h"

namespace orgreg::model {

// A code of any list.
struct CodeRow {
  std::string_view code = {};
  std::string_view text = {};
  std::string_view parent = {};
  std::string_view english = {};  // The text in English, if the list has it.
  std::optional<base::Date> retired_on = {};
  Kind used_by = Kind::kEntity;
  friend bool operator==(const CodeRow&, const CodeRow&) = default;
};

class CodeLists {
 public:
  static constexpr std::size_t kDivisions = 100;

  // If two changes name the same code, the later one wins.
  explicit CodeLists(std::vector<CodeChange> changes);
  CodeLists(const CodeLists&) = delete;
  CodeLists& operator=(const CodeLists&) = delete;

  const std::vector<CodeChange>& changes() const { return changes_; }
  // All codes of a list, in its order.
  std::span<const CodeRow> rows(CodeList list) const { return rows_[IndexOf(list)]; }
  // Null if the list does not have the code.
  const CodeRow* Find(CodeList list, std::string_view code) const;
  // Two lists have equal fingerprints if they would give the same index of the kind's records.
  std::uint64_t FingerprintFor(Kind kind) const;

  // The lists, in the orders that code_lists.h and voluntary_lists.h promise.
  std::span<const FormEntry> forms() const { return forms_; }
  std::span<const MunicipalityEntry> municipalities() const { return municipalities_; }
  std::span<const SectorEntry> sectors() const { return sectors_; }
  std::span<const IndustryEntry> industries(Edition edition) const {
    return edition == Edition::kSn2007 ? sn2007_ : sn2025_;
  }
  std::span<const RoleCode> role_codes(CodeList list) const {
    return roles_[IndexOf(list) - IndexOf(CodeList::kRoleTypeCodes)];
  }
  std::span<const VoluntaryCode> categories() const { return categories_; }
  std::span<const VoluntaryCode> information_types() const { return information_types_; }
  // The section of a division, by the division's number; empty if there is no such division.
  std::string_view section(std::size_t division) const { return sections_[division]; }

 private:
  void ReadTables();
  void Apply(const CodeChange& change);
  void Order();
  void MakeEntries();
  void MakeSections();
  std::uint64_t Sum(CodeList list) const;

  std::vector<CodeChange> changes_;  // Rows have views of it.
  std::array<std::vector<CodeRow>, kCodeListCount> rows_;
  std::vector<FormEntry> forms_;
  std::vector<MunicipalityEntry> municipalities_;
  std::vector<SectorEntry> sectors_;
  std::vector<IndustryEntry> sn2007_;
  std::vector<IndustryEntry> sn2025_;
  std::array<std::vector<RoleCode>, 3> roles_;
  std::vector<VoluntaryCode> categories_;
  std::vector<VoluntaryCode> information_types_;
  std::array<std::string_view, kDivisions> sections_;
};

// The installed lists, or those of the program if none were installed. They stay valid as long as
// the program runs.
const CodeLists& CurrentCodeLists();

// Installs the program's lists with exactly these changes. Costs little if they are installed
// already.
void InstallCodeLists(const std::vector<CodeChange>& changes);

}  // namespace orgreg::model
