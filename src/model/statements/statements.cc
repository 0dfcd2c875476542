// SPDX-License-Identifier: EUPL-1.2

#include "model/statements/statements.h"

#include <algorithm>
#include <utility>

#include "model/statements/fields.h"

namespace orgreg::model {
namespace {

// Reference, Financial statements: years greater than the newest - 3.
constexpr std::int32_t kYearsServed = 3;

// The filing with the members of the other parts of the statement, which share its journal number
// and type (reference, Several rows, one statement). If several parts have an amount, the newest
// counts.
Statement Merged(const Filings& filings, const Statement& chosen) {
  Statement merged = chosen;
  for (const Statement& filing : filings.statements) {
    if (filing.type != chosen.type || filing.journal_number != chosen.journal_number) continue;
    for (std::size_t at = 0; at < kStatementAmounts; ++at) {
      if (filing.amounts[at]) merged.amounts[at] = filing.amounts[at];
    }
  }
  return merged;
}

bool IsSameSlot(const Statement& left, const Statement& right) {
  return left.type == right.type && left.year == right.year;
}

// The newest filing of each type and year, by type and then year.
std::vector<const Statement*> NewestOfEach(const Filings& filings) {
  std::vector<const Statement*> newest;
  // Filings are in order of id, so a later one replaces an earlier one.
  for (const Statement& filing : filings.statements) {
    const auto same = std::ranges::find_if(
        newest, [&](const Statement* other) { return IsSameSlot(*other, filing); });
    if (same == newest.end()) {
      newest.push_back(&filing);
    } else {
      *same = &filing;
    }
  }
  std::ranges::sort(newest, {}, [](const Statement* statement) {
    return std::pair(statement->type, statement->year);
  });
  return newest;
}

void Take(const Filings& filings, const Statement& chosen, Selection* selection) {
  if (chosen.plan.IsServed()) {
    selection->statements.push_back(Merged(filings, chosen));
    return;
  }
  std::vector<std::string>& plans = selection->plans_not_served;
  const auto place = std::ranges::lower_bound(plans, chosen.plan.code);
  if (place == plans.end() || *place != chosen.plan.code) plans.insert(place, chosen.plan.code);
}

}  // namespace

void AddFiling(Statement filing, Filings* filings) {
  std::vector<Statement>& all = filings->statements;
  const auto place = std::ranges::lower_bound(all, filing.id, {}, &Statement::id);
  if (place != all.end() && place->id == filing.id) {
    *place = std::move(filing);
  } else {
    all.insert(place, std::move(filing));
  }
}

Selection SelectStatements(const Filings& filings, const StatementFilter& filter) {
  const std::vector<const Statement*> newest = NewestOfEach(filings);
  std::int32_t last_year = 0;
  for (const Statement* statement : newest) last_year = std::max(last_year, statement->year);
  Selection selection;
  for (const Statement* statement : newest) {
    const bool is_wanted = statement->year > last_year - kYearsServed &&
                           filter.year.value_or(statement->year) == statement->year &&
                           filter.type.value_or(statement->type) == statement->type;
    if (is_wanted) Take(filings, *statement, &selection);
  }
  return selection;
}

Selection SelectReduced(const Filings& filings) {
  const Statement* chosen = nullptr;
  for (const Statement* statement : NewestOfEach(filings)) {
    // The company's own statements come last, the newest year at the end.
    if (statement->type == StatementType::kCompany) chosen = statement;
  }
  Selection selection;
  if (chosen != nullptr) Take(filings, *chosen, &selection);
  for (Statement& statement : selection.statements) Reduce(&statement);
  return selection;
}

Selection FindStatement(const Filings& filings, std::int32_t id) {
  Selection selection;
  const auto found = std::ranges::lower_bound(filings.statements, id, {}, &Statement::id);
  if (found != filings.statements.end() && found->id == id) Take(filings, *found, &selection);
  return selection;
}

void Reduce(Statement* statement) {
  for (const StatementField& field : StatementFields()) {
    if (field.amount && !field.in_reduced) statement->At(*field.amount).reset();
  }
}

}  // namespace orgreg::model
