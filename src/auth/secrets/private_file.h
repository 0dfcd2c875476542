// SPDX-License-Identifier: EUPL-1.2

// Small files that only their owner may read: keys, hashes of passwords. Read whole; refused
// where others may use them. Safe from any thread.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "auth/secrets/secret.h"
#include "base/result.h"

namespace orgreg::auth {

// Reads the whole file. kNotFound if it does not exist; kInvalid if it is not a regular file or if
// others than its owner may use it (a service manager's credentials may be readable to their
// group); kLimit above `most_bytes`; kIo.
base::Result<Secret> ReadPrivateFile(const std::string& path, std::size_t most_bytes);

// The result of `parse` for the text of such a file. Its errors name the file.
template <typename T>
base::Result<T> LoadPrivateFile(const std::string& path, std::size_t most_bytes,
                                base::Result<T> (*parse)(std::string_view text)) {
  const auto file = TRY(ReadPrivateFile(path, most_bytes));
  base::Result<T> parsed = parse(file.text());
  if (!parsed) return std::move(parsed).error().At(path);
  return parsed;
}

}  // namespace orgreg::auth
