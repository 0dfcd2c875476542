// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/document_sweep.h"

#include <chrono>
#include <utility>

#include "base/log.h"
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

// A database without the tables is reported with the node.
DocumentSweep::DocumentSweep(SharedDocuments* documents, Database* database)
    : documents_(documents),
      database_(database),
      task_({.name = "sweeping documents",
             .interval = kInterval,
             .work =
                 [this] {
                   Status done = SweepIfItIsOurs();
                   const bool lacks_tables = !done && done.error().code == Code::kNotFound;
                   return lacks_tables ? Status() : std::move(done);
                 },
             .failure = "shared documents that were removed are not deleted yet"}) {}

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
