// SPDX-License-Identifier: EUPL-1.2

// The lists that suggestions are taken from: municipalities and industries of the code lists, and
// the post towns of the register. They are indexed at first use, and again when the code lists or
// the base layers of the units are replaced. Safe from any thread.

#pragma once

#include <memory>
#include <mutex>

#include "base/result.h"
#include "model/codes/code_list_set.h"
#include "search/catalog.h"
#include "search/suggest/name_list.h"

namespace orgreg::api {

struct SuggestLists {
  std::shared_ptr<const search::NameList> municipalities = {};  // Not the retired ones.
  // Each town of a postal code of the business address of an entity or the location of a
  // sub-entity. Towns that only changes since the last base layer have are missing.
  std::shared_ptr<const search::NameList> post_towns = {};
  // All levels of the current edition.
  std::shared_ptr<const search::NameList> industries = {};
};

class SuggestListKeeper {
 public:
  // The lists for a catalog; null if they must be made, which takes some hundredths of a second.
  std::shared_ptr<const SuggestLists> Find(const search::Catalog& catalog) const;
  // Makes them if nobody has.
  base::Result<std::shared_ptr<const SuggestLists>> Make(const search::Catalog& catalog);

 private:
  // What the lists are made of.
  struct Origin {
    const model::CodeLists* codes = nullptr;
    search::SegmentIdentity entities = {};
    search::SegmentIdentity sub_entities = {};
    friend bool operator==(const Origin&, const Origin&) = default;
  };
  static Origin OriginOf(const search::Catalog& catalog);

  mutable std::mutex mutex_;  // Guards the next two; held for moments.
  Origin origin_;
  std::shared_ptr<const SuggestLists> lists_;
  std::mutex making_;  // Held while lists are made.
};

// The one of the program, since the lists take some memory.
SuggestListKeeper& SharedSuggestLists();

}  // namespace orgreg::api
