// SPDX-License-Identifier: EUPL-1.2

#include "api/interface/inventories.h"

#include "base/log.h"

namespace orgreg::api {
namespace {

// As long as the tags that clients of the real service know (reference, Downloads).
constexpr std::size_t kTagDigits = 32;

}  // namespace

Inventories::Set Inventories::Open(const std::string& folder,
                                   const std::vector<downloads::FileEntry>& entries) {
  Set set;
  for (const downloads::FileEntry& entry : entries) {
    auto file = http::OpenFile::Open(downloads::PathOf(folder, *entry.row));
    // It may have been replaced since the entry was read.
    if (!file || downloads::IdentityOf((*file)->descriptor()) != entry.identity) {
      base::LogWarning("{} is not the file that was made", entry.row->name);
      continue;
    }
    const auto place = static_cast<std::size_t>(entry.row - downloads::Files().data());
    set[place] = Inventory{.entry = entry,
                           .file = std::move(*file),
                           .tag = "\"" + entry.sha256.substr(0, kTagDigits) + "\""};
  }
  return set;
}

const Inventory* Inventories::Find(const Set* set, const downloads::FileRow& row) {
  const auto place = static_cast<std::size_t>(&row - downloads::Files().data());
  return set == nullptr || !(*set)[place] ? nullptr : &*(*set)[place];
}

}  // namespace orgreg::api
