// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/follower.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "app/follow/step_taker.h"
#include "app/place/open_place.h"
#include "app/place/source_mark.h"
#include "base/files/new_file.h"
#include "base/files/system_error.h"
#include "base/log.h"
#include "base/threads/guarded_thread.h"
#include "base/threads/precedence.h"
#include "model/kind.h"
#include "store/cluster.h"

namespace orgreg::app {
namespace {

using base::Status;
using std::chrono::milliseconds;

// Between two attempts: twice as long each time, up to what the source wants.
constexpr milliseconds kShortestPause(100);
// To take everything again costs the source and the network much, and mends nothing twice.
constexpr std::chrono::hours kAnewInterval(1);
constexpr int kBusyTimeoutMs = 5000;
// As indexing, which follows each step.
constexpr int kNiceness = 10;

Status FetchSegment(StepSource* source, std::string_view kind, const std::string& path,
                    const std::stop_token& stop) {
  auto file = TRY(base::NewFile::Begin(path, 0600));
  TRY(source->FetchSegment(
      kind,
      [&](std::string_view piece) -> Status {
        if (base::WriteAll(file.descriptor(), piece)) return {};
        return base::IoError(path, "cannot be written", errno);
      },
      stop));
  return file.Place();
}

}  // namespace

base::Result<std::unique_ptr<Follower>> Follower::Start(const Place& place,
                                                        std::unique_ptr<StepSource> source) {
  const auto marked = TRY(ReadSource(place));
  if (marked && *marked != source->address())
    base::LogWarning("the source was {} until now", *marked);
  auto store = TRY(OpenReplica(place, {.busy_timeout_ms = kBusyTimeoutMs}));
  return std::unique_ptr<Follower>(new Follower(place, std::move(source), std::move(store)));
}

Follower::Follower(const Place& place, std::unique_ptr<StepSource> source,
                   std::unique_ptr<store::Store> store)
    : place_(place),
      source_(std::move(source)),
      documents_(records::DocumentFolder::At(place.PathOf(PlacePart::kDocuments))),
      store_(std::move(store)),
      register_(store_.get()),
      wiper_(&register_, place, [this] { return source_->DocumentLists(); }),
      thread_(base::StartGuarded("following", [this](const std::stop_token& stop) { Run(stop); })) {
}

void Follower::Run(const std::stop_token& stop) {
  const auto position = store_->Position();
  if (position && *position != store::CommitId{}) GiveWay();
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  milliseconds pause = kShortestPause;
  const std::stop_callback end_attempt(stop, [this] {
    const std::lock_guard guard(mutex_);
    attempt_.request_stop();
  });
  while (!stop.stop_requested()) {
    const std::uint64_t steps = state_.Read().steps;
    const Status over = FollowOnce(stop);
    if (stop.stop_requested()) return;
    state_.NoteFailure(over.error().message);
    const bool has_moved = state_.Read().steps != steps;
    pause = has_moved ? kShortestPause : std::min(2 * pause, source_->longest_pause());
    changed.wait_for(lock, stop, pause, [] { return false; });
  }
}

std::stop_token Follower::BeginAttempt() {
  const std::lock_guard guard(mutex_);
  attempt_ = std::stop_source();
  return attempt_.get_token();
}

// Returns why following has ended.
Status Follower::FollowOnce(const std::stop_token& stop) {
  const std::stop_token attempt = BeginAttempt();
  if (stop.stop_requested()) return {};
  if (is_damaged_.exchange(false)) begins_anew_ = begins_anew_ || MayBeginAnew();
  if (std::exchange(begins_anew_, false)) {
    base::LogWarning("everything is taken from {} again", source_->address());
    state_.NoteBegunAnew();
    return FollowFrom({}, 0, true, attempt);
  }
  const auto position = [this]() -> base::Result<std::pair<store::CommitId, std::uint64_t>> {
    const auto mine = TRY(store_->Read());
    const auto fingerprint = TRY(mine->Fingerprint(mine->position()));
    return std::pair(mine->position(), fingerprint);
  }();
  if (position) return FollowFrom(position->first, position->second, false, attempt);
  if (position.error().code == base::Code::kCorrupt) begins_anew_ = MayBeginAnew();
  return position.error();
}

Status Follower::FollowFrom(store::CommitId commit, std::uint64_t fingerprint, bool begins_anew,
                            const std::stop_token& stop) {
  StepTaker taker({.store = store_.get(),
                   .source = source_.get(),
                   .documents = &documents_,
                   .met = [this] { return Meet(); },
                   .taken =
                       [this, begins_anew] {
                         NoteStep();
                         if (begins_anew) was_mended_ = true;
                       },
                   .begins_anew = begins_anew,
                   .state = &state_},
                  stop);
  Status over = source_->Follow(commit, fingerprint, &taker, stop);
  const bool is_ahead = taker.needs_all() && !taker.has_met();
  const bool is_set_back = !over && store::IsSetBack(over.error());
  if (is_ahead || is_set_back) TRY(CheckIsWhole());
  begins_anew_ = taker.needs_all() && MayBeginAnew();
  if (!taker.is_beyond_mending()) return over;
  is_beyond_mending_ = true;
  return CannotBeMended();
}

void Follower::NoteDamage() {
  is_damaged_ = true;
  const std::lock_guard guard(mutex_);
  attempt_.request_stop();
}

Status Follower::Mend(const std::stop_token& stop) {
  if (was_mended_) return {};
  NoteDamage();
  while (!stop.stop_requested()) {
    if (was_mended_) return {};
    if (is_beyond_mending_) return CannotBeMended();
    std::this_thread::sleep_for(kShortestPause);
  }
  return base::Error{base::Code::kUnavailable, "stopped before the copy here was mended"};
}

base::Error Follower::CannotBeMended() const {
  return base::Error{base::Code::kCorrupt,
                     "is too damaged to be mended: stop the server, delete this file and those "
                     "whose names begin with its name, and start the server, which then takes "
                     "everything from " +
                         source_->address() + " again"}
      .At(place_.PathOf(PlacePart::kStore));
}

// What a register has that was never a replica says nothing of the source. One of another address
// does: a restored database may be elsewhere.
Status Follower::CheckIsWhole() {
  const auto marked = TRY(ReadSource(place_));
  const auto position = TRY(store_->Position());
  if (!marked || position == store::CommitId{}) return {};
  const std::string reason = TRY(source_->WhySetBack(store_.get()));
  if (!reason.empty()) {
    return base::Error{base::Code::kUnavailable, store::SetBackText(reason)}.At(source_->address());
  }
  return {};
}

void Follower::NoteStep() {
  GiveWay();
  wiper_.NoteChange();
}

// A replica that has nothing serves nobody yet.
void Follower::GiveWay() {
  if (!std::exchange(gives_way_, true)) base::GiveWay(kNiceness);
}

Status Follower::Meet() {
  TRY(Mark());
  state_.NoteMet();
  return {};
}

// From now on nothing else writes here.
Status Follower::Mark() {
  if (mark_.is_open()) return {};
  const auto marked = TRY(ReadSource(place_));
  if (!marked || *marked != source_->address()) TRY(WriteSource(place_, source_->address()));
  mark_ = TRY(HoldSource(place_));
  wiper_.NoteChange();  // The rest of what was done before.
  return {};
}

// A register that was never a replica may have what no other has.
bool Follower::MayBeginAnew() {
  const auto marked = ReadSource(place_);
  if (!marked || !*marked) return false;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_anew_) return false;
  next_anew_ = now + kAnewInterval;
  return true;
}

void Follower::FetchSegments(const std::stop_token& stop) const {
  if (!source_->has_files()) return;
  for (const model::KindRow& row : model::kKindRows) {
    const Status fetched =
        FetchSegment(source_.get(), row.many, place_.SegmentPath(row.kind), stop);
    if (fetched) continue;
    base::LogInfo("no segment of {} is taken from the source: {}", row.many,
                  fetched.error().message);
    return;
  }
}

}  // namespace orgreg::app
