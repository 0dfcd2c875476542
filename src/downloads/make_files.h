// Makes the files of the register, all from one state of it. Each is written under another
// name, synced and renamed, so that no half of one is ever seen, and a reader of the old
// one goes on reading it. One thread; memory does not grow with the register.

#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "downloads/manifest.h"
#include "search/catalog.h"

namespace orgreg::downloads {

// Called now and then with the records that were written, of all files, and how many there
// will be; false ends the work.
using Progress = std::function<bool(std::uint64_t done, std::uint64_t all)>;

// Writes the files into `folder`, which is made where it is missing, then the manifest, and
// gives it. An error leaves what was there; a file that is renamed already is then unknown to
// the manifest. kUnavailable when ended by `progress`, or while somebody else makes them.
base::Result<std::vector<FileEntry>> MakeFiles(const search::Catalog& catalog, const Stamp& stamp,
                                               const std::string& folder, const Progress& progress);

}  // namespace orgreg::downloads
