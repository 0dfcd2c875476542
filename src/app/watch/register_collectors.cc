// SPDX-License-Identifier: EUPL-1.2

#include <sys/statvfs.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "api/batch_service.h"
#include "api/interface/inventories.h"
#include "app/import/code_lists.h"
#include "app/watch/collectors.h"
#include "downloads/file_table.h"
#include "model/kind.h"
#include "records/import_note.h"

namespace orgreg::app {
namespace {

using records::ImportNote;

constexpr double kMilliseconds = 1000;

// Calls add(inventory, name) for each file that is made.
template <typename Add>
void ForEachFile(const Moment& moment, Add add) {
  const std::shared_ptr<const api::Inventories::Set> set = moment.of.inventories->Current();
  for (const downloads::FileRow& row : downloads::Files()) {
    const api::Inventory* const inventory = api::Inventories::Find(set.get(), row);
    if (inventory != nullptr) add(*inventory, row.name);
  }
}

// A value of the last import of each kind, and of codes; none for kinds that were never imported.
// Other processes make the notes.
template <typename Read>
void AddOfImports(const Moment& moment, Samples* out, Read read) {
  auto view = moment.of.source->Read();
  if (!view) return;
  const auto add = [&](std::string_view label, std::string_view name) {
    const auto note = view->LastImport(ImportNote::KeyOf(std::string(name)));
    if (note && *note) out->Add(read(**note), {label});
  };
  for (const model::KindRow& row : model::kKindRows) add(row.one, row.many);
  add(kCodeListsImport, kCodeListsImport);
}

}  // namespace

void CollectRecords(const Moment& moment, Samples* out) {
  if (moment.catalog == nullptr) return;
  for (const model::KindRow& row : model::kKindRows)
    out->Add(std::uint64_t{moment.catalog->CountLive(row.kind)}, {row.one});
}

void CollectLayers(const Moment& moment, Samples* out) {
  if (moment.catalog == nullptr) return;
  for (const model::KindRow& row : model::kKindRows)
    out->Add(std::uint64_t{moment.catalog->CountLayers(row.kind)}, {row.one});
}

void CollectFileTimes(const Moment& moment, Samples* out) {
  ForEachFile(moment, [&](const api::Inventory& file, std::string_view name) {
    out->Add(static_cast<double>(file.entry.stamp.time_ms) / kMilliseconds, {name});
  });
}

void CollectFileBytes(const Moment& moment, Samples* out) {
  ForEachFile(moment, [&](const api::Inventory& file, std::string_view name) {
    out->Add(std::uint64_t{file.entry.identity.size_bytes}, {name});
  });
}

void CollectImportOutcomes(const Moment& moment, Samples* out) {
  AddOfImports(moment, out,
               [](const ImportNote& note) { return static_cast<double>(note.outcome); });
}

void CollectImportTimes(const Moment& moment, Samples* out) {
  AddOfImports(moment, out, [](const ImportNote& note) {
    return static_cast<double>(note.time_ms) / kMilliseconds;
  });
}

void CollectImportRecords(const Moment& moment, Samples* out) {
  AddOfImports(moment, out, [](const ImportNote& note) { return note.read; });
}

void CollectImportBadRecords(const Moment& moment, Samples* out) {
  AddOfImports(moment, out, [](const ImportNote& note) { return note.bad; });
}

void CollectBatches(const Moment& moment, Samples* out) {
  if (moment.of.batches == nullptr) return;
  const api::BatchCounts& counts = moment.of.batches->counts();
  out->Add(counts.applied.value(), {"applied"});
  out->Add(counts.repeated.value(), {"repeated"});
  out->Add(counts.refused.value(), {"refused"});
  out->Add(counts.failed.value(), {"failed"});
}

void CollectPlaceBytes(const Moment& moment, Samples* out) {
  struct statvfs disk = {};
  if (::statvfs(PlaceOf(*moment.of.settings).path().c_str(), &disk) != 0) return;
  const std::uint64_t block = disk.f_frsize;
  out->Add(block * disk.f_bavail, {"free"});
  out->Add(block * disk.f_blocks, {"all"});
}

}  // namespace orgreg::app
