// SPDX-License-Identifier: EUPL-1.2

// A thread looks at the register and the folder at short intervals. It publishes new files, drops
// damaged ones, and makes them again if there is a reason.

#include "app/serve/download_keeper.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "base/threads/guarded_thread.h"
#include "base/threads/precedence.h"
#include "base/values/wall_clock.h"
#include "downloads/make_files.h"

namespace orgreg::app {
namespace {

constexpr std::chrono::seconds kLookAgain(1);
constexpr std::chrono::minutes kTryAgain(5);
// Another process makes them, perhaps of a state before the removal that caused this.
constexpr std::chrono::seconds kWhileAnother(2);
// Another node makes them, which takes it seconds, or a minute at a time.
constexpr std::chrono::minutes kPatience(3);
constexpr std::int64_t kDayMs = std::int64_t{24} * 60 * 60 * 1000;
// Requests have a higher priority.
constexpr int kNiceness = 10;

// Returns true if the register, in its present history, was in the state of the file. If that
// cannot be read, making files would not help.
bool IsOf(const downloads::FileEntry& entry, records::View* view) {
  const auto found = view->Fingerprint(store::CommitId{entry.stamp.commit});
  return !found || *found == entry.stamp.fingerprint;
}

}  // namespace

std::string_view TextOf(MakingReason reason) {
  switch (reason) {
    case MakingReason::kNone:
      return "";
    case MakingReason::kMissing:
      return "some are missing";
    case MakingReason::kRemoval:
      return "a record was removed from publication";
    case MakingReason::kOtherRegister:
      return "they are of another state of the register";
    case MakingReason::kNightly:
      return "the daily time has come";
  }
  return "";
}

MakingReason WhyMake(const std::vector<downloads::FileEntry>& entries, const RegisterState& now,
                     std::int64_t last_night_ms, std::int64_t now_ms) {
  if (entries.size() < downloads::kFileCount) return MakingReason::kMissing;
  const downloads::Stamp oldest =
      std::ranges::min_element(entries, {}, [](const downloads::FileEntry& entry) {
        return entry.stamp.commit;
      })->stamp;
  if (oldest.commit < now.withdrawn) return MakingReason::kRemoval;
  if (!now.had_files || oldest.commit > now.commit || oldest.last_change > now.last_change) {
    return MakingReason::kOtherRegister;
  }
  // Files of the future: the clock was wrong when they were made.
  if (oldest.time_ms < last_night_ms || oldest.time_ms > now_ms + kDayMs) {
    return MakingReason::kNightly;
  }
  return MakingReason::kNone;
}

DownloadKeeper::DownloadKeeper(const records::Register* source, Plan plan,
                               api::Inventories* published)
    : source_(source),
      plan_(std::move(plan)),
      published_(published),
      thread_(base::StartGuarded("files of the register",
                                 [this](const std::stop_token& stop) { Run(stop); })) {}

void DownloadKeeper::Run(const std::stop_token& stop) {
  base::GiveWay(kNiceness);
  while (!stop.stop_requested()) {
    Look(stop);
    std::unique_lock lock(mutex_);
    stopped_.wait_for(lock, stop, kLookAgain, [] { return false; });
  }
}

void DownloadKeeper::Look(const std::stop_token& stop) {
  auto turn = FileSharing::Turn::kAlone;
  if (plan_.sharing != nullptr) {
    const CatalogPointer catalog = plan_.catalog();
    turn = plan_.sharing->Look(catalog ? std::optional(catalog->state().commit) : std::nullopt);
  }
  const auto now = TakeIn();
  if (!now) return;  // The answers to requests report it.
  if (!Share(turn, *now, stop)) return;
  MakeIfNeeded(*now, stop);
  const bool is_ours = turn == FileSharing::Turn::kBegun || turn == FileSharing::Turn::kOurs;
  if (is_ours && !stop.stop_requested()) plan_.sharing->Give(entries_, plan_.folder, stop);
}

bool DownloadKeeper::Share(FileSharing::Turn turn, const RegisterState& now,
                           const std::stop_token& stop) {
  const bool waits = turn == FileSharing::Turn::kOthers;
  if (!waits && turn != FileSharing::Turn::kBegun) return true;
  if (!now.may_take || downloads::AreSameFiles(entries_, plan_.sharing->named()))
    return !waits || IsTiredOfWaiting(now);
  auto taken = plan_.sharing->Take(plan_.folder, stop);
  // Whoever cannot take them makes them.
  if (!taken) return !stop.stop_requested();
  base::LogInfo("took the files of the register from the other nodes, up to update {}",
                taken->front().stamp.last_change);
  Show(std::move(taken).value());
  return !waits;
}

// What time of day it is, is for the node that makes the files.
bool DownloadKeeper::IsTiredOfWaiting(const RegisterState& now) {
  const MakingReason reason = Why(now);
  if (reason == MakingReason::kNone) {
    waits_since_.reset();
    return false;
  }
  if (!waits_since_) waits_since_ = Clock::now();
  const bool is_urgent = reason != MakingReason::kNightly;
  if (is_urgent && Clock::now() > *waits_since_ + kPatience) return true;
  return plan_.sharing->AreBlobsAway();
}

MakingReason DownloadKeeper::Why(const RegisterState& now) const {
  const std::int64_t now_ms = base::NowMs();
  return WhyMake(entries_, now, plan_.nightly.LastBefore(now_ms), now_ms);
}

void DownloadKeeper::MakeIfNeeded(const RegisterState& now, const std::stop_token& stop) {
  // A removal since then does not wait for a retry.
  if (Clock::now() < next_try_ && now.withdrawn <= tried_at_) return;
  const MakingReason reason = Why(now);
  if (reason != MakingReason::kNone) Make(reason, now, stop);
}

// The view ends here: if it were kept while files are made, removed records could not be
// overwritten.
base::Result<RegisterState> DownloadKeeper::TakeIn() {
  auto view = TRY(source_->Read());
  TakeManifest(&view);
  DropDamaged();
  return RegisterState{.commit = view.position().value,
                       .withdrawn = view.withdrawn().value,
                       .last_change = view.last_change(),
                       .had_files = std::ranges::all_of(
                           entries_, [&](const auto& entry) { return IsOf(entry, &view); }),
                       .may_take = MayTake(&view)};
}

// Not before this node has the state that they are of.
bool DownloadKeeper::MayTake(records::View* view) const {
  if (plan_.sharing == nullptr) return false;
  const auto& named = plan_.sharing->named();
  return named.size() == downloads::kFileCount &&
         std::ranges::all_of(named, [view](const downloads::FileEntry& entry) {
           return entry.stamp.commit <= view->position().value &&
                  entry.stamp.commit >= view->withdrawn().value && IsOf(entry, view);
         });
}

// Publishes the files that this process or another has made since the last time, but not files of a
// state that no longer exists or from before a removal.
void DownloadKeeper::TakeManifest(records::View* view) {
  const auto identity = downloads::ManifestIdentity(plan_.folder);
  if (!identity || identity == manifest_) return;
  manifest_ = identity;
  std::vector<downloads::FileEntry> entries = downloads::ReadManifest(plan_.folder);
  std::erase_if(entries, [view](const downloads::FileEntry& entry) {
    return !IsOf(entry, view) || entry.stamp.commit < view->withdrawn().value;
  });
  Publish(std::move(entries));
}

// A file that was written to in place is not the one that was made.
void DownloadKeeper::DropDamaged() {
  const auto served = published_->Current();
  if (served == nullptr) return;
  const auto is_damaged = [&served](const downloads::FileEntry& entry) {
    const auto& file = (*served)[static_cast<std::size_t>(entry.row - downloads::Files().data())];
    return !file || downloads::IdentityOf(file->file->descriptor()) != entry.identity;
  };
  if (std::erase_if(entries_, is_damaged) != 0) Publish(std::move(entries_));
}

void DownloadKeeper::Make(MakingReason reason, const RegisterState& now,
                          const std::stop_token& stop) {
  const CatalogPointer catalog = plan_.catalog();
  // The served catalog follows the register in a moment, or is still being indexed.
  if (catalog == nullptr || catalog->state().commit < now.withdrawn) return;
  const downloads::Stamp stamp = {.commit = catalog->state().commit,
                                  .fingerprint = catalog->state().fingerprint,
                                  .last_change = catalog->state().last_change,
                                  .time_ms = base::NowMs()};
  tried_at_ = stamp.commit;
  base::LogInfo("making the files of the register: {}", TextOf(reason));
  const auto begun = Clock::now();
  const auto go_on = [this, &stop](std::uint64_t, std::uint64_t) {
    return !stop.stop_requested() && (plan_.sharing == nullptr || plan_.sharing->Keep());
  };
  auto made = downloads::MakeFiles(*catalog, stamp, plan_.folder, go_on);
  if (stop.stop_requested()) return;
  if (!made && made.error().code == base::Code::kUnavailable) {
    base::LogInfo("{}", made.error().message);
    next_try_ = Clock::now() + kWhileAnother;
    return;
  }
  if (!made) {
    base::LogError("the files of the register cannot be made, the old ones stay: {}",
                   made.error().message);
    ++failures_;
    next_try_ = Clock::now() + kTryAgain;
    if (plan_.sharing != nullptr) plan_.sharing->PassOn();
    return;
  }
  const auto took = std::chrono::duration<double>(Clock::now() - begun);
  base::LogInfo("made the files of the register in {:.1f} s, up to update {}", took.count(),
                stamp.last_change);
  Show(std::move(made).value());
}

void DownloadKeeper::Show(std::vector<downloads::FileEntry> entries) {
  manifest_ = downloads::ManifestIdentity(plan_.folder);
  Publish(std::move(entries));
}

void DownloadKeeper::Publish(std::vector<downloads::FileEntry> entries) {
  published_->Publish(api::Inventories::Open(plan_.folder, entries));
  entries_ = std::move(entries);
}

}  // namespace orgreg::app
