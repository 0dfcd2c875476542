// SPDX-License-Identifier: EUPL-1.2

#include <fcntl.h>

#include <array>
#include <cerrno>
#include <utility>

#include "auth/tokens/key_source.h"
#include "base/files/descriptor.h"
#include "base/files/system_error.h"

namespace orgreg::auth {
namespace {

base::Result<std::string> ReadAll(int descriptor, const std::string& path) {
  std::string text;
  std::array<char, 16 * 1024> piece = {};
  while (true) {
    const ssize_t count = base::ReadSome(descriptor, piece);
    if (count < 0) return base::IoError(path, errno);
    if (count == 0) return text;
    text.append(piece.data(), static_cast<std::size_t>(count));
    if (text.size() > kMostKeyTextBytes)
      return base::Error{base::Code::kLimit, path + ": a key set has at most 1 MiB"};
  }
}

}  // namespace

KeyReader FileKeyReader(std::string path) {
  return [path = std::move(path)](const std::string& mark) -> base::Result<KeyText> {
    // Without waiting, should it be a pipe.
    const base::Descriptor file = base::OpenDescriptor(path, O_RDONLY | O_NONBLOCK);
    if (!file.is_open()) return base::IoError(path, errno);
    std::string before = base::MarkOf(file.number());
    if (before.empty()) return base::Error{base::Code::kInvalid, path + ": not a file"};
    if (before == mark) return KeyText{.is_unchanged = true};
    auto text = TRY(ReadAll(file.number(), path));
    // Written while it was read: to be read again.
    if (base::MarkOf(file.number()) != before) before.clear();
    return KeyText{.text = std::move(text), .mark = std::move(before)};
  };
}

}  // namespace orgreg::auth
