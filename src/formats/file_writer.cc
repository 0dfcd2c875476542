#include "formats/file_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace orgreg::formats {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} << 10;
constexpr mode_t kReadableByAll = 0644;

base::Error SystemError(const std::string& path, std::string_view action) {
  const std::string reason = std::generic_category().message(errno);
  return {base::Code::kIo, path + ": " + std::string(action) + ": " + reason};
}

}  // namespace

base::Result<std::unique_ptr<FileWriter>> FileWriter::Create(std::string path) {
  std::string temporary = path + ".tmp";
  const int descriptor =
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kReadableByAll);
  if (descriptor < 0) return SystemError(temporary, "cannot be created");
  return std::unique_ptr<FileWriter>(
      new FileWriter(std::move(path), std::move(temporary), descriptor));
}

FileWriter::~FileWriter() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

base::Error FileWriter::Failure(std::string_view action) const {
  return SystemError(temporary_, action);
}

base::Status FileWriter::Append(std::string_view bytes) {
  if (pending_.empty() && bytes.size() >= kPieceBytes) return Write(bytes);
  pending_.append(bytes);
  if (pending_.size() < kPieceBytes) return {};
  base::Status status = Write(pending_);
  pending_.clear();
  return status;
}

base::Status FileWriter::Write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Failure("cannot be written");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

base::Status FileWriter::Finish() {
  if (base::Status status = Write(pending_); !status.ok()) return status;
  pending_ = {};
  if (::fsync(descriptor_) != 0) return Failure("cannot be synced");
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) return Failure("cannot be closed");
  return {};
}

base::Status FileWriter::Publish() {
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return Failure("cannot be renamed");
  temporary_.clear();
  return {};
}

}  // namespace orgreg::formats
