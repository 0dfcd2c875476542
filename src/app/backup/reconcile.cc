// SPDX-License-Identifier: EUPL-1.2

#include "app/backup/reconcile.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/shared/ledger.h"
#include "app/shared/shared_users.h"
#include "auth/users/user_file.h"
#include "store/cluster.h"
#include "store/open/open.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;
using store::CommitId;
using store::OpenMode;

// A folder is that of a node, of a register or of a backup; a file is a store.
Result<Place> CopyAt(const std::string& path) {
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(path, ignored);
  Place place = is_folder ? Place::InFolder(path) : Place::NextToStore(path);
  TRY(place.Check());
  return place;
}

class Reconciling {
 public:
  Reconciling(const ReconcileOptions& options, store::Store* store)
      : options_(options), store_(store) {}

  Result<ReconcileReport> Run() {
    TRY(Look());
    for (const std::string& from : options_.from) TRY(ReadCopy(from));
    TRY(CheckEnough());
    TRY(FindUsers());
    report_.skipped_to = TRY(SkipGivenIds(store_, ledger_));
    report_.removed_again = TRY(RemoveAgain(store_, ledger_));
    report_.commit = TRY(store_->Position());
    TRY(store_->cluster()->EndSetBack());
    return std::move(report_);
  }

 private:
  Status Look() {
    const auto snapshot = TRY(store_->Read());
    report_.found = snapshot->position();
    report_.found_ms = snapshot->summary().time_ms;
    notes_ = TRY(store_->cluster()->SetBackNotes());
    report_.was_whole = notes_.empty();
    return {};
  }

  Status ReadCopy(const std::string& path) {
    const Place place = TRY(CopyAt(path));
    const auto copy = TRY(store::OpenStore(place.address(), OpenMode::kReadOnly));
    const auto here = TRY(copy->Read());
    const auto there = TRY(store_->Read());
    auto found = FindLostPart(here.get(), there.get());
    if (!found) return Error(found.error()).At(path);
    newest_ = std::max(newest_, here->position());
    ledger_.last_change = std::max(ledger_.last_change, here->last_change());
    if (!*found) return {};
    LostPart& lost = **found;
    for (std::size_t kind = 0; kind < lost.ledger.removed.size(); ++kind)
      ledger_.removed[kind].insert(lost.ledger.removed[kind].begin(),
                                   lost.ledger.removed[kind].end());
    if (report_.lost && report_.lost->last >= lost.last) return {};
    report_.batches = TRY(LostBatches(here.get(), there.get()));
    report_.lost = std::move(lost);
    report_.most = path;
    users_ = place.PathOf(PlacePart::kUsers);
    return {};
  }

  // The histories of all nodes are one, so whoever has most knows what the others know.
  Status CheckEnough() {
    ledger_.knows_last_change = !options_.from.empty();
    if (options_.force) return {};
    if (options_.from.empty()) {
      return Error{Code::kInvalid,
                   "name a folder that knows what was removed since, as that of a node: --from "
                   "FOLDER; or --force, if there is none: what was removed since is shown again"};
    }
    for (const store::SetBackNote& note : notes_) {
      if (note.position <= newest_) continue;
      return Error{Code::kInvalid,
                   fmt::format("node {} has commit {}, and no folder of --from has more than "
                               "commit {}: add its folder, or --force",
                               note.node, note.position.value, newest_.value)};
    }
    return {};
  }

  // Somebody who was removed since the backup may be in the list again.
  Status FindUsers() {
    if (users_.empty()) return {};
    const auto shared = ReadSharedUsers(store_->cluster());
    const auto here = auth::UserList::Load(users_);
    if (!shared || !*shared || !here) return {};
    for (const auth::User& user : (*shared)->list.all()) {
      if (here->Find(user.name) == nullptr) report_.users.push_back(user.name);
    }
    return {};
  }

  const ReconcileOptions& options_;
  store::Store* const store_;
  std::vector<store::SetBackNote> notes_ = {};
  Ledger ledger_;
  CommitId newest_ = {};  // of all copies
  std::string users_ = {};
  ReconcileReport report_;
};

}  // namespace

Result<ReconcileReport> Reconcile(const ReconcileOptions& options) {
  const auto store =
      TRY(store::OpenStore(options.place.address(), OpenMode::kUpgrade,
                           {.durability = options.place.durability(), .accepts_set_back = true}));
  return Reconciling(options, store.get()).Run();
}

}  // namespace orgreg::app
