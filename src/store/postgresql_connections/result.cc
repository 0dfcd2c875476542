// SPDX-License-Identifier: EUPL-1.2

#include "store/postgresql_connections/result.h"

#include <cstddef>

namespace orgreg::store {

std::string_view PgResult::Bytes(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column),
          static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}

bool PgResult::Bool(int row, int column) const {
  const std::string_view bytes = Bytes(row, column);
  return bytes.size() == 1 && bytes.front() != 0;
}

std::int64_t PgResult::Integer(int row, int column) const {
  const std::string_view bytes = Bytes(row, column);
  std::uint64_t value = 0;
  for (const char byte : bytes) value = value << 8U | static_cast<unsigned char>(byte);
  switch (bytes.size()) {
    case 2:
      return static_cast<std::int16_t>(value);
    case 4:
      return static_cast<std::int32_t>(value);
    case 8:
      return static_cast<std::int64_t>(value);
    default:
      return 0;
  }
}

}  // namespace orgreg::store
