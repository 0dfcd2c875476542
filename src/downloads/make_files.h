// SPDX-License-Identifier: EUPL-1.2

// Makes the files of the register, all from one state of it. Each is written under another name,
// synced and renamed, so that an incomplete file is never visible, and a reader of the old one can
// read it to its end. One thread; memory does not grow with the register.

#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "downloads/manifest.h"
#include "search/catalog.h"

namespace orgreg::downloads {

// Called now and then with the number of written records, of all files, and of those to come; false
// ends the work.
using Progress = std::function<bool(std::uint64_t done, std::uint64_t all)>;

// Writes the files into `folder`, which is made if it is missing, then the manifest, and returns
// it. An error leaves the old files; a file that is renamed already is then unknown to the
// manifest. kUnavailable if ended by `progress`, or while another process makes them.
base::Result<std::vector<FileEntry>> MakeFiles(const search::Catalog& catalog, const Stamp& stamp,
                                               const std::string& folder, const Progress& progress);

}  // namespace orgreg::downloads
