// SPDX-License-Identifier: EUPL-1.2

// Simulates a full disk: while it lives, no file of this process grows beyond this many bytes.

#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

namespace orgreg::formats {

class FullDisk {
 public:
  explicit FullDisk(rlim_t most_bytes = 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    EXPECT_EQ(getrlimit(RLIMIT_FSIZE, &before_), 0);
    const rlimit full = {.rlim_cur = most_bytes, .rlim_max = before_.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &full), 0);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_ = {};
};

}  // namespace orgreg::formats
