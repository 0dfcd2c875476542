// SPDX-License-Identifier: EUPL-1.2

#include "api/statements/published.h"

#include <chrono>

#include "api/interface/publication.h"
#include "base/threads/per_thread.h"
#include "model/kind.h"
#include "model/statements/kept.h"
#include "records/readers/document_record.h"

namespace orgreg::api {
namespace {

using base::OrgNumber;
using base::Result;

// The oldest year of which copies are listed (reference, Intermediate balances and account copies).
std::int32_t FirstListedYear(const StatementSources& sources) {
  if (sources.copy_years == 0) return 0;
  const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day date(today);
  return static_cast<int>(date.year()) - static_cast<std::int32_t>(sources.copy_years);
}

}  // namespace

StatementsView ViewFor(StatementsAccess access, auth::BasicVerdict::Kind credentials) {
  using Kind = auth::BasicVerdict::Kind;
  if (access == StatementsAccess::kOpen || credentials == Kind::kRight) {
    return StatementsView::kFull;
  }
  const bool has_none = credentials == Kind::kNoCredentials;
  return has_none && access == StatementsAccess::kReduced ? StatementsView::kReduced
                                                          : StatementsView::kNone;
}

Result<KeptFilings> FindFilings(const search::Catalog& catalog, std::optional<OrgNumber> number) {
  if (!number) return KeptFilings();
  const auto is_removed = TRY(IsRemoved(catalog, *number));
  if (is_removed) return KeptFilings();
  const auto found = TRY(catalog.Lookup(model::Kind::kStatements, *number));
  if (!found || found->state != model::State::kLive) return KeptFilings();
  return KeptFilings(found->record.filings());
}

Result<model::ServedFilings> ReadFilings(OrgNumber number, KeptFilings kept) {
  static base::PerThread<std::vector<model::ServedStatement>> scratch;
  std::vector<model::ServedStatement>& filings = scratch.Get();
  if (!kept) return model::ServedFilings();
  if (model::ReadKeptFilings(*kept, &filings)) return model::ServedFilings(filings);
  return base::Error{base::Code::kCorrupt, number.ToString() + ": the filings have another form"};
}

model::Selection SelectFor(StatementsView view, model::ServedFilings filings,
                           const model::StatementFilter& filter) {
  switch (view) {
    case StatementsView::kNone:
      return {};
    case StatementsView::kReduced:
      return model::SelectReduced(filings);
    case StatementsView::kFull:
      return model::SelectStatements(filings, filter);
  }
  return {};
}

Result<model::DocumentList> DocumentsOf(const search::Catalog& catalog, OrgNumber number) {
  const auto is_removed = TRY(IsRemoved(catalog, number));
  const auto found = TRY(catalog.Lookup(model::Kind::kDocuments, number));
  if (is_removed || !found || found->state != model::State::kLive) {
    return model::DocumentList{.number = number};
  }
  return records::ReadStoredDocuments(found->record.stored());
}

std::vector<std::int32_t> ListedCopyYears(const model::DocumentList& list,
                                          const StatementSources& sources) {
  std::vector<std::int32_t> years = model::CopyYears(list);
  const std::int32_t first = FirstListedYear(sources);
  std::erase_if(years, [first](std::int32_t year) { return year < first; });
  return years;
}

}  // namespace orgreg::api
