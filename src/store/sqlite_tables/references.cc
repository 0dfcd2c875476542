#include "store/sqlite_tables/references.h"

#include <array>
#include <initializer_list>
#include <string>

#include "model/kind.h"

namespace orgreg::store {
namespace {

using base::OrgNumber;
using base::Result;
using base::Status;

struct ReferenceSql {
  std::string erase;      // ?1 number
  std::string insert;     // ?1 number, ?2 named
  std::string named;      // ?1 number
  std::string referring;  // ?1 named
};

ReferenceSql MakeSql(const std::string& table) {
  const std::string name = table + "_reference";
  return {
      .erase = "DELETE FROM " + name + " WHERE number = ?1",
      .insert = "INSERT OR IGNORE INTO " + name + " (number, named) VALUES (?1, ?2)",
      .named = "SELECT named FROM " + name + " WHERE number = ?1 ORDER BY named",
      .referring = "SELECT number FROM " + name + " WHERE named = ?1 ORDER BY number",
  };
}

const ReferenceSql& SqlOfReferences(model::Kind kind) {
  static const std::array<ReferenceSql, model::kKindCount> all = [] {
    std::array<ReferenceSql, model::kKindCount> made;
    for (const model::KindRow& row : model::kKindRows) {
      if (model::NamesOthers(row.kind))
        made[model::IndexOf(row.kind)] = MakeSql(std::string(row.table));
    }
    return made;
  }();
  return all[model::IndexOf(kind)];
}

Status Execute(Connection* connection, std::string_view sql,
               std::initializer_list<OrgNumber> numbers) {
  const auto prepared = TRY(connection->Prepare(sql));
  const SqlStatementScope statement(prepared);
  int parameter = 1;
  for (const OrgNumber number : numbers) statement->Bind(parameter++, std::int64_t{number.value()});
  const int step = statement->Step();
  if (step != SQLITE_DONE) return connection->LastError(step);
  return {};
}

// The numbers in the only column of the result.
Result<std::vector<OrgNumber>> Find(Connection* connection, std::string_view sql, OrgNumber key) {
  const auto prepared = TRY(connection->Prepare(sql));
  const SqlStatementScope statement(prepared);
  statement->Bind(1, std::int64_t{key.value()});
  std::vector<OrgNumber> found;
  int step = SQLITE_OK;
  while ((step = statement->Step()) == SQLITE_ROW) {
    const std::int64_t value = statement->Integer(0);
    if (value < 0 || value >= OrgNumber::kLimit)
      return connection->Corrupt("a reference has an impossible number");
    found.emplace_back(static_cast<std::uint32_t>(value));
  }
  if (step != SQLITE_DONE) return connection->LastError(step);
  return found;
}

}  // namespace

Status WriteReferences(Connection* connection, model::Kind kind, OrgNumber number,
                       const std::vector<OrgNumber>& named) {
  if (!model::NamesOthers(kind)) return {};
  TRY(Execute(connection, SqlOfReferences(kind).erase, {number}));
  for (const OrgNumber one : named) {
    Status written = Execute(connection, SqlOfReferences(kind).insert, {number, one});
    if (!written) return written;
  }
  return {};
}

Result<std::vector<OrgNumber>> FindReferences(Connection* connection, model::Kind kind,
                                              OrgNumber number) {
  if (!model::NamesOthers(kind)) return std::vector<OrgNumber>();
  return Find(connection, SqlOfReferences(kind).named, number);
}

Result<std::vector<OrgNumber>> FindReferring(Connection* connection, model::Kind kind,
                                             OrgNumber named) {
  if (!model::NamesOthers(kind)) return std::vector<OrgNumber>();
  return Find(connection, SqlOfReferences(kind).referring, named);
}

}  // namespace orgreg::store
