// SPDX-License-Identifier: EUPL-1.2

// The manifest of a folder of files: the content of each and its state of the register. It is next
// to the files and is written after them, so a file that is newer than its line after a crash is
// recognised: a line holds only for the file on the disk that it was written for. One thread at a
// time.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "downloads/file_table.h"

namespace orgreg::downloads {

inline constexpr std::string_view kManifestName = "manifest.tsv";

// A state of the register.
struct Stamp {
  std::int64_t commit = 0;
  std::uint64_t fingerprint = 0;  // Of the commit, which a restore may have undone.
  std::int64_t last_change = 0;   // The id of the last update in it.
  std::int64_t time_ms = 0;       // When the making began; since 1970, UTC.
  friend bool operator==(const Stamp&, const Stamp&) = default;
};

// Distinguishes a file on the disk from every other one with the same name.
struct FileIdentity {
  std::uint64_t size_bytes = 0;
  std::uint64_t inode = 0;
  std::int64_t changed_ns = 0;  // Its time of change, since 1970.
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

struct FileEntry {
  const FileRow* row = nullptr;
  std::string sha256 = {};  // 64 hexadecimal digits.
  std::uint64_t records = 0;
  Stamp stamp = {};
  FileIdentity identity = {};
};

// Whether both have all files, and these are the same bytes of the same state.
bool AreSameFiles(const std::vector<FileEntry>& one, const std::vector<FileEntry>& other);

// The path of a file.
std::string PathOf(const std::string& folder, const FileRow& row);
// kNotFound if there is no such file.
base::Result<FileIdentity> IdentityOf(const std::string& path);
// Of an open file.
FileIdentity IdentityOf(int descriptor);

// The lines of a manifest; those that are invalid are left out. The identities are not compared
// with anything. kInvalid if it is of another version, which has files of other content.
base::Result<std::vector<FileEntry>> ParseManifest(std::string_view text);
std::string ManifestText(const std::vector<FileEntry>& entries);

// The valid lines. A line that is invalid, or cannot be read, is left out: its file must be made
// again.
std::vector<FileEntry> ReadManifest(const std::string& folder);
base::Status WriteManifest(const std::string& folder, const std::vector<FileEntry>& entries);
// Changes when the manifest is written.
std::optional<FileIdentity> ManifestIdentity(const std::string& folder);

}  // namespace orgreg::downloads
