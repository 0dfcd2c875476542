// SPDX-License-Identifier: EUPL-1.2

#include "app/watch/log_output.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <system_error>

#include "base/files/file_access.h"

namespace orgreg::app {
namespace {

constexpr mode_t kMode = 0640;

std::string Reason() { return std::generic_category().message(errno); }

// The end of the last whole line that is within `most` bytes; of the first line, if it is longer.
std::size_t EndOfLines(std::string_view lines, std::size_t most) {
  if (lines.size() <= most) return lines.size();
  const std::size_t last = lines.rfind('\n', most - 1);
  const std::size_t end = last == std::string_view::npos ? lines.find('\n') : last;
  return std::min(end, lines.size() - 1) + 1;
}

}  // namespace

base::Status CheckLogOutput(const std::string& path) {
  if (path == kStandardOutput) return {};
  struct stat found = {};
  if (::stat(path.c_str(), &found) != 0) return base::CheckFolderOf(path);
  if (!S_ISREG(found.st_mode)) {
    return base::Error{base::Code::kInvalid, path + " is not a file"};
  }
  return base::CheckFile(path, base::Access::kReadWrite);
}

std::size_t LogOutput::Write(std::string_view lines, Clock::time_point end) {
  problem_.clear();
  if (!IsOpen() || (ends_within_line_ && !WriteSome("\n", end))) return 0;
  std::size_t done = 0;
  while (done < lines.size()) {
    const std::size_t written = WriteSome(lines.substr(done), end);
    if (written == 0) break;
    done += written;
  }
  ends_within_line_ = done != 0 && lines[done - 1] != '\n';
  return done;
}

std::size_t LogOutput::WriteSome(std::string_view text, Clock::time_point end) {
  const bool is_file = file_.is_open();
  if (!is_file) {
    // So much can be written to a pipe without waiting, if anything can.
    text = text.substr(0, EndOfLines(text, PIPE_BUF));
    if (!IsReady(end)) return 0;
  }
  ssize_t written = -1;
  do {
    written = ::write(is_file ? file_.number() : STDOUT_FILENO, text.data(), text.size());
  } while (written < 0 && errno == EINTR);
  if (written >= 0) return static_cast<std::size_t>(written);
  problem_ = Reason();
  file_ = {};
  return 0;
}

bool LogOutput::IsOpen() {
  if (path_ == kStandardOutput || file_.is_open()) return true;
  // Opening a pipe would wait for its reader.
  base::Descriptor file(
      ::open(path_.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, kMode));
  struct stat found = {};
  if (!file.is_open() || ::fstat(file.number(), &found) != 0) {
    problem_ = Reason();
  } else if (!S_ISREG(found.st_mode)) {
    problem_ = "is not a file";
  } else {
    // A full disk, or the end of a process, may have cut the last line.
    char last = '\n';
    if (found.st_size > 0) base::ReadSomeAt(file.number(), {&last, 1}, found.st_size - 1);
    file_ = std::move(file);
    ends_within_line_ = last != '\n';
  }
  return file_.is_open();
}

bool LogOutput::IsReady(Clock::time_point end) {
  pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
  const int ready = ::poll(&output, 1, std::max(0, static_cast<int>(left.count())));
  if (ready == 1 && (output.revents & POLLOUT) != 0) return true;
  problem_ = ready == 0 ? "its reader does not read" : "it has no reader";
  return false;
}

}  // namespace orgreg::app
