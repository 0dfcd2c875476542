// SPDX-License-Identifier: EUPL-1.2

#include "app/follow/step_taker.h"

#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/files/new_file.h"
#include "base/files/system_error.h"
#include "base/log.h"
#include "model/registers/documents.h"
#include "records/readers/document_record.h"

namespace orgreg::app {

using base::Code;
using base::Error;
using base::Status;
using records::DocumentFolder;

Status StepTaker::Meet(const store::SourceFacts& facts) {
  has_met_ = facts.knows_commit;
  if (has_met_) return parts_.met();
  const auto mine = TRY(parts_.store->Read());
  const auto origin = TRY(mine->Fingerprint(facts.first_commit));
  needs_all_ = origin != 0 && origin == facts.origin;
  if (needs_all_) return Error{Code::kInvalid, "the source does not know the last commits here"};
  return Error{Code::kInvalid,
               "the source is another register than the one that is here; to follow it, begin with "
               "an empty folder"};
}

Status StepTaker::Begin(store::CommitId since, store::CommitId until) {
  parts_.state->NoteSource(until);
  wanted_.clear();
  return Noted(Open(since));
}

Status StepTaker::Open(store::CommitId since) {
  replica_ = TRY(parts_.store->Adopt());
  if (replica_->before().position == since) return {};
  if (!parts_.begins_anew || since != store::CommitId{})
    return Error{Code::kUnavailable, "another process has changed the replica"};
  Status cleared = replica_->Clear();
  is_beyond_mending_ = !cleared && cleared.error().code == Code::kCorrupt;
  return cleared;
}

Status StepTaker::Noted(Status done) {
  if (!done && done.error().code == Code::kCorrupt) needs_all_ = true;
  return done;
}

Status StepTaker::Take(const store::ReplicaRow& row) {
  if (row.kind == model::Kind::kDocuments && row.row.state == store::RowState::kLive) {
    const auto list = TRY(records::ReadStoredDocuments(row.row.body));
    for (const model::Document& document : list.documents) wanted_.insert(document.sha256);
  }
  return Noted(replica_->Adopt(row));
}

Status StepTaker::Take(const store::LineView& line) { return Noted(replica_->Adopt(line)); }

Status StepTaker::Take(const store::CommitRecord& commit) { return Noted(replica_->Adopt(commit)); }

Status StepTaker::Take(const store::Note& note) { return Noted(replica_->Adopt(note)); }

Status StepTaker::End(const store::Summary& goal) {
  std::optional<DocumentFolder::Session> session;
  if (!wanted_.empty() && parts_.source->has_files()) {
    // Files of a session are not swept before their rows are stored.
    session = TRY(parts_.documents->Begin());
    TRY(FetchDocuments(&*session));
  }
  Status finished = Noted(replica_->Finish(goal));
  replica_.reset();
  if (!finished) return finished;
  parts_.taken();
  parts_.state->NoteStep();
  parts_.state->NoteEqual(goal.position);
  return {};
}

Status StepTaker::NothingNew(store::CommitId position) {
  if (position == store::CommitId{}) {
    parts_.state->NoteNothingThere();
  } else {
    parts_.state->NoteEqual(position);
  }
  return {};
}

Status StepTaker::FetchDocuments(DocumentFolder::Session* into) const {
  for (const std::string& sha256 : wanted_) {
    std::error_code ignored;
    if (std::filesystem::exists(parts_.documents->PathOf(sha256), ignored)) continue;
    Status fetched = FetchDocument(sha256, into);
    if (fetched) continue;
    // It was removed since, and a later step says so; or the source has lost it.
    if (fetched.error().code != Code::kNotFound && fetched.error().code != Code::kCorrupt)
      return fetched;
    base::LogWarning("document {}: {}", sha256, fetched.error().message);
  }
  return {};
}

Status StepTaker::FetchDocument(const std::string& sha256, DocumentFolder::Session* into) const {
  auto file = TRY(base::NewFile::Begin(parts_.documents->incoming_path(), 0600,
                                       base::NewFile::Naming::kAtOnce));
  TRY(parts_.source->FetchDocument(
      sha256,
      [&file](std::string_view piece) -> Status {
        if (base::WriteAll(file.descriptor(), piece)) return {};
        return base::IoError(file.working_path(), "cannot be written", errno);
      },
      stop_));
  const auto added = TRY(into->Add(file.working_path()));
  if (added.sha256 == sha256) return {};
  return Error{Code::kCorrupt, "the source sent another document"};
}

}  // namespace orgreg::app
