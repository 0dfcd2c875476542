#include "store/sqlite_texts.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace orgreg::store {
namespace {

using base::Result;
using base::Status;

constexpr std::string_view kFind =
    "SELECT name, commit_id, checksum, body FROM text WHERE name = ?1";
constexpr std::string_view kScan = "SELECT name, commit_id, checksum, body FROM text";
constexpr std::string_view kWrite =
    "INSERT INTO text (name, commit_id, checksum, body) VALUES (?1, ?2, ?3, ?4)"
    " ON CONFLICT (name) DO UPDATE SET commit_id = ?2, checksum = ?3, body = ?4";

std::uint64_t ChecksumOf(const NamedText& text) {
  const XXH64_hash_t named = XXH3_64bits_withSeed(text.name.data(), text.name.size(),
                                                  static_cast<XXH64_hash_t>(text.commit.value));
  return XXH3_64bits_withSeed(text.body.data(), text.body.size(), named);
}

// The text that the statement stands on, valid until its next step.
Result<NamedText> ReadText(const Connection& connection, const Statement& statement) {
  const bool is_typed = statement.IsText(0) && statement.IsInteger(1) && statement.IsInteger(2) &&
                        statement.IsText(3);
  if (!is_typed) return connection.Corrupt("text has a column of another type");
  const NamedText text{.name = statement.Text(0),
                       .commit = CommitId{statement.Integer(1)},
                       .body = statement.Text(3)};
  if (ChecksumOf(text) == static_cast<std::uint64_t>(statement.Integer(2))) return text;
  return connection.Corrupt("text " + std::string(text.name) + " does not match its checksum");
}

}  // namespace

Status WriteText(Connection* connection, const NamedText& text) {
  const auto prepared = connection->Prepare(kWrite);
  if (!prepared) return prepared.error();
  const StatementScope statement(*prepared);
  statement->Bind(1, text.name)
      .Bind(2, text.commit.value)
      .Bind(3, static_cast<std::int64_t>(ChecksumOf(text)))
      .Bind(4, text.body);
  const int step = statement->Step();
  if (step != SQLITE_DONE) return connection->LastError(step);
  return {};
}

Result<std::optional<std::string>> FindText(Connection* connection, const std::string& name) {
  const auto prepared = connection->Prepare(kFind);
  if (!prepared) return prepared.error();
  const StatementScope statement(*prepared);
  statement->Bind(1, std::string_view(name));
  const int step = statement->Step();
  if (step == SQLITE_DONE) return std::optional<std::string>();
  if (step != SQLITE_ROW) return connection->LastError(step);
  const auto text = ReadText(*connection, *statement);
  if (!text) return text.error();
  return std::optional(std::string(text->body));
}

Status CheckTexts(Connection* connection) {
  const auto prepared = connection->Prepare(kScan);
  if (!prepared) return prepared.error();
  const StatementScope statement(*prepared);
  int step = SQLITE_OK;
  while ((step = statement->Step()) == SQLITE_ROW) {
    if (const auto text = ReadText(*connection, *statement); !text) return text.error();
  }
  if (step != SQLITE_DONE) return connection->LastError(step);
  return {};
}

}  // namespace orgreg::store
