// SPDX-License-Identifier: EUPL-1.2

#include "store/sqlite_tables/dictionary.h"

#include "store/packing/packed_text.h"

namespace orgreg::store {

base::Status WriteDictionary(Connection* connection) {
  return connection->Do("INSERT INTO dictionary (id, bytes) VALUES (1, ?1)",
                        BytesOrNull{PackingDictionary()});
}

base::Status CheckDictionary(Connection* connection) {
  auto query = TRY(connection->Ask("SELECT bytes FROM dictionary WHERE id = 1"));
  const bool is_there = TRY(query.Next());
  if (is_there && query->Text(0) == PackingDictionary()) return {};
  return connection->Corrupt("dictionary row 1 is not what the records were packed with");
}

}  // namespace orgreg::store
