// SPDX-License-Identifier: EUPL-1.2

// The open connections of one store. Internal to store/; safe from any thread, while a leased
// connection belongs to one.

#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "store/sqlite_connections/connection.h"

namespace orgreg::store {

// Connections that are not in use, with their prepared statements. Opening one costs some
// hundred microseconds, far more than a look-up.
class ConnectionPool {
 public:
  ConnectionPool(std::string path, int flags, std::string settings, int busy_timeout_ms)
      : path_(std::move(path)),
        flags_(flags),
        settings_(std::move(settings)),
        busy_timeout_ms_(busy_timeout_ms) {}

  base::Result<std::unique_ptr<Connection>> Take() {
    {
      const std::scoped_lock lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<Connection> connection = std::move(idle_.back());
        idle_.pop_back();
        return connection;
      }
    }
    auto opened = Connection::Open(path_, flags_);
    if (!opened) return opened;
    (*opened)->SetBusyTimeout(busy_timeout_ms_);
    TRY((*opened)->Run(settings_));
    return opened;
  }

  // Ends the current transaction, if any. If the rollback fails, or memory is short, the connection
  // is closed, which ends the transaction too.
  void Give(std::unique_ptr<Connection> connection) noexcept {
    try {
      if (connection->InTransaction() && !connection->Run("ROLLBACK")) return;
      const std::scoped_lock lock(mutex_);
      idle_.push_back(std::move(connection));
    } catch (...) {  // NOLINT(bugprone-empty-catch)
    }
  }

 private:
  std::string path_;
  int flags_;
  std::string settings_;
  int busy_timeout_ms_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Connection>> idle_;
};

// A connection from a pool, returned at the end; or one without a pool, closed at the end.
class BorrowedConnection {
 public:
  explicit BorrowedConnection(std::unique_ptr<Connection> connection)
      : connection_(std::move(connection)) {}
  BorrowedConnection(ConnectionPool* pool, std::unique_ptr<Connection> connection)
      : pool_(pool), connection_(std::move(connection)) {}
  BorrowedConnection(BorrowedConnection&&) = default;
  BorrowedConnection& operator=(BorrowedConnection&&) = delete;
  ~BorrowedConnection() {
    if (connection_ && pool_ != nullptr) pool_->Give(std::move(connection_));
  }

  Connection* operator->() const { return connection_.get(); }
  Connection& operator*() const { return *connection_; }
  Connection* get() const { return connection_.get(); }

 private:
  ConnectionPool* pool_ = nullptr;
  std::unique_ptr<Connection> connection_;
};

}  // namespace orgreg::store
