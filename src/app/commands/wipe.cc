// SPDX-License-Identifier: EUPL-1.2

#include "app/commands/wipe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "app/commands/rests.h"
#include "base/log.h"
#include "base/threads/guarded_thread.h"

namespace orgreg::app {
namespace {

constexpr std::chrono::milliseconds kPause(200);
constexpr int kTries = 50;

constexpr std::chrono::seconds kIdle(2);   // Without a change, and between two attempts.
constexpr std::chrono::seconds kBusy(60);  // The longest wait while changes keep coming.

}  // namespace

void WipeWithdrawn(records::Register* target, const Place& place) {
  SweepPlace(place);
  base::Status wiped = target->Wipe();
  for (int tries = 1; tries < kTries; ++tries) {
    if (wiped || wiped.error().code != base::Code::kUnavailable) break;
    std::this_thread::sleep_for(kPause);
    wiped = target->Wipe();
  }
  if (!wiped) {
    fmt::print(stderr, "orgreg: what was removed is not overwritten yet: {}\n",
               wiped.error().message);
  }
  const auto swept =
      target->SweepDocuments(records::DocumentFolder::At(place.PathOf(PlacePart::kDocuments)));
  // A process that is adding documents sweeps them itself.
  if (swept || swept.error().code == base::Code::kUnavailable) return;
  fmt::print(stderr, "orgreg: documents that were removed are not deleted yet: {}\n",
             swept.error().message);
}

Wiper::Wiper(records::Register* target, const Place& place, DocumentLists lists)
    : target_(target),
      place_(place),
      folder_(records::DocumentFolder::At(place.PathOf(PlacePart::kDocuments))),
      lists_(std::move(lists)),
      thread_(base::StartGuarded("wiping", [this](const std::stop_token& stop) { Run(stop); })) {}

void Wiper::NoteChange() {
  {
    const std::lock_guard lock(mutex_);
    last_change_ = Clock::now();
    if (!is_due_) due_since_ = last_change_;
    is_due_ = true;
  }
  changed_.notify_one();
}

void Wiper::Run(const std::stop_token& stop) {
  while (AwaitPause(stop)) Wipe();
}

// False if the end comes first.
bool Wiper::AwaitPause(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, stop, [this] { return is_due_; });
  while (!stop.stop_requested()) {
    const auto due = std::min(last_change_ + kIdle, due_since_ + kBusy);
    if (Clock::now() >= due) break;
    changed_.wait_until(lock, stop, due, [] { return false; });
  }
  is_due_ = false;
  return !stop.stop_requested();
}

void Wiper::Wipe() {
  SweepPlace(place_);
  const base::Status wiped = target_->Wipe();
  if (!wiped && wiped.error().code != base::Code::kUnavailable) {
    base::LogWarning("what was removed is not overwritten yet: {}", wiped.error().message);
  }
  const auto swept = SweepDocuments();
  if (!swept && swept.error().code != base::Code::kUnavailable) {
    base::LogWarning("documents that were removed are not deleted yet: {}", swept.error().message);
  }
  if (!wiped || !swept) NoteChange();
}

base::Result<records::SweepCounts> Wiper::SweepDocuments() {
  store::Store* const lists = lists_ ? TRY(lists_()) : nullptr;
  return lists != nullptr ? records::SweepDocuments(lists, folder_)
                          : target_->SweepDocuments(folder_);
}

}  // namespace orgreg::app
