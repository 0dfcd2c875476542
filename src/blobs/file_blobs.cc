// SPDX-License-Identifier: EUPL-1.2

#include "blobs/file_blobs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <system_error>

#include "base/files/descriptor.h"
#include "base/files/folder.h"
#include "base/files/new_file.h"
#include "base/files/system_error.h"

namespace orgreg::blobs {
namespace {

namespace fs = std::filesystem;
using base::Code;
using base::Error;
using base::Result;
using base::Status;

constexpr std::size_t kFolderDigits = 2;
constexpr std::size_t kPieceBytes = std::size_t{64} << 10U;
constexpr mode_t kFileMode = 0640;
constexpr mode_t kFolderMode = 0750;

// What a network folder says when its server is away is temporary too.
Error ErrorOf(const std::string& path, std::string_view what, int number) {
  if (number == ENOENT) return Error{Code::kNotFound, "is not there"}.At(path);
  const bool is_away = number == ESTALE || number == ETIMEDOUT || number == EIO ||
                       number == EHOSTDOWN || number == ENOTCONN || number == ENOSPC;
  Error error = base::IoError(path, what, number);
  if (is_away) error.code = Code::kUnavailable;
  return error;
}

Status ReadFrom(int descriptor, const std::string& path, const Blobs::Take& take) {
  std::array<char, kPieceBytes> piece = {};
  off_t offset = 0;
  while (true) {
    const ssize_t count = base::ReadSomeAt(descriptor, piece, offset);
    if (count < 0) return ErrorOf(path, "cannot be read", errno);
    if (count == 0) return {};
    offset += count;
    TRY(take(std::string_view(piece.data(), static_cast<std::size_t>(count))));
  }
}

Result<base::Descriptor> OpenToRead(const std::string& path) {
  base::Descriptor file = base::OpenDescriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if (!file.is_open()) return ErrorOf(path, "cannot be opened", errno);
  return file;
}

BlobFacts FactsOf(std::string name, const struct stat& status) {
  const std::time_t age = std::time(nullptr) - status.st_mtime;
  return {.name = std::move(name),
          .size_bytes = static_cast<std::uint64_t>(status.st_size),
          .age = std::chrono::seconds(std::max<std::time_t>(age, 0))};
}

Status CopyInto(const std::string& from, const std::string& to) {
  const auto source = TRY(OpenToRead(from));
  auto file = TRY(base::NewFile::Begin(to, kFileMode));
  TRY(ReadFrom(source.number(), from, [&](std::string_view piece) -> Status {
    if (base::WriteAll(file.descriptor(), piece)) return {};
    return ErrorOf(to, "cannot be written", errno);
  }));
  TRY(file.Sync());
  TRY(file.Place());
  return base::SyncFolderOf(to);
}

// Appends what a folder of two digits has.
Status ListFolder(const fs::path& folder, const std::string& kind, std::vector<BlobFacts>* found) {
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure); !failure && at != fs::directory_iterator();
       at.increment(failure)) {
    std::string name = BlobName(kind, folder.filename().string() + at->path().filename().string());
    struct stat status = {};
    const bool is_there = ::lstat(at->path().c_str(), &status) == 0;
    if (!is_there || !S_ISREG(status.st_mode) || !IsBlobName(name)) continue;
    found->push_back(FactsOf(std::move(name), status));
  }
  if (!failure) return {};
  return ErrorOf(folder.string(), "cannot be read", failure.value());
}

}  // namespace

std::string FileBlobs::PathOf(std::string_view name) const {
  const std::size_t digits = name.find('/') + 1;
  return std::string(folder_)
      .append("/")
      .append(name.substr(0, digits + kFolderDigits))
      .append("/")
      .append(name.substr(digits + kFolderDigits));
}

Status FileBlobs::CheckFolder() const {
  std::error_code failure;
  if (fs::is_directory(folder_, failure)) return {};
  return Error{Code::kUnavailable, "is not there: make the folder, or mount it"}.At(folder_);
}

Status FileBlobs::MakeFolders(const std::string& path) const {
  TRY(CheckFolder());
  const fs::path two_digits = fs::path(path).parent_path();
  for (const fs::path& folder : {two_digits.parent_path(), two_digits}) {
    if (::mkdir(folder.c_str(), kFolderMode) == 0) {
      TRY(base::SyncFolderOf(folder.string()));
    } else if (errno != EEXIST) {
      return ErrorOf(folder.string(), "cannot be made", errno);
    }
  }
  return {};
}

// One of the same size is what it is called, or a reader finds that it is not.
Status FileBlobs::Put(std::string_view name, const std::string& path) {
  if (!IsBlobName(name)) return Error{Code::kInvalid, "is no name of a blob"}.At(std::string(name));
  const std::string to = PathOf(name);
  struct stat source = {};
  struct stat there = {};
  if (::stat(path.c_str(), &source) != 0) return ErrorOf(path, "cannot be read", errno);
  const bool is_there =
      ::lstat(to.c_str(), &there) == 0 && S_ISREG(there.st_mode) && there.st_size == source.st_size;
  if (is_there && ::utimensat(AT_FDCWD, to.c_str(), nullptr, 0) == 0) return {};
  TRY(MakeFolders(to));
  return CopyInto(path, to);
}

Status FileBlobs::Get(std::string_view name, const Take& take) {
  const std::string path = PathOf(name);
  const auto file = OpenToRead(path);
  if (file) return ReadFrom(file->number(), path, take);
  // Where nothing is, nothing says that there is no such blob.
  if (file.error().code == Code::kNotFound) TRY(CheckFolder());
  return file.error();
}

Result<BlobFacts> FileBlobs::Find(std::string_view name) {
  const std::string path = PathOf(name);
  struct stat status = {};
  if (::lstat(path.c_str(), &status) == 0) return FactsOf(std::string(name), status);
  const Error error = ErrorOf(path, "cannot be found", errno);
  if (error.code == Code::kNotFound) TRY(CheckFolder());
  return error;
}

Result<std::vector<BlobFacts>> FileBlobs::List(std::string_view kind) {
  TRY(CheckFolder());
  std::vector<BlobFacts> found;
  const fs::path of_kind = fs::path(folder_) / kind;
  std::error_code failure;
  if (!fs::exists(of_kind, failure)) return found;
  for (fs::directory_iterator at(of_kind, failure); !failure && at != fs::directory_iterator();
       at.increment(failure)) {
    std::error_code ignored;
    if (!at->is_directory(ignored)) continue;
    TRY(ListFolder(at->path(), std::string(kind), &found));
  }
  if (failure) return ErrorOf(of_kind.string(), "cannot be read", failure.value());
  return found;
}

Status FileBlobs::Delete(const BlobFacts& listed) {
  const std::string path = PathOf(listed.name);
  const auto now = Find(listed.name);
  if (!now) return now.error().code == Code::kNotFound ? Status() : Status(now.error());
  if (now->age < listed.age) return {};
  if (::unlink(path.c_str()) != 0 && errno != ENOENT)
    return ErrorOf(path, "cannot be deleted", errno);
  return {};
}

}  // namespace orgreg::blobs
