// The statements on texts that are known by a name. Internal to store/.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/sqlite_connection.h"
#include "store/store.h"

namespace orgreg::store {

struct NamedText {
  std::string_view name = {};
  CommitId commit = {};
  std::string_view body = {};
};

// In place of the text of that name.
base::Status WriteText(Connection* connection, const NamedText& text);

// A copy, verified; nothing where there is none of the name.
base::Result<std::optional<std::string>> FindText(Connection* connection, const std::string& name);

// Verifies all of them.
base::Status CheckTexts(Connection* connection);

}  // namespace orgreg::store
