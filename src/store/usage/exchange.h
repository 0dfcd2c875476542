// SPDX-License-Identifier: EUPL-1.2

// Keeps the usage counts of a server and those of all others the same in the database and here:
// puts there what the runs of the server's file (runs.h) have counted, and copies what others have
// counted to a file next to it (others.h), which UsageTable::Top adds. Every part only grows, and
// has its number of calls, so it does not matter how often, in which order or by whom it is put.
// Reads the file of counts and never writes to it. One thread at a time.

#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "store/shared_usage.h"
#include "store/usage/table.h"

namespace orgreg::store {

class Connection;
class UsageOthers;
struct OthersState;
struct UsageRun;

class UsageExchange {
 public:
  struct Plan {
    std::string path = {};             // of the file of counts
    std::uint32_t retention_days = 0;  // after which counts are dropped; 0: never
  };
  explicit UsageExchange(Plan plan);
  ~UsageExchange();

  // Takes what is new there, and puts there what is new here. `now` is the present quarter. Fails
  // with the errors of `shared`, and with kUnavailable before the first run of the file has begun.
  base::Status Exchange(SharedUsage* shared, Quarter now);
  // Whether another server makes marks of addresses with another secret, so that one address is
  // several.
  bool HasOtherSecret(Quarter now) const { return last_other_secret_ >= now - 1; }

 private:
  using Key = std::tuple<std::string, std::int64_t, Quarter>;  // run, grouping, quarter

  base::Status OpenFiles();
  base::Status Run(SharedUsage* shared, Quarter now);
  // Brings the state of the copy into line with that of the database and with the file of counts.
  base::Status Meet(const UsageState& there, OthersState* state);
  base::Status Pull(SharedUsage* shared, const UsageState& there);
  void CompareSecret(const UsagePart& part);
  // The part without what the file of counts has of it.
  base::Result<UsagePart> NotOwn(UsagePart part);
  base::Status Push(SharedUsage* shared);
  // Puts all parts of which the database has less.
  base::Status PutMissing(SharedUsage* shared);
  // Whether the database has a part of an earlier run of which there is less here.
  base::Result<bool> Lacks(const std::vector<UsagePart>& there);
  // The parts of a quarter in the file; none if it is damaged, which others report.
  base::Result<std::vector<UsagePart>> OwnParts(UsageGroup group, Quarter quarter);
  base::Result<std::vector<Quarter>> NewQuarters(UsageGroup group);
  base::Status AddQuarters(UsageGroup group, const std::vector<Quarter>& quarters,
                           SharedUsage* shared);
  // Adds the part to those that wait, unless it was put, and puts them if they are many.
  base::Status Add(UsagePart part, SharedUsage* shared);
  base::Status PutWaiting(SharedUsage* shared);
  base::Status DropOld(SharedUsage* shared);

  const Plan plan_;
  std::unique_ptr<Connection> own_;
  std::unique_ptr<UsageOthers> others_;
  std::vector<UsageRun> runs_;
  Quarter last_other_secret_ = -1;
  Quarter first_ = 0;  // The earlier ones are not kept.
  // What the database has: calls of parts that were put or seen there.
  std::map<Key, std::int64_t> put_;
  bool is_compared_ = false;   // All parts are in put_.
  std::string compared_with_;  // the origin and the timeline of that time
  std::int64_t own_version_ = 0;
  std::map<UsageGroup, std::int64_t> seen_packs_;  // the last row of them
  std::vector<UsagePart> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::chrono::steady_clock::time_point next_push_ = {};
  std::optional<std::chrono::steady_clock::time_point> dropped_;
  std::chrono::steady_clock::time_point next_try_ = {};
  base::Status failed_ = {};  // until then
};

}  // namespace orgreg::store
