// SPDX-License-Identifier: EUPL-1.2

// The changes of code lists that the register keeps, as a note of the store. So every backup has
// them, and each change is a commit, which running servers notice. Errors are those of the store; a
// note that cannot be read is kCorrupt.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/codes/code_change.h"
#include "store/store.h"

namespace orgreg::records {

// The key of the note.
inline constexpr std::string_view kCodeListNote = "code-lists";

// One line for each code: the list, the code, its text, the day of retirement, the kind that uses
// it and its parent, with tabs between.
std::string ToNote(const std::vector<model::CodeChange>& changes);
base::Result<std::vector<model::CodeChange>> ParseCodeNote(std::string_view text);

// The results for the codes of a file.
struct CodeCounts {
  std::uint64_t added = 0;
  std::uint64_t changed = 0;
  std::uint64_t unchanged = 0;
};

// Adds the changes to the stored ones, in one commit, and installs the lists. A change that repeats
// what its list already has is not stored; if all do, there is no commit. The changes name
// different codes.
base::Result<CodeCounts> PutCodeChanges(store::Store* store,
                                        const std::vector<model::CodeChange>& changes);

// Installs the lists of the store's newest state (model/codes/code_list_set.h). Any thread: lists
// of an older state never replace those of a newer one.
base::Status InstallCodeLists(store::Store* store);

}  // namespace orgreg::records
