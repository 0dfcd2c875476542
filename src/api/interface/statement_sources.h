// What the operations on financial statements and documents need besides the catalog: who may
// ask, and where files and their names are found. Made once at start and never changed; any
// number of threads.

#pragma once

#include <cstdint>

#include "auth/users/basic_check.h"
#include "records/documents/check.h"
#include "records/documents/folder.h"
#include "records/register.h"

namespace orgreg::api {

// Who gets statements (docs/choices.md, Financial statements).
enum class StatementsAccess : std::uint8_t {
  kBasic,    // Users, with Basic credentials (spec, Authentication).
  kReduced,  // The same; whoever has no credentials gets the newest statement, reduced.
  kOpen,     // Everybody. Credentials are not looked at.
};

struct StatementSources {
  StatementsAccess access = StatementsAccess::kBasic;
  auth::BasicCheck* users = nullptr;          // null: nobody can be checked, so nobody passes
  const records::Register* source = nullptr;  // of the names of bulk files
  const records::DocumentFolder* folder = nullptr;
  records::DocumentCheck* check = nullptr;  // of the files in the folder; null only where it is
  // Copies of accounts are listed of this year and as many before; 0: of all.
  std::uint32_t copy_years = 0;
};

}  // namespace orgreg::api
