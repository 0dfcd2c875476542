// SPDX-License-Identifier: EUPL-1.2

#include "api/browse_pages/counted_lists.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>

#include "base/values/date.h"
#include "model/codes/code_list_set.h"

namespace orgreg::api {
namespace {

using Counted = std::shared_ptr<const CodeListBody>;

// What a list was made of.
struct Origin {
  // It keeps no catalog alive, and no later one is taken for it.
  std::weak_ptr<const search::Catalog> catalog = {};
  const model::CodeLists* codes = nullptr;
  base::Date day = {};

  bool IsSame(const Origin& other) const {
    return codes == other.codes && day == other.day && !catalog.owner_before(other.catalog) &&
           !other.catalog.owner_before(catalog);
  }
};

Origin OriginNow(const CurrentCatalog::Pointer& catalog) {
  const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  return {.catalog = catalog,
          .codes = &model::CurrentCodeLists(),
          .day = base::Date::FromDays(static_cast<std::int32_t>(today.time_since_epoch().count()))};
}

// The newest list that was made.
class Keeper {
 public:
  base::Result<Counted> Get(CountedList list, const CurrentCatalog::Pointer& catalog) {
    Origin origin = OriginNow(catalog);
    // Others wait for the list, which they would have to make themselves.
    const std::lock_guard lock(mutex_);
    if (counted_ != nullptr && origin_.IsSame(origin)) return counted_;
    CodeListBody made = TRY(CountCodes(list, origin.day, *catalog));
    counted_ = std::make_shared<const CodeListBody>(std::move(made));
    origin_ = std::move(origin);
    return counted_;
  }

 private:
  std::mutex mutex_;
  Origin origin_;    // Guarded by mutex_.
  Counted counted_;  // Guarded by mutex_.
};

}  // namespace

base::Result<Counted> CountedCodes(CountedList list, const CurrentCatalog::Pointer& catalog) {
  static std::array<Keeper, kCountedLists> keepers;
  return keepers[static_cast<std::size_t>(list)].Get(list, catalog);
}

}  // namespace orgreg::api
