// SPDX-License-Identifier: EUPL-1.2

#include "app/commands/rests.h"

#include <algorithm>
#include <filesystem>

#include "app/backup/prepared_store.h"
#include "base/files/folder.h"
#include "base/files/sweep_rests.h"
#include "downloads/file_table.h"
#include "downloads/manifest.h"
#include "records/documents/folder.h"
#include "store/sqlite/store.h"

namespace orgreg::app {
namespace {

namespace fs = std::filesystem;

bool IsSegment(const base::Rest& rest, const Place& place) {
  if (rest.form != base::RestForm::kPart && rest.form != base::RestForm::kEarlierPart) return false;
  return std::ranges::any_of(model::kKinds, [&](model::Kind kind) {
    return rest.stem == fs::path(place.SegmentPath(kind)).filename().string();
  });
}

bool IsDownload(const base::Rest& rest) {
  if (rest.form != base::RestForm::kPart && rest.form != base::RestForm::kClaim) return false;
  return rest.stem == downloads::kManifestName ||
         std::ranges::any_of(downloads::Files(),
                             [&](const downloads::FileRow& row) { return rest.stem == row.name; });
}

// Unfinished users, secrets and files of the audit log.
void SweepPart(const Place& place, PlacePart part) {
  const std::string path = place.PathOf(part);
  // Of all files of such a folder, whatever their names.
  const bool has_own_folder = place.is_folder() && part != PlacePart::kUsers;
  const std::string name = fs::path(path).filename().string();
  base::SweepRests(base::FolderOf(path), [&](const base::Rest& rest) {
    return rest.form == base::RestForm::kPart && (has_own_folder || rest.stem == name);
  });
}

}  // namespace

void SweepPlace(const Place& place) {
  const std::string store = place.PathOf(PlacePart::kStore);
  for (const PlacePart part : {PlacePart::kUsers, PlacePart::kUsageSecret, PlacePart::kAuditLog})
    SweepPart(place, part);
  base::SweepRests(place.PathOf(PlacePart::kSegments),
                   [&place](const base::Rest& rest) { return IsSegment(rest, place); });
  base::SweepRests(place.PathOf(PlacePart::kDocuments), [](const base::Rest& rest) {
    return rest.form == base::RestForm::kPart &&
           rest.stem == records::DocumentFolder::kIncomingName;
  });
  store::SweepCopies(base::FolderOf(store));
  SweepRestored(place);
  SweepDownloads(place.PathOf(PlacePart::kFiles));
}

void SweepDownloads(const std::string& folder) { base::SweepRests(folder, IsDownload); }

}  // namespace orgreg::app
