// SPDX-License-Identifier: EUPL-1.2

#include "model/statements/served.h"

#include <algorithm>
#include <utility>

#include "base/values/ascii.h"
#include "model/statements/fields.h"

namespace orgreg::model {
namespace {

// Reference, Financial statements: years greater than the newest - 3.
constexpr std::int32_t kYearsServed = 3;

std::string_view TypeOf(const ServedStatement& filing) {
  return filing.texts[kStatementPlaces.type];
}

std::string_view JournalNumberOf(const ServedStatement& filing) {
  return filing.texts[kStatementPlaces.journal_number];
}

// The filing with the members of the other parts of the statement, which share its journal number
// and type (reference, Several rows, one statement). If several parts have an amount, the newest
// counts.
void MergeParts(ServedFilings filings, const ServedStatement& chosen, ServedStatement* merged) {
  *merged = chosen;
  for (const ServedStatement& filing : filings) {
    const bool is_part =
        TypeOf(filing) == TypeOf(chosen) && JournalNumberOf(filing) == JournalNumberOf(chosen);
    if (!is_part) continue;
    for (std::size_t at = 0; at < kStatementAmounts; ++at) {
      const auto amount = static_cast<StatementAmount>(at);
      if (filing.Has(amount)) merged->At(amount) = filing.At(amount);
    }
  }
}

struct Newest {
  std::optional<StatementType> type = {};
  const ServedStatement* filing = nullptr;
};

// The newest filing of each type and year, by type and then year.
std::vector<Newest> NewestOfEach(ServedFilings filings) {
  std::vector<Newest> newest;
  newest.reserve(filings.size());
  // Filings are in order of id, so a later one replaces an earlier one.
  for (const ServedStatement& filing : filings) {
    const auto same = std::ranges::find_if(newest, [&](const Newest& other) {
      return other.filing->year == filing.year && TypeOf(*other.filing) == TypeOf(filing);
    });
    if (same == newest.end()) {
      newest.push_back({.type = ReadStatementType(TypeOf(filing)), .filing = &filing});
    } else {
      same->filing = &filing;
    }
  }
  std::ranges::sort(newest, {},
                    [](const Newest& one) { return std::pair(one.type, one.filing->year); });
  return newest;
}

void Take(ServedFilings filings, const ServedStatement& chosen, Selection* selection) {
  LayoutPlan plan = {.code = std::string(chosen.texts[kStatementPlaces.plan])};
  std::ranges::transform(plan.code, plan.code.begin(), base::ToUpper);
  if (plan.IsServed()) {
    MergeParts(filings, chosen, &selection->statements.emplace_back());
    return;
  }
  std::vector<std::string>& plans = selection->plans_not_served;
  const auto place = std::ranges::lower_bound(plans, plan.code);
  if (place == plans.end() || *place != plan.code) plans.insert(place, plan.code);
}

}  // namespace

Selection SelectStatements(ServedFilings filings, const StatementFilter& filter) {
  const std::vector<Newest> newest = NewestOfEach(filings);
  std::int32_t last_year = 0;
  for (const Newest& one : newest) last_year = std::max(last_year, one.filing->year);
  Selection selection;
  selection.statements.reserve(newest.size());
  for (const auto& [type, filing] : newest) {
    const bool is_wanted = filing->year > last_year - kYearsServed &&
                           filter.year.value_or(filing->year) == filing->year &&
                           (!filter.type || filter.type == type);
    if (is_wanted) Take(filings, *filing, &selection);
  }
  return selection;
}

Selection SelectReduced(ServedFilings filings) {
  const ServedStatement* chosen = nullptr;
  for (const auto& [type, filing] : NewestOfEach(filings)) {
    // The company's own statements come last, the newest year at the end.
    if (type == StatementType::kCompany) chosen = filing;
  }
  Selection selection;
  if (chosen != nullptr) Take(filings, *chosen, &selection);
  for (ServedStatement& statement : selection.statements) Reduce(&statement);
  return selection;
}

Selection FindStatement(ServedFilings filings, std::int32_t id) {
  const std::string text = std::to_string(id);
  Selection selection;
  const auto found = std::ranges::find_if(filings, [&](const ServedStatement& filing) {
    return filing.texts[kStatementPlaces.id] == text;
  });
  if (found != filings.end()) Take(filings, *found, &selection);
  return selection;
}

void Reduce(ServedStatement* statement) {
  for (const StatementField& field : StatementFields()) {
    if (field.amount && !field.in_reduced) statement->At(*field.amount) = {};
  }
}

}  // namespace orgreg::model
