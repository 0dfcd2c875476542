// SPDX-License-Identifier: EUPL-1.2

#include "store/open/open.h"

#include <utility>

#include "store/sqlite/store.h"

namespace orgreg::store {

base::Result<std::unique_ptr<Store>> OpenStore(const StoreAddress& address, OpenMode mode,
                                               StoreOptions options) {
  return OpenSqlite(address.file, mode, std::move(options));
}

base::Status CopyStore(const StoreAddress& address, const std::string& path) {
  return CopySqlite(address.file, path);
}

}  // namespace orgreg::store
