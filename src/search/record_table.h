// Rendered records by organisation number. Built in order of number, then unchanging: any
// number of threads.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/org_number.h"
#include "search/doc_set.h"
#include "search/text_column.h"

namespace orgreg::search {

class RecordTable {
 public:
  // Numbers must come in rising order.
  void Append(base::OrgNumber number, std::string_view bytes);

  std::size_t size() const { return numbers_.size(); }
  std::optional<Doc> Find(base::OrgNumber number) const;
  base::OrgNumber Number(Doc doc) const { return numbers_[doc]; }
  std::string_view Bytes(Doc doc) const { return records_[doc]; }
  // A fingerprint of the bytes, for entity tags.
  std::uint64_t Fingerprint(Doc doc) const { return fingerprints_[doc]; }

 private:
  std::vector<base::OrgNumber> numbers_;
  TextColumn records_;
  std::vector<std::uint64_t> fingerprints_;
};

}  // namespace orgreg::search
