// SPDX-License-Identifier: EUPL-1.2

// The file of a store that is to be replaced. It stays open all the time, because closing it drops
// the locks that SQLite has on it in this process. One thread at a time.

#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>

#include "base/files/descriptor.h"
#include "base/result.h"

namespace orgreg::app {

class Target {
 public:
  explicit Target(const std::string& path);

  bool exists() const { return file_.is_open(); }
  base::Status CheckIsOpen() const;
  // Fails if another process has the store open, and keeps others out from then on.
  base::Status Lock() const;
  base::Status Unlock() const;

  void Remember();
  // Whether anything was written since Remember.
  bool IsAsRemembered() const;
  // Those of a killed writer's log; 0 if there is no log.
  std::uintmax_t LogBytes() const;
  // A user who could read the store can read its replacement.
  base::Status GiveOwnerTo(const std::string& path) const;

 private:
  struct stat Describe() const;

  std::string path_;
  base::Descriptor file_;
  int open_error_ = 0;
  struct stat remembered_ = {};
  std::uintmax_t remembered_log_bytes_ = 0;
};

}  // namespace orgreg::app
