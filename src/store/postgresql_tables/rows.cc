// SPDX-License-Identifier: EUPL-1.2

// The statements of each table are made once from its name.

#include "store/postgresql_tables/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "store/postgresql_tables/log.h"

namespace orgreg::store {
namespace {

using base::OrgNumber;
using base::Result;
using base::Status;

// An answer has so many rows at most, and fewer if the bodies of the one before were long.
constexpr std::int64_t kMostRows = 2000;
constexpr std::int64_t kFirstRows = 250;
constexpr std::int64_t kFewestRows = 8;
constexpr std::size_t kMostBytes = std::size_t{8} << 20;
constexpr int kBodyColumn = 4;

PgTableSql MakeSql(const model::KindRow& row) {
  const std::string insert = fmt::format(
      "INSERT INTO {} (number, state, commit_id, checksum, body) SELECT * FROM"
      " unnest($1::integer[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bytea[])",
      row.table);
  const std::string newest = fmt::format(fmt::runtime(kNewestLine), static_cast<int>(row.kind));
  const std::string columns = fmt::format(
      "SELECT n.number, t.number, t.state, t.commit_id, t.checksum, t.body, {}", kLineColumns);
  const std::string page = fmt::format(
      "SELECT number, state, commit_id, checksum, body FROM {}"
      " WHERE number >= $1::integer ORDER BY number LIMIT $2::bigint",
      row.table);
  return {
      .name = std::string(row.table),
      .page = page,
      .find = fmt::format("{} FROM unnest($1::integer[]) AS n(number)"
                          " LEFT JOIN {} t ON t.number = n.number {}",
                          columns, row.table, newest),
      .ahead = fmt::format("{} FROM ({}) t CROSS JOIN LATERAL (SELECT t.number) n {}"
                           " ORDER BY t.number",
                           columns, page, newest),
      .insert = insert,
      .upsert = insert +
                " ON CONFLICT (number) DO UPDATE SET state = excluded.state,"
                " commit_id = excluded.commit_id, checksum = excluded.checksum,"
                " body = excluded.body",
  };
}

struct ReferenceSql {
  std::string erase;      // $1 an array of numbers
  std::string insert;     // $1, $2 arrays
  std::string named;      // $1 number
  std::string many;       // $1 an array of numbers
  std::string referring;  // $1 named
  std::string unnamed;    // $1 an array of numbers
};

ReferenceSql MakeReferenceSql(std::string_view table) {
  return {
      .erase = fmt::format("DELETE FROM {}_reference WHERE number = ANY ($1::integer[])", table),
      .insert = fmt::format("INSERT INTO {}_reference (number, named)"
                            " SELECT * FROM unnest($1::integer[], $2::integer[])"
                            " ON CONFLICT DO NOTHING",
                            table),
      .named = fmt::format(
          "SELECT named FROM {}_reference WHERE number = $1::integer ORDER BY named", table),
      .many = fmt::format("SELECT number, named FROM {}_reference"
                          " WHERE number = ANY ($1::integer[]) ORDER BY number, named",
                          table),
      .referring = fmt::format(
          "SELECT number FROM {}_reference WHERE named = $1::integer ORDER BY number", table),
      .unnamed = fmt::format("SELECT n.number FROM unnest($1::integer[]) AS n(number)"
                             " LEFT JOIN LATERAL (SELECT true AS is_named FROM {}_reference r"
                             "  WHERE r.named = n.number LIMIT 1) f ON true"
                             " WHERE f.is_named IS NULL",
                             table),
  };
}

template <typename Sql, typename Make>
const Sql& Of(model::Kind kind, const Make& make) {
  static const std::array<Sql, model::kKindCount> all = [&] {
    std::array<Sql, model::kKindCount> made;
    for (const model::KindRow& row : model::kKindRows) made[model::IndexOf(row.kind)] = make(row);
    return made;
  }();
  return all[model::IndexOf(kind)];
}

const ReferenceSql& SqlOfReferences(model::Kind kind) {
  return Of<ReferenceSql>(kind,
                          [](const model::KindRow& row) { return MakeReferenceSql(row.table); });
}

Result<std::vector<OrgNumber>> FindNumbers(PgConnection* connection, std::string_view sql,
                                           OrgNumber key) {
  const auto result = TRY(connection->Ask(sql, PgParameters().Integer4(std::int64_t{key.value()})));
  std::vector<OrgNumber> found;
  for (int row = 0; row < result.rows(); ++row) {
    const std::int64_t value = result.Integer(row, 0);
    if (value < 0 || value >= OrgNumber::kLimit)
      return connection->Corrupt("a reference has an impossible number");
    found.emplace_back(static_cast<std::uint32_t>(value));
  }
  return found;
}

// A page of rows that the server is asked for while those of the one before it are visited.
struct Page {
  std::int64_t from = 0;
  std::int64_t wanted = 0;  // 0: there is none
};

Status StartPage(PgConnection* connection, model::Kind kind, const Page& page) {
  if (page.wanted == 0) return {};
  connection->Add(PgSqlOf(kind).page, PgParameters().Integer4(page.from).Integer8(page.wanted));
  return connection->Start();
}

Result<PgResult> ReceivePage(PgConnection* connection) {
  auto results = TRY(connection->Receive());
  if (results.empty()) return connection->Fail(base::Code::kIo, "a statement has no result");
  return std::move(results.back());
}

std::size_t BytesOf(const PgResult& page) {
  std::size_t bytes = 0;
  for (int row = 0; row < page.rows(); ++row) bytes += page.Bytes(row, kBodyColumn).size();
  return bytes;
}

Page PageAfter(const Page& page, const PgResult& result, std::uint64_t left) {
  if (result.rows() < page.wanted || left == 0) return {};
  const std::int64_t from = result.Integer(result.rows() - 1, 0) + 1;
  if (from >= OrgNumber::kLimit) return {};
  const std::int64_t size = BytesOf(result) > kMostBytes / 2
                                ? std::max(page.wanted / 2, kFewestRows)
                                : std::min(page.wanted * 2, kMostRows);
  return {.from = from,
          .wanted = static_cast<std::int64_t>(
              std::min<std::uint64_t>(left, static_cast<std::uint64_t>(size)))};
}

Result<Note> ReadNote(const PgConnection& connection, const PgResult& result, int row) {
  Note note = {.key = std::string(result.Bytes(row, 0)), .text = std::string(result.Bytes(row, 1))};
  if (NoteChecksum(note.key, note.text) == result.Unsigned(row, 2)) return note;
  return connection.Corrupt("the note \"" + note.key + "\" does not match its checksum");
}

// Adds those rows that are new, or those that are not.
void AddSome(PgConnection* connection, std::string_view sql, const std::vector<PgStoredRow>& rows,
             bool new_ones) {
  PgArray numbers(PgType::kInteger4);
  PgArray states(PgType::kInteger2);
  PgArray commits(PgType::kInteger8);
  PgArray checksums(PgType::kInteger8);
  PgArray bodies(PgType::kBytes);
  for (const PgStoredRow& stored : rows) {
    if (stored.is_new != new_ones) continue;
    numbers.Add(std::int64_t{stored.row.number.value()});
    states.Add(static_cast<std::int64_t>(stored.row.state));
    commits.Add(stored.commit.value);
    checksums.Add(static_cast<std::int64_t>(stored.checksum));
    bodies.Add(stored.row.body);
  }
  if (numbers.size() == 0) return;
  connection->Add(sql, PgParameters()
                           .Array(&numbers)
                           .Array(&states)
                           .Array(&commits)
                           .Array(&checksums)
                           .Array(&bodies));
}

}  // namespace

const PgTableSql& PgSqlOf(model::Kind kind) { return Of<PgTableSql>(kind, MakeSql); }

Result<PgStoredRow> ReadRow(const PgConnection& connection, model::Kind kind,
                            const PgResult& result, int row, int first) {
  const std::int64_t number = result.Integer(row, first);
  const std::int64_t state = result.Integer(row, first + 1);
  const auto wrong = [&](std::string_view what) {
    return connection.Corrupt(fmt::format("{} row {} {}", PgSqlOf(kind).name, number, what));
  };
  if (number < 0 || number >= OrgNumber::kLimit) return wrong("has an impossible number");
  if (state < 0 || state > static_cast<std::int64_t>(RowState::kRemoved))
    return wrong("has an unknown state");
  const PgStoredRow stored = {
      .row = {.number = OrgNumber(static_cast<std::uint32_t>(number)),
              .state = static_cast<RowState>(state),
              .body = result.Bytes(row, first + 4)},
      .commit = CommitId{result.Integer(row, first + 2)},
      .checksum = result.Unsigned(row, first + 3),
  };
  if (RowChecksum(kind, stored.commit, stored.row) == stored.checksum) return stored;
  return wrong("does not match its checksum");
}

Status VisitRows(PgConnection* connection, model::Kind kind, const PgRowRange& range,
                 const std::function<Status(const PgStoredRow&)>& visit) {
  std::uint64_t left = range.most;
  Page page = {.from = range.from,
               .wanted = static_cast<std::int64_t>(std::min<std::uint64_t>(left, kFirstRows))};
  if (range.from >= OrgNumber::kLimit) return {};
  TRY(StartPage(connection, kind, page));
  while (page.wanted > 0) {
    const PgResult result = TRY(ReceivePage(connection));
    left -= static_cast<std::uint64_t>(page.wanted);
    page = PageAfter(page, result, left);
    TRY(StartPage(connection, kind, page));
    for (int row = 0; row < result.rows(); ++row) {
      connection->Pump();
      const auto stored = TRY(ReadRow(*connection, kind, result, row, 0));
      TRY(visit(stored));
    }
  }
  return {};
}

Status ScanRows(PgConnection* connection, model::Kind kind, const Summary::OfTable& recorded,
                const std::function<Status(const PgStoredRow&)>& visit) {
  std::uint64_t rows = 0;
  std::uint64_t sum = 0;
  TRY(VisitRows(connection, kind, {}, [&](const PgStoredRow& stored) -> Status {
    ++rows;
    sum += stored.checksum;
    return visit(stored);
  }));
  if (rows == recorded.rows && sum == recorded.sum) return {};
  return connection->Corrupt(
      fmt::format("{} holds {} rows, which are not the {} that were committed", PgSqlOf(kind).name,
                  rows, recorded.rows));
}

void AddRows(PgConnection* connection, model::Kind kind, const std::vector<PgStoredRow>& rows) {
  AddSome(connection, PgSqlOf(kind).insert, rows, true);
  AddSome(connection, PgSqlOf(kind).upsert, rows, false);
}

void AddReferences(PgConnection* connection, model::Kind kind, const PgReferences& references) {
  if (!model::NamesOthers(kind) || references.empty()) return;
  PgArray erased(PgType::kInteger4);
  PgArray numbers(PgType::kInteger4);
  PgArray named(PgType::kInteger4);
  for (const auto& [number, names] : references) {
    erased.Add(std::int64_t{number.value()});
    for (const OrgNumber one : names) {
      numbers.Add(std::int64_t{number.value()});
      named.Add(std::int64_t{one.value()});
    }
  }
  connection->Add(SqlOfReferences(kind).erase, PgParameters().Array(&erased));
  if (numbers.size() == 0) return;
  connection->Add(SqlOfReferences(kind).insert, PgParameters().Array(&numbers).Array(&named));
}

Result<std::vector<OrgNumber>> FindReferences(PgConnection* connection, model::Kind kind,
                                              OrgNumber number) {
  if (!model::NamesOthers(kind)) return std::vector<OrgNumber>();
  return FindNumbers(connection, SqlOfReferences(kind).named, number);
}

Result<PgReferences> FindReferencesOf(PgConnection* connection, model::Kind kind,
                                      std::span<const OrgNumber> numbers) {
  PgReferences references;
  if (!model::NamesOthers(kind) || numbers.empty()) return references;
  PgArray keys(PgType::kInteger4);
  for (const OrgNumber number : numbers) keys.Add(std::int64_t{number.value()});
  const auto result = TRY(connection->Ask(SqlOfReferences(kind).many, PgParameters().Array(&keys)));
  for (int row = 0; row < result.rows(); ++row) {
    const OrgNumber number(static_cast<std::uint32_t>(result.Integer(row, 0)));
    const std::int64_t named = result.Integer(row, 1);
    if (named < 0 || named >= OrgNumber::kLimit)
      return connection->Corrupt("a reference has an impossible number");
    if (references.empty() || references.back().first != number) references.push_back({number, {}});
    references.back().second.emplace_back(static_cast<std::uint32_t>(named));
  }
  return references;
}

void AddUnnamedQuery(PgConnection* connection, model::Kind kind,
                     std::span<const OrgNumber> numbers) {
  PgArray keys(PgType::kInteger4);
  for (const OrgNumber number : numbers) keys.Add(std::int64_t{number.value()});
  connection->Add(SqlOfReferences(kind).unnamed, PgParameters().Array(&keys));
}

Result<std::vector<OrgNumber>> FindReferring(PgConnection* connection, model::Kind kind,
                                             OrgNumber named) {
  if (!model::NamesOthers(kind)) return std::vector<OrgNumber>();
  return FindNumbers(connection, SqlOfReferences(kind).referring, named);
}

void AddNote(PgConnection* connection, const std::string& key, std::string_view text) {
  connection->Add(
      "INSERT INTO note (key, text, checksum) VALUES ($1::bytea, $2::bytea, $3::bigint)"
      " ON CONFLICT (key) DO UPDATE SET text = excluded.text, checksum = excluded.checksum",
      PgParameters().Bytes(key).Bytes(text).Integer8(NoteChecksum(key, text)));
}

Result<std::optional<std::string>> FindNote(PgConnection* connection, const std::string& key) {
  const auto result = TRY(connection->Ask(
      "SELECT key, text, checksum FROM note WHERE key = $1::bytea", PgParameters().Bytes(key)));
  if (result.rows() == 0) return std::optional<std::string>();
  auto note = TRY(ReadNote(*connection, result, 0));
  return std::optional<std::string>(std::move(note.text));
}

Result<std::vector<Note>> ReadNotes(PgConnection* connection) {
  const auto result = TRY(connection->Ask("SELECT key, text, checksum FROM note ORDER BY key"));
  std::vector<Note> notes;
  for (int row = 0; row < result.rows(); ++row) {
    auto note = TRY(ReadNote(*connection, result, row));
    notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace orgreg::store
