// SPDX-License-Identifier: EUPL-1.2

#include "api/account_pages/statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "api/account_pages/statement_chart.h"
#include "api/account_pages/statement_table.h"
#include "api/interface/publisher.h"
#include "api/statements/published.h"
#include "auth/users/basic_check.h"
#include "model/registers/documents.h"
#include "model/statements/fields.h"

namespace orgreg::api {
namespace {

using base::OrgNumber;
using model::ServedStatement;
using model::StatementType;

constexpr std::string_view kMailScheme = "mailto:";

// In the order of the page: the company's own statements first.
struct TypeRow {
  StatementType type = StatementType::kCompany;
  std::string_view title = {};  // A key of web/texts/pages.tsv.
  std::string_view id = {};
};
constexpr std::array kTypes = {
    TypeRow{StatementType::kCompany, "account.company", "accounts-of-company"},
    TypeRow{StatementType::kGroup, "account.group", "accounts-of-group"},
};

// The statements of the type, the newest first.
std::vector<ServedStatement> OfType(const std::vector<ServedStatement>& all, StatementType type) {
  std::vector<ServedStatement> found;
  found.reserve(all.size());
  std::ranges::copy_if(all, std::back_inserter(found), [type](const ServedStatement& statement) {
    return statement.texts[model::kStatementPlaces.type] == model::NameOf(type);
  });
  std::ranges::reverse(found);
  return found;
}

void AddTypes(const model::Selection& selection, StatementsView view, const Page& page,
              TemplateDictionary* section) {
  for (const TypeRow& row : kTypes) {
    const std::vector<ServedStatement> statements = OfType(selection.statements, row.type);
    if (statements.empty()) continue;
    TemplateDictionary* const shown = AddSection(section, "STATEMENTS");
    Set(shown, "STATEMENTS_TITLE", page.Words(row.title));
    Set(shown, "STATEMENTS_ID", row.id);
    AddStatementChart(statements, row.id, page, shown);
    FillStatementTable(statements, view, page, shown);
  }
}

// How to get more than the view has.
void AddAccess(StatementsView view, OrgNumber number, const Context& context,
               TemplateDictionary* section) {
  if (view == StatementsView::kFull) return;
  TemplateDictionary* const access = AddSection(section, "ACCOUNTS_ACCESS");
  Show(access, "ACCOUNTS_CLOSED", view == StatementsView::kNone);
  Show(access, "ACCOUNTS_REDUCED", view == StatementsView::kReduced);
  Set(access, "ACCOUNTS_NUMBER", number.ToString());
  const Publisher& publisher = *context.publisher;
  std::string_view contact = publisher.contact;
  // Templates let no other scheme through in a value than http and https.
  const bool is_mail = contact.starts_with(kMailScheme);
  if (is_mail) contact.remove_prefix(kMailScheme.size());
  ShowValue(access, is_mail ? "ACCOUNTS_MAIL" : "ACCOUNTS_CONTACT", "ACCOUNTS_CONTACT_LINK",
            contact);
}

void AddCopies(const model::DocumentList& list, const StatementSources& sources,
               TemplateDictionary* section) {
  const std::vector<std::int32_t> years = ListedCopyYears(list, sources);
  const std::string number = list.number.ToString();
  TemplateDictionary* copies = nullptr;
  for (const std::int32_t year : std::views::reverse(years)) {
    if (copies == nullptr) copies = AddSection(section, "COPIES");
    TemplateDictionary* const copy = AddSection(copies, "COPY");
    Set(copy, "COPY_YEAR", std::to_string(year));
    Set(copy, "COPY_NUMBER", number);
  }
  TemplateDictionary* balances = nullptr;
  for (const model::Document& balance : std::views::reverse(model::InterimBalances(list))) {
    if (balances == nullptr) balances = AddSection(section, "BALANCES");
    TemplateDictionary* const shown = AddSection(balances, "BALANCE");
    Set(shown, "BALANCE_YEAR", std::to_string(balance.year));
    Set(shown, "BALANCE_ID", std::to_string(balance.id));
    Set(shown, "BALANCE_NUMBER", number);
  }
}

}  // namespace

base::Status AddStatements(const Context& context, model::Kind kind, OrgNumber number, Page* page) {
  const StatementSources& sources = *context.statements;
  const StatementsView view = ViewFor(sources.access, auth::BasicVerdict::Kind::kNoCredentials);
  // Who may see no statement does not learn whether there are any.
  KeptFilings kept;
  if (view != StatementsView::kNone) {
    kept = TRY(FindFilings(*context.catalog, number));
  }
  const auto filings = TRY(ReadFilings(number, kept));
  const model::DocumentList documents = TRY(DocumentsOf(*context.catalog, number));
  if (kind == model::Kind::kSubEntity && filings.empty() && documents.documents.empty()) return {};
  const model::Selection selection = SelectFor(view, filings, {});
  TemplateDictionary* const section = AddSection(page->values(), "ACCOUNTS");
  Show(section, "ACCOUNTS_NONE",
       view != StatementsView::kNone && selection.statements.empty() &&
           selection.plans_not_served.empty());
  ShowValue(section, "ACCOUNTS_OTHER_PLANS", "ACCOUNTS_PLANS",
            fmt::format("{}", fmt::join(selection.plans_not_served, ", ")));
  AddTypes(selection, view, *page, section);
  AddAccess(view, number, context, section);
  AddCopies(documents, sources, section);
  return {};
}

}  // namespace orgreg::api
