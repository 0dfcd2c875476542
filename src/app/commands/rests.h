// Takes away what processes that were killed left beside a store: segments, copies of the store,
// what a restore had prepared, files of the register. They may hold what was removed from
// publication since. A server does so at its start, and so does whoever wipes (wipe.h). What
// somebody is making is left alone, and so is what cannot be deleted.

#pragma once

#include <string>

namespace orgreg::app {

// Also in the folder where the files of the register are made unless the settings say otherwise.
void SweepBesideStore(const std::string& store_path);

// In the folder where the files of the register are made.
void SweepDownloads(const std::string& folder);

}  // namespace orgreg::app
