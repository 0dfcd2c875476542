// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql_tables/known_rows.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "store/postgresql_tables/commits.h"
#include "store/postgresql_tables/log.h"

namespace orgreg::store {
namespace {

using base::OrgNumber;
using base::Result;
using base::Status;

constexpr std::size_t kMostBytes = std::size_t{96} << 20;
constexpr std::size_t kBytesAhead = std::size_t{4} << 20;
constexpr std::size_t kBytesOfNone = 100;  // of what is known besides the body
constexpr std::int64_t kLeastAhead = 32;
constexpr std::int64_t kMostAhead = 2000;
constexpr int kInOrder = 3;
constexpr std::uint32_t kLastNumber = OrgNumber::kLimit - 1;

// The columns of PgTableSql::find.
constexpr int kRowColumn = 1;
constexpr int kLineColumn = 6;

std::size_t BytesOf(const PgKnownRow& known) {
  return kBytesOfNone + (known.row ? known.row->body.size() : 0);
}

bool IsNone(const PgKnownRow& known) {
  return !known.row && !known.damage && known.line_commit == CommitId{};
}

}  // namespace

PgKnownRows::PgKnownRows(PgConnection* connection, const Summary& before)
    : connection_(connection), before_(before) {
  for (const model::Kind kind : model::kKinds) {
    if (before.Of(kind).rows > 0 || before.Of(kind).lines > 0) continue;
    Of(kind).known_from = 0;
    Of(kind).known_to = kLastNumber;
  }
}

Result<PgKnownRow*> PgKnownRows::Know(model::Kind kind, OrgNumber number) {
  if (bytes_ > kMostBytes) ForgetMany();
  OfKind& of = Of(kind);
  const std::uint32_t value = number.value();
  if (value != of.last_asked) of.in_order = value > of.last_asked ? of.in_order + 1 : 0;
  of.last_asked = value;
  auto found = of.rows.find(value);
  const bool is_none = of.Covers(value) && !of.forgotten.contains(value);
  if (found == of.rows.end() && !is_none) {
    if (of.in_order >= kInOrder) {
      TRY(ReadAhead(kind, number));
    } else {
      TRY(ExpectOf(kind, std::span(&number, 1)));
    }
    found = of.rows.find(value);
  }
  if (found == of.rows.end()) {
    Insert(kind, value, {});
    found = of.rows.find(value);
  }
  if (found->second.damage) return *found->second.damage;
  return &found->second;
}

Result<std::vector<PgResult>> PgKnownRows::Expect(std::span<const OrgNumber> numbers) {
  std::vector<model::Kind> asked;
  for (const model::Kind kind : model::kKinds) {
    const OfKind& of = Of(kind);
    if (of.known_from == 0 && of.known_to == kLastNumber) continue;
    AddFind(kind, numbers);
    asked.push_back(kind);
  }
  auto results = TRY(connection_->Send());
  const std::size_t first = results.size() - asked.size();
  for (std::size_t at = 0; at < asked.size(); ++at) Take(asked[at], results[first + at]);
  results.erase(results.begin() + static_cast<std::ptrdiff_t>(first), results.end());
  return results;
}

Status PgKnownRows::ExpectOf(model::Kind kind, std::span<const OrgNumber> numbers) {
  AddFind(kind, numbers);
  const auto results = TRY(connection_->Send());
  Take(kind, results.back());
  return {};
}

void PgKnownRows::AddFind(model::Kind kind, std::span<const OrgNumber> numbers) {
  PgArray keys(PgType::kInteger4);
  for (const OrgNumber number : numbers) {
    if (!Of(kind).rows.contains(number.value())) keys.Add(std::int64_t{number.value()});
  }
  connection_->Add(PgSqlOf(kind).find, PgParameters().Array(&keys));
}

void PgKnownRows::Take(model::Kind kind, const PgResult& result) {
  for (int row = 0; row < result.rows(); ++row) {
    Insert(kind, static_cast<std::uint32_t>(result.Integer(row, 0)), Read(kind, result, row));
  }
}

// All rows from the number on become known, up to the last that was read.
Status PgKnownRows::ReadAhead(model::Kind kind, OrgNumber from) {
  OfKind& of = Of(kind);
  of.ahead = std::clamp(of.ahead * 2, kLeastAhead, kMostAhead);
  const auto page = TRY(connection_->Ask(
      PgSqlOf(kind).ahead, PgParameters().Integer4(std::int64_t{from.value()}).Integer8(of.ahead)));
  const std::size_t before = bytes_;
  Take(kind, page);
  if (bytes_ - before > kBytesAhead) of.ahead /= 4;
  if (of.Covers(from.value())) return {};
  const bool is_end = page.rows() < of.ahead;
  const bool goes_on = of.known_from <= from.value() && of.known_to + 1 == from.value();
  if (!goes_on) of.known_from = from.value();
  of.known_to = is_end ? kLastNumber : static_cast<std::uint32_t>(page.Integer(page.rows() - 1, 0));
  return {};
}

PgKnownRow PgKnownRows::Read(model::Kind kind, const PgResult& result, int row) const {
  PgKnownRow known;
  if (!result.IsNull(row, kRowColumn)) {
    const auto stored = ReadRow(*connection_, kind, result, row, kRowColumn);
    if (!stored) return {.damage = stored.error()};
    known.row = Row{.number = stored->row.number,
                    .state = stored->row.state,
                    .body = std::string(stored->row.body)};
    known.commit = stored->commit;
    known.checksum = stored->checksum;
  }
  if (result.IsNull(row, kLineColumn)) return known;
  const auto line = ReadLine(*connection_, result, row, kLineColumn);
  if (!line) return {.damage = line.error()};
  if (line->line.kind != kind || line->line.number.value() != result.Unsigned(row, 0))
    return {.damage =
                connection_->Corrupt("a line of the log is not of the number that leads to it")};
  known.line_commit = line->line.commit;
  known.place_sum = line->line.place_sum;
  return known;
}

void PgKnownRows::Insert(model::Kind kind, std::uint32_t number, PgKnownRow row) {
  OfKind& of = Of(kind);
  const std::size_t bytes = BytesOf(row);
  // What was changed here is newer.
  if (of.rows.emplace(number, std::move(row)).second) bytes_ += bytes;
}

// Where the last row is known, numbers that do not exist stay known as such, so that a load of new
// rows asks for none.
void PgKnownRows::ForgetMany() {
  bytes_ = 0;
  for (OfKind& of : kinds_) {
    const bool keeps_range = of.known_to == kLastNumber;
    if (!keeps_range) {
      of.known_from = 1;
      of.known_to = 0;
    }
    std::erase_if(of.rows, [&of, keeps_range](const auto& one) {
      if (one.second.is_pending) return false;
      if (keeps_range && of.Covers(one.first) && !IsNone(one.second))
        of.forgotten.insert(one.first);
      return true;
    });
    for (const auto& [number, row] : of.rows) bytes_ += BytesOf(row);
  }
}

Status PgKnownRows::CheckNewest(model::Kind kind, OrgNumber number, const PgKnownRow& known) {
  const CommitId put = known.row ? known.commit : CommitId{};
  const CommitId logged = known.line_commit;
  if (put == logged) return {};
  if (logged < put && put <= before_.Of(kind).unlogged) {
    if (put < before_.first_commit) return {};
    auto record = commits_.find(put.value);
    if (record == commits_.end())
      record = commits_.emplace(put.value, TRY(FindCommit(connection_, put))).first;
    if (record->second && record->second->Of(kind).is_unlogged) return {};
  }
  return connection_->Corrupt("the last change of " + number.ToString() +
                              " is not the one that the log has");
}

void PgKnownRows::NotePending(model::Kind kind, OrgNumber number) {
  OfKind& of = Of(kind);
  PgKnownRow& known = of.rows.at(number.value());
  pending_bytes_ += BytesOf(known);
  bytes_ += BytesOf(known);
  if (std::exchange(known.is_pending, true)) return;
  of.pending.push_back(number.value());
}

std::vector<PgStoredRow> PgKnownRows::TakePending(model::Kind kind) {
  OfKind& of = Of(kind);
  std::ranges::sort(of.pending);
  std::vector<PgStoredRow> rows;
  for (const std::uint32_t number : of.pending) {
    PgKnownRow& known = of.rows.at(number);
    known.is_pending = false;
    const Row& row = *known.row;
    rows.push_back({.row = {.number = row.number, .state = row.state, .body = row.body},
                    .commit = known.commit,
                    .checksum = known.checksum,
                    .is_new = std::exchange(known.is_new, false)});
    const std::size_t bytes = BytesOf(known);
    pending_bytes_ -= std::min(bytes, pending_bytes_);
  }
  of.pending.clear();
  return rows;
}

}  // namespace orgreg::store
