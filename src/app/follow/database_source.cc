// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/database_source.h"

#include <fmt/format.h>

#include "records/replica_feed.h"
#include "store/checksum.h"
#include "store/steps/step_reader.h"

namespace orgreg::app {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

namespace {

// Batches wait for it, and a database is asked more cheaply than a server over the internet.
constexpr std::chrono::milliseconds kLongestPause(500);

Error HasNoFiles() { return {Code::kNotFound, "a database has rows, and no files"}; }

}  // namespace

// The feed gives bytes, as to a replica elsewhere: to read them costs little, and a second way
// around would have to be proved too.
Status DatabaseSource::Follow(store::CommitId commit, std::uint64_t fingerprint,
                              store::StepSink* sink, const std::stop_token& stop) {
  store::Store* const store = TRY(database_->Open());
  const auto feed = records::ReplicaSource(store).Begin(
      {.commit = commit.value, .fingerprint = fingerprint}, stop);
  store::StepReader reader(sink);
  std::string bytes;
  while (true) {
    bytes.clear();
    const bool goes_on = TRY(feed->Next(&bytes));
    TRY(reader.Read(bytes));
    if (!goes_on) return Error{Code::kUnavailable, "is not followed any more"}.At(address());
  }
}

// Also of one that others have found set back: each node that has more says so, and is waited for
// when it is reconciled.
Result<std::string> DatabaseSource::WhySetBack(store::Store* replica) {
  store::Store* const store = TRY(database_->OpenSetBack());
  const auto theirs = TRY(store->Read());
  const auto mine = TRY(replica->Read());
  const store::StateId state = store::StateIdOf(theirs->summary());
  if (state != judged_ || said_.empty()) {
    const auto found = TRY(FindLostPart(mine.get(), theirs.get()));
    const auto& lost = found;
    if (!lost || lost->is_made_good()) return std::string();
    TRY(TellOf(*lost));
    judged_ = state;
  }
  return said_;
}

// A user who may not write keeps it to this node.
Status DatabaseSource::TellOf(const LostPart& lost) {
  const std::string reason = fmt::format(
      "node {} has commit {}, and they part after commit {}: {} updates and {} "
      "removals are missing",
      node_, lost.last.value, lost.common.value, lost.updates, lost.removals);
  store::Cluster* const cluster = TRY(database_->OpenCluster());
  const Status noted =
      cluster->NoteSetBack({.node = node_, .position = lost.last, .reason = reason});
  if (!noted && noted.error().code == Code::kUnavailable) return noted.error();
  said_ = reason;
  return {};
}

Status DatabaseSource::FetchDocument(std::string_view /*sha256*/, const Take& /*take*/,
                                     const std::stop_token& /*stop*/) {
  return HasNoFiles();
}

Status DatabaseSource::FetchSegment(std::string_view /*kind*/, const Take& /*take*/,
                                    const std::stop_token& /*stop*/) {
  return HasNoFiles();
}

std::chrono::milliseconds DatabaseSource::longest_pause() const { return kLongestPause; }

}  // namespace orgreg::app
