// SPDX-License-Identifier: EUPL-1.2

#include "store/sqlite_tables/references.h"

#include <array>
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

// The numbers in the only column of the result.
Result<std::vector<OrgNumber>> Find(Connection* connection, std::string_view sql, OrgNumber key) {
  auto query = TRY(connection->Ask(sql, key));
  std::vector<OrgNumber> found;
  while (true) {
    const bool is_row = TRY(query.Next());
    if (!is_row) return found;
    const std::int64_t value = query->Integer(0);
    if (value < 0 || value >= OrgNumber::kLimit)
      return connection->Corrupt("a reference has an impossible number");
    found.emplace_back(static_cast<std::uint32_t>(value));
  }
}

}  // namespace

Status WriteReferences(Connection* connection, model::Kind kind, OrgNumber number,
                       const std::vector<OrgNumber>& named) {
  if (!model::NamesOthers(kind)) return {};
  TRY(connection->Do(SqlOfReferences(kind).erase, number));
  for (const OrgNumber one : named) {
    TRY(connection->Do(SqlOfReferences(kind).insert, number, one));
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
