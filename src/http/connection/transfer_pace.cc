// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/transfer_pace.h"

#include <algorithm>

namespace orgreg::http {

bool TransferPace::IsTooSlow(Time now, std::uint64_t queued_bytes) {
  const std::uint64_t taken = given_ - std::min(given_, queued_bytes);
  if (taken > taken_) {
    taken_ = taken;
    progress_at_ = now;
  }
  if (now - progress_at_ >= rule_.stall) return true;
  if (now - window_begin_ < rule_.window) return false;
  const std::chrono::duration<double> seconds = now - window_begin_;
  const double wanted = seconds.count() * static_cast<double>(rule_.bytes_per_second);
  if (static_cast<double>(taken_ - window_taken_) < wanted) return true;
  window_begin_ = now;
  window_taken_ = taken_;
  return false;
}

void TransferPace::Pause(Time now) {
  if (!paused_at_) paused_at_ = now;
}

void TransferPace::Resume(Time now) {
  if (!paused_at_) return;
  window_begin_ += now - *paused_at_;
  progress_at_ = now;
  paused_at_.reset();
}

}  // namespace orgreg::http
