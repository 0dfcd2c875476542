// SPDX-License-Identifier: EUPL-1.2

// A table gives the code and the words for SQLite's errors; the rest are thin calls that bind, step
// and read statements, and open, copy and close connections.

#include "store/sqlite_connections/connection.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/files/file_access.h"
#include "base/files/system_error.h"
#include "base/values/ascii.h"

namespace orgreg::store {
namespace {

// For the codes that kFailures does not have.
base::Code CodeOf(int sqlite_code) {
  switch (sqlite_code & 0xff) {  // The low byte is the kind, the rest is detail.
    case SQLITE_MISMATCH:
    case SQLITE_ERROR:  // Our statements are right, so the schema is wrong.
    case SQLITE_SCHEMA:
    case SQLITE_CONSTRAINT:  // A row exists where none may be yet.
      return base::Code::kCorrupt;
    case SQLITE_TOOBIG:
      return base::Code::kLimit;
    default:
      return base::Code::kIo;
  }
}

// Errors of SQLite, worded for the person who runs the program.
struct Failure {
  int sqlite_code = 0;  // The low byte.
  base::Code meaning = base::Code::kIo;
  const char* words = "";
};
constexpr std::array kFailures = {
    Failure{SQLITE_BUSY, base::Code::kUnavailable, "another process is using it at the moment"},
    Failure{SQLITE_LOCKED, base::Code::kUnavailable, "another process is using it at the moment"},
    Failure{SQLITE_NOMEM, base::Code::kUnavailable, "there is not enough memory"},
    Failure{SQLITE_FULL, base::Code::kUnavailable, "the disk is full"},
    Failure{SQLITE_CORRUPT, base::Code::kCorrupt, "is damaged"},
    Failure{SQLITE_NOTADB, base::Code::kCorrupt,
            "is not a store of this program, or its beginning is damaged"},
};

const Failure* FindFailure(int sqlite_code) {
  const auto* const row = std::ranges::find(kFailures, sqlite_code & 0xff, &Failure::sqlite_code);
  return row == kFailures.end() ? nullptr : row;
}

bool IsAboutAccess(int sqlite_code) {
  switch (sqlite_code & 0xff) {
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_IOERR:
      return true;
    default:
      return false;
  }
}

// If SQLite only says that a file could not be opened, read or written, the system's reason counts:
// without a descriptor or space the same call may succeed later.
base::Code CodeOf(int sqlite_code, int system_errno) {
  const base::Code code = CodeOf(sqlite_code);
  const bool is_shortage =
      code == base::Code::kIo && base::CodeOfErrno(system_errno) == base::Code::kUnavailable;
  return is_shortage ? base::Code::kUnavailable : code;
}

}  // namespace

SqlStatement& SqlStatement::Bind(int parameter, std::int64_t value) {
  const int result = sqlite3_bind_int64(statement_.get(), parameter, value);
  if (result != SQLITE_OK) bind_result_ = result;
  return *this;
}

SqlStatement& SqlStatement::Bind(int parameter, std::string_view text) {
  // A null pointer would bind NULL.
  const char* data = text.data() == nullptr ? "" : text.data();
  const int result = sqlite3_bind_text64(statement_.get(), parameter, data, text.size(),
                                         SQLITE_STATIC, SQLITE_UTF8);
  if (result != SQLITE_OK) bind_result_ = result;
  return *this;
}

SqlStatement& SqlStatement::Bind(int parameter, base::OrgNumber number) {
  return Bind(parameter, std::int64_t{number.value()});
}

SqlStatement& SqlStatement::Bind(int parameter, TextOrNull text) {
  if (!text.text.empty()) return Bind(parameter, text.text);
  const int result = sqlite3_bind_null(statement_.get(), parameter);
  if (result != SQLITE_OK) bind_result_ = result;
  return *this;
}

SqlStatement& SqlStatement::Bind(int parameter, BytesOrNull bytes) {
  const int result = bytes.bytes.empty()
                         ? sqlite3_bind_null(statement_.get(), parameter)
                         : sqlite3_bind_blob64(statement_.get(), parameter, bytes.bytes.data(),
                                               bytes.bytes.size(), SQLITE_STATIC);
  if (result != SQLITE_OK) bind_result_ = result;
  return *this;
}

int SqlStatement::Step() {
  return bind_result_ != SQLITE_OK ? bind_result_ : sqlite3_step(statement_.get());
}

void SqlStatement::Reset() {
  sqlite3_reset(statement_.get());  // Returns the code of Step again.
  bind_result_ = SQLITE_OK;
}

base::Result<bool> SqlQuery::Next() {
  const int step = statement_->Step();
  if (step != SQLITE_ROW && step != SQLITE_DONE) return connection_->LastError(step);
  return step == SQLITE_ROW;
}

base::Status SqlQuery::Run() {
  const int step = statement_->Step();
  return step == SQLITE_DONE ? base::Status() : connection_->LastError(step);
}

bool SqlStatement::IsInteger(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_INTEGER;
}

bool SqlStatement::IsText(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_TEXT;
}

bool SqlStatement::IsBytes(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_BLOB;
}

bool SqlStatement::IsNull(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

std::int64_t SqlStatement::Integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string_view SqlStatement::Text(int column) const {
  // Read as a blob, because SQLite would append a NUL to a text and copy it for that.
  const void* data = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  if (data == nullptr) return {};
  return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

base::Result<std::unique_ptr<Connection>> Connection::Open(const std::string& path, int flags) {
  if (path.empty()) return base::Error{base::Code::kInvalid, "the path of the store is empty"};
  // A leading colon is special to SQLite (":memory:").
  return OpenAs(path.front() == ':' ? "./" + path : path, path, flags);
}

base::Result<std::unique_ptr<Connection>> Connection::OpenUnchanging(const std::string& path) {
  std::string name = "file:";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = (byte > ' ' && byte < 0x7F) && c != '%' && c != '?' && c != '#';
    if (is_plain) {
      name.push_back(c);
    } else {
      name.push_back('%');
      base::AppendHex(byte, 2, base::kUpperHexDigits, &name);
    }
  }
  return OpenAs(name.append("?immutable=1"), path, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
}

base::Result<std::unique_ptr<Connection>> Connection::OpenAs(const std::string& name,
                                                             const std::string& path, int flags) {
  sqlite3* handle = nullptr;
  const int result = sqlite3_open_v2(name.c_str(), &handle,
                                     flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
  // Even a failed open leaves a handle to close.
  std::unique_ptr<Connection> connection(new Connection(path, handle));
  if (result != SQLITE_OK) return connection->LastError(result);
  return connection;
}

base::Result<SqlStatement*> Connection::Prepare(std::string_view sql) {
  if (const auto known = statements_.find(sql); known != statements_.end()) return &known->second;
  sqlite3_stmt* compiled = nullptr;
  const int result = sqlite3_prepare_v3(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &compiled, nullptr);
  if (result != SQLITE_OK) return LastError(result);
  return &statements_.emplace(sql, SqlStatement(compiled)).first->second;
}

base::Status Connection::Run(const std::string& sql) {
  const int result = sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (result != SQLITE_OK) return LastError(result);
  return {};
}

base::Result<std::int64_t> Connection::Integer(const std::string& sql) {
  sqlite3_stmt* compiled = nullptr;
  const int result = sqlite3_prepare_v2(handle_.get(), sql.c_str(), -1, &compiled, nullptr);
  if (result != SQLITE_OK) return LastError(result);
  SqlStatement statement(compiled);
  const int step = statement.Step();
  if (step != SQLITE_ROW) return LastError(step);
  return statement.Integer(0);
}

void Connection::SetDeadline(const std::chrono::steady_clock::time_point* deadline) {
  constexpr int kStepsBetweenLooks = 100'000;
  const auto is_over = [](void* time) {
    const auto now = std::chrono::steady_clock::now();
    return now > *static_cast<const std::chrono::steady_clock::time_point*>(time) ? 1 : 0;
  };
  // SQLite only reads it.
  auto* const time = const_cast<std::chrono::steady_clock::time_point*>(deadline);
  sqlite3_progress_handler(handle_.get(), deadline == nullptr ? 0 : kStepsBetweenLooks, is_over,
                           time);
}

void Connection::WatchLog() {
  const auto remember = [](void* pages, sqlite3*, const char*, int count) {
    *static_cast<int*>(pages) = count;
    return SQLITE_OK;
  };
  sqlite3_wal_hook(handle_.get(), remember, &log_pages_);
}

base::Status Connection::CopyInto(Connection* target) {
  sqlite3_backup* backup =
      sqlite3_backup_init(target->handle_.get(), "main", handle_.get(), "main");
  if (backup == nullptr) return target->LastError(sqlite3_extended_errcode(target->handle_.get()));
  const int step = sqlite3_backup_step(backup, -1);
  sqlite3_backup_finish(backup);
  if (step != SQLITE_DONE) return target->LastError(step);
  return {};
}

base::Result<sqlite3_file*> Connection::File() const {
  sqlite3_file* file = nullptr;
  const int result = sqlite3_file_control(handle_.get(), "main", SQLITE_FCNTL_FILE_POINTER,
                                          static_cast<void*>(&file));
  if (result != SQLITE_OK) return LastError(result);
  return file;
}

bool Connection::HasMoved() const {
  int moved = 0;
  sqlite3_file_control(handle_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  return moved != 0;
}

int Connection::Checkpoint(int mode) {
  return sqlite3_wal_checkpoint_v2(handle_.get(), "main", mode, nullptr, nullptr);
}

base::Error Connection::LastError(int code) const {
  const std::string own = handle_ ? sqlite3_errmsg(handle_.get()) : sqlite3_errstr(code);
  if (const Failure* const known = FindFailure(code)) {
    return base::Error{known->meaning, known->words}.At(path_);
  }
  const int reason = handle_ ? sqlite3_system_errno(handle_.get()) : 0;
  if (IsAboutAccess(code)) {
    // The system explains a problem of the file or its folder better.
    TRY(base::CheckFile(path_, base::Access::kReadWrite));
    TRY(base::CheckFolderOf(path_));
  }
  const std::string words = IsAboutAccess(code) && reason != 0
                                ? std::string("the system refuses it: ") + std::strerror(reason)
                                : "the database does not work as it should: " + own;
  return base::Error{CodeOf(code, reason), words}.At(path_);
}

base::Error Connection::Corrupt(std::string_view what) const {
  return base::Error{base::Code::kCorrupt, std::string(what)}.At(path_);
}

}  // namespace orgreg::store
