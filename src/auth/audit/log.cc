// SPDX-License-Identifier: EUPL-1.2

// Append puts an entry into a queue. A waiting thread writes for all of them (WriteFor): it follows
// a moved file, forms the lines of as many entries as a batch holds, writes and syncs them without
// the lock, and then wakes the others.

#include "auth/audit/log.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "auth/audit/end.h"
#include "auth/audit/file.h"
#include "formats/sha256.h"

namespace orgreg::auth {
namespace {

using base::Error;
using base::Result;
using base::Status;
using base::Timestamp;

Timestamp SystemTime() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return Timestamp::FromMilliseconds(
      std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

// One caller of Append, in its own stack until it is answered.
struct Waiting {
  std::variant<const AuditEntry*, const AuditRestore*> what = {};
  Timestamp time = {};
  std::optional<Status> answer = {};
};

std::string AppendLine(const Waiting& waiting, const AuditLink& link, std::string* out) {
  if (const auto* const entry = std::get_if<const AuditEntry*>(&waiting.what))
    return AppendLookup(link, waiting.time, **entry, out);
  return AppendRestored(link, waiting.time, *std::get<const AuditRestore*>(waiting.what), out);
}

// The line that accounts for what a crash left, behind a line end where that lacks one.
std::string RecoveryOf(const std::string& torn, const AuditLink& link, Timestamp time,
                       std::string* hash) {
  std::string bytes = torn.ends_with('\n') ? "" : "\n";
  formats::Sha256 torn_hash;
  torn_hash.Add(torn);
  torn_hash.Add(bytes);
  *hash = AppendRecovered(
      link, time, {.size_bytes = torn.size() + bytes.size(), .hash = torn_hash.Finish()}, &bytes);
  return bytes;
}

}  // namespace

// The first waiting thread becomes the writer and writes for all that came by then, without the
// lock. The writer owns the file's data; the lock guards the rest.
struct AuditLog::State {
  std::string path;
  Options options;

  std::unique_ptr<AuditFile> file;
  AuditLink next;
  std::string torn;
  bool lacks_line_end = false;

  mutable std::mutex mutex;
  std::condition_variable answered;
  std::deque<Waiting*> queue;
  bool is_writing = false;
  End end;

  void Advance(const std::string& hash) {
    ++next.sequence;
    next.previous = hash;
  }
  Status FollowFile();
  std::string MakeBatch(const std::deque<Waiting*>& waiting, std::vector<Waiting*>* batch);
  Status WriteBatch(const std::deque<Waiting*>& waiting, std::vector<Waiting*>* batch);
  void WriteFor(std::unique_lock<std::mutex>* lock);
  Status Write(Waiting mine);
};

// Begins a new file where the operator moved the old one away.
Status AuditLog::State::FollowFile() {
  if (file->IsInPlace()) return {};
  // Otherwise the old log would have lines that do not count.
  TRY(file->Settle());
  auto successor = TRY(AuditFile::Open(path, options.sync));
  if (successor->size_bytes() != 0) {
    return Error{base::Code::kInvalid, "another file was put in place of this audit log"}.At(path);
  }
  file = std::move(successor);
  torn.clear();
  lacks_line_end = false;
  return {};
}

// The lines of as many of `waiting` as fit, and before them what the file needs first. Moves the
// chain on.
std::string AuditLog::State::MakeBatch(const std::deque<Waiting*>& waiting,
                                       std::vector<Waiting*>* batch) {
  std::string lines;
  const Timestamp time = waiting.front()->time;
  if (lacks_line_end) lines = "\n";
  if (!torn.empty()) {
    std::string hash;
    lines = RecoveryOf(torn, next, time, &hash);
    Advance(hash);
  } else if (file->size_bytes() == 0) {
    Advance(AppendBegin(next, time, &lines));
  }
  for (Waiting* one : waiting) {
    std::string line;
    const std::string hash = AppendLine(*one, next, &line);
    if (!batch->empty() && lines.size() + line.size() > kMostBatchBytes) break;
    Advance(hash);
    lines.append(line);
    batch->push_back(one);
  }
  return lines;
}

Status AuditLog::State::WriteBatch(const std::deque<Waiting*>& waiting,
                                   std::vector<Waiting*>* batch) {
  if (Status followed = FollowFile(); !followed) {
    batch->assign(waiting.begin(), waiting.end());
    return followed;
  }
  const AuditLink before = next;
  const std::string lines = MakeBatch(waiting, batch);
  Status written = file->Append(lines);
  if (written.ok()) {
    torn.clear();
    lacks_line_end = false;
  } else {
    next = before;
  }
  return written;
}

void AuditLog::State::WriteFor(std::unique_lock<std::mutex>* lock) {
  is_writing = true;
  const std::deque<Waiting*> waiting = queue;
  lock->unlock();
  std::vector<Waiting*> batch;
  const Status written = WriteBatch(waiting, &batch);
  lock->lock();
  is_writing = false;
  if (written.ok()) end = {.sequence = next.sequence - 1, .hash = next.previous};
  for (Waiting* one : batch) one->answer = written;
  queue.erase(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(batch.size()));
  answered.notify_all();
}

Status AuditLog::State::Write(Waiting mine) {
  std::unique_lock lock(mutex);
  // Under the lock, so that times rise with the lines.
  mine.time = options.clock();
  queue.push_back(&mine);
  while (!mine.answer) {
    if (is_writing) {
      answered.wait(lock);
    } else {
      WriteFor(&lock);
    }
  }
  return *std::move(mine.answer);
}

Result<AuditSequel> SequelOf(const std::string& path) {
  const auto end = TRY(ReadAuditEnd(path, kAuditEndBytes));
  if (ReadAuditEndOf(end, end.size() < kAuditEndBytes)) return AuditSequel::kInFile;
  return LinkAfter(end) ? AuditSequel::kInNext : AuditSequel::kNothing;
}

Result<std::unique_ptr<AuditLog>> AuditLog::Open(const std::string& path, Options options) {
  auto state = std::make_unique<State>();
  state->path = path;
  state->options = std::move(options);
  if (!state->options.clock) state->options.clock = SystemTime;
  auto file = TRY(AuditFile::Open(path, state->options.sync));
  state->file = std::move(file);

  const auto bytes = TRY(state->file->ReadEnd(kAuditEndBytes));
  Result<AuditEnd> end = ReadAuditEndOf(bytes, bytes.size() == state->file->size_bytes());
  if (!end) return std::move(end).error().At(path);
  if (end->next.sequence == 1 && !state->options.after.empty()) {
    const auto before = TRY(ReadAuditEnd(state->options.after, kAuditEndBytes));
    Result<AuditLink> link = LinkAfter(before);
    if (!link) return std::move(link).error().At(state->options.after);
    end->next = *link;
  }
  state->next = end->next;
  state->torn = std::move(end->torn);
  state->lacks_line_end = end->lacks_line_end;
  state->end = {.sequence = state->next.sequence - 1, .hash = state->next.previous};
  return std::unique_ptr<AuditLog>(new AuditLog(std::move(state)));
}

Result<std::unique_ptr<AuditLog>> AuditLog::Open(const std::string& path) { return Open(path, {}); }

AuditLog::AuditLog(std::unique_ptr<State> state) : state_(std::move(state)) {}
AuditLog::~AuditLog() = default;

Status AuditLog::Append(const AuditEntry& entry) { return state_->Write({.what = &entry}); }

Status AuditLog::Append(const AuditRestore& restore) { return state_->Write({.what = &restore}); }

AuditLog::End AuditLog::end() const {
  const std::lock_guard lock(state_->mutex);
  return state_->end;
}

}  // namespace orgreg::auth
