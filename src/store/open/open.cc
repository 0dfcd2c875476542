// SPDX-License-Identifier: EUPL-1.2

#include "store/open/open.h"

#include <utility>

#include "store/open/load_postgresql.h"
#include "store/sqlite/copy_snapshot.h"
#include "store/sqlite/store.h"

namespace orgreg::store {

base::Result<std::unique_ptr<Store>> OpenStore(const StoreAddress& address, OpenMode mode,
                                               StoreOptions options) {
  if (address.postgresql.empty()) return OpenSqlite(address.file, mode, std::move(options));
  const PostgresqlModule* const module = TRY(LoadPostgresql());
  return module->open(address.postgresql, mode, std::move(options));
}

base::Status CopyStore(const StoreAddress& address, const std::string& path) {
  if (address.postgresql.empty()) return CopySqlite(address.file, path);
  const auto store = TRY(OpenStore(address, OpenMode::kReadOnly));
  return store->CopyTo(path);
}

base::Status MoveStore(Store* from, Store* to) {
  const auto snapshot = TRY(from->Read());
  return FillStore(snapshot.get(), to);
}

base::Status ReplaceStore(Store* from, Store* to, const StateId& before) {
  const auto snapshot = TRY(from->Read());
  return ReplaceState(snapshot.get(), to, before);
}

}  // namespace orgreg::store
