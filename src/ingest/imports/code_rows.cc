// SPDX-License-Identifier: EUPL-1.2

// The header gives the columns. Each row is checked alone, and all rows together once the file is
// read.

#include "ingest/imports/code_rows.h"

#include <algorithm>
#include <utility>

#include "base/values/date.h"
#include "base/values/fold.h"
#include "base/values/identity_number.h"
#include "base/values/shown_name.h"
#include "model/codes/code_list_set.h"

namespace orgreg::ingest {
namespace {

using model::CodeChange;
using model::CodeList;

enum Column : std::size_t { kList, kCode, kText, kRetiredOn, kUsedBy, kParent };
constexpr std::array<std::string_view, kCodeColumnCount> kColumns = {
    "list", "code", "text", "retired_on", "used_by", "parent"};
constexpr std::size_t kMostTextBytes = 500;

std::string_view BreachOfText(std::string_view text) {
  if (text.size() > kMostTextBytes) return "is longer than 500 bytes";
  if (base::HoldsIdentityNumber(text)) return "holds an identification number";
  return model::BreachOf(model::Rule::kName, text);
}

std::optional<model::Kind> UnitKindNamed(std::string_view name) {
  for (const model::Kind kind : model::kUnitKinds) {
    if (model::RowOf(kind).one == name) return kind;
  }
  return std::nullopt;
}

base::Error NotRight(const std::string& what) {
  return {base::Code::kInvalid,
          what +
              "; a file of codes has a header with the columns list and code, and may have "
              "text, retired_on, used_by and parent"};
}

}  // namespace

base::Status CodeRows::Read() {
  TRY(ReadHeader());
  while (true) {
    const auto row = TRY(rows_.Next());
    if (!row) break;
    Take(*row);
  }
  JudgeTogether();
  return {};
}

base::Status CodeRows::ReadHeader() {
  const auto header = TRY(rows_.Next());
  if (!header) return NotRight("is empty");
  for (const std::string_view name : header->cells) {
    const auto* const column = std::ranges::find(kColumns, name);
    if (column == kColumns.end())
      return NotRight("has the unknown column \"" + base::ShownName(name) + "\"");
    const auto index = static_cast<std::size_t>(column - kColumns.begin());
    if (std::ranges::find(columns_, index) != columns_.end())
      return NotRight("has the column " + std::string(name) + " twice");
    columns_.push_back(index);
  }
  for (const std::size_t needed : {kList, kCode}) {
    if (std::ranges::find(columns_, needed) == columns_.end())
      return NotRight("lacks the column " + std::string(kColumns[needed]));
  }
  return {};
}

void CodeRows::Refuse(std::uint64_t line, std::string_view column, std::string_view reason) {
  bad_[line].push_back({std::string(column), std::string(reason)});
}

// The reader reports rows that have more or fewer cells than the header.
std::optional<CodeRows::Cells> CodeRows::CellsOf(const formats::CsvRow& row) {
  if (!row.problem.empty()) {
    Refuse(row.line, "", row.problem);
    return std::nullopt;
  }
  Cells cells = {};
  bool is_text = true;
  for (std::size_t at = 0; at < columns_.size(); ++at) {
    cells[columns_[at]] = row.cells[at];
    if (base::IsUtf8(row.cells[at])) continue;
    Refuse(row.line, kColumns[columns_[at]], "is not UTF-8");
    is_text = false;
  }
  return is_text ? std::optional(cells) : std::nullopt;
}

void CodeRows::Take(const formats::CsvRow& row) {
  ++read_;
  const std::optional<Cells> cells = CellsOf(row);
  if (!cells) return;
  const auto list = model::CodeListNamed((*cells)[kList]);
  if (!list) {
    return Refuse(row.line, kColumns[kList],
                  (*cells)[kList].empty()
                      ? "is missing"
                      : "\"" + base::ShownName((*cells)[kList]) + "\" is not a list of codes");
  }
  CodeChange change{.list = *list,
                    .code = std::string((*cells)[kCode]),
                    .text = std::string((*cells)[kText]),
                    .retired_on = std::string((*cells)[kRetiredOn]),
                    .parent = std::string((*cells)[kParent])};
  Judge(*cells, row.line, &change);
  const auto [place, is_first] = lines_.emplace(Key{change.list, change.code}, row.line);
  if (!is_first) {
    Refuse(row.line, kColumns[kCode], "is in line " + std::to_string(place->second) + " too");
  }
  if (!bad_.contains(row.line)) changes_.push_back(std::move(change));
}

// Checks the row alone.
void CodeRows::Judge(const Cells& cells, std::uint64_t line, CodeChange* change) {
  const auto refuse = [&](Column column, std::string_view reason) {
    if (!reason.empty()) Refuse(line, kColumns[column], reason);
  };
  refuse(kCode, model::BreachOfCode(change->list, change->code));
  if (base::HoldsIdentityNumber(change->code)) refuse(kCode, "holds an identification number");
  if (!change->text.empty()) refuse(kText, BreachOfText(change->text));
  const std::string& day = change->retired_on;
  if (!day.empty() && day != model::kNotRetired && !base::Date::Parse(day))
    refuse(kRetiredOn, "is neither a day (yyyy-MM-dd) nor -");
  if (!cells[kUsedBy].empty()) {
    change->used_by = UnitKindNamed(cells[kUsedBy]);
    if (change->list != CodeList::kFormCodes) {
      refuse(kUsedBy, "is for organisation-forms only");
    } else if (!change->used_by) {
      refuse(kUsedBy, "is neither entity nor sub-entity");
    }
  }
  if (!change->parent.empty() && !model::IsIndustryList(change->list))
    refuse(kParent, "is for industrial codes only");
}

bool CodeRows::Has(CodeList list, std::string_view code) const {
  return model::CurrentCodeLists().Find(list, code) != nullptr ||
         lines_.contains(Key{list, std::string(code)});
}

// Checks all rows together, since they may come in any order.
void CodeRows::JudgeTogether() {
  for (const CodeChange& change : changes_) {
    const std::uint64_t line = lines_.find(Key{change.list, change.code})->second;
    const bool is_new = model::CurrentCodeLists().Find(change.list, change.code) == nullptr;
    if (is_new && change.text.empty() && model::RowOf(change.list).needs_text)
      Refuse(line, kColumns[kText], "is missing, and the code is new");
    if (model::IsIndustryList(change.list)) JudgeParent(change, line, is_new);
  }
}

void CodeRows::JudgeParent(const CodeChange& change, std::uint64_t line, bool is_new) {
  constexpr int kSection = 1;
  constexpr int kDivision = 2;
  const auto refuse = [&](std::string_view reason) { Refuse(line, kColumns[kParent], reason); };
  const int level = model::LevelOfIndustry(change.code);
  if (level == kSection) {
    if (!change.parent.empty()) refuse("is given, but a section has none");
    return;
  }
  std::string parent = change.parent;
  if (level == kDivision) {
    if (parent.empty()) {
      if (is_new) refuse("is missing: a new division needs its section");
      return;
    }
    if (!model::IsIndustryCode(parent) || model::LevelOfIndustry(parent) != kSection)
      return refuse("is not the letter of a section");
  } else {
    const std::string above(model::CodeAbove(change.code));
    if (!parent.empty() && parent != above) return refuse("must be " + above);
    parent = above;
  }
  if (!Has(change.list, parent)) refuse(parent + " is not in the list");
}

std::vector<std::string> CodeRows::Complaints() const {
  std::vector<std::string> lines;
  lines.reserve(bad_.size());
  for (const auto& [line, problems] : bad_)
    lines.push_back("line " + std::to_string(line) + ": " + model::Joined(problems));
  return lines;
}

}  // namespace orgreg::ingest
