// SPDX-License-Identifier: EUPL-1.2

#include "app/place/layout_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/files/descriptor.h"
#include "base/files/file_access.h"
#include "base/files/folder.h"
#include "base/files/new_file.h"
#include "base/files/system_error.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

constexpr std::uint32_t kLayout = 1;
constexpr std::string_view kMadePrefix = "orgreg layout ";
constexpr std::string_view kFilledPrefix = "orgreg takes over ";
constexpr std::size_t kMostBytes = 8192;
constexpr mode_t kMode = 0600;
// A new file system has this folder.
constexpr std::string_view kLostAndFound = "lost+found";

std::string PathIn(const std::string& folder) { return folder + "/" + std::string(kLayoutName); }

// Without the file: whether something else is in the folder.
Result<FolderState> StateWithout(const std::string& folder) {
  struct stat about = {};
  if (stat(folder.c_str(), &about) != 0) {
    if (errno == ENOENT) return FolderState::kMissing;
    return base::IoError(folder, errno);
  }
  if (!S_ISDIR(about.st_mode)) {
    return Error{Code::kInvalid,
                 fmt::format("is a file, not a folder; if it is the store of an earlier version, "
                             "move it into a folder: orgreg adopt {} --data FOLDER",
                             folder)}
        .At(folder);
  }
  TRY(base::CheckFolder(folder));
  std::error_code failure;
  for (std::filesystem::directory_iterator at(folder, failure);
       !failure && at != std::filesystem::directory_iterator(); at.increment(failure)) {
    const std::string name = at->path().filename().string();
    // Another process may be writing the file now.
    if (name != kLostAndFound && !name.starts_with(kLayoutName)) return FolderState::kForeign;
  }
  if (failure) return Error{Code::kIo, failure.message()}.At(folder);
  return FolderState::kEmpty;
}

// Nothing if there is no file.
Result<std::optional<std::string>> ReadText(const std::string& path) {
  const base::Descriptor file = base::OpenDescriptor(path, O_RDONLY);
  if (!file.is_open() && (errno == ENOENT || errno == ENOTDIR)) return std::optional<std::string>();
  if (!file.is_open()) {
    const int reason = errno;
    TRY(base::CheckFile(path, base::Access::kRead));
    return base::IoError(path, reason);
  }
  std::array<char, kMostBytes> space = {};
  const ssize_t size = base::ReadSome(file.number(), space);
  if (size < 0) return base::IoError(path, errno);
  return std::optional(std::string(space.data(), static_cast<std::size_t>(size)));
}

Result<FolderLayout> Parse(std::string_view text, const std::string& folder) {
  const Error damaged = Error{Code::kInvalid, "is not a layout file of orgreg"}.At(PathIn(folder));
  if (!text.ends_with('\n')) return damaged;
  text.remove_suffix(1);
  if (text.starts_with(kFilledPrefix)) {
    return FolderLayout{.state = FolderState::kBeingFilled,
                        .adopted = std::string(text.substr(kFilledPrefix.size()))};
  }
  if (!text.starts_with(kMadePrefix)) return damaged;
  text.remove_prefix(kMadePrefix.size());
  std::uint32_t layout = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), layout);
  if (error != std::errc() || end != text.data() + text.size() || layout == 0) return damaged;
  if (layout > kLayout) {
    return Error{Code::kInvalid,
                 fmt::format("has layout {}, and this program knows layouts up to {}: use a newer "
                             "version of orgreg",
                             layout, kLayout)}
        .At(folder);
  }
  return FolderLayout{.state = FolderState::kRegister};
}

Result<base::NewFile> Write(const std::string& path, const std::string& text) {
  auto file = TRY(base::NewFile::Begin(path, kMode));
  if (!base::WriteAll(file.descriptor(), text)) return base::IoError(path, errno);
  TRY(file.Sync());
  return file;
}

}  // namespace

Result<FolderLayout> ReadLayout(const std::string& folder) {
  const auto text = TRY(ReadText(PathIn(folder)));
  if (text) return Parse(*text, folder);
  const auto state = TRY(StateWithout(folder));
  // Another process may have made the folder between the two looks.
  if (state != FolderState::kForeign) return FolderLayout{.state = state};
  const auto again = TRY(ReadText(PathIn(folder)));
  return again ? Parse(*again, folder) : FolderLayout{.state = state};
}

Status BeginLayout(const std::string& folder, std::string_view adopted_store) {
  auto file = TRY(Write(PathIn(folder), fmt::format("{}{}\n", kFilledPrefix, adopted_store)));
  if (!file.PlaceAlone()) {
    return Error{Code::kUnavailable, "another process is making it; repeat the command"}.At(folder);
  }
  return base::SyncFolder(folder);
}

Status FinishLayout(const std::string& folder) {
  auto file = TRY(Write(PathIn(folder), fmt::format("{}{}\n", kMadePrefix, kLayout)));
  TRY(file.Place());
  return base::SyncFolder(folder);
}

Error BeingFilled(const std::string& folder, const std::string& store) {
  return Error{Code::kUnavailable,
               fmt::format("the register of {} is not moved here yet; if no process is doing it, "
                           "go on with: orgreg adopt {} --data {}",
                           store, store, folder)}
      .At(folder);
}

Error NotOfRegister(const std::string& folder) {
  return Error{Code::kInvalid,
               fmt::format("is not the folder of a register: it holds files, but no file {}; "
                           "name an empty folder, or one that does not exist yet",
                           kLayoutName)}
      .At(folder);
}

Status CheckNotBefore(const std::string& folder) {
  const std::string store = folder + ".db";
  struct stat about = {};
  if (stat(store.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return {};
  return Error{Code::kInvalid,
               fmt::format("the register is in the layout of earlier versions, next to {}; stop "
                           "its servers and writers, and move it: orgreg adopt {} --data {}",
                           store, store, folder)}
      .At(folder);
}

}  // namespace orgreg::app
