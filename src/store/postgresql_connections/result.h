// SPDX-License-Identifier: EUPL-1.2

// The rows that a statement returned, in binary form. Internal to store/; one thread at a time.

#pragma once

#include <libpq-fe.h>

#include <cstdint>
#include <memory>
#include <string_view>

namespace orgreg::store {

class PgResult {
 public:
  explicit PgResult(PGresult* result) : result_(result) {}

  int rows() const { return PQntuples(result_.get()); }
  int columns() const { return PQnfields(result_.get()); }
  bool IsNull(int row, int column) const { return PQgetisnull(result_.get(), row, column) != 0; }
  // Of two, four or eight bytes; 0 if it is NULL or something else.
  std::int64_t Integer(int row, int column) const;
  std::uint64_t Unsigned(int row, int column) const {
    return static_cast<std::uint64_t>(Integer(row, column));
  }
  bool Bool(int row, int column) const;
  // Of bytes or a text; lives as long as this object. Empty if it is NULL.
  std::string_view Bytes(int row, int column) const;
  // What the server says that it has done: "COMMIT".
  std::string_view command() const { return PQcmdStatus(result_.get()); }

 private:
  struct Clear {
    void operator()(PGresult* result) const { PQclear(result); }
  };
  std::unique_ptr<PGresult, Clear> result_;
};

}  // namespace orgreg::store
