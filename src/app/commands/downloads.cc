// SPDX-License-Identifier: EUPL-1.2

#include <fmt/format.h>

#include <chrono>

#include "app/catalog/catalog_builder.h"
#include "app/commands.h"
#include "app/exit_code.h"
#include "app/place/open_place.h"
#include "app/progress_bar.h"
#include "app/settings/setting_flags.h"
#include "app/settings/settings.h"
#include "downloads/make_files.h"

namespace orgreg::app {
namespace {

constexpr const char* kFooter =
    R"(A server makes the files by itself, once a night and after each removal from publication;
this makes them now. A server that is running serves them within a second.)";

base::Result<std::vector<downloads::FileEntry>> Make(const search::Catalog& catalog,
                                                     const std::string& folder) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const downloads::Stamp stamp = {
      .commit = catalog.state().commit,
      .fingerprint = catalog.state().fingerprint,
      .last_change = catalog.state().last_change,
      .time_ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count()};
  ProgressBar bar("making the files");
  const auto show = [&bar](std::uint64_t done, std::uint64_t all) {
    bar.Show(done, static_cast<double>(done) / static_cast<double>(all));
    return true;
  };
  return downloads::MakeFiles(catalog, stamp, folder, show);
}

int RunDownloads(const Settings& settings) {
  const Place place = PlaceOf(settings);
  const auto store = OpenPlace(place, store::OpenMode::kReadOnly);
  if (!store) return Fail(store.error());
  const records::Register source(store->get());
  CatalogBuilder builder(&source, place);
  const auto catalog = builder.Advance({});
  if (!catalog) return Fail(catalog.error());
  const std::string folder = DownloadFolder(settings);
  const auto made = Make(**catalog, folder);
  if (!made) return Fail(made.error());
  for (const downloads::FileEntry& entry : *made) {
    fmt::print("{}: {} records, {} bytes\n", downloads::PathOf(folder, *entry.row), entry.records,
               entry.identity.size_bytes);
  }
  return kDone;
}

}  // namespace

void AddDownloads(Command program) {
  Command command = program.Sub("downloads", "Make the files of the whole register now");
  command.Footer(kFooter);
  SettingFlags(command, {"data", "store", "downloads"}).Does(RunDownloads);
}

}  // namespace orgreg::app
