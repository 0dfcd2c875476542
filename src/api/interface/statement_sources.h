// SPDX-License-Identifier: EUPL-1.2

// The sources of the operations on financial statements and documents besides the catalog: the
// check of users, the files and their names. Made once at start and never changed; any number of
// threads.

#pragma once

#include <cstdint>
#include <functional>

#include "auth/users/basic_check.h"
#include "base/result.h"
#include "base/values/org_number.h"
#include "model/registers/documents.h"
#include "records/documents/check.h"
#include "records/documents/folder.h"
#include "records/register.h"

namespace orgreg::api {

// Which clients get statements (docs/choices.md, Financial statements).
enum class StatementsAccess : std::uint8_t {
  kBasic,    // Users, with Basic credentials (spec, Authentication).
  kReduced,  // The same; without credentials a client gets the newest statement, reduced.
  kOpen,     // All clients. Credentials are ignored.
};

struct StatementSources {
  StatementsAccess access = StatementsAccess::kBasic;
  auth::BasicCheck* users = nullptr;          // null: no user can be checked, so none passes
  const records::Register* source = nullptr;  // of the names of bulk files
  const records::DocumentFolder* folder = nullptr;
  // Takes a document that the folder lacks from the other nodes, if they have it; may be empty.
  std::function<base::Status(base::OrgNumber, const model::Document&)> fetch = {};
  records::DocumentCheck* check = nullptr;  // of the files in the folder; null only where it is
  // Copies of accounts are listed for this many years back; 0: for all.
  std::uint32_t copy_years = 0;
};

}  // namespace orgreg::api
