// SPDX-License-Identifier: EUPL-1.2

// A thin owner of a SQLite connection and its prepared statements, which translates SQLite's error
// codes into ours. Internal to store/: no other folder includes it. One thread at a time.

#pragma once

#include <sqlite3.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "base/values/org_number.h"

namespace orgreg::store {

// A text that is NULL if it is empty.
struct TextOrNull {
  std::string_view text = {};
};

// Bytes that are NULL if there are none.
struct BytesOrNull {
  std::string_view bytes = {};
};

// A prepared statement. Parameters count from 1, columns from 0.
class SqlStatement {
 public:
  explicit SqlStatement(sqlite3_stmt* statement) : statement_(statement) {}

  // Bound text is borrowed until Reset.
  SqlStatement& Bind(int parameter, std::int64_t value);
  SqlStatement& Bind(int parameter, std::string_view text);
  SqlStatement& Bind(int parameter, base::OrgNumber number);
  SqlStatement& Bind(int parameter, TextOrNull text);
  SqlStatement& Bind(int parameter, BytesOrNull bytes);

  // One of SQLITE_ROW, SQLITE_DONE or an error code.
  int Step();
  void Reset();

  // Reads the row that Step reached. The text is valid until the next Step or Reset.
  bool IsInteger(int column) const;
  bool IsText(int column) const;
  bool IsBytes(int column) const;
  bool IsNull(int column) const;
  std::int64_t Integer(int column) const;
  // Of bytes too.
  std::string_view Text(int column) const;
  // For what a reader makes of the current row; kept from row to row.
  std::string* buffer() { return &buffer_; }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int bind_result_ = SQLITE_OK;
  std::string buffer_;
};

class Connection;

// A statement that runs with its parameters bound. It is reset at the end of the scope: an
// unfinished one keeps the transaction and the bound text in use.
class SqlQuery {
 public:
  SqlQuery(const Connection* connection, SqlStatement* statement)
      : connection_(connection), statement_(statement) {}
  SqlQuery(SqlQuery&& other) noexcept
      : connection_(other.connection_), statement_(std::exchange(other.statement_, nullptr)) {}
  SqlQuery& operator=(SqlQuery&&) = delete;
  ~SqlQuery() {
    if (statement_ != nullptr) statement_->Reset();
  }

  // True at a row, which can be read until the next call; false after the last one.
  base::Result<bool> Next();
  // For a statement without rows.
  base::Status Run();

  SqlStatement* operator->() const { return statement_; }
  SqlStatement& operator*() const { return *statement_; }

 private:
  const Connection* connection_;
  SqlStatement* statement_;
};

class Connection {
 public:
  // `flags` as for sqlite3_open_v2.
  static base::Result<std::unique_ptr<Connection>> Open(const std::string& path, int flags);
  // For reading a file that no process changes meanwhile: without locks, and without files next to
  // it. Its write-ahead log is ignored.
  static base::Result<std::unique_ptr<Connection>> OpenUnchanging(const std::string& path);

  // The statement is compiled at first use and kept: `sql` has static storage. The values become
  // its parameters in their order; texts are borrowed as long as the query lives.
  template <typename... Values>
  base::Result<SqlQuery> Ask(std::string_view sql, const Values&... values) {
    SqlStatement* const statement = TRY(Prepare(sql));
    int parameter = 0;
    (statement->Bind(++parameter, values), ...);
    return SqlQuery(this, statement);
  }
  // The same for a statement without rows.
  template <typename... Values>
  base::Status Do(std::string_view sql, const Values&... values) {
    auto query = TRY(Ask(sql, values...));
    return query.Run();
  }
  // Runs statements and ignores their rows.
  base::Status Run(const std::string& sql);
  // The single integer that `sql` returns.
  base::Result<std::int64_t> Integer(const std::string& sql);

  void SetBusyTimeout(int milliseconds) { sqlite3_busy_timeout(handle_.get(), milliseconds); }

  // Until the next call, a statement that runs longer ends with SQLITE_INTERRUPT. Null removes the
  // limit. The time is borrowed.
  void SetDeadline(const std::chrono::steady_clock::time_point* deadline);

  // Replaces SQLite's own checkpoints, whose errors are not reported.
  void WatchLog();
  // Pages in the write-ahead log after the last commit of this connection.
  int log_pages() const { return log_pages_; }
  // Copies the log into the file as far as readers allow, without waiting for them. `mode` as for
  // sqlite3_wal_checkpoint_v2. Returns SQLite's code.
  int Checkpoint(int mode);

  // Copies the file as this connection's transaction sees it into the empty `target`, page for
  // page.
  base::Status CopyInto(Connection* target);

  // The file itself, for access that bypasses the transaction.
  base::Result<sqlite3_file*> File() const;

  std::int64_t changes() const { return sqlite3_changes64(handle_.get()); }
  // The last call failed because another connection holds the lock.
  bool IsBusy() const { return (error_code() & 0xff) == SQLITE_BUSY; }
  // The file no longer has the name under which it was opened.
  bool HasMoved() const;
  bool InTransaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }
  const std::string& path() const { return path_; }

  // SQLite's code of the last call that failed.
  int error_code() const { return sqlite3_extended_errcode(handle_.get()); }
  // The error of the last call on this connection, with the path in front.
  base::Error LastError(int code) const;
  base::Error Corrupt(std::string_view what) const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  base::Result<SqlStatement*> Prepare(std::string_view sql);
  static base::Result<std::unique_ptr<Connection>> OpenAs(const std::string& name,
                                                          const std::string& path, int flags);
  Connection(std::string path, sqlite3* handle) : path_(std::move(path)), handle_(handle) {}

  std::string path_;
  std::unique_ptr<sqlite3, Close> handle_;
  int log_pages_ = 0;
  std::map<std::string_view, SqlStatement> statements_;  // destroyed before the handle
};

}  // namespace orgreg::store
