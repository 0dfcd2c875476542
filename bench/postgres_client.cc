// SPDX-License-Identifier: EUPL-1.2

// Queries PostgreSQL and measures the answers: prepared statements, all of a request sent together
// (pipeline mode), so that a request is one round trip.
//
//   postgres_client --database CONNECTION --plan FILE [--check yes] [--clients N] [--seconds S]

#include <libpq-fe.h>

#include <array>
#include <string>
#include <vector>

#include "sql_plan.h"

namespace {

using orgreg::bench::Fail;
using orgreg::bench::SqlAnswer;
using orgreg::bench::SqlPlan;
using orgreg::bench::SqlRequest;

constexpr std::size_t kMostValues = 9;

// One connection with all statements prepared.
class Client {
 public:
  Client(const std::string& database, const SqlPlan* plan)
      : plan_(plan), connection_(PQconnectdb(database.c_str())) {
    if (PQstatus(connection_) != CONNECTION_OK) FailHere();
    for (std::size_t group = 0; group < plan->groups.size(); ++group) {
      for (std::size_t i = 0; i < plan->groups[group].size(); ++i) {
        PGresult* result = PQprepare(connection_, NameOf(group, i).c_str(),
                                     plan->groups[group][i].sql.c_str(), 0, nullptr);
        if (PQresultStatus(result) != PGRES_COMMAND_OK) FailHere();
        PQclear(result);
      }
    }
    if (PQenterPipelineMode(connection_) != 1) FailHere();
  }

  ~Client() { PQfinish(connection_); }

  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  bool Ask(std::size_t request) {
    SqlAnswer answer;
    Execute(plan_->requests[request], &answer);
    return answer.record_bytes != 0;
  }

  void Execute(const SqlRequest& request, SqlAnswer* answer) {
    const auto& statements = plan_->groups[request.group];
    std::array<const char*, kMostValues> values = {};
    for (std::size_t i = 0; i < request.values.size(); ++i) values[i] = request.values[i].c_str();
    for (std::size_t i = 0; i < statements.size(); ++i) {
      if (PQsendQueryPrepared(connection_, NameOf(request.group, i).c_str(),
                              static_cast<int>(statements[i].values), values.data(), nullptr,
                              nullptr, 0) != 1) {
        FailHere();
      }
    }
    if (PQpipelineSync(connection_) != 1) FailHere();
    for (std::size_t i = 0; i < statements.size(); ++i) {
      TakeResult(PQgetResult(connection_), answer);
      if (PQgetResult(connection_) != nullptr) FailHere();  // The end of one statement.
    }
    PQclear(PQgetResult(connection_));  // The end of the pipeline.
  }

 private:
  static std::string NameOf(std::size_t group, std::size_t place) {
    return "s" + std::to_string(group) + "_" + std::to_string(place);
  }

  [[noreturn]] void FailHere() const {
    Fail(std::string("postgres_client: ") + PQerrorMessage(connection_));
  }

  void TakeResult(PGresult* result, SqlAnswer* answer) const {
    if (PQresultStatus(result) != PGRES_TUPLES_OK) FailHere();
    const int rows = PQntuples(result);
    const int total = PQfnumber(result, "total");
    const int number = PQfnumber(result, "number");
    const int record = PQfnumber(result, "record");
    if (rows != 0 && total >= 0) answer->total = PQgetvalue(result, 0, total);
    for (int row = 0; row < rows && record >= 0; ++row) {
      answer->numbers.emplace_back(PQgetvalue(result, row, number));
      answer->record_bytes += static_cast<std::size_t>(PQgetlength(result, row, record));
    }
    PQclear(result);
  }

  const SqlPlan* plan_;
  PGconn* connection_;
};

}  // namespace

int main(int count, char** arguments) {
  orgreg::bench::RunSql<Client>(orgreg::bench::ParseSqlOptions(count, arguments), '$');
  return 0;
}
