// SPDX-License-Identifier: EUPL-1.2

// Shares the bases of the index with the other nodes of a database (app/shared/shared_segments.h).
// Each base is made by the node that takes its job first; the others wait for it and take it. If
// the database or the blobs are away, or a node takes too long, each makes its own.

#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/catalog/base_exchange.h"
#include "app/follow/database.h"
#include "app/follow/node_task.h"
#include "app/place/place.h"
#include "app/shared/shared_segments.h"
#include "base/result.h"
#include "blobs/blobs.h"
#include "model/kind.h"

namespace orgreg::app {

class SegmentSharing final : public BaseExchange {
 public:
  // Null unless there are a database and blobs. `database` outlives the object. After `stop`
  // nothing more is given to others.
  static base::Result<std::unique_ptr<SegmentSharing>> Of(const Place& place, Database* database,
                                                          const std::stop_token& stop);
  ~SegmentSharing() override;

  std::optional<KindState> Take(model::Kind kind, const Serves& serves,
                                const std::stop_token& stop) override;
  // Others get it soon after, by the thread of this object.
  void NoteMade(model::Kind kind, const KindState& state, std::uint64_t codes) override;
  void NoteNotMade(model::Kind kind) override;

 private:
  using Clock = std::chrono::steady_clock;
  // What this node does with a kind.
  struct Work {
    bool is_ours = false;                    // the job
    Clock::time_point renew_at = {};         // while it is
    std::optional<SharedSegment> made = {};  // to be given to the others
    // The sum of the last one that was taken. If there is need of another, it did not do: it is
    // damaged, or older than what is here.
    std::string taken = {};
  };
  enum class Turn : std::uint8_t {
    kTake,  // another node has made it
    kMake,
    kWait,  // another node makes it
  };
  struct Look {
    Turn turn = Turn::kMake;
    SharedSegment segment = {};  // for kTake
  };

  SegmentSharing(const Place& place, std::unique_ptr<blobs::Blobs> blobs, Database* database,
                 std::stop_token stop);
  Work& WorkOf(model::Kind kind) { return works_[model::IndexOf(kind)]; }
  base::Result<Look> LookAt(model::Kind kind, const Serves& serves);
  base::Result<std::optional<SharedSegment>> FindNamed(model::Kind kind, const Serves& serves);
  void NoteTaken(const SharedSegment& segment);
  void DeleteDamaged(const SharedSegment& segment);
  bool WasTaken(const SharedSegment& segment);
  bool AreBlobsAway();
  // Asks the database for the job.
  base::Result<bool> TakeJob(model::Kind kind);
  void LeaveJob(model::Kind kind);
  void GiveBack(const std::string& job);
  // These are the thread's.
  base::Status GiveAndKeep();
  base::Status GiveOrRenew(model::Kind kind);
  bool HasNewer(const SharedSegment& given);
  base::Status KeepJob(model::Kind kind);
  base::Status Give(model::Kind kind, const SharedSegment& made);
  base::Result<bool> IsWanted(const SharedSegment& made);
  base::Status Clean();
  // What is named for all, if it is this node that deletes the rest.
  base::Result<std::optional<std::vector<SharedSegment>>> Named();
  base::Status Sweep(const std::vector<SharedSegment>& named);
  void Tell(const base::Status& done);

  const Place place_;
  const std::string build_;
  const std::unique_ptr<blobs::Blobs> blobs_;
  Database* const database_;
  const std::stop_token stop_;
  std::mutex mutex_;
  std::array<Work, model::kKinds.size()> works_ = {};  // Guarded by mutex_.
  std::string told_ = {};                              // The last problem; guarded by mutex_.
  // These are the thread's.
  Clock::time_point clean_at_ = {};
  base::Status cleaned_ = {};
  bool cleans_ = false;
  std::string swept_for_ = {};
  Clock::time_point sweep_at_ = {};
  std::optional<NodeTask> task_;
};

}  // namespace orgreg::app
