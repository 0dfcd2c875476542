// SPDX-License-Identifier: EUPL-1.2

// The queries of a load program for SQL: statements by name, and requests that fill them in. Read
// from a file that run.py writes, tab-separated:
//
//   statement  NAME  SQL              several of one name are executed one after another
//   request    NAME  VALUE  VALUE …   the values of ?1, ?2 …, or $1, $2 …
//
// A column `total` of an answer is the number of hits, `number` and `record` are a hit. Only for
// programs of this folder: an error in the file ends the program.

#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "load_loop.h"

namespace orgreg::bench {

struct SqlStatement {
  std::string sql = {};
  std::size_t values = 0;
};

struct SqlRequest {
  std::size_t group = 0;
  std::vector<std::string> values = {};
};

struct SqlPlan {
  std::vector<std::vector<SqlStatement>> groups = {};  // The statements of each name.
  std::vector<SqlRequest> requests = {};
};

struct SqlAnswer {
  std::string total = {};
  std::vector<std::string> numbers = {};
  std::size_t record_bytes = 0;
};

struct SqlOptions {
  std::string database = {};  // A file, or a connection string for libpq.
  std::string plan_file = {};
  bool is_check = false;  // Print each answer's total and numbers instead of loading.
  LoadOptions load = {};
};

[[noreturn]] inline void Fail(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::exit(1);
}

inline std::vector<std::string> SplitTabs(const std::string& line) {
  std::vector<std::string> cells;
  std::size_t from = 0;
  for (std::size_t tab = line.find('\t'); tab != std::string::npos; tab = line.find('\t', from)) {
    cells.push_back(line.substr(from, tab - from));
    from = tab + 1;
  }
  cells.push_back(line.substr(from));
  return cells;
}

// The number of values of a statement: the highest parameter that it names.
inline std::size_t CountValues(const std::string& sql, char mark) {
  std::size_t most = 0;
  for (std::size_t at = sql.find(mark); at != std::string::npos; at = sql.find(mark, at + 1)) {
    const char digit = at + 1 < sql.size() ? sql[at + 1] : ' ';
    if (digit >= '1' && digit <= '9') most = std::max(most, static_cast<std::size_t>(digit - '0'));
  }
  return most;
}

// `mark` begins a parameter in a statement: ? or $.
inline SqlPlan ReadSqlPlan(const std::string& path, char mark) {
  std::ifstream file(path);
  if (!file) Fail(path + " cannot be read");
  SqlPlan plan;
  std::map<std::string, std::size_t> names;
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> cells = SplitTabs(line);
    if (cells.size() < 2) Fail(path + ": a line without a name");
    if (cells[0] == "statement") {
      const auto [name, is_new] = names.try_emplace(cells[1], plan.groups.size());
      if (is_new) plan.groups.emplace_back();
      plan.groups[name->second].push_back({.sql = cells[2], .values = CountValues(cells[2], mark)});
    } else if (const auto name = names.find(cells[1]); name != names.end()) {
      plan.requests.push_back({.group = name->second, .values = {cells.begin() + 2, cells.end()}});
    } else {
      Fail(path + ": no statement " + cells[1]);
    }
  }
  if (plan.requests.empty()) Fail(path + " asks nothing");
  return plan;
}

inline SqlOptions ParseSqlOptions(int count, char** arguments) {
  SqlOptions options;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = arguments[i];
    const std::string value = arguments[i + 1];
    if (name == "--database") {
      options.database = value;
    } else if (name == "--plan") {
      options.plan_file = value;
    } else if (name == "--check") {
      options.is_check = value == "yes";
    } else if (name == "--clients") {
      options.load.clients = std::stoul(value);
    } else if (name == "--seconds") {
      options.load.seconds = std::stod(value);
    } else {
      Fail("unknown option " + name);
    }
  }
  if (options.database.empty() || options.plan_file.empty()) {
    Fail("usage: --database D --plan FILE [--check yes] [--clients N] [--seconds S]");
  }
  return options;
}

inline void PrintAnswer(const SqlAnswer& answer) {
  std::string line = answer.total + "\t";
  for (const std::string& number : answer.numbers) line += number + ",";
  std::puts(line.c_str());
}

// Runs the options with clients of one kind, made from a database and a plan.
template <typename Client>
void RunSql(SqlOptions options, char mark) {
  const SqlPlan plan = ReadSqlPlan(options.plan_file, mark);
  options.load.requests = plan.requests.size();
  if (!options.is_check) {
    RunLoad<Client>(options.load,
                    [&] { return std::make_unique<Client>(options.database, &plan); });
    return;
  }
  Client client(options.database, &plan);
  for (const SqlRequest& request : plan.requests) {
    SqlAnswer answer;
    client.Execute(request, &answer);
    PrintAnswer(answer);
  }
}

}  // namespace orgreg::bench
