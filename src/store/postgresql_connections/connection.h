// SPDX-License-Identifier: EUPL-1.2

// A connection to a PostgreSQL server, in pipeline mode: statements are gathered and sent together,
// so that the network is waited for once for all of them. Every wait has an end: a server that says
// nothing for longer is given up, and with it the connection. Internal to store/; one thread at a
// time.
//
// Errors: kUnavailable if the server is away, refuses connections, is a standby, stopped the
// statement or has no room; kInvalid if it does not let this user do it, or has no such tables;
// kCorrupt if it finds its own files damaged; else kIo. They name the address without passwords.

#pragma once

#include <libpq-fe.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/postgresql_connections/parameters.h"
#include "store/postgresql_connections/result.h"

namespace orgreg::store {

// Values of SQLSTATE.
inline constexpr std::string_view kLockNotAvailable = "55P03";
inline constexpr std::string_view kUndefinedTable = "42P01";
inline constexpr std::string_view kDuplicateObject = "42710";

class PgConnection {
 public:
  // `uri` as libpq takes it (store/address.h); what it does not set has values for servers that may
  // die.
  // Waiting for its answers ends soon after `stop`.
  static base::Result<std::unique_ptr<PgConnection>> Open(const std::string& uri,
                                                          std::stop_token stop = {});

  // Adds a statement to those that the next Send sends. Prepared once: `sql` has static storage.
  void Add(std::string_view sql, const PgParameters& parameters = {});
  // The same for a statement whose text is used once.
  void AddText(const std::string& sql);
  // Sends what was added, as one round trip, and gives a result for each. After an error the
  // server has ignored all later ones.
  base::Result<std::vector<PgResult>> Send();
  // Sends what was added and does not wait for its results, so that the server works while the
  // caller does something else. Waits for those of an earlier Start, drops them, and gives their
  // error.
  base::Status Start();
  // Takes in what the server has sent of the results by now, lest it waits. An error is left to
  // Receive.
  void Pump();
  // The results of what was started; none if nothing was, or they were received. A Send in between
  // leaves them here; their error is its own, as the server then did nothing of what it sent.
  base::Result<std::vector<PgResult>> Receive();
  // Adds, sends, and gives the result of the last.
  base::Result<PgResult> Ask(std::string_view sql, const PgParameters& parameters = {});
  base::Status Run(const std::string& sql);

  // Statements that were added and not sent.
  bool has_added() const { return !added_.empty(); }
  std::uint64_t round_trips() const { return round_trips_; }
  // Of the last error, if the server sent it; else empty.
  const std::string& sqlstate() const { return sqlstate_; }
  // The connection is of no further use; what was sent last may have been done or not.
  bool is_lost() const { return is_lost_; }
  bool InTransaction() const;
  // The server warned since the last call.
  bool TakeWarning();
  // Whether the server has closed the connection, or said that it will.
  bool IsStale();
  // Waits until the server sends something by itself (NOTIFY), at most that long. True if it did,
  // or is gone.
  bool AwaitNotice(std::chrono::milliseconds most);

  // How long Send waits for the server.
  void set_patience(std::chrono::milliseconds patience) { patience_ = patience; }

  const std::string& shown() const { return shown_; }
  base::Error Corrupt(std::string_view what) const;
  base::Error Fail(base::Code code, std::string_view what) const;

 private:
  struct Finish {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  struct Added {
    std::string_view prepares = {};  // the statement that it prepares; empty: it runs one
  };

  PgConnection(PGconn* handle, std::string uri, std::stop_token stop);
  static void NoteNotice(void* self, const PGresult* notice);

  // Its name; null after a failure.
  const char* Prepare(std::string_view sql);
  // Ends what was added, which the server is to do next.
  base::Result<std::vector<Added>> Dispatch();
  base::Status SendAll();
  base::Result<std::vector<PgResult>> Collect(const std::vector<Added>& sent);
  // Takes the results of what was started from the server.
  base::Status Settle();
  // One more result of the server, or none at the end of a statement.
  base::Result<PGresult*> NextResult(std::chrono::steady_clock::time_point deadline);
  base::Status AwaitServer(std::chrono::steady_clock::time_point deadline);
  base::Status Take(PGresult* result, const Added& added, std::vector<PgResult>* results);
  base::Error Lost(std::string_view what);
  bool ForgetNotices();
  base::Error ErrorOf(const PGresult* result);

  std::unique_ptr<PGconn, Finish> handle_;
  const std::string uri_;
  const std::string shown_;
  const std::stop_token stop_;
  std::chrono::milliseconds patience_;
  std::map<std::string_view, std::string> prepared_;  // known to the server, with their names
  std::uint64_t names_ = 0;
  std::vector<Added> added_;
  std::vector<Added> started_;      // and not settled
  std::vector<PgResult> received_;  // of what was settled
  unsigned pumped_ = 0;
  bool failed_to_add_ = false;
  bool is_lost_ = false;
  bool has_warned_ = false;
  std::uint64_t round_trips_ = 0;
  std::string sqlstate_;
};

}  // namespace orgreg::store
