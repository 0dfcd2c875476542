// SPDX-License-Identifier: EUPL-1.2

// The bases of the index of the register (app/catalog/segment_maker.h) for all nodes of a database:
// a node that has made one puts it among the blobs under the SHA-256 of its bytes, and then names
// it in a text of the database. The bases of a state are the same for all nodes of one build. Safe
// from any thread.
//
// Errors are those of the cluster and of blobs; kCorrupt if a blob is not what it is called.

#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalog/kind_state.h"
#include "base/result.h"
#include "blobs/blobs.h"
#include "model/kind.h"
#include "store/cluster.h"

namespace orgreg::app {

// A node may still be taking what is younger.
inline constexpr std::chrono::minutes kKeptSegments{10};

struct SharedSegment {
  std::string build = {};  // as ShownBuild
  model::Kind kind = model::Kind::kEntity;
  std::uint64_t codes = 0;  // MadeSegment::codes
  KindState state = {};
  std::string sha256 = {};
  std::uint64_t size_bytes = 0;
};

// One line each; what has no meaning here is left out.
std::string ToText(const std::vector<SharedSegment>& segments);
std::vector<SharedSegment> ParseSharedSegments(std::string_view text);

base::Result<std::vector<SharedSegment>> ReadSharedSegments(store::Cluster* cluster);
// Replaces the one of the same build and kind.
base::Status NameSharedSegment(store::Cluster* cluster, const SharedSegment& segment);
// Names those of these sums no more.
base::Status DropSharedSegments(store::Cluster* cluster, const std::vector<std::string>& sums);

// Puts the file among the blobs; returns it with its sum and size. kUnavailable if the file was
// replaced meanwhile.
base::Result<SharedSegment> PutSegment(blobs::Blobs* blobs, SharedSegment segment,
                                       const std::string& path);
// Writes it to the file. An error leaves what is there; kUnavailable after a stop.
base::Status TakeSegment(blobs::Blobs* blobs, const SharedSegment& segment, const std::string& path,
                         const std::stop_token& stop);
// Deletes what is not named and older than kKeptSegments. Returns whether something younger is
// left.
base::Result<bool> SweepSegments(blobs::Blobs* blobs, const std::vector<SharedSegment>& named);

}  // namespace orgreg::app
