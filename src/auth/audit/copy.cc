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
using base::Status;

constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

struct OpenLog {
  const AuditCopy* copy = nullptr;
  base::Descriptor file = {};
  std::uint64_t size_bytes = 0;  // Up to the end of the last whole line.
};

Error Failure(const std::string& path, std::string_view action) {
  return base::SystemError(action, errno).At(path);
}

// A server may be writing the last line.
Result<std::uint64_t> WholeBytes(const std::string& path, int descriptor) {
  struct stat about = {};
  if (fstat(descriptor, &about) != 0) return Failure(path, "read");
  if (!S_ISREG(about.st_mode)) return Error{Code::kInvalid, "is no file"}.At(path);
  const auto size = static_cast<std::uint64_t>(about.st_size);
  const auto text = TRY(ReadAuditEnd(path, descriptor, kAuditEndBytes));
  const std::size_t end = text.rfind('\n');
  const std::size_t start = end == std::string::npos ? 0 : end + 1;
  const bool is_whole = ReadAuditLine(std::string_view(text).substr(start)).has_value();
  return is_whole ? size : size - std::min(size, std::uint64_t{text.size() - start});
}

Result<OpenLog> Open(const AuditCopy& copy) {
  OpenLog log{.copy = &copy,
              .file = base::OpenDescriptor(copy.from, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)};
  if (!log.file.is_open() && errno == ELOOP)
    return Error{Code::kInvalid, "is a link, and no file"}.At(copy.from);
  if (!log.file.is_open()) return base::OpenError(copy.from, errno);
  return log;
}

Status Copy(const OpenLog& log) {
  auto writer = TRY(formats::FileWriter::Create(log.copy->to, formats::Readers::kOwner));
  std::array<char, kPieceBytes> piece = {};
  for (std::uint64_t done = 0; done < log.size_bytes;) {
    const std::uint64_t wanted = std::min<std::uint64_t>(piece.size(), log.size_bytes - done);
    const ssize_t count = base::ReadSomeAt(log.file.number(), std::span(piece).first(wanted),
                                           static_cast<off_t>(done));
    if (count < 0) return Failure(log.copy->from, "read");
    // The writer cuts back what it could not sync.
    if (count == 0)
      return Error{Code::kUnavailable, "became shorter while it was copied"}.At(log.copy->from);
    const auto taken = static_cast<std::size_t>(count);
    TRY(writer->Append(std::string_view(piece.data(), taken)));
    done += taken;
  }
  TRY(writer->Finish());
  return writer->Publish();
}

}  // namespace

Status CopyAudit(std::span<const AuditCopy> copies) {
  std::vector<OpenLog> logs;
  for (const AuditCopy& copy : copies) {
    auto opened = TRY(Open(copy));
    logs.push_back(std::move(opened));
  }
  for (OpenLog& log : logs) {
    if (!base::IsNamed(log.file.number(), log.copy->from))
      return Error{Code::kUnavailable, "was moved while it was copied"}.At(log.copy->from);
    log.size_bytes = TRY(WholeBytes(log.copy->from, log.file.number()));
  }
  for (const OpenLog& log : logs) {
    TRY(Copy(log));
  }
  return {};
}

}  // namespace orgreg::auth
