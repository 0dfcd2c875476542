// SPDX-License-Identifier: EUPL-1.2

// A Place is where a register keeps its files. It is the only code that knows their names: a table
// has a row for each part of a register. docs/data-folder.md describes the layout.
//
// A place is a folder (--data DIR), whose store may be in a database instead (--store
// postgresql://…). For one release it may also be a store file with everything else next to it, the
// layout of earlier versions (--store FILE).
//
// A plain value, which any thread may use. Only Check looks at the disk; new_place.h makes a
// folder, and adopt.h moves a register of earlier versions into one.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "blobs/blobs.h"
#include "model/kind.h"
#include "store/open_options.h"

namespace orgreg::app {

enum class PlacePart : std::uint8_t {
  kStore,
  kUsers,
  kUsage,
  kUsageSecret,
  kDocuments,
  kSegments,
  kFiles,  // the files of the whole register (docs/downloads.md)
  kAuditLog,
};

enum class PartForm : std::uint8_t {
  kFile,
  kDatabase,  // a file of SQLite, with further files next to it: store::kSideFiles
  kFolder,
  kSeries,    // a file, with older ones that a person named NAME and an ending
  kSegments,  // a folder; in earlier versions a file for each kind
};

struct PlaceRow {
  PlacePart part = PlacePart::kStore;
  PartForm form = PartForm::kFile;
  std::string_view name = {};    // In the folder.
  std::string_view ending = {};  // Of the name of the store file, in the layout of before.
};
// A row for each PlacePart, in their order.
std::span<const PlaceRow> PlaceRows();

class Place {
 public:
  // Names nothing.
  Place() = default;
  static Place InFolder(std::string folder);
  static Place NextToStore(std::string store);
  // The same folder, with its store in a database.
  Place WithDatabase(std::string uri, store::Durability durability) const;

  // The same, with copies of documents that all nodes share (blobs/blobs.h); without an address:
  // none.
  Place WithBlobs(blobs::BlobSettings settings) const;

  bool is_folder() const { return is_folder_; }
  // The folder or the store file, as it was given. Files of a store in a database are here too.
  const std::string& path() const { return path_; }

  // Of kSegments: the folder in which they are.
  std::string PathOf(PlacePart part) const;
  std::string SegmentPath(model::Kind kind) const;
  bool has_database() const { return !database_.empty(); }
  store::StoreAddress address() const;
  const blobs::BlobSettings& blobs() const { return blobs_; }
  store::Durability durability() const { return durability_; }
  // The address for people: without a password.
  std::string shown_address() const;

  // Succeeds if this is a folder with a register of this layout, or a store file that is not in
  // one. Otherwise the message says what to do: kNotFound if there is no register, kInvalid if the
  // folder is something else or has a newer layout, kUnavailable while it is being filled.
  base::Status Check() const;

 private:
  Place(std::string path, bool is_folder) : path_(std::move(path)), is_folder_(is_folder) {}

  std::string path_ = {};
  bool is_folder_ = false;
  std::string database_ = {};  // the URI of the store, if it is not in the folder
  store::Durability durability_ = store::Durability::kLocal;
  blobs::BlobSettings blobs_ = {};
};

}  // namespace orgreg::app
