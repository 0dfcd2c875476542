// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/file_sharing.h"

#include <utility>

#include "app/shared/shared_files.h"
#include "base/log.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;
using downloads::FileEntry;

constexpr const char* kJob = "files";
// Another node begins so long after one has gone.
constexpr std::chrono::seconds kLease(60);
constexpr std::chrono::seconds kRenewal(20);
constexpr std::chrono::seconds kAskAgain(5);
constexpr std::chrono::seconds kTakeAgain(10);
constexpr std::chrono::seconds kGiveAgain(15);
constexpr std::chrono::minutes kSweepAgain(1);
constexpr std::chrono::minutes kPassedOn(5);

}  // namespace

Result<std::unique_ptr<FileSharing>> FileSharing::Of(const Place& place, Database* database) {
  if (database == nullptr || place.blobs().address.empty()) return std::unique_ptr<FileSharing>();
  auto blobs = TRY(blobs::OpenBlobs(place.blobs()));
  return std::unique_ptr<FileSharing>(new FileSharing(std::move(blobs), database));
}

// So that another node need not wait for the end of the lease.
FileSharing::~FileSharing() {
  if (epoch_ != 0) LetGo();
}

FileSharing::Turn FileSharing::Look(std::optional<std::int64_t> commit) {
  const auto turn = Ask(commit);
  // The node reports a database that is away, or of before.
  const bool is_known =
      !turn && (turn.error().code == Code::kUnavailable || turn.error().code == Code::kNotFound);
  if (!is_known) Tell(turn ? Status() : Status(turn.error()));
  if (turn) return *turn;
  epoch_ = 0;
  return Turn::kAlone;
}

Result<FileSharing::Turn> FileSharing::Ask(std::optional<std::int64_t> commit) {
  const Status read = ReadNamed();
  if (!read && read.error().code != Code::kInvalid) return read.error();
  const std::int64_t before = epoch_;
  const bool asks = commit && Clock::now() >= renew_at_;
  if (asks && (before != 0 || !TRY(IsBehind(*commit)))) TRY(TakeTurn());
  if (epoch_ != 0) return epoch_ == before ? Turn::kOurs : Turn::kBegun;
  if (!read) return read.error();
  return Turn::kOthers;
}

// Files of a state that the database does not have either are of another history.
Result<bool> FileSharing::IsBehind(std::int64_t commit) {
  if (named_.empty() || named_.front().stamp.commit <= commit) return false;
  const auto position = TRY(TRY(database_->Open())->Position());
  return named_.front().stamp.commit <= position.value;
}

Status FileSharing::ReadNamed() {
  auto read = TRY(ReadSharedFiles(TRY(database_->OpenCluster()), version_));
  if (!read) return {};
  version_ = read->version;
  named_ = std::move(read->entries);
  return {};
}

Result<bool> FileSharing::TakeTurn() {
  const auto lease = TRY(TRY(database_->OpenCluster())->Take(kJob, kLease));
  renew_at_ = Clock::now() + (lease ? kRenewal : kAskAgain);
  epoch_ = lease ? lease->epoch : 0;
  return epoch_ != 0;
}

bool FileSharing::Keep() {
  if (epoch_ == 0 || Clock::now() < renew_at_) return true;
  const auto kept = TakeTurn();
  // Whether another has begun meanwhile is seen when the database is back.
  return !kept || *kept;
}

void FileSharing::PassOn() {
  LetGo();
  renew_at_ = Clock::now() + kPassedOn;
}

void FileSharing::LetGo() {
  epoch_ = 0;
  const auto cluster = database_->OpenCluster();
  if (cluster) static_cast<void>((*cluster)->GiveBack(kJob));
}

Result<std::vector<FileEntry>> FileSharing::Take(const std::string& folder,
                                                 const std::stop_token& stop) {
  if (Clock::now() < next_take_) return Error{Code::kUnavailable, "was tried a moment ago"};
  auto taken = TakeFiles(blobs_.get(), named_, folder, [&stop] { return !stop.stop_requested(); });
  if (stop.stop_requested()) return taken;
  if (!taken) next_take_ = Clock::now() + kTakeAgain;
  Tell(taken ? Status() : Status(taken.error()));
  return taken;
}

bool FileSharing::AreBlobsAway() {
  const auto listed = blobs_->List(blobs::kFiles);
  Tell(listed ? Status() : Status(listed.error()));
  return !listed;
}

void FileSharing::Give(const std::vector<FileEntry>& entries, const std::string& folder,
                       const std::stop_token& stop) {
  if (entries.size() < downloads::kFileCount || Clock::now() < next_give_) return;
  if (!downloads::AreSameFiles(entries, named_)) {
    const Status named = Name(entries, folder, stop);
    if (stop.stop_requested()) return;
    Tell(named);
    if (!named) {
      // Another node may reach the blobs, or have the rights.
      LetGo();
      renew_at_ = next_give_ = Clock::now() + kGiveAgain;
      return;
    }
    if (sweep_at_) sweep_at_ = Clock::now() + kKeptFiles + kSweepAgain;
  }
  Sweep();
}

// If it is no longer our turn, the next look at the text says what holds.
Status FileSharing::Name(const std::vector<FileEntry>& entries, const std::string& folder,
                         const std::stop_token& stop) {
  TRY(PutFiles(blobs_.get(), entries, folder, [&stop] { return !stop.stop_requested(); }));
  if (!TRY(TakeTurn())) return {};
  TRY(NameSharedFiles(TRY(database_->OpenCluster()), entries));
  named_ = entries;
  return {};
}

// At first whatever was left by a node that had the turn before.
void FileSharing::Sweep() {
  if (!sweep_at_) sweep_at_ = Clock::now();
  if (Clock::now() < *sweep_at_) return;
  const auto leaves_young = SweepFiles(blobs_.get(), named_);
  Tell(leaves_young ? Status() : Status(leaves_young.error()));
  const bool is_done = leaves_young && !*leaves_young;
  sweep_at_ = is_done ? Clock::time_point::max() : Clock::now() + kSweepAgain;
}

void FileSharing::Tell(const Status& done) {
  const std::string problem = done ? "" : done.error().message;
  if (!problem.empty() && problem != told_)
    base::LogWarning("the files of the register are not shared with the other nodes: {}", problem);
  told_ = problem;
}

}  // namespace orgreg::app
