// SPDX-License-Identifier: EUPL-1.2

// A query is first turned into a range of places by its bounds; then the lines are read in order,
// or picked from the places of each number.

#include "store/sqlite_tables/changes.h"

#include <algorithm>
#include <string>
#include <utility>

#include "store/sqlite_tables/commits.h"
#include "store/sqlite_tables/log.h"
#include "store/sqlite_tables/rows.h"

namespace orgreg::store {

using base::OrgNumber;
using base::Result;
using base::Status;

namespace {

void SortOut(std::vector<OrgNumber>* numbers) {
  std::sort(numbers->begin(), numbers->end());
  numbers->erase(std::unique(numbers->begin(), numbers->end()), numbers->end());
}

// The part of `total` lines that the query wants.
std::pair<std::int64_t, std::int64_t> PageOf(const ChangeQuery& query, std::int64_t total) {
  const std::int64_t first = std::clamp<std::int64_t>(query.first, 0, total);
  return {first, std::clamp<std::int64_t>(query.count, 0, total - first)};
}

Change ChangeOf(const LineView& view, const ChangeQuery& query) {
  return {.id = view.line.id,
          .number = view.line.number,
          .type = view.line.type,
          .time_ms = view.line.time_ms,
          .forward = std::string(view.forward),
          .backward = std::string(query.with_backward ? view.backward : "")};
}

}  // namespace

Result<std::optional<std::vector<OrgNumber>>> SqliteChanges::Since(model::Kind kind,
                                                                   CommitId commit,
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
  const auto first = TRY(FirstPlace(connection_, kind, now.lines, [&](const LogLine& line) {
    return line.id > record.last_change;
  }));
  std::vector<OrgNumber> numbers;
  const LineRange range = {.first = first, .last = now.lines};
  const Status read = VisitLines(connection_, kind, range, [&](const LineView& view) -> Status {
    numbers.push_back(view.line.number);
    return {};
  });
  if (!read) return read.error();
  SortOut(&numbers);
  return Numbers(std::move(numbers));
}

Result<ChangePage> SqliteChanges::Read(const ChangeQuery& query) {
  const auto places = TRY(PlacesIn(query));
  return query.numbers.empty() ? ReadOfAll(query, places) : ReadOfNumbers(query, places);
}

// Ids and times rise with the places, so each bound becomes a place.
Result<SqliteChanges::Places> SqliteChanges::PlacesIn(const ChangeQuery& query) {
  Places places = {.first = 1, .last = summary_.Of(query.kind).lines};
  const auto narrow = [&](auto is_before, auto is_after) -> Status {
    const auto first = TRY(FirstPlace(connection_, query.kind, places.last,
                                      [&](const LogLine& line) { return !is_before(line); }));
    const auto end = TRY(FirstPlace(connection_, query.kind, places.last, is_after));
    places = {.first = std::max(places.first, first), .last = end - 1};
    return {};
  };
  if (query.from_id > 1 || query.to_id < summary_.last_change) {
    const Status done = narrow([&](const LogLine& line) { return line.id < query.from_id; },
                               [&](const LogLine& line) { return line.id > query.to_id; });
    if (!done) return done.error();
  }
  if (query.from_time_ms > 0 || query.to_time_ms < summary_.time_ms) {
    const Status done =
        narrow([&](const LogLine& line) { return line.time_ms < query.from_time_ms; },
               [&](const LogLine& line) { return line.time_ms > query.to_time_ms; });
    if (!done) return done.error();
  }
  return places;
}

Result<ChangePage> SqliteChanges::ReadOfAll(const ChangeQuery& query, const Places& places) {
  ChangePage page;
  page.total = std::max<std::int64_t>(0, places.last - places.first + 1);
  const auto [first, count] = PageOf(query, page.total);
  LineRange range = {.descending = query.descending, .with_patches = query.with_patches};
  range.first = query.descending ? places.last - first - count + 1 : places.first + first;
  range.last = range.first + count - 1;
  const Status read =
      VisitLines(connection_, query.kind, range, [&](const LineView& view) -> Status {
        page.changes.push_back(ChangeOf(view, query));
        return {};
      });
  if (!read) return read.error();
  return page;
}

Result<ChangePage> SqliteChanges::ReadOfNumbers(const ChangeQuery& query, const Places& places) {
  std::vector<OrgNumber> numbers = query.numbers;
  SortOut(&numbers);
  std::vector<std::int64_t> matching;
  for (const OrgNumber number : numbers) {
    const auto all = TRY(PlacesOfNumber(query.kind, number));
    for (const std::int64_t place : all) {
      if (place >= places.first && place <= places.last) matching.push_back(place);
    }
  }
  std::sort(matching.begin(), matching.end());
  if (query.descending) std::reverse(matching.begin(), matching.end());
  ChangePage page;
  page.total = static_cast<std::int64_t>(matching.size());
  const auto [first, count] = PageOf(query, page.total);
  for (std::int64_t i = first; i < first + count; ++i) {
    const std::int64_t place = matching[static_cast<std::size_t>(i)];
    const LineRange one = {.first = place, .last = place, .with_patches = query.with_patches};
    const Status read =
        VisitLines(connection_, query.kind, one, [&](const LineView& view) -> Status {
          page.changes.push_back(ChangeOf(view, query));
          if (std::binary_search(numbers.begin(), numbers.end(), view.line.number)) return {};
          return connection_->Corrupt("change_log is indexed wrongly at place " +
                                      std::to_string(place));
        });
    if (!read) return read.error();
  }
  return page;
}

Result<std::vector<std::int64_t>> SqliteChanges::PlacesOfNumber(model::Kind kind,
                                                                OrgNumber number) {
  const auto row = TRY(FindRow(connection_, kind, number));
  const auto newest = TRY(FindNewest(connection_, kind, number));
  TRY(CheckNewest(kind, number, row, newest));
  if (!newest.has_value()) return std::vector<std::int64_t>();
  return PlacesOf(connection_, *newest);
}

Result<std::optional<OwnedRow>> SqliteChanges::Find(model::Kind kind, OrgNumber number) {
  auto row = FindRow(connection_, kind, number);
  if (!row) return row;
  const auto newest = TRY(FindNewest(connection_, kind, number));
  TRY(CheckNewest(kind, number, *row, newest));
  return row;
}

// The row has the commit that wrote it, and the log has a line in that commit. This finds a line
// that the index has lost and a row that was replaced by an older one, which no other check would
// find.
Status SqliteChanges::CheckNewest(model::Kind kind, OrgNumber number,
                                  const std::optional<OwnedRow>& row,
                                  const std::optional<LogLine>& newest) {
  const CommitId put = row.has_value() ? row->commit : CommitId{};
  const CommitId logged = newest.has_value() ? newest->commit : CommitId{};
  if (put == logged) return {};
  if (logged < put && put <= summary_.Of(kind).unlogged) {
    if (put < summary_.first_commit) return {};
    const auto record = TRY(FindCommit(connection_, put));
    if (record.has_value() && record->Of(kind).is_unlogged) return {};
  }
  return connection_->Corrupt("the last change of " + number.ToString() +
                              " is not the one that the log has");
}

}  // namespace orgreg::store
