// SPDX-License-Identifier: EUPL-1.2

// libpq sends in non-blocking mode: a server whose results nobody reads would stop reading.

#include "store/postgresql_connections/connection.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "store/address.h"

namespace orgreg::store {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// The server stops statements earlier by itself (session.cc).
constexpr milliseconds kPatience(90'000);
// How soon a stop is noticed.
constexpr milliseconds kStopInterval(100);
// Calls of Pump, each of which may be one for a row.
constexpr unsigned kPumpInterval = 16;

struct Default {
  const char* keyword;
  const char* value;
};
// A machine that is gone is noticed after some seconds, not after hours. With several hosts, the
// one that takes writes is the store; a standby may show what a failover takes back.
constexpr std::array kDefaults = {
    Default{"fallback_application_name", "orgreg"},
    Default{"connect_timeout", "2"},
    Default{"keepalives_idle", "5"},
    Default{"keepalives_interval", "2"},
    Default{"keepalives_count", "3"},
    Default{"tcp_user_timeout", "10000"},
    Default{"target_session_attrs", "read-write"},
};

// What an error of the server means, by the beginning of its SQLSTATE. The first that fits counts.
struct Meaning {
  std::string_view state;
  Code code;
  std::string_view hint;
};
constexpr std::array kMeanings = {
    Meaning{"08", Code::kUnavailable, ""},
    Meaning{"57", Code::kUnavailable, ""},  // stopped by the server or an administrator
    Meaning{"53", Code::kUnavailable, ""},  // no disk, memory or connections
    Meaning{"40", Code::kUnavailable, ""},
    Meaning{"55P03", Code::kUnavailable, ""},
    Meaning{"25006", Code::kUnavailable, "; it takes no writes: a standby?"},
    Meaning{"25P03", Code::kUnavailable, ""},  // idle for too long in a transaction
    Meaning{"28", Code::kInvalid, ""},
    Meaning{"3D000", Code::kNotFound, ""},
    Meaning{"42501", Code::kInvalid, "; the user needs the rights that docs/postgresql.md grants"},
    Meaning{"42", Code::kInvalid, ""},
    Meaning{"XX001", Code::kCorrupt, ""},
    Meaning{"XX002", Code::kCorrupt, ""},
};

const Meaning* MeaningOf(std::string_view state) {
  for (const Meaning& meaning : kMeanings) {
    if (state.starts_with(meaning.state)) return &meaning;
  }
  return nullptr;
}

// libpq's messages end with a line break and may have several lines.
std::string OneLine(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c != '\n') {
      line.push_back(c == '\t' ? ' ' : c);
    } else if (!line.empty() && line.back() != ' ') {
      line.push_back(' ');
    }
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

PGconn* Connect(const std::string& uri) {
  std::array<const char*, kDefaults.size() + 3> keywords = {};
  std::array<const char*, kDefaults.size() + 3> values = {};
  std::size_t at = 0;
  for (const Default& one : kDefaults) {
    keywords[at] = one.keyword;
    values[at++] = one.value;
  }
  // It replaces what comes before it.
  keywords[at] = "dbname";
  values[at++] = uri.c_str();
  keywords[at] = "client_encoding";
  values[at] = "UTF8";
  return PQconnectdbParams(keywords.data(), values.data(), 1);
}

}  // namespace

PgConnection::PgConnection(PGconn* handle, std::string uri, std::stop_token stop)
    : handle_(handle),
      uri_(std::move(uri)),
      shown_(ShownUri(uri_)),
      stop_(std::move(stop)),
      patience_(kPatience) {}

Result<std::unique_ptr<PgConnection>> PgConnection::Open(const std::string& uri,
                                                         std::stop_token stop) {
  const std::string shown = ShownUri(uri);
  if (IsAmbiguous(uri)) {
    return Error{Code::kInvalid,
                 "characters of the password must be encoded: @ as %40, / as %2F, ? as %3F"}
        .At(shown);
  }
  // Its message might show a part of the password.
  PQconninfoOption* const parsed = PQconninfoParse(uri.c_str(), nullptr);
  if (parsed == nullptr) {
    return Error{Code::kInvalid, "is not an address of a database that libpq understands"}.At(
        shown);
  }
  PQconninfoFree(parsed);
  PGconn* const handle = Connect(uri);
  if (handle == nullptr) return Error{Code::kIo, "there is no memory for a connection"}.At(shown);
  std::unique_ptr<PgConnection> connection(new PgConnection(handle, uri, std::move(stop)));
  if (PQstatus(handle) != CONNECTION_OK) {
    return connection->Fail(Code::kUnavailable,
                            "cannot be reached: " + OneLine(PQerrorMessage(handle)));
  }
  PQsetNoticeReceiver(handle, NoteNotice, connection.get());
  if (PQsetnonblocking(handle, 1) != 0 || PQenterPipelineMode(handle) != 1) {
    return connection->Fail(Code::kIo, OneLine(PQerrorMessage(handle)));
  }
  return connection;
}

void PgConnection::NoteNotice(void* self, const PGresult* notice) {
  const char* const severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
  if (severity != nullptr && std::string_view(severity) == "WARNING")
    static_cast<PgConnection*>(self)->has_warned_ = true;
}

bool PgConnection::TakeWarning() { return std::exchange(has_warned_, false); }

bool PgConnection::InTransaction() const {
  return PQtransactionStatus(handle_.get()) != PQTRANS_IDLE;
}

Error PgConnection::Fail(Code code, std::string_view what) const {
  return Error{code, WithoutPasswords(std::string(what), uri_)}.At(shown_);
}

Error PgConnection::Corrupt(std::string_view what) const { return Fail(Code::kCorrupt, what); }

const char* PgConnection::Prepare(std::string_view sql) {
  if (const auto known = prepared_.find(sql); known != prepared_.end())
    return known->second.c_str();
  const std::string name = "s" + std::to_string(++names_);
  const std::string text(sql);
  if (PQsendPrepare(handle_.get(), name.c_str(), text.c_str(), 0, nullptr) != 1) return nullptr;
  added_.push_back({.prepares = sql});
  return prepared_.emplace(sql, name).first->second.c_str();
}

void PgConnection::Add(std::string_view sql, const PgParameters& parameters) {
  if (is_lost_ || failed_to_add_) return;
  const char* const name = Prepare(sql);
  std::vector<const char*> values(parameters.size());
  std::vector<int> sizes(parameters.size());
  const std::vector<int> formats(parameters.size(), 1);
  for (std::size_t at = 0; at < parameters.size(); ++at) {
    values[at] = parameters.IsNull(at) ? nullptr : parameters[at].data();
    sizes[at] = static_cast<int>(parameters[at].size());
  }
  failed_to_add_ = name == nullptr ||
                   PQsendQueryPrepared(handle_.get(), name, static_cast<int>(parameters.size()),
                                       values.data(), sizes.data(), formats.data(), 1) != 1;
  added_.push_back({});
}

void PgConnection::AddText(const std::string& sql) {
  if (is_lost_ || failed_to_add_) return;
  failed_to_add_ =
      PQsendQueryParams(handle_.get(), sql.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 1) != 1;
  added_.push_back({});
}

Result<std::vector<PgResult>> PgConnection::Send() {
  const std::vector<Added> sent = TRY(Dispatch());
  Status earlier = Settle();
  if (!earlier && is_lost_) return earlier.error();
  const std::string state = sqlstate_;
  auto results = Collect(sent);
  if (earlier || is_lost_) return results;
  sqlstate_ = state;
  return earlier.error();
}

Status PgConnection::Start() {
  if (added_.empty()) return Settle();
  std::vector<Added> sent = TRY(Dispatch());
  Status earlier = Settle();
  received_.clear();
  if (is_lost_) return earlier;
  started_ = std::move(sent);
  TRY(SendAll());
  return earlier;
}

// The rest would wait for the next call, and the server for it, which it takes for a slow
// statement.
Status PgConnection::SendAll() {
  const auto deadline = Clock::now() + patience_;
  while (true) {
    if (PQconsumeInput(handle_.get()) != 1) return Lost(PQerrorMessage(handle_.get()));
    const int unsent = PQflush(handle_.get());
    if (unsent < 0) return Lost(PQerrorMessage(handle_.get()));
    if (unsent == 0) return {};
    TRY(AwaitServer(deadline));
  }
}

void PgConnection::Pump() {
  if (started_.empty() || is_lost_ || ++pumped_ % kPumpInterval != 0) return;
  static_cast<void>(PQconsumeInput(handle_.get()));
}

Result<std::vector<PgResult>> PgConnection::Receive() {
  if (is_lost_) return Fail(Code::kUnavailable, "the connection is lost");
  sqlstate_.clear();
  TRY(Settle());
  return std::exchange(received_, {});
}

Result<std::vector<PgConnection::Added>> PgConnection::Dispatch() {
  sqlstate_.clear();
  if (is_lost_) return Fail(Code::kUnavailable, "the connection is lost");
  std::vector<Added> sent = std::exchange(added_, {});
  if (failed_to_add_ || PQpipelineSync(handle_.get()) != 1)
    return Lost(PQerrorMessage(handle_.get()));
  ++round_trips_;
  return sent;
}

Status PgConnection::Settle() {
  if (started_.empty()) return {};
  received_ = TRY(Collect(std::exchange(started_, {})));
  return {};
}

Result<std::vector<PgResult>> PgConnection::Collect(const std::vector<Added>& sent) {
  std::vector<PgResult> results;
  const auto deadline = Clock::now() + patience_;
  Status first;
  for (const Added& one : sent) {
    PGresult* const result = TRY(NextResult(deadline));
    if (result == nullptr) return Lost("a result is missing");
    Status taken = Take(result, one, &results);
    if (first && !taken) first = std::move(taken);
    // The end of the statement.
    PGresult* const end = TRY(NextResult(deadline));
    if (end == nullptr) continue;
    PQclear(end);
    return Lost("there is a result too many");
  }
  PGresult* const sync = TRY(NextResult(deadline));
  const bool is_sync = sync != nullptr && PQresultStatus(sync) == PGRES_PIPELINE_SYNC;
  PQclear(sync);
  if (!is_sync) return Lost("the end of the results is missing");
  if (!first) return first.error();
  return results;
}

Status PgConnection::Take(PGresult* result, const Added& added, std::vector<PgResult>* results) {
  PgResult taken(result);
  const ExecStatusType status = PQresultStatus(result);
  const bool is_done = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
  if (!is_done && !added.prepares.empty()) prepared_.erase(added.prepares);
  if (is_done) {
    if (added.prepares.empty()) results->push_back(std::move(taken));
    return {};
  }
  if (status == PGRES_PIPELINE_ABORTED) return Fail(Code::kIo, "an earlier statement failed");
  return ErrorOf(result);
}

Error PgConnection::ErrorOf(const PGresult* result) {
  const char* const state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* const text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const char* const detail = PQresultErrorField(result, PG_DIAG_MESSAGE_DETAIL);
  if (state != nullptr) sqlstate_ = state;
  std::string what = OneLine(text != nullptr ? text : PQresultErrorMessage(result));
  // Details of rows may show what is in them; only that of a lack of rights explains anything.
  if (detail != nullptr && sqlstate_.starts_with("42")) what += ": " + OneLine(detail);
  const Meaning* const meaning = MeaningOf(sqlstate_);
  if (PQstatus(handle_.get()) == CONNECTION_BAD || sqlstate_.starts_with("57P")) is_lost_ = true;
  if (meaning == nullptr) {
    return Fail(is_lost_ ? Code::kUnavailable : Code::kIo, what + " (" + sqlstate_ + ")");
  }
  return Fail(meaning->code, what.append(meaning->hint));
}

Result<PGresult*> PgConnection::NextResult(Clock::time_point deadline) {
  while (true) {
    // Reads what is there before it sends more.
    if (PQconsumeInput(handle_.get()) != 1) return Lost(PQerrorMessage(handle_.get()));
    if (PQflush(handle_.get()) < 0) return Lost(PQerrorMessage(handle_.get()));
    if (PQisBusy(handle_.get()) == 0) return PQgetResult(handle_.get());
    TRY(AwaitServer(deadline));
  }
}

Status PgConnection::AwaitServer(Clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now());
  if (left.count() <= 0) return Lost("the server says nothing any more");
  if (stop_.stop_requested()) return Lost("this program is stopping");
  pollfd wait = {.fd = PQsocket(handle_.get()), .events = POLLIN, .revents = 0};
  if (PQflush(handle_.get()) == 1) wait.events |= POLLOUT;
  const auto most = stop_.stop_possible() ? std::min(left, kStopInterval) : left;
  const int ready = poll(&wait, 1, static_cast<int>(most.count()));
  if (ready < 0 && errno != EINTR) return Lost("the server cannot be waited for");
  return {};
}

Error PgConnection::Lost(std::string_view what) {
  is_lost_ = true;
  return Fail(Code::kUnavailable, "the connection is lost: " + OneLine(what));
}

Result<PgResult> PgConnection::Ask(std::string_view sql, const PgParameters& parameters) {
  Add(sql, parameters);
  auto results = TRY(Send());
  if (results.empty()) return Fail(Code::kIo, "a statement has no result");
  return std::move(results.back());
}

Status PgConnection::Run(const std::string& sql) {
  AddText(sql);
  const auto results = Send();
  return results ? Status() : Status(results.error());
}

bool PgConnection::IsStale() {
  // The first call may read what the server said before it closed.
  return is_lost_ || PQconsumeInput(handle_.get()) != 1 || PQconsumeInput(handle_.get()) != 1 ||
         PQstatus(handle_.get()) != CONNECTION_OK;
}

bool PgConnection::ForgetNotices() {
  bool has_any = false;
  while (PGnotify* const notice = PQnotifies(handle_.get())) {
    has_any = true;
    PQfreemem(notice);
  }
  return has_any;
}

bool PgConnection::AwaitNotice(milliseconds most) {
  // One may have come with an answer.
  if (ForgetNotices()) return true;
  pollfd wait = {.fd = PQsocket(handle_.get()), .events = POLLIN, .revents = 0};
  if (poll(&wait, 1, static_cast<int>(most.count())) <= 0) return false;
  if (PQconsumeInput(handle_.get()) != 1) is_lost_ = true;
  return ForgetNotices() || is_lost_;
}

}  // namespace orgreg::store
