// SPDX-License-Identifier: EUPL-1.2

// A query is first turned into a range of places by its bounds; then the lines are read in order,
// or picked from the places of the numbers.

#include "store/postgresql/changes.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "store/postgresql_tables/commits.h"

namespace orgreg::store {

using base::OrgNumber;
using base::Result;
using base::Status;

namespace {

void SortOut(std::vector<OrgNumber>* numbers) {
  std::ranges::sort(*numbers);
  const auto repeated = std::ranges::unique(*numbers);
  numbers->erase(repeated.begin(), repeated.end());
}

// The part of `total` lines that the query wants.
std::pair<std::int64_t, std::int64_t> PageOf(const ChangeQuery& query, std::int64_t total) {
  const std::int64_t first = std::clamp<std::int64_t>(query.first, 0, total);
  return {first, std::clamp<std::int64_t>(query.count, 0, total - first)};
}

Change ChangeOf(const PgLine& read, const ChangeQuery& query) {
  return {.id = read.line.id,
          .number = read.line.number,
          .type = read.line.type,
          .time_ms = read.line.time_ms,
          .forward = read.forward,
          .backward = query.with_backward ? read.backward : ""};
}

}  // namespace

Result<std::optional<std::vector<OrgNumber>>> PgChanges::Since(model::Kind kind, CommitId commit,
                                                               const Contents& then) {
  using Numbers = std::optional<std::vector<OrgNumber>>;
  const Summary::OfTable& now = summary_.Of(kind);
  if (commit.value < 0 || commit > summary_.position || commit < now.unlogged) return Numbers();
  CommitRecord record;  // The initial value is that of the empty store.
  if (commit.value > 0) {
    auto found = TRY(FindCommit(connection_, commit));
    if (!found.has_value()) return Numbers();
    record = std::move(*found);
  }
  if (record.Of(kind).contents != then) return Numbers();
  const auto places =
      TRY(PlacesIn(connection_, {.kind = kind, .from_id = record.last_change + 1}, summary_));
  std::vector<OrgNumber> numbers;
  const PgLineRange range = {.first = places.first, .last = now.lines};
  TRY(VisitLines(connection_, kind, range, [&](const PgLine& read) -> Status {
    numbers.push_back(read.line.number);
    return {};
  }));
  SortOut(&numbers);
  return Numbers(std::move(numbers));
}

Result<ChangePage> PgChanges::Read(const ChangeQuery& query) {
  const auto places = TRY(PlacesIn(connection_, query, summary_));
  return query.numbers.empty() ? ReadOfAll(query, places) : ReadOfNumbers(query, places);
}

Result<ChangePage> PgChanges::ReadOfAll(const ChangeQuery& query, const PgPlaces& places) {
  ChangePage page;
  page.total = std::max<std::int64_t>(0, places.last - places.first + 1);
  const auto [first, count] = PageOf(query, page.total);
  PgLineRange range = {.descending = query.descending, .with_patches = query.with_patches};
  range.first = query.descending ? places.last - first - count + 1 : places.first + first;
  range.last = range.first + count - 1;
  TRY(VisitLines(connection_, query.kind, range, [&](const PgLine& read) -> Status {
    page.changes.push_back(ChangeOf(read, query));
    return {};
  }));
  return page;
}

Result<ChangePage> PgChanges::ReadOfNumbers(const ChangeQuery& query, const PgPlaces& places) {
  std::vector<OrgNumber> numbers = query.numbers;
  SortOut(&numbers);
  std::vector<std::int64_t> matching = TRY(PlacesOf(query.kind, numbers));
  std::erase_if(matching,
                [&](std::int64_t place) { return place < places.first || place > places.last; });
  if (query.descending) std::ranges::reverse(matching);
  ChangePage page;
  page.total = static_cast<std::int64_t>(matching.size());
  const auto [first, count] = PageOf(query, page.total);
  const auto wanted =
      std::span(matching).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  for (const PgLine& read :
       TRY(LinesAtPlaces(connection_, query.kind, wanted, query.with_patches))) {
    if (!std::ranges::binary_search(numbers, read.line.number)) {
      return connection_->Corrupt("change_log is indexed wrongly at place " +
                                  std::to_string(read.line.place));
    }
    page.changes.push_back(ChangeOf(read, query));
  }
  return page;
}

Result<std::vector<std::int64_t>> PgChanges::PlacesOf(model::Kind kind,
                                                      const std::vector<OrgNumber>& numbers) {
  TRY(known_->ExpectOf(kind, numbers));
  std::map<OrgNumber, std::uint64_t> sums;
  for (const OrgNumber number : numbers) {
    const PgKnownRow* const known = TRY(known_->Know(kind, number));
    TRY(known_->CheckNewest(kind, number, *known));
    sums[number] = known->place_sum;
  }
  std::vector<std::int64_t> places;
  for (const PgLine& read : TRY(LinesOf(connection_, kind, numbers))) {
    places.push_back(read.line.place);
    sums[read.line.number] -= static_cast<std::uint64_t>(read.line.place);
  }
  for (const auto& [number, rest] : sums) {
    if (rest != 0)
      return connection_->Corrupt("change_log is indexed wrongly for " + number.ToString());
  }
  return places;
}

}  // namespace orgreg::store
