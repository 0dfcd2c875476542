// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/document_sweep.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "base/log.h"
#include "base/threads/guarded_thread.h"
#include "store/cluster.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Status;

constexpr const char* kJob = "documents";
constexpr std::chrono::seconds kInterval(10);
// Who sweeps keeps doing it, since it knows what is swept; to sweep twice would do no harm.
constexpr std::chrono::minutes kLease(5);

}  // namespace

DocumentSweep::DocumentSweep(SharedDocuments* documents, Database* database)
    : documents_(documents),
      database_(database),
      thread_(base::StartGuarded("sweeping documents",
                                 [this](const std::stop_token& stop) { Run(stop); })) {}

void DocumentSweep::Run(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  while (!changed.wait_for(lock, stop, kInterval, [&stop] { return stop.stop_requested(); })) {
    const Status done = SweepIfItIsOurs();
    const std::string problem = done ? "" : done.error().message;
    const bool is_new = problem != told_;
    told_ = problem;
    // A database without the tables is reported with the node.
    if (is_new && !done && done.error().code != Code::kNotFound)
      base::LogWarning("shared documents that were removed are not deleted yet: {}", problem);
  }
}

Status DocumentSweep::SweepIfItIsOurs() {
  store::Store* const store = TRY(database_->Open());
  const auto lease = TRY(store::TakeJob(store, kJob, kLease));
  if (!lease) {
    swept_for_.reset();
    return {};
  }
  const auto lists = TRY(store->Read())->Describe(model::Kind::kDocuments);
  if (swept_for_ == lists) return {};
  const auto swept = TRY(documents_->Sweep(store));
  if (swept.counts.deleted > 0)
    base::LogInfo("{} shared documents that no list names were deleted", swept.counts.deleted);
  if (swept.young == 0) swept_for_ = lists;
  return {};
}

}  // namespace orgreg::app
