// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/segment_sharing.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "app/follow/node_presence.h"
#include "base/log.h"
#include "store/cluster.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Result;
using base::Status;

// A base of each kind is a job of its own, so that nodes that begin together share the work.
std::string JobOf(model::Kind kind) { return "segments/" + std::string(model::RowOf(kind).many); }
constexpr const char* kCleaning = "segments";

constexpr std::chrono::seconds kInterval(1);
// As long as others wait for a node, which may be killed; longer than a file takes to be given.
constexpr std::chrono::seconds kLease(120);
constexpr std::chrono::seconds kRenewal(30);
constexpr std::chrono::seconds kPatience(90);
constexpr std::chrono::milliseconds kLookAgain(500);
constexpr std::chrono::seconds kCleanAgain(20);
// A node that has not been seen for so long may be there again with another build.
constexpr std::chrono::hours kGone(1);

// What a database says that is away or of before is reported for the node as a whole.
Status UnlessKnown(Status done) {
  const bool is_known =
      !done && (done.error().code == Code::kUnavailable || done.error().code == Code::kNotFound);
  return is_known ? Status() : std::move(done);
}

// Whether nobody may take it any more: it may have bytes of what was removed since, or is of
// another history.
bool IsPast(const SharedSegment& segment, const store::Snapshot& now) {
  if (now.Describe(segment.kind) == segment.state.contents) return false;
  return segment.state.commit < now.withdrawn() || segment.state.commit > now.position();
}

}  // namespace

Result<std::unique_ptr<SegmentSharing>> SegmentSharing::Of(const Place& place, Database* database,
                                                           const std::stop_token& stop) {
  if (database == nullptr || place.blobs().address.empty())
    return std::unique_ptr<SegmentSharing>();
  auto blobs = TRY(blobs::OpenBlobs(place.blobs()));
  return std::unique_ptr<SegmentSharing>(
      new SegmentSharing(place, std::move(blobs), database, stop));
}

SegmentSharing::SegmentSharing(const Place& place, std::unique_ptr<blobs::Blobs> blobs,
                               Database* database, std::stop_token stop)
    : place_(place),
      build_(ShownBuild()),
      blobs_(std::move(blobs)),
      database_(database),
      stop_(std::move(stop)) {
  task_.emplace(NodeTask::Plan{.name = "sharing the index",
                               .interval = kInterval,
                               .work =
                                   [this] {
                                     Tell(GiveAndKeep());
                                     return Status();
                                   },
                               .failure = {}});
}

// So that another node need not wait for the end of the lease.
SegmentSharing::~SegmentSharing() {
  task_.reset();
  for (const model::Kind kind : model::kKinds) LeaveJob(kind);
  if (cleans_) GiveBack(kCleaning);
}

void SegmentSharing::GiveBack(const std::string& job) {
  const auto cluster = database_->OpenCluster();
  if (cluster) static_cast<void>((*cluster)->GiveBack(job));
}

std::optional<KindState> SegmentSharing::Take(model::Kind kind, const Serves& serves,
                                              const std::stop_token& stop) {
  const auto give_up = Clock::now() + kPatience;
  for (bool is_first = true; !stop.stop_requested(); is_first = false) {
    const auto look = LookAt(kind, serves);
    if (!look) {
      Tell(UnlessKnown(look.error()));
      return std::nullopt;
    }
    if (look->turn == Turn::kMake) return std::nullopt;
    if (look->turn == Turn::kTake) {
      const SharedSegment& segment = look->segment;
      const Status taken = TakeSegment(blobs_.get(), segment, place_.SegmentPath(kind), stop);
      if (taken) {
        NoteTaken(segment);
        return segment.state;
      }
      if (stop.stop_requested()) return std::nullopt;
      Tell(taken);
      if (taken.error().code == Code::kCorrupt) DeleteDamaged(segment);
      return std::nullopt;
    }
    if (Clock::now() >= give_up || (is_first && AreBlobsAway())) return std::nullopt;
    std::this_thread::sleep_for(kLookAgain);
  }
  return std::nullopt;
}

// One that was named just before this node got the job is found too.
Result<SegmentSharing::Look> SegmentSharing::LookAt(model::Kind kind, const Serves& serves) {
  const bool is_ours = TRY(TakeJob(kind));
  auto named = FindNamed(kind, serves);
  if (is_ours && (!named || *named)) LeaveJob(kind);
  if (!named) return std::move(named).error();
  if (*named) return Look{.turn = Turn::kTake, .segment = std::move(**named)};
  return Look{.turn = is_ours ? Turn::kMake : Turn::kWait};
}

Result<std::optional<SharedSegment>> SegmentSharing::FindNamed(model::Kind kind,
                                                               const Serves& serves) {
  for (SharedSegment& each : TRY(ReadSharedSegments(TRY(database_->OpenCluster())))) {
    const bool is_ours = each.build == build_ && each.kind == kind;
    if (is_ours && !WasTaken(each) && serves(each.state, each.codes))
      return std::optional(std::move(each));
  }
  return std::optional<SharedSegment>();
}

void SegmentSharing::NoteTaken(const SharedSegment& segment) {
  const std::lock_guard lock(mutex_);
  WorkOf(segment.kind).taken = segment.sha256;
}

// Otherwise whoever makes it again would find it there already.
void SegmentSharing::DeleteDamaged(const SharedSegment& segment) {
  const auto found = blobs_->Find(blobs::BlobName(blobs::kSegments, segment.sha256));
  if (found) static_cast<void>(blobs_->Delete(*found));
}

bool SegmentSharing::WasTaken(const SharedSegment& segment) {
  const std::lock_guard lock(mutex_);
  return WorkOf(segment.kind).taken == segment.sha256;
}

bool SegmentSharing::AreBlobsAway() {
  const auto listed = blobs_->List(blobs::kSegments);
  if (!listed) Tell(listed.error());
  return !listed;
}

Result<bool> SegmentSharing::TakeJob(model::Kind kind) {
  const auto lease = TRY(TRY(database_->OpenCluster())->Take(JobOf(kind), kLease));
  const std::lock_guard lock(mutex_);
  WorkOf(kind).is_ours = lease.has_value();
  WorkOf(kind).renew_at = Clock::now() + kRenewal;
  return lease.has_value();
}

// It may have been left while the database was asked.
Status SegmentSharing::KeepJob(model::Kind kind) {
  const auto lease = TRY(TRY(database_->OpenCluster())->Take(JobOf(kind), kLease));
  {
    const std::lock_guard lock(mutex_);
    Work& work = WorkOf(kind);
    if (work.is_ours) {
      work.is_ours = lease.has_value();
      work.renew_at = Clock::now() + kRenewal;
      return {};
    }
  }
  if (lease) GiveBack(JobOf(kind));
  return {};
}

void SegmentSharing::LeaveJob(model::Kind kind) {
  {
    const std::lock_guard lock(mutex_);
    WorkOf(kind).made.reset();
    if (!std::exchange(WorkOf(kind).is_ours, false)) return;
  }
  GiveBack(JobOf(kind));
}

void SegmentSharing::NoteMade(model::Kind kind, const KindState& state, std::uint64_t codes) {
  const std::lock_guard lock(mutex_);
  WorkOf(kind).made = SharedSegment{.build = build_, .kind = kind, .codes = codes, .state = state};
}

void SegmentSharing::NoteNotMade(model::Kind kind) { LeaveJob(kind); }

Status SegmentSharing::GiveAndKeep() {
  Status done;
  for (const model::Kind kind : model::kKinds) {
    // Blobs that say nothing are waited for only once.
    if (stop_.stop_requested()) return {};
    Status each = GiveOrRenew(kind);
    if (!each) done = std::move(each);
  }
  if (done && Clock::now() >= clean_at_) {
    clean_at_ = Clock::now() + kCleanAgain;
    cleaned_ = Clean();
  }
  return done ? cleaned_ : done;
}

Status SegmentSharing::Clean() {
  const auto named = Named();
  if (!named) return UnlessKnown(named.error());
  return *named ? Sweep(**named) : Status();
}

Status SegmentSharing::GiveOrRenew(model::Kind kind) {
  Work work;
  {
    const std::lock_guard lock(mutex_);
    work = WorkOf(kind);
  }
  if (work.made) {
    Status given = Give(kind, *work.made);
    if (!HasNewer(*work.made)) LeaveJob(kind);
    return given;
  }
  if (!work.is_ours || Clock::now() < work.renew_at) return {};
  return UnlessKnown(KeepJob(kind));
}

// One that was made while the other was given.
bool SegmentSharing::HasNewer(const SharedSegment& given) {
  const std::lock_guard lock(mutex_);
  const auto& made = WorkOf(given.kind).made;
  return made && made->state.commit != given.state.commit;
}

Status SegmentSharing::Give(model::Kind kind, const SharedSegment& made) {
  const auto wanted = IsWanted(made);
  if (!wanted) return UnlessKnown(wanted.error());
  if (!*wanted) return {};
  const auto put = TRY(PutSegment(blobs_.get(), made, place_.SegmentPath(kind)));
  const auto cluster = database_->OpenCluster();
  return UnlessKnown(cluster ? NameSharedSegment(*cluster, put) : Status(cluster.error()));
}

// A node that lags behind may make one of before a removal, or an older one than others have. Who
// may not name it does not put it either.
Result<bool> SegmentSharing::IsWanted(const SharedSegment& made) {
  TRY(TakeJob(made.kind));
  store::Store* const store = TRY(database_->Open());
  const auto named = TRY(ReadSharedSegments(store->cluster()));
  const auto now = TRY(store->Read());
  const auto is_better = [&](const SharedSegment& each) {
    return each.build == made.build && each.kind == made.kind && each.codes == made.codes &&
           each.state.commit > made.state.commit && !IsPast(each, *now);
  };
  return !IsPast(made, *now) && std::ranges::none_of(named, is_better);
}

// What is past, or of a build that no node has any more, is named no longer.
Result<std::optional<std::vector<SharedSegment>>> SegmentSharing::Named() {
  store::Store* const store = TRY(database_->Open());
  cleans_ = TRY(store::TakeJob(store, kCleaning, 2 * kCleanAgain)).has_value();
  if (!cleans_) return std::optional<std::vector<SharedSegment>>();
  auto named = TRY(ReadSharedSegments(store->cluster()));
  const auto nodes = TRY(store->cluster()->Nodes());
  const auto is_used = [&](const SharedSegment& segment) {
    return segment.build == build_ || std::ranges::any_of(nodes, [&](const store::NodeRow& node) {
             return node.facts.build == segment.build &&
                    std::chrono::milliseconds(node.seen_ms) < kGone;
           });
  };
  std::vector<std::string> dropped;
  {
    const auto now = TRY(store->Read());
    std::erase_if(named, [&](const SharedSegment& segment) {
      if (is_used(segment) && !IsPast(segment, *now)) return false;
      dropped.push_back(segment.sha256);
      return true;
    });
  }
  if (!dropped.empty()) TRY(DropSharedSegments(store->cluster(), dropped));
  return std::optional(std::move(named));
}

// Where nothing is left to delete, the blobs are not asked again soon: a node may have put what it
// then could not name.
Status SegmentSharing::Sweep(const std::vector<SharedSegment>& named) {
  const std::string text = ToText(named);
  if (swept_for_ == text && Clock::now() < sweep_at_) return {};
  const bool leaves_young = TRY(SweepSegments(blobs_.get(), named));
  if (leaves_young) {
    swept_for_.clear();
  } else {
    swept_for_ = text;
    sweep_at_ = Clock::now() + kKeptSegments;
  }
  return {};
}

// One problem is told once.
void SegmentSharing::Tell(const Status& done) {
  const std::string problem = done ? "" : done.error().message;
  const std::lock_guard lock(mutex_);
  if (!problem.empty() && problem != told_)
    base::LogWarning("the index is not shared with the other nodes: {}", problem);
  told_ = problem;
}

}  // namespace orgreg::app
