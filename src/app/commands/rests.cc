// SPDX-License-Identifier: EUPL-1.2

#include "app/commands/rests.h"

#include <algorithm>
#include <filesystem>

#include "app/catalog/segment_maker.h"
#include "app/commands/restore.h"
#include "app/settings/settings.h"
#include "base/files/sweep_rests.h"
#include "downloads/file_table.h"
#include "downloads/manifest.h"
#include "store/sqlite/store.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

bool IsSegment(const base::Rest& rest, const std::string& store_name) {
  if (rest.form != base::RestForm::kPart && rest.form != base::RestForm::kEarlierPart) return false;
  return std::ranges::any_of(
      model::kKinds, [&](model::Kind kind) { return rest.stem == SegmentPath(store_name, kind); });
}

bool IsDownload(const base::Rest& rest) {
  if (rest.form != base::RestForm::kPart && rest.form != base::RestForm::kClaim) return false;
  return rest.stem == downloads::kManifestName ||
         std::ranges::any_of(downloads::Files(),
                             [&](const downloads::FileRow& row) { return rest.stem == row.name; });
}

}  // namespace

void SweepBesideStore(const std::string& store_path) {
  const fs::path path(store_path);
  const std::string folder = path.parent_path().string();
  const std::string name = path.filename().string();
  base::SweepRests(folder, [&name](const base::Rest& rest) { return IsSegment(rest, name); });
  store::SweepCopies(folder);
  SweepRestored(store_path);
  SweepDownloads(DownloadFolder({.store = store_path}));
}

void SweepDownloads(const std::string& folder) { base::SweepRests(folder, IsDownload); }

}  // namespace orgreg::app
