// SPDX-License-Identifier: EUPL-1.2

#include "ingest/batches/drop_folder.h"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/files/system_error.h"
#include "formats/file_writer.h"

namespace orgreg::ingest {
namespace {

namespace fs = std::filesystem;
using base::Code;
using base::Error;

constexpr std::string_view kSuffix = ".ndjson";
constexpr std::string_view kDone = "done";
constexpr std::string_view kRefused = "refused";

Error Failure(const fs::path& path, const std::error_code& error) {
  return Error{Code::kIo, error.message()}.At(path.string());
}

bool IsBatchFile(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  std::error_code ignored;
  return name.ends_with(kSuffix) && !name.starts_with('.') && entry.is_regular_file(ignored);
}

// A path in `folder` that does not exist yet.
fs::path FreePath(const fs::path& folder, const std::string& name) {
  fs::path path = folder / name;
  std::error_code ignored;
  for (unsigned number = 1; fs::exists(fs::symlink_status(path, ignored)); ++number) {
    path = folder / (name + "." + std::to_string(number));
  }
  return path;
}

base::Status WriteProblems(const fs::path& path, const BatchProblems& problems) {
  auto file = TRY(formats::FileWriter::Create(path.string()));
  std::string text;
  for (const std::string& problem : problems.Texts()) text.append(problem).append("\n");
  if (problems.count > problems.first.size()) {
    text.append("and " + std::to_string(problems.count - problems.first.size()) + " more\n");
  }
  base::Status status = file->Append(text);
  if (status) status = file->Finish();
  if (status) status = file->Publish();
  return status;
}

}  // namespace

base::Result<DropFolder> DropFolder::Open(const std::string& path) {
  DropFolder folder(path, base::OpenDescriptor(path, O_RDONLY | O_DIRECTORY));
  if (!folder.lock_.is_open()) return base::IoError(path, errno);
  if (flock(folder.lock_.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return base::IoError(path, errno);
    return Error{Code::kUnavailable, "another process follows this folder"}.At(path);
  }
  for (const std::string_view name : {kDone, kRefused}) {
    std::error_code error;
    fs::create_directory(fs::path(path) / name, error);
    if (error) return Failure(fs::path(path) / name, error);
  }
  return folder;
}

base::Result<std::vector<std::string>> DropFolder::Waiting() const {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(path_, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    if (IsBatchFile(*entry)) names.push_back(entry->path().filename().string());
  }
  if (error) return Failure(path_, error);
  std::ranges::sort(names);
  return names;
}

base::Result<ApplyReport> DropFolder::Apply(records::Register* target, const std::string& name,
                                            ApplyOptions options) const {
  const fs::path path = fs::path(path_) / name;
  std::error_code ignored;
  ApplyReport report;
  // The sender may have taken it back.
  if (!fs::exists(path, ignored)) return report;
  options.default_id = name;
  auto source = formats::OpenSource(path.string());
  if (source) {
    auto applied = TRY(ApplyBatches(target, &source->bytes(), options));
    report = std::move(applied);
  } else {
    report.problems.Add(0, {.reason = source.error().message});
  }
  TRY(Move(name, report.problems));
  return report;
}

base::Status DropFolder::Move(const std::string& name, const BatchProblems& problems) const {
  const bool is_refused = problems.count != 0;
  const fs::path to = FreePath(fs::path(path_) / (is_refused ? kRefused : kDone), name);
  if (is_refused) {
    // First the reasons: a crash here leaves the file to be refused again.
    base::Status written = WriteProblems(fs::path(to).concat(".problems"), problems);
    if (!written) return written;
  }
  std::error_code error;
  fs::rename(fs::path(path_) / name, to, error);
  if (error) return Failure(fs::path(path_) / name, error);
  return {};
}

}  // namespace orgreg::ingest
