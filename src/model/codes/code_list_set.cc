// SPDX-License-Identifier: EUPL-1.2

// The embedded tables are read into rows, an operator's changes are applied, and the entries of
// each list are made from the result. The Shelf keeps every value that was installed.

#include "model/codes/code_list_set.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <memory>
#include <mutex>
#include <utility>

extern "C" {
extern const char orgreg_organisation_forms[], orgreg_organisation_forms_end[];
extern const char orgreg_municipalities[], orgreg_municipalities_end[];
extern const char orgreg_counties[], orgreg_counties_end[];
extern const char orgreg_sectors[], orgreg_sectors_end[];
extern const char orgreg_industries_sn2007[], orgreg_industries_sn2007_end[];
extern const char orgreg_industries_sn2025[], orgreg_industries_sn2025_end[];
extern const char orgreg_role_types[], orgreg_role_types_end[];
extern const char orgreg_role_group_types[], orgreg_role_group_types_end[];
extern const char orgreg_representatives[], orgreg_representatives_end[];
extern const char orgreg_icnpo_categories[], orgreg_icnpo_categories_end[];
extern const char orgreg_information_types[], orgreg_information_types_end[];
}

namespace orgreg::model {
namespace {

using Cells = std::array<std::string_view, 5>;

std::string_view TakeUntil(char separator, std::string_view* text) {
  const std::size_t at = std::min(text->find(separator), text->size());
  const std::string_view part = text->substr(0, at);
  text->remove_prefix(std::min(at + 1, text->size()));
  return part;
}

// Reads the columns after code and text; false if the row is not a code of today.
using ReadRest = bool (*)(const Cells& cells, CodeRow* row);

bool ReadNothing(const Cells& /*cells*/, CodeRow* /*row*/) { return true; }
bool ReadForm(const Cells& cells, CodeRow* row) {
  row->retired_on = base::Date::Parse(cells[2]);
  if (cells[3] == "underenhet") row->used_by = Kind::kSubEntity;
  row->english = cells[4];
  return true;
}
// A note says that the municipality was replaced.
bool ReadMunicipality(const Cells& cells, CodeRow* /*row*/) { return cells[3].empty(); }
bool ReadIndustry(const Cells& cells, CodeRow* row) {
  row->parent = cells[3];
  return true;
}

// The lists whose texts are in the index of a kind.
struct IndexedList {
  Kind kind = Kind::kRoles;
  CodeList list = CodeList::kFormCodes;
};
constexpr std::array kIndexedLists = {
    IndexedList{Kind::kRoles, CodeList::kFormCodes},
    IndexedList{Kind::kRoles, CodeList::kRoleTypeCodes},
    IndexedList{Kind::kRoles, CodeList::kRoleGroupTypeCodes},
    IndexedList{Kind::kRoles, CodeList::kRepresentativeCodes},
    IndexedList{Kind::kVoluntary, CodeList::kCategoryCodes},
    IndexedList{Kind::kParty, CodeList::kFormCodes},
    IndexedList{Kind::kParty, CodeList::kMunicipalityCodes},
};

struct Table {
  const char* begin = nullptr;
  const char* end = nullptr;
  ReadRest read_rest = ReadNothing;
};

// One table for each list: a heading, then rows of cells with tabs between.
const std::array<Table, kCodeListCount>& Tables() {
  static const std::array<Table, kCodeListCount> tables = {{
      {orgreg_organisation_forms, orgreg_organisation_forms_end, ReadForm},
      {orgreg_municipalities, orgreg_municipalities_end, ReadMunicipality},
      {orgreg_counties, orgreg_counties_end},
      {orgreg_sectors, orgreg_sectors_end},
      {orgreg_industries_sn2007, orgreg_industries_sn2007_end, ReadIndustry},
      {orgreg_industries_sn2025, orgreg_industries_sn2025_end, ReadIndustry},
      {orgreg_role_types, orgreg_role_types_end},
      {orgreg_role_group_types, orgreg_role_group_types_end},
      {orgreg_representatives, orgreg_representatives_end},
      {orgreg_icnpo_categories, orgreg_icnpo_categories_end},
      {orgreg_information_types, orgreg_information_types_end},
  }};
  return tables;
}

std::vector<CodeRow> Read(const Table& table) {
  std::vector<CodeRow> rows;
  std::string_view rest(table.begin, static_cast<std::size_t>(table.end - table.begin));
  TakeUntil('\n', &rest);
  while (!rest.empty()) {
    std::string_view line = TakeUntil('\n', &rest);
    Cells cells = {};
    for (std::string_view& cell : cells) cell = TakeUntil('\t', &line);
    CodeRow row{.code = cells[0], .text = cells[1]};
    if (table.read_rest(cells, &row)) rows.push_back(row);
  }
  return rows;
}

// A category follows its group, whose number is its own without the last three digits.
std::pair<int, std::string_view> PlaceOfCategory(const CodeRow& row) {
  constexpr std::size_t kDigitsInGroup = 3;
  const std::size_t size = row.code.size();
  const std::size_t digits = size > kDigitsInGroup ? size - kDigitsInGroup : size;
  int group = 0;
  std::from_chars(row.code.data(), row.code.data() + digits, group);
  return {group, row.code};
}

// Lists in order of code; the others are served in the order of their tables.
bool IsInOrderOfCode(CodeList list) { return list <= CodeList::kSn2025Codes; }

// The number that a division's two digits give.
std::size_t NumberOf(std::string_view division) {
  const auto digit = [&](std::size_t at) { return static_cast<std::size_t>(division[at] - '0'); };
  return digit(0) * 10 + digit(1);
}

std::vector<IndustryEntry> IndustriesOf(std::span<const CodeRow> rows) {
  std::vector<IndustryEntry> entries;
  for (const CodeRow& row : rows) {
    entries.push_back({.code = row.code,
                       .text = row.text,
                       .parent = row.parent,
                       .level = LevelOfIndustry(row.code)});
  }
  return entries;
}

std::vector<VoluntaryCode> VoluntaryCodesOf(std::span<const CodeRow> rows) {
  std::vector<VoluntaryCode> codes;
  for (const CodeRow& row : rows) {
    codes.push_back({.code = row.code, .name = row.text, .retired_on = row.retired_on});
  }
  return codes;
}

// Keeps every value that was installed.
class Shelf {
 public:
  Shelf() { Install({}); }

  const CodeLists& current() const { return *current_.load(std::memory_order_acquire); }

  void Install(const std::vector<CodeChange>& changes) {
    const std::lock_guard lock(mutex_);
    const auto is_same = [&](const auto& lists) { return lists->changes() == changes; };
    auto found = std::ranges::find_if(kept_, is_same);
    if (found == kept_.end()) {
      kept_.push_back(std::make_unique<const CodeLists>(changes));
      found = std::prev(kept_.end());
    }
    current_.store(found->get(), std::memory_order_release);
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<const CodeLists>> kept_;
  std::atomic<const CodeLists*> current_ = nullptr;
};

Shelf& TheShelf() {
  static Shelf shelf;
  return shelf;
}

}  // namespace

CodeLists::CodeLists(std::vector<CodeChange> changes) : changes_(std::move(changes)) {
  ReadTables();
  for (const CodeChange& change : changes_) Apply(change);
  Order();
  MakeEntries();
  MakeSections();
}

void CodeLists::ReadTables() {
  for (const CodeListRow& row : kCodeListRows) {
    rows_[IndexOf(row.list)] = Read(Tables()[IndexOf(row.list)]);
  }
}

void CodeLists::Apply(const CodeChange& change) {
  std::vector<CodeRow>& rows = rows_[IndexOf(change.list)];
  auto row = std::ranges::find(rows, change.code, &CodeRow::code);
  if (row == rows.end()) {
    row = rows.insert(row, {.code = change.code});
    if (IsIndustryList(change.list)) row->parent = CodeAbove(row->code);
  }
  if (!change.text.empty()) row->text = change.text;
  if (!change.retired_on.empty()) row->retired_on = base::Date::Parse(change.retired_on);
  if (change.used_by) row->used_by = *change.used_by;
  if (!change.parent.empty()) row->parent = change.parent;
}

void CodeLists::Order() {
  for (const CodeListRow& row : kCodeListRows) {
    if (IsInOrderOfCode(row.list)) std::ranges::sort(rows_[IndexOf(row.list)], {}, &CodeRow::code);
  }
  std::ranges::sort(rows_[IndexOf(CodeList::kCategoryCodes)], {}, PlaceOfCategory);
}

void CodeLists::MakeEntries() {
  const auto rows = [this](CodeList list) -> const std::vector<CodeRow>& {
    return rows_[IndexOf(list)];
  };
  for (const CodeRow& row : rows(CodeList::kFormCodes)) {
    forms_.push_back(
        {.code = row.code, .text = row.text, .expired_on = row.retired_on, .used_by = row.used_by});
  }
  for (const CodeRow& row : rows(CodeList::kMunicipalityCodes)) {
    municipalities_.push_back({.number = row.code, .name = row.text, .retired_on = row.retired_on});
  }
  for (const CodeRow& row : rows(CodeList::kSectorCodes)) {
    sectors_.push_back({.code = row.code, .text = row.text});
  }
  sn2007_ = IndustriesOf(rows(CodeList::kSn2007Codes));
  sn2025_ = IndustriesOf(rows(CodeList::kSn2025Codes));
  for (const CodeList list :
       {CodeList::kRoleTypeCodes, CodeList::kRoleGroupTypeCodes, CodeList::kRepresentativeCodes}) {
    for (const CodeRow& row : rows(list)) {
      roles_[IndexOf(list) - IndexOf(CodeList::kRoleTypeCodes)].push_back(
          {.code = row.code, .text = row.text, .retired_on = row.retired_on});
    }
  }
  categories_ = VoluntaryCodesOf(rows(CodeList::kCategoryCodes));
  information_types_ = VoluntaryCodesOf(rows(CodeList::kInformationTypeCodes));
}

// The current edition wins.
void CodeLists::MakeSections() {
  constexpr int kDivisionLevel = 2;
  for (const std::vector<IndustryEntry>* entries : {&sn2007_, &sn2025_}) {
    for (const IndustryEntry& entry : *entries) {
      if (entry.level == kDivisionLevel) sections_[NumberOf(entry.code)] = entry.parent;
    }
  }
}

const CodeRow* CodeLists::Find(CodeList list, std::string_view code) const {
  const std::vector<CodeRow>& rows = rows_[IndexOf(list)];
  const auto found = std::ranges::find(rows, code, &CodeRow::code);
  return found == rows.end() ? nullptr : &*found;
}

// The checksum of a list's codes and texts, in their order.
std::uint64_t CodeLists::Sum(CodeList list) const {
  std::uint64_t sum = 0;
  for (const CodeRow& row : rows_[IndexOf(list)]) {
    sum = XXH3_64bits_withSeed(row.code.data(), row.code.size(), sum);
    sum = XXH3_64bits_withSeed(row.text.data(), row.text.size(), sum);
  }
  return sum;
}

std::uint64_t CodeLists::FingerprintFor(Kind kind) const {
  std::uint64_t sum = 0;
  if (IsUnit(kind)) {
    // Records are stored with the texts of their codes; the index only adds the sections of
    // divisions.
    for (const std::string_view section : sections_)
      sum = XXH3_64bits_withSeed(section.data(), section.size(), sum);
    return sum;
  }
  for (const IndexedList& indexed : kIndexedLists) {
    if (indexed.kind == kind) sum = sum * 31 + Sum(indexed.list);
  }
  return sum;
}

const CodeLists& CurrentCodeLists() { return TheShelf().current(); }

void InstallCodeLists(const std::vector<CodeChange>& changes) { TheShelf().Install(changes); }

}  // namespace orgreg::model
