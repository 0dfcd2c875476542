// SPDX-License-Identifier: EUPL-1.2

#include "store/usage/rows.h"

#include <numeric>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace orgreg::store {
namespace {

constexpr std::string_view kPack =
    "INSERT INTO packs (grouping, quarter, counts, sum) VALUES (?1, ?2, ?3, ?4)";
constexpr std::string_view kQuarters =
    "SELECT quarter FROM usage WHERE grouping = ?1"
    " UNION SELECT quarter FROM packs WHERE grouping = ?1 ORDER BY quarter";

constexpr std::string_view kQuick = "PRAGMA quick_check(1)";

}  // namespace

base::Status CheckPages(Connection* connection) {
  auto check = TRY(connection->Ask(kQuick));
  const bool is_there = TRY(check.Next());
  if (is_there && check->Text(0) == "ok") return {};
  return connection->Corrupt(is_there ? check->Text(0) : "cannot be checked");
}

std::int64_t SumOf(UsageGroup group, Quarter quarter, std::string_view text, std::int64_t calls) {
  const std::array<std::int64_t, 3> place = {NumberOf(group), quarter, calls};
  const XXH64_hash_t seed = XXH3_64bits(place.data(), sizeof place);
  return static_cast<std::int64_t>(XXH3_64bits_withSeed(text.data(), text.size(), seed));
}

base::Status AddPack(Connection* connection, UsageGroup group, Quarter quarter,
                     std::string_view counts) {
  return connection->Do(kPack, NumberOf(group), quarter, counts, SumOf(group, quarter, counts, 0));
}

std::string TextOf(const Counts& counts) {
  std::string text;
  for (const auto& [value, calls] : counts)
    text.append(value).append(" ").append(std::to_string(calls)).append("\n");
  return text;
}

std::int64_t CallsOf(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0},
                         [](std::int64_t sum, const auto& each) { return sum + each.second; });
}

base::Result<std::vector<Quarter>> QuartersOf(Connection* connection, UsageGroup group) {
  std::vector<Quarter> quarters;
  auto query = TRY(connection->Ask(kQuarters, NumberOf(group)));
  while (true) {
    const bool is_there = TRY(query.Next());
    if (!is_there) return quarters;
    quarters.push_back(query->Integer(0));
  }
}

base::Result<Counts> CountsOf(Connection* connection, UsageGroup group, Quarter quarter) {
  Counts counts;
  base::Status read = EachCount(
      connection, group, {.first = quarter, .end = quarter + 1},
      [&](std::string_view value, std::int64_t calls) { counts[std::string(value)] += calls; });
  if (!read) return std::move(read).error();
  return counts;
}

}  // namespace orgreg::store
