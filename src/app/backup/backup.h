// SPDX-License-Identifier: EUPL-1.2

// Copies all of a register that cannot be made again into a new folder, while servers and writers
// go on: one state of the register, the documents that it names, the users, the usage counts and
// the audit log, and the secrets if they are wanted. The folder is a place like any other, without
// index and files. It has its name only when it is complete and on the disk.
//
// A part that is damaged is reported, the register too, whose copy is checked. What can be copied
// of it is in the backup, because it may be all that there is; a store that cannot be opened gives
// no backup. One thread at a time.
//
// Errors: kInvalid if something has the name already, kUnavailable, kNotFound, kCorrupt, kIo.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/backup/documents.h"
#include "app/backup/parts.h"
#include "base/result.h"
#include "store/store.h"

namespace orgreg::app {

struct BackupOptions {
  Parts from;
  std::string to = {};
  bool with_secrets = false;
};

struct BackupReport {
  store::CommitId commit = {};
  DocumentCopies documents = {};
  bool has_users = false;
  bool has_usage = false;
  std::size_t audit_files = 0;
  std::vector<std::string> secrets = {};  // Their names.
  std::uint64_t size_bytes = 0;           // Of all files.
  // The parts that are damaged, each with the reason and whether the backup has it.
  std::vector<std::string> damaged = {};
};

base::Result<BackupReport> MakeBackup(const BackupOptions& options);

// Copies a file that only its owner may read, with the same rights. kInvalid if others than its
// owner may use it, kNotFound.
base::Status CopyPrivate(const std::string& from, const std::string& to);

}  // namespace orgreg::app
