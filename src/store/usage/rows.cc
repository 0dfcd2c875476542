// SPDX-License-Identifier: EUPL-1.2

#include "store/usage/rows.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace orgreg::store {
namespace {

constexpr std::string_view kPack =
    "INSERT INTO packs (grouping, quarter, counts, sum) VALUES (?1, ?2, ?3, ?4)";

}  // namespace

std::int64_t SumOf(UsageGroup group, Quarter quarter, std::string_view text, std::int64_t calls) {
  const std::array<std::int64_t, 3> place = {NumberOf(group), quarter, calls};
  const XXH64_hash_t seed = XXH3_64bits(place.data(), sizeof place);
  return static_cast<std::int64_t>(XXH3_64bits_withSeed(text.data(), text.size(), seed));
}

base::Status AddPack(Connection* connection, UsageGroup group, Quarter quarter,
                     std::string_view counts) {
  return connection->Do(kPack, NumberOf(group), quarter, counts, SumOf(group, quarter, counts, 0));
}

}  // namespace orgreg::store
