// A Query is a resolved question to one kind of record: every part is valid, nothing of it
// is as the client spelled it. Plain values.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/values/org_number.h"
#include "model/kind.h"
#include "model/limits.h"

namespace orgreg::search {

// One condition; which of the members counts is decided by the parameter's Match.
struct Criterion {
  std::size_t parameter = 0;  // In model::Parameters(kind).
  std::vector<std::string> texts = {};
  std::vector<base::OrgNumber> numbers = {};
  std::optional<std::int64_t> from = {};  // Days, or employees; included.
  std::optional<std::int64_t> to = {};
  bool flag = false;
};

struct SortBy {
  std::size_t key = 0;  // In the list's sort keys.
  bool descending = false;
};

// Which part of a list is wanted, and in what order.
struct PageRequest {
  std::int64_t size = model::kDefaultPageSize;
  std::int64_t number = 0;
  bool is_asked_for = false;      // The size or the number was given, not taken from the defaults.
  std::vector<SortBy> sort = {};  // The first decides; empty: by the list's own order.
};

struct Query {
  model::Kind kind = model::Kind::kEntity;
  std::vector<Criterion> criteria = {};  // All must hold.
  bool consecutive_name = false;         // The words of the name stand next to each other.
  PageRequest page = {};

  // True where neither a filter nor a page leaves anything out.
  bool AsksForAll() const { return criteria.empty() && !page.is_asked_for; }
};

}  // namespace orgreg::search
