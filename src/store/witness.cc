// SPDX-License-Identifier: EUPL-1.2

#include "store/witness.h"

#define XXH_INLINE_ALL
#include <fcntl.h>
#include <unistd.h>
#include <xxhash.h>

#include <array>
#include <bit>
#include <cerrno>

#include "base/files/system_error.h"

namespace orgreg::store {
namespace {

static_assert(std::endian::native == std::endian::little, "the file is little-endian");

// The commit, and the XXH3-64 hash of its eight bytes.
using Content = std::array<std::uint64_t, 2>;

std::string PathFor(const std::string& store_path) { return store_path + "-position"; }

std::uint64_t Checksum(std::uint64_t commit) { return XXH3_64bits(&commit, sizeof commit); }

}  // namespace

Witness::Witness(const std::string& store_path)
    : store_path_(store_path), path_(PathFor(store_path)) {}

CommitId Witness::Read() const {
  const base::Descriptor file = base::OpenDescriptor(path_, O_RDONLY);
  if (!file.is_open()) return {};
  Content content = {};
  const ssize_t size = pread(file.number(), content.data(), sizeof content, 0);
  if (size != ssize_t{sizeof content} || content[1] != Checksum(content[0])) return {};
  return CommitId{static_cast<std::int64_t>(content[0])};
}

void Witness::Write(CommitId commit) {
  if (!file_.is_open()) {
    file_ = base::Descriptor(open(path_.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));
  }
  if (!file_.is_open()) return;
  const auto value = static_cast<std::uint64_t>(commit.value);
  const Content content = {value, Checksum(value)};
  // If it is written only in part, it counts as damaged and means nothing.
  [[maybe_unused]] const ssize_t written =
      pwrite(file_.number(), content.data(), sizeof content, 0);
}

base::Status Witness::Compare(CommitId acknowledged, CommitId position) const {
  if (acknowledged <= position) return {};
  return base::Error{
      base::Code::kCorrupt,
      "holds commit " + std::to_string(position.value) + ", but commit " +
          std::to_string(acknowledged.value) +
          " was acknowledged: its write-ahead log is damaged, or an older file took its place. "
          "Restore a backup; or, to go on without the later commits, remove " +
          path_}
      .At(store_path_);
}

base::Status Witness::Forget(const std::string& store_path) {
  const std::string path = PathFor(store_path);
  if (unlink(path.c_str()) == 0 || errno == ENOENT) return {};
  return base::IoError(path, errno);
}

}  // namespace orgreg::store
