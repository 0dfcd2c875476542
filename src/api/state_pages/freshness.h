// SPDX-License-Identifier: EUPL-1.2

// Whether the register, its index and its files are fresh: the rules of the status page. Pure; safe
// from any thread.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "api/interface/copy_source.h"

namespace orgreg::api {

// From these ages on, something wants attention.
struct FreshnessLimits {
  // Files are made every night. An hour is for making them, another for the end of summer time.
  std::chrono::hours files{26};
  // A register changes on every working day, and Easter has five days without one.
  std::chrono::hours data{24 * 6};
  // The index follows a change within milliseconds, and a large import within a minute.
  std::chrono::minutes index{2};
  // A server is heard from every few seconds.
  std::chrono::seconds silence{60};
};
inline constexpr FreshnessLimits kFreshnessLimits;

// The register as a server finds it. Times are milliseconds since 1970, UTC.
struct RegisterState {
  bool has_index = false;
  bool is_empty = false;                        // No kind has a live record.
  std::uint64_t waiting = 0;                    // Changes that the index does not show yet,
  std::int64_t waiting_since_ms = 0;            // and when the first of them was made.
  std::optional<std::int64_t> changed_ms = {};  // The last change; nothing if there is none.
  std::optional<std::int64_t> loaded_ms = {};   // The last import that took records.
  std::size_t files_missing = 0;
  std::size_t files_made = 0;
  std::int64_t files_ms = 0;           // When the oldest file was made, if there is one.
  std::optional<CopyFacts> copy = {};  // Nothing: the register is no copy.
};

enum class IndexState : std::uint8_t { kCurrent, kCatchingUp, kBehind, kBeingMade };
// A register with changes is judged by the last of them, one without by its load. One without
// records is not fresh, whatever was imported.
enum class DataState : std::uint8_t { kCurrent, kQuiet, kLoaded, kLoadedLongAgo, kUnknown, kEmpty };
enum class FilesState : std::uint8_t { kCurrent, kOld, kIncomplete, kNotMade };

// A copy is out of date when it has not been as its source for too long, or never since the start.
enum class CopyState : std::uint8_t { kNoCopy, kCurrent, kAway, kOld, kNever };

struct Freshness {
  IndexState index = IndexState::kCurrent;
  DataState data = DataState::kCurrent;
  FilesState files = FilesState::kCurrent;
  CopyState copy = CopyState::kNoCopy;

  friend bool operator==(const Freshness&, const Freshness&) = default;
};

// A time in the future, which a wrong clock has left, counts as now.
Freshness FreshnessOf(const RegisterState& state, std::int64_t now_ms);

// The time by which the data are judged; nothing if it is unknown.
std::optional<std::int64_t> DataTime(const RegisterState& state);

// How much a state matters to a reader.
enum class Attention : std::uint8_t { kNone, kSoon, kNeeded };
Attention AttentionFor(IndexState state);
Attention AttentionFor(DataState state);
Attention AttentionFor(FilesState state);
Attention AttentionFor(CopyState state);
// The greatest of them.
Attention AttentionFor(const Freshness& freshness);

// Another server of the same database: not the concern of who is answered by this one.
enum class ServerState : std::uint8_t { kCurrent, kBehind, kSilent };
ServerState ServerStateOf(const SharingServer& server, std::int64_t most_lag_ms,
                          std::int64_t now_ms);

}  // namespace orgreg::api
