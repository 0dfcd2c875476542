// SPDX-License-Identifier: EUPL-1.2

// Searches a SQLite database with FTS5 in this process, and measures the cost of an answer without
// any server or network.
//
//   fts5_peer --database FILE --plan FILE [--check yes] [--clients N] [--seconds S]

#include <sqlite3.h>

#include <string>
#include <string_view>
#include <vector>

#include "sql_plan.h"

namespace {

using orgreg::bench::Fail;
using orgreg::bench::SqlAnswer;
using orgreg::bench::SqlPlan;
using orgreg::bench::SqlRequest;

enum class Column { kOther, kTotal, kNumber, kRecord };

struct Prepared {
  sqlite3_stmt* statement = nullptr;
  std::size_t values = 0;
  std::vector<Column> columns = {};
};

Column ColumnOf(std::string_view name) {
  if (name == "total") return Column::kTotal;
  if (name == "number") return Column::kNumber;
  return name == "record" ? Column::kRecord : Column::kOther;
}

// One connection with all statements prepared.
class Client {
 public:
  Client(const std::string& file, const SqlPlan* plan) : plan_(plan) {
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    Check(sqlite3_open_v2(file.c_str(), &database_, flags, nullptr));
    // The whole file is mapped, and reads that bypass the map have 256 MB of cache.
    Check(sqlite3_exec(database_, "PRAGMA mmap_size = 17179869184; PRAGMA cache_size = -262144",
                       nullptr, nullptr, nullptr));
    for (const auto& group : plan->groups) {
      std::vector<Prepared>& prepared = groups_.emplace_back();
      for (const auto& statement : group) prepared.push_back(Prepare(statement));
    }
  }

  ~Client() {
    for (const auto& group : groups_) {
      for (const Prepared& prepared : group) sqlite3_finalize(prepared.statement);
    }
    sqlite3_close(database_);
  }

  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  bool Ask(std::size_t request) {
    SqlAnswer answer;
    Execute(plan_->requests[request], &answer);
    return answer.record_bytes != 0;
  }

  void Execute(const SqlRequest& request, SqlAnswer* answer) {
    for (const Prepared& prepared : groups_[request.group]) {
      for (std::size_t i = 0; i < prepared.values; ++i) {
        const std::string& value = request.values[i];
        sqlite3_bind_text(prepared.statement, static_cast<int>(i) + 1, value.data(),
                          static_cast<int>(value.size()), SQLITE_STATIC);
      }
      int state = sqlite3_step(prepared.statement);
      for (; state == SQLITE_ROW; state = sqlite3_step(prepared.statement)) {
        TakeRow(prepared, answer);
      }
      Check(state == SQLITE_DONE ? SQLITE_OK : state);
      sqlite3_reset(prepared.statement);
    }
  }

 private:
  void Check(int state) const {
    if (state != SQLITE_OK) Fail(std::string("fts5_peer: ") + sqlite3_errmsg(database_));
  }

  Prepared Prepare(const orgreg::bench::SqlStatement& source) {
    Prepared prepared{.values = source.values};
    Check(sqlite3_prepare_v3(database_, source.sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT,
                             &prepared.statement, nullptr));
    for (int i = 0; i < sqlite3_column_count(prepared.statement); ++i) {
      prepared.columns.push_back(ColumnOf(sqlite3_column_name(prepared.statement, i)));
    }
    return prepared;
  }

  // Copies the record, as a server would have to do.
  void TakeRow(const Prepared& prepared, SqlAnswer* answer) {
    for (std::size_t i = 0; i < prepared.columns.size(); ++i) {
      if (prepared.columns[i] == Column::kOther) continue;
      const int place = static_cast<int>(i);
      const auto* text =
          reinterpret_cast<const char*>(sqlite3_column_text(prepared.statement, place));
      const auto bytes = static_cast<std::size_t>(sqlite3_column_bytes(prepared.statement, place));
      switch (prepared.columns[i]) {
        case Column::kTotal:
          answer->total.assign(text, bytes);
          break;
        case Column::kNumber:
          answer->numbers.emplace_back(text, bytes);
          break;
        case Column::kRecord:
          record_.assign(text, bytes);
          answer->record_bytes += bytes;
          break;
        case Column::kOther:
          break;
      }
    }
  }

  const SqlPlan* plan_;
  sqlite3* database_ = nullptr;
  std::vector<std::vector<Prepared>> groups_;
  std::string record_;
};

}  // namespace

int main(int count, char** arguments) {
  orgreg::bench::RunSql<Client>(orgreg::bench::ParseSqlOptions(count, arguments), '?');
  return 0;
}
