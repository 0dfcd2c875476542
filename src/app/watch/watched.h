// SPDX-License-Identifier: EUPL-1.2

// The parts of a running server that its metrics and its health are read from, and what they say
// at one moment. Everything outlives the readers; all functions may be called from any thread.

#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "api/authority/authority.h"
#include "api/batch_service.h"
#include "api/interface/inventories.h"
#include "api/state_pages/register_facts.h"
#include "app/catalog/catalog_builder.h"
#include "app/catalog/visibility.h"
#include "app/follow/follow_state.h"
#include "app/settings/settings.h"
#include "app/watch/access_log.h"
#include "app/watch/process_state.h"
#include "app/watch/request_counts.h"
#include "auth/users/basic_check.h"
#include "base/result.h"
#include "http/server/load.h"
#include "http/tls/identity.h"
#include "records/feed.h"
#include "records/register.h"

namespace orgreg::app {

// A file whose absence closes only the operations that need it.
struct OptionalFile {
  std::string_view setting = {};
  std::function<bool()> is_unusable = {};
};

struct Watched {
  const Settings* settings = nullptr;
  const records::Register* source = nullptr;
  const records::Feed* feed = nullptr;
  const api::Inventories* inventories = nullptr;
  const Visibility* visibility = nullptr;
  const RequestCounts* requests = nullptr;
  const AccessLog* access_log = nullptr;       // Null: there is none.
  const api::Authority* authority = nullptr;   // May lack a check of tokens.
  const auth::BasicCheck* users = nullptr;     // Null: nobody needs a password.
  const api::BatchService* batches = nullptr;  // Null: no batches are accepted.
  const http::TlsIdentity* tls = nullptr;      // Null: clients speak plain HTTP.
  const FollowState* following = nullptr;      // Null: the register is no replica.
  std::vector<OptionalFile> optional_files = {};
  std::function<CatalogPointer()> catalog = {};  // Null before the first one.
  std::function<http::ServerLoad()> load = {};
  std::function<bool()> is_stopping = {};
  std::function<std::uint64_t()> files_failures = {};
  std::function<std::uint64_t()> key_failures = {};
  std::function<std::uint64_t()> unusable_number_keys = {};
  std::function<std::uint64_t()> replicas = {};  // That follow this register now.
  std::function<std::uint64_t()> lost_usage = {};
  std::int64_t started_ms = 0;  // Since 1970, UTC.
};

// All figures of one answer are of one moment.
struct Moment {
  explicit Moment(const Watched& watched);

  const Watched& of;
  CatalogPointer catalog;
  base::Result<api::RegisterFacts> facts;  // An error if the store cannot be read.
  http::ServerLoad load;
  ProcessState process;
  Visibility::Clock::time_point now;
};

}  // namespace orgreg::app
