// SPDX-License-Identifier: EUPL-1.2

// Moves a register in the layout of earlier versions, a store file with everything else next to it,
// into a folder. Files keep their content: nothing is copied or upgraded.
//
// A process that is killed leaves part of the files in the folder, whose layout file names the
// store; no other command uses the folder then, and the same call goes on. The store is moved
// first, so that no process opens it where it was without its log. When this returns a value, the
// folder survives a power cut. Only one process at a time can do it.
//
// Errors: kNotFound if there is no store, kUnavailable while a process has it open, kInvalid if the
// file is no store, the folder is not empty, or they are on two file systems; kIo. After an error
// that comes before the first file is moved, everything is as it was.

#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace orgreg::app {

struct AdoptReport {
  struct Move {
    std::string from = {};
    std::string to = {};
  };
  std::vector<Move> moved = {};        // By this call.
  std::vector<std::string> left = {};  // Files with names like the store's that no part has.
};

base::Result<AdoptReport> Adopt(const std::string& store, const std::string& folder);

}  // namespace orgreg::app
