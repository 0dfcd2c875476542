#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "auth/tokens/key_source.h"

namespace orgreg::auth {
namespace {

class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      // Without waiting, should it be a pipe.
      : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

// Differs whenever the file was replaced or written. Empty where it is not a file.
std::string MarkOf(int descriptor) {
  struct stat state = {};
  if (::fstat(descriptor, &state) != 0 || !S_ISREG(state.st_mode)) return {};
  std::string mark;
  for (const auto part : {static_cast<long>(state.st_dev), static_cast<long>(state.st_ino),
                          static_cast<long>(state.st_size), state.st_mtim.tv_sec,
                          state.st_mtim.tv_nsec, state.st_ctim.tv_sec, state.st_ctim.tv_nsec})
    mark += std::to_string(part) + ":";
  return mark;
}

base::Error SystemError(const std::string& path) {
  return {base::Code::kIo, path + ": " + std::strerror(errno)};
}

base::Result<std::string> ReadAll(int descriptor, const std::string& path) {
  std::string text;
  std::array<char, 16 * 1024> piece = {};
  while (true) {
    const ssize_t count = ::read(descriptor, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError(path);
    if (count == 0) return text;
    text.append(piece.data(), static_cast<std::size_t>(count));
    if (text.size() > kMostKeyTextBytes)
      return base::Error{base::Code::kLimit, path + ": a key set has at most 1 MiB"};
  }
}

}  // namespace

KeyReader FileKeyReader(std::string path) {
  return [path = std::move(path)](const std::string& mark) -> base::Result<KeyText> {
    const Descriptor file(path);
    if (file.number() < 0) return SystemError(path);
    std::string before = MarkOf(file.number());
    if (before.empty()) return base::Error{base::Code::kInvalid, path + ": not a file"};
    if (before == mark) return KeyText{.is_unchanged = true};
    auto text = TRY(ReadAll(file.number(), path));
    // Written while it was read: to be read again.
    if (MarkOf(file.number()) != before) before.clear();
    return KeyText{.text = std::move(text), .mark = std::move(before)};
  };
}

}  // namespace orgreg::auth
