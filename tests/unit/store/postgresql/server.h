// SPDX-License-Identifier: EUPL-1.2

// A PostgreSQL server of the tests' own: in a temporary folder, reached by a socket there only, and
// gone with the test program. Nothing of the system's servers is used or changed. One thread at a
// time.

#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace orgreg::store {

class PgServer {
 public:
  // Settings are lines of postgresql.conf.
  explicit PgServer(const std::vector<std::string>& settings = {});
  // A standby of that server, which knows it by this name.
  PgServer(const PgServer& primary, const std::string& name);
  PgServer(const PgServer&) = delete;
  PgServer& operator=(const PgServer&) = delete;
  ~PgServer();

  // The one of all tests that need no other; it is started when it is first needed.
  static PgServer& Shared();
  // Ends the shared one; called once, at the end.
  static void EndShared();

  // The address of a database for the user `orgreg`, who may do everything.
  std::string Uri(const std::string& database, const std::string& user = "orgreg") const;
  const std::string& folder() const { return folder_; }
  // A new empty database, and one with the tables of a store; their names.
  std::string MakeDatabase();
  std::string MakeStore();
  // Runs a statement in the database.
  void Run(const std::string& database, const std::string& sql) const;

  void Start();
  // Kills it as a power cut would: SIGKILL for all its processes.
  void Kill();

 private:
  void MakeFolder();
  void Configure(const std::vector<std::string>& settings) const;
  int RunProgram(const std::string& program, const std::vector<std::string>& arguments) const;

  std::string folder_;
  std::string programs_;
  pid_t process_ = -1;
  int databases_ = 0;
  bool has_template_ = false;
};

}  // namespace orgreg::store
