// SPDX-License-Identifier: EUPL-1.2

#include "app/place/place.h"

#include <array>
#include <cstddef>
#include <utility>

#include "app/place/layout_file.h"
#include "base/files/folder.h"
#include "store/address.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;

constexpr std::array kRows = {
    PlaceRow{PlacePart::kStore, PartForm::kDatabase, "store.db", ""},
    PlaceRow{PlacePart::kUsers, PartForm::kFile, "users", ".users"},
    PlaceRow{PlacePart::kUsage, PartForm::kDatabase, "usage.db", ".usage"},
    PlaceRow{PlacePart::kUsageSecret, PartForm::kFile, "secrets/usage-secret", ".usage-secret"},
    PlaceRow{PlacePart::kDocuments, PartForm::kFolder, "documents", ".documents"},
    PlaceRow{PlacePart::kSegments, PartForm::kSegments, "segments", ""},
    PlaceRow{PlacePart::kFiles, PartForm::kFolder, "files", ".downloads"},
    PlaceRow{PlacePart::kAuditLog, PartForm::kSeries, "audit/log", ".audit"},
};

constexpr std::string_view kSegmentEnding = ".segment";

std::string WithoutSlashes(std::string folder) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return folder;
}

}  // namespace

std::span<const PlaceRow> PlaceRows() { return kRows; }

Place Place::InFolder(std::string folder) { return {WithoutSlashes(std::move(folder)), true}; }

Place Place::NextToStore(std::string store) { return {std::move(store), false}; }

Place Place::WithDatabase(std::string uri, store::Durability durability) const {
  Place place = *this;
  place.database_ = std::move(uri);
  place.durability_ = durability;
  return place;
}

Place Place::WithBlobs(blobs::BlobSettings settings) const {
  Place place = *this;
  place.blobs_ = std::move(settings);
  return place;
}

store::StoreAddress Place::address() const {
  if (has_database()) return {.postgresql = database_};
  return {.file = PathOf(PlacePart::kStore)};
}

std::string Place::shown_address() const { return store::Shown(address()); }

std::string Place::PathOf(PlacePart part) const {
  const PlaceRow& row = kRows[static_cast<std::size_t>(part)];
  if (is_folder_) return path_ + "/" + std::string(row.name);
  return part == PlacePart::kSegments ? base::FolderOf(path_) : path_ + std::string(row.ending);
}

std::string Place::SegmentPath(model::Kind kind) const {
  const std::string name = std::string(model::RowOf(kind).many) + std::string(kSegmentEnding);
  return is_folder_ ? PathOf(PlacePart::kSegments) + "/" + name : path_ + "." + name;
}

base::Status Place::Check() const {
  if (!is_folder_) return CheckIsOfNoFolder(path_);
  const auto layout = ReadLayout(path_);
  if (!layout) return layout.error();
  switch (layout->state) {
    case FolderState::kRegister:
      return {};
    case FolderState::kBeingFilled:
      return BeingFilled(path_, layout->adopted);
    case FolderState::kForeign:
      return NotOfRegister(path_);
    case FolderState::kMissing:
    case FolderState::kEmpty:
      break;
  }
  TRY(CheckNotBefore(path_));
  return Error{Code::kNotFound, "there is no register; orgreg import makes one"}.At(path_);
}

}  // namespace orgreg::app
