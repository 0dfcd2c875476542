// SPDX-License-Identifier: EUPL-1.2

// A small file next to the store that names the last acknowledged commit. SQLite silently truncates
// a damaged write-ahead log at the damage, which leaves the store in an earlier complete state;
// only information outside the log can show that.
//
// It is written after each commit and not synced: after a power cut it may name an earlier commit
// than the last acknowledged one, never a later one. A missing or damaged file means nothing.
// Internal to store/; safe from any thread and process.

#pragma once

#include <string>

#include "base/files/descriptor.h"
#include "base/result.h"
#include "store/store.h"

namespace orgreg::store {

class Witness {
 public:
  explicit Witness(const std::string& store_path);

  // The last commit that is known to be acknowledged; 0 if none is.
  CommitId Read() const;
  // The commit is on disk already, so a failure of this does not matter.
  void Write(CommitId commit);
  // kCorrupt if the store has less than was acknowledged. `position` must be read after
  // `acknowledged`.
  base::Status Compare(CommitId acknowledged, CommitId position) const;

  // Called before another file takes the store's name.
  static base::Status Forget(const std::string& store_path);

 private:
  std::string store_path_;
  std::string path_;
  base::Descriptor file_;  // For writing; opened when first needed.
};

}  // namespace orgreg::store
