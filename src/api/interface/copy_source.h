// SPDX-License-Identifier: EUPL-1.2

// A register that is a copy: how it follows its source, and the servers that share a database with
// it. Times are milliseconds since 1970, UTC.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orgreg::api {

// A server of the same database, as it was when it was last heard from.
struct SharingServer {
  std::string name = {};
  std::int64_t seen_ms = 0;
  // How long it had not been as the database; nothing if it never was.
  std::optional<std::int64_t> lag_ms = {};
};

struct CopyFacts {
  bool is_followed = false;                   // The source is reached.
  std::optional<std::int64_t> equal_ms = {};  // When it was last as its source, if it ever was.
  std::int64_t most_lag_ms = 0;               // A copy that is behind for longer is out of date.
  std::vector<SharingServer> servers = {};    // In order of their names, this one among them.
};

class CopySource {
 public:
  CopySource() = default;
  CopySource(const CopySource&) = delete;
  CopySource& operator=(const CopySource&) = delete;
  virtual ~CopySource() = default;

  // Nothing if the register is no copy. Safe from any thread.
  virtual std::optional<CopyFacts> Read() const = 0;
};

}  // namespace orgreg::api
