// SPDX-License-Identifier: EUPL-1.2

// All files are opened first. If all of them still have their names then, no rotation came between,
// and the open files are the chain of that moment.

#include "auth/audit/copy.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "auth/audit/end.h"
#include "auth/audit/file.h"
#include "auth/audit/line.h"
#include "base/files/descriptor.h"
#include "base/files/system_error.h"
#include "formats/file_writer.h"

namespace orgreg::auth {
namespace {

using base::Code;
using base::Error;
using base::Result;

constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
// Disks cannot read blocks of this size, or multiples of it.
constexpr std::size_t kBlockBytes = 4096;

struct OpenLog {
  const AuditCopy* copy = nullptr;
  base::Descriptor file = {};
  std::uint64_t size_bytes = 0;  // Up to the end of the last whole line.
};

Error Failure(const std::string& path, std::string_view action) {
  return base::SystemError(action, errno).At(path);
}

// A server may be writing the last line. `text` is the end of a file of `size` bytes.
std::uint64_t WholeBytesOf(std::string_view text, std::uint64_t size) {
  const std::size_t end = text.rfind('\n');
  const std::size_t start = end == std::string_view::npos ? 0 : end + 1;
  const bool is_whole = ReadAuditLine(text.substr(start)).has_value();
  return is_whole ? size : size - std::min(size, std::uint64_t{text.size() - start});
}

Result<std::uint64_t> WholeBytes(const std::string& path, int descriptor) {
  struct stat about = {};
  if (fstat(descriptor, &about) != 0) return Failure(path, "read");
  const auto size = static_cast<std::uint64_t>(about.st_size);
  const auto text = ReadAuditEnd(path, descriptor, kAuditEndBytes);
  // Copy reads as much as the disk can read.
  return text ? WholeBytesOf(*text, size) : size;
}

Result<OpenLog> Open(const AuditCopy& copy) {
  OpenLog log{.copy = &copy,
              .file = base::OpenDescriptor(copy.from, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)};
  if (!log.file.is_open() && errno == ELOOP)
    return Error{Code::kInvalid, "is a link, and no file"}.At(copy.from);
  if (!log.file.is_open()) return base::OpenError(copy.from, errno);
  struct stat about = {};
  if (fstat(log.file.number(), &about) != 0) return Failure(copy.from, "read");
  if (!S_ISREG(about.st_mode)) return Error{Code::kInvalid, "is no file"}.At(copy.from);
  return log;
}

// Returns the number of bytes that the disk cannot read and that the copy lacks.
Result<std::uint64_t> Copy(const OpenLog& log) {
  auto writer = TRY(formats::FileWriter::Create(log.copy->to, formats::Readers::kOwner));
  std::array<char, kPieceBytes> piece = {};
  std::size_t most_bytes = piece.size();
  std::uint64_t lost = 0;
  for (std::uint64_t done = 0; done < log.size_bytes;) {
    const std::uint64_t wanted = std::min<std::uint64_t>(most_bytes, log.size_bytes - done);
    const ssize_t count = base::ReadSomeAt(log.file.number(), std::span(piece).first(wanted),
                                           static_cast<off_t>(done));
    if (count < 0) {
      // From here on block by block, so that as little as possible is lost.
      if (wanted <= kBlockBytes) {
        lost += wanted;
        done += wanted;
      }
      most_bytes = kBlockBytes;
      continue;
    }
    // The writer cuts back what it could not sync.
    if (count == 0)
      return Error{Code::kUnavailable, "became shorter while it was copied"}.At(log.copy->from);
    const auto taken = static_cast<std::size_t>(count);
    TRY(writer->Append(std::string_view(piece.data(), taken)));
    done += taken;
  }
  TRY(writer->Finish());
  TRY(writer->Publish());
  return lost;
}

// Whether an error is of one file alone; the others are copied then.
bool IsOfFile(const Error& error) {
  return error.code != Code::kUnavailable && error.code != Code::kNotFound;
}

// The files that can be opened. The errors of others are in `unread`.
Result<std::vector<OpenLog>> OpenAll(std::span<const AuditCopy> copies,
                                     std::vector<Error>* unread) {
  std::vector<OpenLog> logs;
  logs.reserve(copies.size());
  for (const AuditCopy& copy : copies) {
    auto opened = Open(copy);
    if (opened) {
      logs.push_back(std::move(*opened));
    } else if (IsOfFile(opened.error())) {
      unread->push_back(std::move(opened).error());
    } else {
      return std::move(opened).error();
    }
  }
  return logs;
}

}  // namespace

Result<AuditCopies> CopyAudit(std::span<const AuditCopy> copies) {
  AuditCopies done;
  auto logs = TRY(OpenAll(copies, &done.unread));
  for (OpenLog& log : logs) {
    if (!base::IsNamed(log.file.number(), log.copy->from))
      return Error{Code::kUnavailable, "was moved while it was copied"}.At(log.copy->from);
    log.size_bytes = TRY(WholeBytes(log.copy->from, log.file.number()));
  }
  for (const OpenLog& log : logs) {
    const auto lost = TRY(Copy(log));
    ++done.files;
    if (lost == 0) continue;
    done.unread.push_back(
        Error{Code::kIo, std::to_string(lost) + " of its bytes cannot be read"}.At(log.copy->from));
  }
  return done;
}

}  // namespace orgreg::auth
