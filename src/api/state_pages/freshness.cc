// SPDX-License-Identifier: EUPL-1.2

#include "api/state_pages/freshness.h"

#include <algorithm>

namespace orgreg::api {
namespace {

using std::chrono::milliseconds;

bool IsOlder(std::int64_t time_ms, milliseconds limit, std::int64_t now_ms) {
  return milliseconds(now_ms - time_ms) > limit;
}

IndexState IndexStateOf(const RegisterState& state, std::int64_t now_ms) {
  if (!state.has_index) return IndexState::kBeingMade;
  if (state.waiting == 0) return IndexState::kCurrent;
  return IsOlder(state.waiting_since_ms, kFreshnessLimits.index, now_ms) ? IndexState::kBehind
                                                                         : IndexState::kCatchingUp;
}

DataState DataStateOf(const RegisterState& state, std::int64_t now_ms) {
  if (state.is_empty) return DataState::kEmpty;
  const auto time_ms = DataTime(state);
  if (!time_ms) return DataState::kUnknown;
  const bool is_old = IsOlder(*time_ms, kFreshnessLimits.data, now_ms);
  if (state.changed_ms) return is_old ? DataState::kQuiet : DataState::kCurrent;
  return is_old ? DataState::kLoadedLongAgo : DataState::kLoaded;
}

FilesState FilesStateOf(const RegisterState& state, std::int64_t now_ms) {
  if (state.files_made == 0) return FilesState::kNotMade;
  if (state.files_missing != 0) return FilesState::kIncomplete;
  return IsOlder(state.files_ms, kFreshnessLimits.files, now_ms) ? FilesState::kOld
                                                                 : FilesState::kCurrent;
}

CopyState CopyStateOf(const RegisterState& state, std::int64_t now_ms) {
  if (!state.copy) return CopyState::kNoCopy;
  if (!state.copy->equal_ms) return CopyState::kNever;
  if (IsOlder(*state.copy->equal_ms, milliseconds(state.copy->most_lag_ms), now_ms))
    return CopyState::kOld;
  return state.copy->is_followed ? CopyState::kCurrent : CopyState::kAway;
}

}  // namespace

Freshness FreshnessOf(const RegisterState& state, std::int64_t now_ms) {
  return {.index = IndexStateOf(state, now_ms),
          .data = DataStateOf(state, now_ms),
          .files = FilesStateOf(state, now_ms),
          .copy = CopyStateOf(state, now_ms)};
}

std::optional<std::int64_t> DataTime(const RegisterState& state) {
  return state.changed_ms ? state.changed_ms : state.loaded_ms;
}

Attention AttentionFor(IndexState state) {
  switch (state) {
    case IndexState::kCurrent:
    case IndexState::kCatchingUp:
      return Attention::kNone;
    case IndexState::kBeingMade:
      return Attention::kSoon;
    case IndexState::kBehind:
      return Attention::kNeeded;
  }
  return Attention::kNeeded;
}

Attention AttentionFor(DataState state) {
  if (state == DataState::kEmpty) return Attention::kNeeded;
  const bool is_fresh = state == DataState::kCurrent || state == DataState::kLoaded;
  return is_fresh ? Attention::kNone : Attention::kSoon;
}

Attention AttentionFor(FilesState state) {
  switch (state) {
    case FilesState::kCurrent:
      return Attention::kNone;
    case FilesState::kNotMade:
      return Attention::kSoon;
    case FilesState::kIncomplete:
    case FilesState::kOld:
      return Attention::kNeeded;
  }
  return Attention::kNeeded;
}

Attention AttentionFor(CopyState state) {
  switch (state) {
    case CopyState::kNoCopy:
    case CopyState::kCurrent:
      return Attention::kNone;
    case CopyState::kAway:
      return Attention::kSoon;
    case CopyState::kOld:
    case CopyState::kNever:
      return Attention::kNeeded;
  }
  return Attention::kNeeded;
}

Attention AttentionFor(const Freshness& freshness) {
  return std::max({AttentionFor(freshness.index), AttentionFor(freshness.data),
                   AttentionFor(freshness.files), AttentionFor(freshness.copy)});
}

ServerState ServerStateOf(const SharingServer& server, std::int64_t most_lag_ms,
                          std::int64_t now_ms) {
  if (IsOlder(server.seen_ms, kFreshnessLimits.silence, now_ms)) return ServerState::kSilent;
  const bool is_current = server.lag_ms && *server.lag_ms <= most_lag_ms;
  return is_current ? ServerState::kCurrent : ServerState::kBehind;
}

}  // namespace orgreg::api
