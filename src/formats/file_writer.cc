// SPDX-License-Identifier: EUPL-1.2

#include "formats/file_writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <utility>

#include "base/files/folder.h"
#include "base/files/sweep_rests.h"
#include "base/files/system_error.h"

namespace orgreg::formats {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} << 10;
constexpr mode_t kReadableByAll = 0644;
constexpr mode_t kReadableByOwner = 0600;

// Killed processes of earlier versions left their bytes under that name. The whole name is removed:
// truncating the file might truncate one that has another name too.
bool HoldsBytes(int descriptor) {
  struct stat opened = {};
  return ::fstat(descriptor, &opened) == 0 && opened.st_size != 0;
}

base::Error LockError(const std::string& claim) {
  if (errno != EWOULDBLOCK) return base::IoError(claim, "cannot be locked", errno);
  return {base::Code::kUnavailable, claim + ": another process is writing it"};
}

}  // namespace

base::Result<FileWriter::Claim> FileWriter::Claim::Make(const std::string& path) {
  const std::string name = path + std::string(base::kClaimEnding);
  constexpr int kFlags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  while (true) {
    base::Descriptor file(::open(name.c_str(), kFlags, kReadableByOwner));
    if (!file.is_open()) return base::IoError(name, "cannot be created", errno);
    if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) return LockError(name);
    // Another writer may have removed the file between our open and our lock.
    if (!base::IsNamed(file.number(), name)) continue;
    if (!HoldsBytes(file.number())) return Claim(name, std::move(file));
    if (::unlink(name.c_str()) != 0) return base::IoError(name, "cannot be taken away", errno);
  }
}

// The name is removed before the lock: the next writer that gets the lock finds that the name is
// gone.
FileWriter::Claim::~Claim() {
  if (file_.is_open()) ::unlink(name_.c_str());
}

base::Result<std::unique_ptr<FileWriter>> FileWriter::Create(std::string path, Readers readers) {
  auto claim = TRY(Claim::Make(path));
  auto file =
      base::NewFile::Begin(path, readers == Readers::kOwner ? kReadableByOwner : kReadableByAll);
  if (!file) return std::move(file).error();
  return std::unique_ptr<FileWriter>(
      new FileWriter(std::move(path), std::move(claim), std::move(*file)));
}

FileWriter::~FileWriter() = default;

base::Error FileWriter::Fail(std::string_view action) {
  stage_ = Stage::kFailed;
  return base::IoError(path_, action, errno);
}

base::Status FileWriter::Append(std::string_view bytes) {
  assert(stage_ != Stage::kFinished);
  size_bytes_ += bytes.size();
  if (pending_.empty() && bytes.size() >= kPieceBytes) return Write(bytes);
  pending_.append(bytes);
  if (pending_.size() < kPieceBytes) return {};
  base::Status status = Write(pending_);
  pending_.clear();
  return status;
}

base::Status FileWriter::Write(std::string_view bytes) {
  if (stage_ == Stage::kFailed) {
    return base::Error{base::Code::kIo, path_ + ": was not written whole"};
  }
  if (!base::WriteAll(file_.descriptor(), bytes)) return Fail("cannot be written");
  return {};
}

base::Status FileWriter::Finish() {
  if (base::Status status = Write(pending_); !status.ok()) return status;
  pending_ = {};
  if (base::Status synced = file_.Sync(); !synced) {
    stage_ = Stage::kFailed;
    return synced;
  }
  stage_ = Stage::kFinished;
  return {};
}

base::Status FileWriter::Publish() {
  if (stage_ != Stage::kFinished) {
    return base::Error{base::Code::kIo, path_ + ": was not written whole"};
  }
  if (base::Status placed = file_.Place(); !placed) {
    stage_ = Stage::kFailed;
    return placed;
  }
  claim_.reset();
  return base::SyncFolderOf(path_);
}

}  // namespace orgreg::formats
