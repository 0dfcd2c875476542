// SPDX-License-Identifier: EUPL-1.2

#include "app/shared/named_blobs.h"

#include <string_view>

#include "formats/sha256.h"

namespace orgreg::app {

using base::Status;

Status GetChecked(blobs::Blobs* blobs, const std::string& name, std::uint64_t size_bytes,
                  const blobs::Blobs::Take& take) {
  const base::Error damaged =
      base::Error{base::Code::kCorrupt, name + " is not what it is called"}.At(blobs->address());
  formats::Sha256 sum;
  std::uint64_t taken_bytes = 0;
  TRY(blobs->Get(name, [&](std::string_view piece) -> Status {
    taken_bytes += piece.size();
    if (taken_bytes > size_bytes) return damaged;
    sum.Add(piece);
    return take(piece);
  }));
  if (taken_bytes == size_bytes && name.ends_with("/" + sum.Finish())) return {};
  return damaged;
}

base::Result<bool> SweepUnnamed(blobs::Blobs* blobs, std::string_view kind,
                                const std::function<bool(std::string_view)>& is_named,
                                std::chrono::seconds kept) {
  bool leaves_young = false;
  for (const blobs::BlobFacts& blob : TRY(blobs->List(kind))) {
    if (is_named(blob.name)) continue;
    if (blob.age < kept) {
      leaves_young = true;
    } else {
      TRY(blobs->Delete(blob));
    }
  }
  return leaves_young;
}

}  // namespace orgreg::app
