// SPDX-License-Identifier: EUPL-1.2

#include "downloads/manifest.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/files/system_error.h"
#include "formats/file_writer.h"
#include "model/registers/documents.h"

namespace orgreg::downloads {
namespace {

// The version of the manifest and of the files' content: an older one makes all files be made
// again.
constexpr std::string_view kHead = "orgreg downloads 1";

const FileRow* FindRow(std::string_view name) {
  for (const FileRow& row : Files()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

std::optional<FileEntry> ParseLine(const std::string& line) {
  std::istringstream fields(line);
  std::string name;
  FileEntry entry;
  fields >> name >> entry.sha256 >> entry.records >> entry.stamp.commit >>
      entry.stamp.fingerprint >> entry.stamp.last_change >> entry.stamp.time_ms >>
      entry.identity.size_bytes >> entry.identity.inode >> entry.identity.changed_ns;
  entry.row = FindRow(name);
  if (!fields || entry.row == nullptr || !model::IsSha256(entry.sha256)) return std::nullopt;
  return entry;
}

FileIdentity Identify(const struct stat& status) {
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  return {.size_bytes = static_cast<std::uint64_t>(status.st_size),
          .inode = status.st_ino,
          .changed_ns = status.st_mtim.tv_sec * kNanoseconds + status.st_mtim.tv_nsec};
}

}  // namespace

std::string PathOf(const std::string& folder, const FileRow& row) {
  return folder + "/" + std::string(row.name);
}

base::Result<FileIdentity> IdentityOf(const std::string& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) return base::OpenError(path, errno);
  return Identify(status);
}

FileIdentity IdentityOf(int descriptor) {
  struct stat status = {};
  return fstat(descriptor, &status) == 0 ? Identify(status) : FileIdentity();
}

bool AreSameFiles(const std::vector<FileEntry>& one, const std::vector<FileEntry>& other) {
  if (one.size() != kFileCount || other.size() != kFileCount) return false;
  return std::ranges::all_of(one, [&other](const FileEntry& entry) {
    const auto same = std::ranges::find(other, entry.row, &FileEntry::row);
    return same != other.end() && same->sha256 == entry.sha256 && same->stamp == entry.stamp;
  });
}

base::Result<std::vector<FileEntry>> ParseManifest(std::string_view text) {
  std::istringstream lines{std::string(text)};
  std::string line;
  if (!std::getline(lines, line) || line != kHead)
    return base::Error{base::Code::kInvalid, "the manifest of the files is of another version"};
  std::vector<FileEntry> entries;
  while (std::getline(lines, line)) {
    auto entry = ParseLine(line);
    // If a file has two lines, the first counts.
    const bool is_new =
        entry && std::ranges::find(entries, entry->row, &FileEntry::row) == entries.end();
    if (is_new) entries.push_back(std::move(*entry));
  }
  return entries;
}

std::string ManifestText(const std::vector<FileEntry>& entries) {
  std::ostringstream text;
  text << kHead << '\n';
  for (const FileEntry& entry : entries) {
    text << entry.row->name << '\t' << entry.sha256 << '\t' << entry.records << '\t'
         << entry.stamp.commit << '\t' << entry.stamp.fingerprint << '\t' << entry.stamp.last_change
         << '\t' << entry.stamp.time_ms << '\t' << entry.identity.size_bytes << '\t'
         << entry.identity.inode << '\t' << entry.identity.changed_ns << '\n';
  }
  return text.str();
}

std::vector<FileEntry> ReadManifest(const std::string& folder) {
  const std::ifstream file(folder + "/" + std::string(kManifestName));
  std::ostringstream text;
  text << file.rdbuf();
  auto entries = ParseManifest(text.str());
  if (!entries) return {};
  std::erase_if(*entries, [&folder](const FileEntry& entry) {
    const auto identity = IdentityOf(PathOf(folder, *entry.row));
    return !identity || *identity != entry.identity;
  });
  return std::move(entries).value();
}

base::Status WriteManifest(const std::string& folder, const std::vector<FileEntry>& entries) {
  auto file = TRY(formats::FileWriter::Create(folder + "/" + std::string(kManifestName)));
  TRY(file->Append(ManifestText(entries)));
  TRY(file->Finish());
  return file->Publish();
}

std::optional<FileIdentity> ManifestIdentity(const std::string& folder) {
  const auto identity = IdentityOf(folder + "/" + std::string(kManifestName));
  return identity ? std::optional(*identity) : std::nullopt;
}

}  // namespace orgreg::downloads
