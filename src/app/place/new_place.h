// SPDX-License-Identifier: EUPL-1.2

// A place in which a command is about to begin a register. It remembers what was there, so that a
// command that stores nothing leaves nothing behind. For one thread.

#pragma once

#include <array>
#include <string>

#include "app/place/place.h"
#include "base/files/descriptor.h"
#include "base/result.h"
#include "store/sqlite/store.h"

namespace orgreg::app {

// Makes the folder if it is missing or empty, with mode 0700, and the folders in it that are
// missing. The folder that it lies in must exist. The errors are those of Place::Check; a place
// next to a store file needs nothing.
base::Status MakePlace(const Place& place);

// The same. Until the descriptor is closed, no other process discards the place: the caller opens
// the store meanwhile.
base::Result<base::Descriptor> HoldPlace(const Place& place);

// For a new folder of a register (adopt.h): makes a folder, which may be there already; and the
// folders of the parts that do not make theirs.
base::Status MakeFolder(const std::string& path);
std::array<std::string, 3> FoldersIn(const Place& place);

class NewPlace {
 public:
  explicit NewPlace(Place place);

  // True if there was no store, or an empty file. A database is never new: whether it has a store
  // is known when it is opened.
  bool is_new() const { return !place_.has_database() && store_.is_new(); }
  // Called after this process has closed the store. Deletes a store that is new and has no commit,
  // and the folder if it was not there before, unless another process uses them or is about to
  // (HoldPlace).
  void Discard() const;

 private:
  Place place_;
  bool was_missing_ = false;
  bool was_empty_ = false;
  store::NewStore store_;
};

}  // namespace orgreg::app
