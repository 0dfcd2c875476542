// SPDX-License-Identifier: EUPL-1.2

#include "api/account_pages/statement_table.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "api/account_pages/amount_groups.h"
#include "api/account_pages/statement_words.h"
#include "model/statements/fields.h"

namespace orgreg::api {
namespace {

using model::kStatementPlaces;
using model::ServedStatement;

using Statements = std::span<const ServedStatement>;

constexpr std::string_view kYes = "true";

bool IsYes(const ServedStatement& statement, std::size_t place) {
  return statement.texts[place] == kYes;
}

std::string TextAt(const ServedStatement& statement, std::size_t place) {
  return std::string(statement.texts[place]);
}

std::string YesOrNo(const ServedStatement& statement, std::size_t place, const Page& page) {
  return std::string(page.Words(IsYes(statement, place) ? "yes" : "no"));
}

// The words for a value that is one of a few codes.
std::string Coded(std::string_view keys, const ServedStatement& statement, std::size_t place,
                  const Page& page) {
  const std::string_view code = statement.texts[place];
  return code.empty() ? "" : std::string(page.Words(std::string(keys).append(code)));
}

std::string AuditText(const ServedStatement& statement, const Page& page) {
  if (IsYes(statement, kStatementPlaces.audit_waived)) {
    return std::string(page.Words("account.audit_waived"));
  }
  const bool is_missing = IsYes(statement, kStatementPlaces.audit_missing);
  return std::string(page.Words(is_missing ? "account.audit_missing" : "account.audited"));
}

// What a statement says besides its amounts. A row without a text for any statement is left out.
struct Fact {
  std::string_view label = {};  // A key of web/texts/pages.tsv.
  std::string (*text)(const ServedStatement&, const Page&) = nullptr;
};
constexpr std::array kFacts = {
    Fact{"account.period", [](const ServedStatement& one,
                              const Page& page) { return PeriodText(one, page.language()); }},
    Fact{"account.plan",
         [](const ServedStatement& one, const Page& page) {
           return Coded("account.plan.", one, kStatementPlaces.plan, page);
         }},
    Fact{"account.rules",
         [](const ServedStatement& one, const Page& page) {
           return Coded("account.rules.", one, kStatementPlaces.rules, page);
         }},
    Fact{"account.small_rules",
         [](const ServedStatement& one, const Page& page) {
           return YesOrNo(one, kStatementPlaces.by_small_rules, page);
         }},
    Fact{"account.audit", AuditText},
    Fact{"account.parent",
         [](const ServedStatement& one, const Page& page) {
           return YesOrNo(one, kStatementPlaces.is_parent, page);
         }},
    Fact{"account.liquidation",
         [](const ServedStatement& one, const Page& page) {
           return YesOrNo(one, kStatementPlaces.in_liquidation, page);
         }},
    Fact{"account.form", [](const ServedStatement& one,
                            const Page&) { return TextAt(one, kStatementPlaces.form); }},
    Fact{"account.journal",
         [](const ServedStatement& one, const Page&) {
           return TextAt(one, kStatementPlaces.journal_number);
         }},
};

void AddColumns(Statements statements, const Page& page, TemplateDictionary* section) {
  for (const ServedStatement& statement : statements) {
    TemplateDictionary* const column = AddSection(section, "STATEMENT");
    Set(column, "STATEMENT_YEAR", YearText(statement, page.language()));
    Set(column, "STATEMENT_NUMBER", statement.texts[kStatementPlaces.number]);
    Set(column, "STATEMENT_ID", statement.texts[kStatementPlaces.id]);
    ShowValue(column, "STATEMENT_HAS_CURRENCY", "STATEMENT_CURRENCY",
              statement.texts[kStatementPlaces.currency]);
  }
}

void AddLine(const AmountLine& line, Statements statements, const Page& page,
             TemplateDictionary* part) {
  TemplateDictionary* const row = AddSection(part, "AMOUNT");
  Set(row, "AMOUNT_LABEL", page.Words(line.label));
  Show(row, "AMOUNT_IS_SUM", line.is_sum);
  for (const ServedStatement& statement : statements) {
    TemplateDictionary* const cell = AddSection(row, "AMOUNT_CELL");
    const std::string text = AmountTextOf(statement, line.amount, page.language());
    if (text.empty()) {
      AddSection(cell, "AMOUNT_IS_ABSENT");
    } else {
      Set(cell, "AMOUNT_TEXT", text);
    }
  }
}

void AddFact(const Fact& fact, Statements statements, const Page& page,
             TemplateDictionary* section) {
  std::vector<std::string> texts;
  texts.reserve(statements.size());
  for (const ServedStatement& statement : statements) texts.push_back(fact.text(statement, page));
  if (std::ranges::all_of(texts, &std::string::empty)) return;
  TemplateDictionary* const row = AddSection(section, "STATEMENT_FACT");
  Set(row, "FACT_LABEL", page.Words(fact.label));
  for (const std::string& text : texts) Set(AddSection(row, "FACT_CELL"), "FACT_TEXT", text);
}

// The labels of amounts that no statement has, for each reason.
struct Absent {
  std::string withheld = {};  // Only clients with credentials are shown these.
  std::string not_given = {};

  void Add(std::string_view label, const AmountLine& line, StatementsView view) {
    const bool is_withheld =
        view == StatementsView::kReduced && !model::FieldOf(line.amount).in_reduced;
    std::string& labels = is_withheld ? withheld : not_given;
    labels.append(labels.empty() ? "" : ", ").append(label);
  }
};

}  // namespace

void FillStatementTable(Statements statements, StatementsView view, const Page& page,
                        TemplateDictionary* section) {
  AddColumns(statements, page, section);
  Absent absent;
  for (const AmountGroup& group : AmountGroups()) {
    TemplateDictionary* part = nullptr;
    for (const AmountLine& line : group.lines) {
      const bool is_given = std::ranges::any_of(
          statements, [&](const ServedStatement& one) { return one.Has(line.amount); });
      if (!is_given) {
        absent.Add(page.Words(line.label), line, view);
        continue;
      }
      if (part == nullptr) {
        part = AddSection(section, "AMOUNTS");
        Set(part, "AMOUNTS_TITLE", page.Words(group.title));
      }
      AddLine(line, statements, page, part);
    }
  }
  for (const Fact& fact : kFacts) AddFact(fact, statements, page, section);
  ShowValue(section, "AMOUNTS_WITHHELD", "AMOUNTS_LABELS", absent.withheld);
  ShowValue(section, "AMOUNTS_NOT_GIVEN", "AMOUNTS_LABELS", absent.not_given);
}

}  // namespace orgreg::api
