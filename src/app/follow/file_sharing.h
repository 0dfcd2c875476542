// SPDX-License-Identifier: EUPL-1.2

// Who makes the files of the register, and what the nodes of a database share of them
// (app/shared/shared_files.h). One node has the job and keeps it for as long as it lives, so that
// one clock says when it is night; the others take what it made. If the database or the blobs are
// away, each node makes its own until they are back. For the thread that keeps the files.

#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/follow/database.h"
#include "app/place/place.h"
#include "base/result.h"
#include "blobs/blobs.h"
#include "downloads/manifest.h"

namespace orgreg::app {

class FileSharing {
 public:
  enum class Turn : std::uint8_t {
    kBegun,   // this node makes them from now on, and takes what is there at first
    kOurs,    // it still does
    kOthers,  // another one does
    kAlone,   // nobody knows: each for itself
  };

  // Null unless there are a database and blobs. `database` outlives the object.
  static base::Result<std::unique_ptr<FileSharing>> Of(const Place& place, Database* database);

  ~FileSharing();
  FileSharing(const FileSharing&) = delete;
  FileSharing& operator=(const FileSharing&) = delete;

  // Asks the database. `commit` is the state that this node would make files of now, or nothing:
  // then it does not begin to, and neither while it still follows up to the files that are named.
  Turn Look(std::optional<std::int64_t> commit);
  // While they are made: whether it is still this node's turn.
  bool Keep();
  // Leaves them to others for a while: here they cannot be made.
  void PassOn();
  // What all nodes shall serve, as it was last read; not all files before the first.
  const std::vector<downloads::FileEntry>& named() const { return named_; }

  // Takes the files that are named. After a failure it does not try for some seconds, which is
  // kUnavailable.
  base::Result<std::vector<downloads::FileEntry>> Take(const std::string& folder,
                                                       const std::stop_token& stop);
  // Whether nobody can share now, as far as this node sees. It looks.
  bool AreBlobsAway();
  // Names the files of a folder for all, and deletes what is named no more when nobody takes it.
  // If that fails, another node has the turn for a moment.
  // To be called in our turn, again and again.
  void Give(const std::vector<downloads::FileEntry>& entries, const std::string& folder,
            const std::stop_token& stop);

 private:
  using Clock = std::chrono::steady_clock;

  FileSharing(std::unique_ptr<blobs::Blobs> blobs, Database* database)
      : blobs_(std::move(blobs)), database_(database) {}
  base::Result<Turn> Ask(std::optional<std::int64_t> commit);
  base::Result<bool> IsBehind(std::int64_t commit);
  base::Status ReadNamed();
  base::Result<bool> TakeTurn();
  void LetGo();
  base::Status Name(const std::vector<downloads::FileEntry>& entries, const std::string& folder,
                    const std::stop_token& stop);
  void Sweep();
  void Tell(const base::Status& done);

  const std::unique_ptr<blobs::Blobs> blobs_;
  Database* const database_;
  std::vector<downloads::FileEntry> named_ = {};
  std::int64_t version_ = 0;  // of what is named
  std::int64_t epoch_ = 0;    // of the lease, while it is ours
  Clock::time_point renew_at_ = {};
  Clock::time_point next_take_ = {};
  Clock::time_point next_give_ = {};
  std::optional<Clock::time_point> sweep_at_ = {};
  std::string told_ = {};  // The last problem.
};

}  // namespace orgreg::app
