// A small file beside the store that says which commit was the last to be acknowledged. A
// damaged write-ahead log is cut by SQLite at the damage without a word, and the store is
// then one whole earlier state; only something outside the log can tell.
//
// It is written after each commit and not synced: after a power cut it may say less than was
// acknowledged, never more. One that is missing or damaged says nothing. Internal to store/;
// safe from any thread and process.

#pragma once

#include <string>

#include "base/files/descriptor.h"
#include "base/result.h"
#include "store/store.h"

namespace orgreg::store {

class Witness {
 public:
  explicit Witness(const std::string& store_path);

  // The last commit that was acknowledged, as far as is known; 0: nothing is.
  CommitId Read() const;
  // The commit is on the disk already, so that this fails is nobody's concern.
  void Write(CommitId commit);
  // kCorrupt where the store has less than was acknowledged. To be asked with a position that
  // was read after `acknowledged`.
  base::Status Compare(CommitId acknowledged, CommitId position) const;

  // Before another file takes the store's name.
  static base::Status Forget(const std::string& store_path);

 private:
  std::string store_path_;
  std::string path_;
  base::Descriptor file_;  // For writing; opened when first needed.
};

}  // namespace orgreg::store
