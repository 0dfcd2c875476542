// SPDX-License-Identifier: EUPL-1.2

// The files of the register for all nodes of a database, made once: a node puts each among the
// blobs under the SHA-256 of its bytes, and then the manifest of all into a text of the database.
// The others take them from there, so that all nodes have the same bytes, tags and times. Safe from
// any thread.
//
// Errors are those of the cluster and of blobs; kCorrupt if a blob is not what it is called.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "blobs/blobs.h"
#include "downloads/manifest.h"
#include "store/cluster.h"

namespace orgreg::app {

// A node may still be taking what is younger.
inline constexpr std::chrono::minutes kKeptFiles{10};

struct SharedFiles {
  std::int64_t version = 0;  // at least 1; rises with each change
  std::vector<downloads::FileEntry> entries = {};
};

// What all nodes shall serve, unless its version is `known`; nothing before the first. kInvalid if
// a program of another version, whose files differ, has put it there.
base::Result<std::optional<SharedFiles>> ReadSharedFiles(store::Cluster* cluster,
                                                         std::int64_t known);
base::Status NameSharedFiles(store::Cluster* cluster,
                             const std::vector<downloads::FileEntry>& entries);

// Puts the files of a folder among the blobs, before they are named. kUnavailable when `go_on`,
// which is asked before each file, says no.
base::Status PutFiles(blobs::Blobs* blobs, const std::vector<downloads::FileEntry>& entries,
                      const std::string& folder, const std::function<bool()>& go_on);

// Writes all files of the entries and their manifest into the folder, and returns it. An error
// leaves the old files, as with downloads::MakeFiles. kUnavailable when `go_on`, which is asked
// before each piece, says no.
base::Result<std::vector<downloads::FileEntry>> TakeFiles(
    blobs::Blobs* blobs, const std::vector<downloads::FileEntry>& entries,
    const std::string& folder, const std::function<bool()>& go_on);

// Deletes what is not among the entries and older than kKeptFiles. Returns whether something
// younger is left.
base::Result<bool> SweepFiles(blobs::Blobs* blobs,
                              const std::vector<downloads::FileEntry>& entries);

}  // namespace orgreg::app
