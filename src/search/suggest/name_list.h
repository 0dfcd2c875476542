// SPDX-License-Identifier: EUPL-1.2

// A list of labels, indexed in memory like the names of a segment, so that suggestions from lists
// and from units are found and ranked in the same way. Never changed after it is made; any number
// of threads.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "search/file/segment_file.h"
#include "search/segment/name_index.h"
#include "search/suggest/suggest.h"

namespace orgreg::search {

struct Labelled {
  std::string code = {};  // May be empty.
  std::string label = {};
};

class NameList {
 public:
  // Fails if there is no memory.
  static base::Result<std::shared_ptr<const NameList>> Make(std::vector<Labelled> items);

  const Labelled& operator[](Doc item) const { return items_[item]; }
  // Valid as long as the list.
  SuggestSource Source(std::uint32_t group) const {
    return {.names = &names_, .codes = codes_, .group = group};
  }

 private:
  std::vector<Labelled> items_;
  std::vector<std::string> codes_;  // Only their digits.
  std::shared_ptr<const SegmentFile> file_;
  NameIndex names_;
};

}  // namespace orgreg::search
