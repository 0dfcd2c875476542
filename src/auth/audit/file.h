// SPDX-License-Identifier: EUPL-1.2

// The bytes of an audit log on the disk. They are appended and synced; after a failure the file is
// cut back to the synced bytes. This class knows no lines. Internal to the audit log; one thread at
// a time.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/files/descriptor.h"
#include "base/result.h"

namespace orgreg::auth {

class AuditFile {
 public:
  // Makes the file (mode 0600) if there is none, and holds its lock while the object lives. Errors
  // are those of AuditLog::Open. `sync` as in AuditLog::Options.
  static base::Result<std::unique_ptr<AuditFile>> Open(const std::string& path,
                                                       std::function<int(int)> sync);

  // Returns when the bytes are on the disk. After an error none of them count: the file is cut
  // back, now or before the next Append, which fails as long as that does.
  base::Status Append(std::string_view bytes);

  // Cuts back the bytes that a failed Append left, if they are still there.
  base::Status Settle();

  // The last `most_bytes` of the file, or all of it.
  base::Result<std::string> ReadEnd(std::uint64_t most_bytes) const;

  // False after the file was moved away or another file took its name.
  bool IsInPlace() const;

  // The number of bytes on the disk.
  std::uint64_t size_bytes() const { return size_bytes_; }

 private:
  AuditFile(std::string path, base::Descriptor file, std::function<int(int)> sync)
      : path_(std::move(path)), file_(std::move(file)), sync_(std::move(sync)) {}
  base::Status Prepare();
  base::Status Write(std::string_view bytes);
  base::Status Sync();
  base::Error Fail(std::string_view action) const;

  std::string path_;
  base::Descriptor file_;
  std::function<int(int)> sync_;
  std::uint64_t size_bytes_ = 0;
  bool is_clean_ = true;  // Nothing stands after size_bytes_.
};

// The last `most_bytes` of a file that need not be locked.
base::Result<std::string> ReadAuditEnd(const std::string& path, std::uint64_t most_bytes);
// The same of an open file; `path` is for messages.
base::Result<std::string> ReadAuditEnd(const std::string& path, int descriptor,
                                       std::uint64_t most_bytes);

}  // namespace orgreg::auth
