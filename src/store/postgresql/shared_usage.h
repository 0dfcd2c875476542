// SPDX-License-Identifier: EUPL-1.2

// The tables `usage_part` and `usage_change` (docs/postgresql.md). Internal to store/; safe from
// any thread.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/postgresql_connections/pool.h"
#include "store/shared_usage.h"

namespace orgreg::store {

class PgSharedUsage final : public SharedUsage {
 public:
  // `pool` outlives the object.
  explicit PgSharedUsage(PgPool* pool) : pool_(pool) {}

  base::Result<UsageState> State() override;
  base::Result<std::vector<UsagePart>> PartsOf(std::span<const std::string> runs) override;
  base::Result<std::vector<UsagePart>> Changed(const UsageQuestion& question) override;
  base::Status Put(std::span<const UsagePart> parts) override;
  base::Status DropOlder(std::uint32_t days) override;

 private:
  PgPool* pool_;
};

}  // namespace orgreg::store
