// SPDX-License-Identifier: EUPL-1.2

// The log of authorised look-ups and of restores: one line each (line.h), only ever appended, each
// bound to the one before by its hash, and on the disk before the answer is sent.
//
// The log fails closed: after an Append that returns an error there is no answer. After a failed
// write or sync the file is first cut back to the bytes that are surely on the disk; until that
// succeeds every Append fails. Each Append tries it again, so the log recovers by itself when the
// disk has space again.
//
// The remains of lines that were never acknowledged before a crash stay in the file, closed off by
// a `recovered` line that carries their size and hash. A file that was moved away is succeeded by a
// new one, whose `begin` line names the last hash of the old file. If the log is open, the next
// Append does this, otherwise Options::after.
//
// Append is safe from any thread; concurrent calls share one sync. One process at
// a time has the log open. The format and the procedures: docs/audit-log.md.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "auth/audit/line.h"
#include "base/result.h"
#include "base/values/timestamp.h"

namespace orgreg::auth {

// How the chain of a file that no process has open can go on.
enum class AuditSequel : std::uint8_t {
  kInFile,   // AuditLog::Open takes it
  kInNext,   // it is damaged near its end: a new file can continue it (Options::after)
  kNothing,  // it has no whole line near its end to continue after
};
// kNotFound or kIo if the file cannot be read.
base::Result<AuditSequel> SequelOf(const std::string& path);

class AuditLog {
 public:
  struct Options {
    std::function<base::Timestamp()> clock = {};  // The system's, where empty.
    // The file whose chain a new file continues, if there is no file at the path.
    std::string after = {};
    // Called with the descriptor; returns 0 or fails with errno. If empty, fdatasync is used.
    std::function<int(int)> sync = {};
  };

  // Makes the file (mode 0600) if there is none. kUnavailable while another process has it open;
  // kInvalid if others than its owner may read or write it; kCorrupt if it ends in bytes that no
  // crash leaves; other errors have the code of base::CodeOfErrno.
  static base::Result<std::unique_ptr<AuditLog>> Open(const std::string& path, Options options);
  static base::Result<std::unique_ptr<AuditLog>> Open(const std::string& path);
  ~AuditLog();

  // Returns when the line is on the disk. An error (kUnavailable where there is no room) means that
  // it may not be: refuse the answer.
  base::Status Append(const AuditEntry& entry);
  // The same for a restore.
  base::Status Append(const AuditRestore& restore);

  // The hash of the newest line on the disk. Copies kept elsewhere can show that the end of the
  // file was cut off, which the file alone cannot.
  struct End {
    std::uint64_t sequence = 0;
    std::string hash = {};
  };
  End end() const;

 private:
  struct State;
  explicit AuditLog(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace orgreg::auth
