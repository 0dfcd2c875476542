// SPDX-License-Identifier: EUPL-1.2

// Keeps the files of the register up to date while it is served: makes them once a night, soon
// after a removal from publication, and when they are missing, and publishes them. It also sees
// files that another process has made, and takes those that another node has. It ends with the
// object and gives up unfinished files.

#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "api/interface/inventories.h"
#include "app/catalog/catalog_builder.h"
#include "app/follow/file_sharing.h"
#include "app/settings/daily_time.h"
#include "downloads/manifest.h"
#include "records/register.h"

namespace orgreg::app {

// Why the files must be made, if they must.
enum class MakingReason { kNone, kMissing, kRemoval, kOtherRegister, kNightly };
std::string_view TextOf(MakingReason reason);

// The state of the register.
struct RegisterState {
  std::int64_t commit = 0;
  std::int64_t withdrawn = 0;  // The last commit that removed something.
  std::int64_t last_change = 0;
  bool had_files = true;  // The register was once in the state of the files; false after a restore.
  bool may_take = false;  // The same of the files that are named for all nodes.
};
// `entries` of the manifest; `last_night_ms`, the last time at which they should have been made.
// Pure.
MakingReason WhyMake(const std::vector<downloads::FileEntry>& entries, const RegisterState& now,
                     std::int64_t last_night_ms, std::int64_t now_ms);

class DownloadKeeper {
 public:
  struct Plan {
    std::string folder = {};
    DailyTime nightly;
    // The catalog that is served now, or null; called from the keeper's thread.
    std::function<CatalogPointer()> catalog = {};
    FileSharing* sharing = nullptr;  // Null: the files are of this server alone.
  };
  // `source` and `published` outlive the keeper.
  DownloadKeeper(const records::Register* source, Plan plan, api::Inventories* published);

  // How often making the files has failed since the start. Any thread.
  std::uint64_t failures() const { return failures_; }

 private:
  using Clock = std::chrono::steady_clock;

  void Run(const std::stop_token& stop);
  void Look(const std::stop_token& stop);
  MakingReason Why(const RegisterState& now) const;
  // Takes what the nodes share. Returns whether this node makes files if there is a reason.
  bool Share(FileSharing::Turn turn, const RegisterState& now, const std::stop_token& stop);
  // Whether a node that leaves the files to others makes its own.
  bool IsTiredOfWaiting(const RegisterState& now);
  // Inspects the register and the folder.
  base::Result<RegisterState> TakeIn();
  void TakeManifest(records::View* view);
  bool MayTake(records::View* view) const;
  void DropDamaged();
  void MakeIfNeeded(const RegisterState& now, const std::stop_token& stop);
  void Make(MakingReason reason, const RegisterState& now, const std::stop_token& stop);
  // Files that were just written into the folder.
  void Show(std::vector<downloads::FileEntry> entries);
  void Publish(std::vector<downloads::FileEntry> entries);

  const records::Register* source_;
  Plan plan_;
  api::Inventories* published_;
  std::vector<downloads::FileEntry> entries_;
  std::optional<downloads::FileIdentity> manifest_;
  std::atomic<std::uint64_t> failures_ = 0;
  Clock::time_point next_try_ = {};  // After a failure, not before this,
  std::int64_t tried_at_ = 0;        // unless something was removed after this commit.
  std::optional<Clock::time_point> waits_since_ = {};  // For files of another node.
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::jthread thread_;
};

}  // namespace orgreg::app
