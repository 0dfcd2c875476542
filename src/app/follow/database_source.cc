// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/database_source.h"

#include "records/replica_feed.h"
#include "store/steps/step_reader.h"

namespace orgreg::app {

using base::Code;
using base::Error;
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
