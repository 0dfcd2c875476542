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

#include "app/place/adopt_command.h"
#include "app/place/place.h"
#include "base/files/descriptor.h"
#include "base/files/file_access.h"
#include "base/files/folder.h"
#include "base/files/new_file.h"
#include "base/files/sweep_rests.h"
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

std::string StoreIn(const std::string& folder) {
  return Place::InFolder(folder).PathOf(PlacePart::kStore);
}

std::string NameOf(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

// Whether another process may be writing a layout file under this name now.
bool IsUnfinished(const std::string& name) {
  const auto rest = base::ParseRest(name);
  return rest && rest->form == base::RestForm::kPart && rest->stem == kLayoutName;
}

Result<FolderState> StateOfMissing(const std::string& folder) {
  struct stat about = {};
  if (lstat(folder.c_str(), &about) != 0) return FolderState::kMissing;
  return Error{Code::kInvalid, "is a link, and what it leads to does not exist"}.At(folder);
}

// Without the file: whether something else is in the folder.
Result<FolderState> StateWithout(const std::string& folder) {
  struct stat about = {};
  if (stat(folder.c_str(), &about) != 0) {
    if (errno == ENOENT) return StateOfMissing(folder);
    return base::IoError(folder, errno);
  }
  if (!S_ISDIR(about.st_mode)) {
    TRY(CheckIsOfNoFolder(folder));
    return Error{Code::kInvalid,
                 fmt::format("is a file, not a folder; if it is the store of an earlier version, "
                             "move it into a folder: {}",
                             AdoptCommand(folder, "FOLDER"))}
        .At(folder);
  }
  if (Status may = base::CheckFolder(folder); !may) {
    // Another process may have deleted it between the two looks.
    if (may.error().code == Code::kNotFound) return FolderState::kMissing;
    return std::move(may).error();
  }
  std::error_code failure;
  for (std::filesystem::directory_iterator at(folder, failure);
       !failure && at != std::filesystem::directory_iterator(); at.increment(failure)) {
    const std::string name = at->path().filename().string();
    const bool is_layout = name == kLayoutName || IsUnfinished(name);
    if (name != kLostAndFound && !is_layout) return FolderState::kForeign;
  }
  if (failure == std::errc::no_such_file_or_directory) return FolderState::kMissing;
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

Status CheckIsOfNoFolder(const std::string& store) {
  std::error_code failure;
  const auto real = std::filesystem::weakly_canonical(store, failure).string();
  for (const std::string& path : {store, real}) {
    const std::string folder = base::FolderOf(path);
    if (NameOf(path) != NameOf(StoreIn(folder))) continue;
    const auto text = ReadText(PathIn(folder));
    const bool is_layout =
        text && *text && ((*text)->starts_with(kMadePrefix) || (*text)->starts_with(kFilledPrefix));
    if (!is_layout) continue;
    return Error{Code::kInvalid,
                 fmt::format("is the store of the register in {}, which has more parts; name the "
                             "folder: --data {}",
                             folder, ShellWord(folder))}
        .At(store);
  }
  return {};
}

Error BeingFilled(const std::string& folder, const std::string& store) {
  return Error{Code::kUnavailable,
               fmt::format("the register of {} is not moved here yet; if no process is doing it, "
                           "go on with: {}",
                           store, AdoptCommand(store, folder))}
      .At(folder);
}

Error NotOfRegister(const std::string& folder) {
  std::error_code failure;
  if (std::filesystem::exists(StoreIn(folder), failure)) {
    return Error{
        Code::kInvalid,
        fmt::format("is not the folder of a register: it holds a store, but no file {}; if "
                    "only that file was lost, write it again: echo {}{} > {}",
                    kLayoutName, kMadePrefix, kLayout, ShellWord(PathIn(folder)))}
        .At(folder);
  }
  return Error{Code::kInvalid,
               fmt::format("is not the folder of a register: it holds files, but no file {}; "
                           "name the folder of one or, to begin one, an empty folder or one that "
                           "does not exist yet",
                           kLayoutName)}
      .At(folder);
}

Status CheckNotBefore(const std::string& folder) {
  const std::string store = folder + ".db";
  struct stat about = {};
  if (stat(store.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return {};
  return Error{Code::kInvalid,
               fmt::format("the register is in the layout of earlier versions, next to {}; stop "
                           "its servers and writers, and move it: {}",
                           store, AdoptCommand(store, folder))}
      .At(folder);
}

}  // namespace orgreg::app
