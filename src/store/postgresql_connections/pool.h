// SPDX-License-Identifier: EUPL-1.2

// The open connections to one database, with their settings. Internal to store/; safe from any
// thread, while a leased connection belongs to one.

#pragma once

#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "store/postgresql_connections/connection.h"

namespace orgreg::store {

class PgPool {
 public:
  // Waiting for the server ends soon after `stop`.
  explicit PgPool(std::string uri, std::stop_token stop = {})
      : uri_(std::move(uri)), stop_(std::move(stop)) {}

  // Connections that the server has closed since are not given.
  base::Result<std::unique_ptr<PgConnection>> Take();
  // Ends the current transaction, if any; what was added and not sent is forgotten with the
  // connection.
  void Give(std::unique_ptr<PgConnection> connection) noexcept;

 private:
  const std::string uri_;
  const std::stop_token stop_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<PgConnection>> idle_;
};

// A connection from a pool, returned at the end.
class PgLease {
 public:
  PgLease(PgPool* pool, std::unique_ptr<PgConnection> connection)
      : pool_(pool), connection_(std::move(connection)) {}
  PgLease(PgLease&&) = default;
  PgLease& operator=(PgLease&&) = delete;
  ~PgLease() {
    if (connection_) pool_->Give(std::move(connection_));
  }
  static base::Result<PgLease> From(PgPool* pool);

  PgConnection* operator->() const { return connection_.get(); }
  PgConnection& operator*() const { return *connection_; }
  PgConnection* get() const { return connection_.get(); }

 private:
  PgPool* pool_;
  std::unique_ptr<PgConnection> connection_;
};

}  // namespace orgreg::store
