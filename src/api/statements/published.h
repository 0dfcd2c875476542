// SPDX-License-Identifier: EUPL-1.2

// What a client may see of the financial statements and the documents of an organisation. The
// operations and the pages decide by these functions alone. Safe from any thread.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "api/interface/statement_sources.h"
#include "auth/users/basic_check.h"
#include "base/result.h"
#include "base/values/org_number.h"
#include "model/registers/documents.h"
#include "model/statements/served.h"
#include "search/catalog.h"

namespace orgreg::api {

// How much of the statements a client sees.
enum class StatementsView : std::uint8_t { kNone, kReduced, kFull };

// The view of a client whose credentials have this verdict; without any it is kNoCredentials.
StatementsView ViewFor(StatementsAccess access, auth::BasicVerdict::Kind credentials);

// The filings of an organisation that may be shown, as the index keeps them; nothing if there are
// none, or if the organisation was removed from publication.
using KeptFilings = std::optional<std::string_view>;
base::Result<KeptFilings> FindFilings(const search::Catalog& catalog,
                                      std::optional<base::OrgNumber> number);

// The filings as texts, which live until the thread asks again. None if nothing is kept.
base::Result<model::ServedFilings> ReadFilings(base::OrgNumber number, KeptFilings kept);

// The statements of the view. Only the full view heeds the filter.
model::Selection SelectFor(StatementsView view, model::ServedFilings filings,
                           const model::StatementFilter& filter);

// The documents of the organisation; none if it may not be shown.
base::Result<model::DocumentList> DocumentsOf(const search::Catalog& catalog,
                                              base::OrgNumber number);

// The years with copies of annual accounts that are listed, ascending (StatementSources).
std::vector<std::int32_t> ListedCopyYears(const model::DocumentList& list,
                                          const StatementSources& sources);

}  // namespace orgreg::api
