// SPDX-License-Identifier: EUPL-1.2

#include "unit/store/postgresql/server.h"

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "store/postgresql/store.h"
#include "store/postgresql_connections/connection.h"

namespace orgreg::store {
namespace {

namespace fs = std::filesystem;

// PostgreSQL does not run as root.
constexpr uid_t kNobody = 65534;
constexpr const char* kTemplate = "store_template";

std::unique_ptr<PgServer>& SharedServer() {
  static std::unique_ptr<PgServer> server;
  return server;
}

// The programs of the newest version that is installed.
std::string FindPrograms() {
  int newest = 0;
  std::error_code failure;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", failure)) {
    const std::string name = version.path().filename();
    if (fs::exists(version.path() / "bin/initdb"))
      newest = std::max(newest, std::atoi(name.c_str()));
  }
  if (newest > 0) return "/usr/lib/postgresql/" + std::to_string(newest) + "/bin";
  ADD_FAILURE() << "no PostgreSQL server is installed";
  std::abort();
}

void BecomeNobody() {
  if (geteuid() != 0) return;
  if (setgroups(0, nullptr) != 0 || setgid(kNobody) != 0 || setuid(kNobody) != 0) _exit(120);
}

pid_t Spawn(const std::string& program, const std::vector<std::string>& arguments,
            const std::string& log, bool dies_with_us) {
  std::vector<char*> words;
  std::string path = program;
  words.push_back(path.data());
  std::vector<std::string> copies = arguments;
  for (std::string& one : copies) words.push_back(one.data());
  words.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0) return child;
  BecomeNobody();
  if (dies_with_us) prctl(PR_SET_PDEATHSIG, SIGQUIT);
  const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  execv(path.c_str(), words.data());
  _exit(121);
}

}  // namespace

void PgServer::MakeFolder() {
  // Disks are slow, and a socket's path is short.
  std::string name =
      std::string(fs::exists("/dev/shm") ? "/dev/shm" : "/tmp") + "/orgreg-pg-XXXXXX";
  folder_ = mkdtemp(name.data());
  if (geteuid() == 0) {
    EXPECT_EQ(chown(folder_.c_str(), kNobody, kNobody), 0);
  }
}

PgServer::PgServer(const std::vector<std::string>& settings) : programs_(FindPrograms()) {
  MakeFolder();
  EXPECT_EQ(RunProgram("initdb", {"-D", folder_ + "/data", "-U", "orgreg", "--auth=trust",
                                  "--no-sync", "--locale=C", "--encoding=UTF8"}),
            0);
  Configure(settings);
  Start();
}

PgServer::PgServer(const PgServer& primary, const std::string& name) : programs_(FindPrograms()) {
  MakeFolder();
  EXPECT_EQ(RunProgram("pg_basebackup",
                       {"-D", folder_ + "/data", "-R", "--no-sync", "-c", "fast", "-d",
                        "host=" + primary.folder_ + " user=orgreg application_name=" + name}),
            0);
  std::ofstream file(folder_ + "/data/postgresql.conf", std::ios::app);
  file << "unix_socket_directories = '" << folder_ << "'\n";
  file.close();
  Start();
}

PgServer::~PgServer() {
  if (process_ > 0) {
    kill(process_, SIGQUIT);
    waitpid(process_, nullptr, 0);
  }
  fs::remove_all(folder_);
}

PgServer& PgServer::Shared() {
  if (!SharedServer()) SharedServer() = std::make_unique<PgServer>();
  return *SharedServer();
}

void PgServer::EndShared() { SharedServer().reset(); }

void PgServer::Configure(const std::vector<std::string>& settings) const {
  std::ofstream file(folder_ + "/data/postgresql.conf", std::ios::app);
  file << "listen_addresses = ''\nunix_socket_directories = '" << folder_
       << "'\nmax_connections = 60\nshared_buffers = '32MB'\ndynamic_shared_memory_type = 'posix'\n"
       << "max_prepared_transactions = 2\nmin_wal_size = '64MB'\nmax_wal_size = '256MB'\n";
  for (const std::string& line : settings) file << line << "\n";
  // A user with a password comes first.
  std::ofstream access(folder_ + "/data/pg_hba.conf");
  access << "local all guarded scram-sha-256\nlocal all all trust\nlocal replication all trust\n";
}

int PgServer::RunProgram(const std::string& program,
                         const std::vector<std::string>& arguments) const {
  const pid_t child = Spawn(programs_ + "/" + program, arguments, folder_ + "/" + program, false);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// A new server refuses to start, and ends, while a child of a killed one is still at its end.
void PgServer::Start() {
  const auto spawn = [this] {
    return Spawn(programs_ + "/postgres", {"-D", folder_ + "/data"}, folder_ + "/log", true);
  };
  process_ = spawn();
  const std::string uri = Uri("postgres");
  for (int tries = 0; tries < 600; ++tries) {
    if (PQping(uri.c_str()) == PQPING_OK) return;
    if (waitpid(process_, nullptr, WNOHANG) == process_) process_ = spawn();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  std::ifstream log(folder_ + "/log");
  ADD_FAILURE() << "PostgreSQL does not start: " << log.rdbuf();
}

// Its children go on for a moment without it, and may still answer.
void PgServer::Kill() {
  const std::string process = std::to_string(process_);
  std::ifstream children("/proc/" + process + "/task/" + process + "/children");
  const std::vector<pid_t> backends((std::istream_iterator<pid_t>(children)),
                                    std::istream_iterator<pid_t>());
  kill(process_, SIGKILL);
  for (const pid_t backend : backends) kill(backend, SIGKILL);
  waitpid(process_, nullptr, 0);
  process_ = -1;
}

std::string PgServer::Uri(const std::string& database, const std::string& user) const {
  return "postgresql:///" + database + "?host=" + folder_ + "&user=" + user;
}

void PgServer::Run(const std::string& database, const std::string& sql) const {
  const auto connection = PgConnection::Open(Uri(database));
  ASSERT_TRUE(connection.ok()) << connection.error().message;
  const base::Status run = (*connection)->Run(sql);
  ASSERT_TRUE(run.ok()) << run.error().message << ": " << sql;
}

std::string PgServer::MakeDatabase() {
  std::string name = "d" + std::to_string(++databases_);
  Run("postgres", "CREATE DATABASE " + name);
  return name;
}

std::string PgServer::MakeStore() {
  if (!has_template_) {
    Run("postgres", std::string("CREATE DATABASE ") + kTemplate);
    const auto made = OpenPostgresql(Uri(kTemplate), OpenMode::kReadWriteCreate, {});
    EXPECT_TRUE(made.ok()) << made.error().message;
    has_template_ = true;
  }
  std::string name = "d" + std::to_string(++databases_);
  Run("postgres", "CREATE DATABASE " + name + " TEMPLATE " + kTemplate);
  return name;
}

}  // namespace orgreg::store
