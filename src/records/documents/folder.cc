// SPDX-License-Identifier: EUPL-1.2

// A ReadFile is a copy's source or a stored file, and an Inspection what its bytes are. A Session
// holds the lock of the folder while it adds or sweeps files.

#include "records/documents/folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "base/files/descriptor.h"
#include "base/files/folder.h"
#include "base/files/new_file.h"
#include "base/files/sweep_rests.h"
#include "base/files/system_error.h"
#include "formats/file_writer.h"
#include "formats/sha256.h"
#include "model/registers/documents.h"

namespace orgreg::records {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLockName = "lock";
// Holds lock this byte of that file for reading, and a sweep locks it for writing.
constexpr off_t kHeldByte = off_t{1} << 61;
constexpr std::size_t kFolderDigits = 2;
constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

constexpr std::string_view kPdfHeader = "%PDF-";
constexpr std::string_view kPdfEnd = "%%EOF";
// Readers look for the end mark in this many bytes at the end.
constexpr std::size_t kPdfTailBytes = 1024;

// A regular file, open for reading; links are not followed. Errors of the system have the path,
// others do not.
class ReadFile {
 public:
  static base::Result<ReadFile> Open(const std::string& path) {
    // O_NONBLOCK: opening a pipe must not wait for a writer.
    base::Descriptor opened = base::OpenDescriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (!opened.is_open()) {
      if (errno == ENOENT) return base::Error{base::Code::kNotFound, "is not there"};
      if (errno == ELOOP) return base::Error{base::Code::kInvalid, "is a link"};
      return base::IoError(path, "cannot be opened", errno);
    }
    ReadFile file(path, std::move(opened));
    struct stat status = {};
    if (::fstat(file.file_.number(), &status) != 0)
      return base::IoError(path, "cannot be asked for its size", errno);
    if (!S_ISREG(status.st_mode)) return base::Error{base::Code::kInvalid, "is no file"};
    file.size_bytes_ = static_cast<std::uint64_t>(status.st_size);
    return file;
  }

  // Calls `visit` with all bytes from the first on, until it fails.
  base::Status ReadAll(const std::function<base::Status(std::string_view)>& visit) const {
    std::array<char, kPieceBytes> piece = {};
    off_t offset = 0;
    while (true) {
      const ssize_t count = base::ReadSomeAt(file_.number(), piece, offset);
      if (count < 0) return base::IoError(path_, "cannot be read", errno);
      if (count == 0) return {};
      offset += count;
      const std::string_view bytes(piece.data(), static_cast<std::size_t>(count));
      TRY(visit(bytes));
    }
  }

  const std::string& path() const { return path_; }
  // The size when it was opened.
  std::uint64_t size_bytes() const { return size_bytes_; }

 private:
  ReadFile(std::string path, base::Descriptor file)
      : path_(std::move(path)), file_(std::move(file)) {}

  std::string path_;
  base::Descriptor file_;
  std::uint64_t size_bytes_ = 0;
};

// Computes the digest of a stream of bytes, and checks whether it is a PDF.
class Inspection {
 public:
  void Add(std::string_view bytes) {
    sum_.Add(bytes);
    size_bytes_ += bytes.size();
    if (head_.size() < kPdfHeader.size())
      head_.append(bytes.substr(0, kPdfHeader.size() - head_.size()));
    tail_.append(bytes);
    if (tail_.size() > kPdfTailBytes) tail_.erase(0, tail_.size() - kPdfTailBytes);
  }

  std::uint64_t size_bytes() const { return size_bytes_; }
  // Why it is not a PDF; empty if it looks like one. The content is not parsed.
  std::string_view WhyNoPdf() const {
    if (size_bytes_ == 0) return "is empty";
    if (head_ != kPdfHeader) return "is no PDF: does not begin as one";
    if (tail_.find(kPdfEnd) == std::string::npos) return "is no whole PDF: its end is missing";
    return "";
  }
  StoredDocument Finish() { return {.sha256 = sum_.Finish(), .size_bytes = size_bytes_}; }

 private:
  formats::Sha256 sum_;
  std::uint64_t size_bytes_ = 0;
  std::string head_;
  std::string tail_;
};

base::Result<StoredDocument> InspectPdf(const ReadFile& file) {
  const base::Error too_large{
      base::Code::kLimit,
      "is larger than " + std::to_string(DocumentFolder::kMostBytes >> 20U) + " MiB"};
  if (file.size_bytes() > DocumentFolder::kMostBytes) return too_large;
  Inspection inspection;
  base::Status read = file.ReadAll([&](std::string_view bytes) -> base::Status {
    inspection.Add(bytes);
    // The file may be growing.
    if (inspection.size_bytes() > DocumentFolder::kMostBytes) return too_large;
    return {};
  });
  if (!read) return read.error();
  const std::string_view reason = inspection.WhyNoPdf();
  if (!reason.empty()) return base::Error{base::Code::kInvalid, std::string(reason)};
  return inspection.Finish();
}

base::Status CopyAs(const ReadFile& from, const StoredDocument& document, const std::string& to) {
  auto writer = TRY(formats::FileWriter::Create(to));
  Inspection copied;
  base::Status done = from.ReadAll([&](std::string_view bytes) {
    copied.Add(bytes);
    return writer->Append(bytes);
  });
  if (done && copied.Finish().sha256 != document.sha256)
    done = base::Error{base::Code::kInvalid, "changes while it is read"};
  if (done) done = writer->Finish();
  return done ? writer->Publish() : done;
}

// Writes the file under its name, whose bytes are not on the disk yet.
base::Status TakeAs(const ReadFile& from, const StoredDocument& document, const std::string& to) {
  auto file = TRY(base::NewFile::Begin(to, 0644));
  Inspection copied;
  TRY(from.ReadAll([&](std::string_view bytes) -> base::Status {
    copied.Add(bytes);
    if (base::WriteAll(file.descriptor(), bytes)) return {};
    return base::SystemError("cannot be written", errno).At(to);
  }));
  const StoredDocument found = copied.Finish();
  if (found.sha256 == document.sha256 && found.size_bytes == document.size_bytes)
    return file.Place();
  return base::Error{base::Code::kCorrupt, from.path() + ": is not what it is called"};
}

// False with errno where another process has a lock that excludes this one.
bool LockHeldByte(int descriptor, short type, int command) {
  struct flock lock = {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = kHeldByte;
  lock.l_len = 1;
  int done = 0;
  do {
    done = ::fcntl(descriptor, command, &lock);
  } while (done != 0 && errno == EINTR);
  return done == 0;
}

base::Status MakeFolder(const std::string& path) {
  if (::mkdir(path.c_str(), 0755) == 0) return base::SyncFolderOf(path);
  if (errno == EEXIST) return {};
  return base::IoError(path, "cannot be made", errno);
}

bool IsOfType(const fs::directory_entry& entry, fs::file_type type) {
  std::error_code ignored;
  return entry.symlink_status(ignored).type() == type;
}

// The digest in the name of a file of the folder; empty if the file is not ours. An unfinished file
// of a killed process is ours, but unused.
struct OurName {
  std::string sha256 = {};
  bool is_temporary = false;
};
OurName NameOf(const fs::directory_entry& entry) {
  OurName name;
  const std::string file = entry.path().filename().string();
  const auto rest = base::ParseRest(file);
  name.is_temporary = rest.has_value();
  name.sha256 = entry.path().parent_path().filename().string();
  name.sha256.append(rest ? rest->stem : file);
  if (!IsOfType(entry, fs::file_type::regular) || !model::IsSha256(name.sha256))
    name.sha256.clear();
  return name;
}

base::Error Unlistable(const std::string& path, const std::error_code& error) {
  return {base::Code::kIo, path + ": cannot be read: " + error.message()};
}

// Sweeps the files of one of the subfolders.
base::Status SweepFolder(const std::string& path,
                         const std::function<bool(std::string_view)>& is_wanted,
                         SweepCounts* counts) {
  std::vector<std::string> unwanted;
  std::error_code error;
  for (fs::directory_iterator at(path, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    const OurName name = NameOf(*at);
    if (name.sha256.empty()) continue;
    if (!name.is_temporary && is_wanted(name.sha256)) {
      ++counts->kept;
    } else {
      unwanted.push_back(at->path().string());
    }
  }
  if (error) return Unlistable(path, error);
  for (const std::string& file : unwanted) {
    if (::unlink(file.c_str()) != 0 && errno != ENOENT)
      return base::IoError(file, "cannot be deleted", errno);
    ++counts->deleted;
  }
  return unwanted.empty() ? base::Status() : base::SyncFolder(path);
}

}  // namespace

std::string DocumentFolder::PathOf(std::string_view sha256) const {
  return std::string(path_)
      .append("/")
      .append(sha256.substr(0, kFolderDigits))
      .append("/")
      .append(sha256.substr(kFolderDigits));
}

base::Status DocumentFolder::Verify(const StoredDocument& document) const {
  const std::string path = PathOf(document.sha256);
  const auto opened = ReadFile::Open(path);
  if (!opened) {
    const base::Error& error = opened.error();
    return IsAboutFile(error) ? base::Error(error).At(path) : error;
  }
  Inspection inspection;
  base::Status read = opened->ReadAll([&](std::string_view bytes) -> base::Status {
    inspection.Add(bytes);
    return {};
  });
  if (!read) return read;
  const StoredDocument found = inspection.Finish();
  if (found.sha256 == document.sha256 && found.size_bytes == document.size_bytes) return {};
  return base::Error{base::Code::kCorrupt, path + ": is not what it is called, or of " +
                                               std::to_string(document.size_bytes) + " bytes"};
}

base::Result<DocumentFolder::Session> DocumentFolder::Begin() const {
  TRY(MakeFolder(path_));
  const std::string lock = path_ + "/" + std::string(kLockName);
  // The lock file stays: deleting it would let two sessions lock two files of that name.
  base::Descriptor file(::open(lock.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.is_open()) return base::IoError(lock, "cannot be opened", errno);
  if (::flock(file.number(), LOCK_EX | LOCK_NB) == 0) return Session(this, std::move(file));
  if (errno != EWOULDBLOCK) return base::IoError(lock, "cannot be locked", errno);
  return base::Error{base::Code::kUnavailable,
                     path_ + ": another process adds documents or sweeps them"};
}

base::Result<DocumentFolder::Hold> DocumentFolder::Keep() const {
  const std::string lock = path_ + "/" + std::string(kLockName);
  base::Descriptor file = base::OpenDescriptor(lock, O_RDONLY | O_NOFOLLOW);
  if (!file.is_open() && errno == ENOENT) return Hold(base::Descriptor());
  if (!file.is_open()) return base::IoError(lock, "cannot be opened", errno);
  if (LockHeldByte(file.number(), F_RDLCK, F_OFD_SETLKW)) return Hold(std::move(file));
  return base::IoError(lock, "cannot be locked", errno);
}

base::Result<StoredDocument> DocumentFolder::Session::Add(const std::string& from) {
  const auto file = TRY(ReadFile::Open(from));
  auto document = InspectPdf(file);
  if (!document) return document;
  // A damaged copy is replaced; an intact one is not written again.
  if (folder_->Verify(*document)) return document;
  const std::string to = folder_->PathOf(document->sha256);
  base::Status done = ForgetSwept();
  if (done) done = MakeFolder(fs::path(to).parent_path().string());
  if (done) done = CopyAs(file, *document, to);
  if (!done) return done.error();
  return document;
}

base::Status DocumentFolder::Session::Take(const DocumentFolder& from,
                                           const StoredDocument& document) {
  if (folder_->Verify(document)) return {};
  const std::string source = from.PathOf(document.sha256);
  const auto file = ReadFile::Open(source);
  if (!file) {
    const base::Error& error = file.error();
    return IsAboutFile(error) ? base::Error(error).At(source) : error;
  }
  const std::string to = folder_->PathOf(document.sha256);
  TRY(ForgetSwept());
  TRY(MakeFolder(fs::path(to).parent_path().string()));
  return TakeAs(*file, document, to);
}

base::Status DocumentFolder::Session::Sync() const {
  if (::syncfs(lock_.number()) == 0) return {};
  return base::IoError(folder_->path_, "cannot be synced", errno);
}

base::Result<SweepCounts> DocumentFolder::Session::Sweep(
    const std::function<bool(std::string_view)>& is_wanted) {
  if (!LockHeldByte(lock_.number(), F_WRLCK, F_OFD_SETLK)) {
    if (errno != EAGAIN && errno != EACCES)
      return base::IoError(folder_->path_, "cannot be locked", errno);
    return base::Error{base::Code::kUnavailable, folder_->path_ + ": a backup is being made of it"};
  }
  auto swept = SweepUnheld(is_wanted);
  static_cast<void>(LockHeldByte(lock_.number(), F_UNLCK, F_OFD_SETLK));
  return swept;
}

base::Result<SweepCounts> DocumentFolder::Session::SweepUnheld(
    const std::function<bool(std::string_view)>& is_wanted) const {
  SweepCounts counts;
  std::error_code error;
  for (fs::directory_iterator at(folder_->path_, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    if (!IsOfType(*at, fs::file_type::directory)) continue;
    base::Status swept = SweepFolder(at->path().string(), is_wanted, &counts);
    if (!swept) return swept.error();
  }
  if (error) return Unlistable(folder_->path_, error);
  return counts;
}

// The mark of the last sweep is the content of the lock file. It has the file's own identity, so
// that it is invalid in a copied folder.
std::string DocumentFolder::Session::MarkOf(std::string_view lists) const {
  struct stat about = {};
  if (::fstat(lock_.number(), &about) != 0) return {};
  return "swept " + std::to_string(about.st_dev) + ":" + std::to_string(about.st_ino) + " " +
         std::string(lists) + "\n";
}

bool DocumentFolder::Session::IsSweptFor(std::string_view lists) const {
  const std::string mark = MarkOf(lists);
  std::string found(mark.size() + 1, '\0');
  const ssize_t count = ::pread(lock_.number(), found.data(), found.size(), 0);
  found.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
  return !mark.empty() && found == mark;
}

// Without a complete mark the next sweep checks everything, so a failure only costs time.
void DocumentFolder::Session::NoteSwept(std::string_view lists) {
  const std::string mark = MarkOf(lists);
  has_forgotten_ = false;
  if (::ftruncate(lock_.number(), 0) != 0) return;
  if (::pwrite(lock_.number(), mark.data(), mark.size(), 0) < 0) return;
}

// Synced, so that after a power cut the old mark cannot return while added files exist.
base::Status DocumentFolder::Session::ForgetSwept() {
  if (has_forgotten_) return {};
  if (::ftruncate(lock_.number(), 0) != 0 || ::fsync(lock_.number()) != 0) {
    return base::IoError(folder_->path_ + "/" + std::string(kLockName), "cannot be written", errno);
  }
  has_forgotten_ = true;
  return {};
}

}  // namespace orgreg::records
