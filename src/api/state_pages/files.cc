// SPDX-License-Identifier: EUPL-1.2

#include "api/state_pages/files.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "api/pages/number_text.h"
#include "api/pages/page.h"
#include "api/registers/offered_files.h"
#include "api/state_pages/age_text.h"
#include "base/values/timestamp.h"
#include "downloads/manifest.h"
#include "model/kind.h"

namespace orgreg::api {
namespace {

constexpr std::size_t kDigestPart = 16;

// In parts, between which a line may break.
void AddDigest(std::string_view digest, TemplateDictionary* row) {
  for (std::size_t at = 0; at < digest.size(); at += kDigestPart)
    Set(AddSection(row, "DIGEST"), "DIGEST_PART", digest.substr(at, kDigestPart));
}

void AddMade(const downloads::FileEntry& entry, const Page& page, TemplateDictionary* row) {
  const auto time = base::Timestamp::FromMilliseconds(entry.stamp.time_ms);
  TemplateDictionary* const made = AddSection(row, "MADE");
  Set(made, "SIZE", SizeText(entry.identity.size_bytes, page.language()));
  Set(made, "RECORDS", WholeText(static_cast<std::int64_t>(entry.records), page.language()));
  Set(made, "TIME", page.Time(time));
  Set(made, "TIME_VALUE", time.ToString());
  Set(made, "POSITION", std::to_string(entry.stamp.last_change));
  AddDigest(entry.sha256, made);
}

std::string KeyOf(const FileForm& form) {
  return std::string(form.is_packed ? "files.packed." : "files.plain.").append(form.file_type);
}

void AddFile(const OfferedFile& file, const Inventories::Set* set, const Page& page,
             TemplateDictionary* group) {
  TemplateDictionary* const row = AddSection(group, "FILE");
  Set(row, "NAME", file.name);
  Set(row, "FORM", page.Words(KeyOf(file.form)));
  Set(row, "LINK", std::string(page.place().root).append(file.route->at.pattern.substr(1)));
  Show(row, "FILTERS", file.takes_filters());
  if (file.made == nullptr) return Show(row, "WHEN_SENT", true);
  const Inventory* const inventory = Inventories::Find(set, *file.made);
  if (inventory == nullptr) return Show(row, "NOT_MADE", true);
  AddMade(inventory->entry, page, row);
}

// Nothing but a link is known of files that are all made while they are sent: they need no table.
void AddGroup(const model::KindRow& kind, std::span<const OfferedFile> files,
              const Inventories::Set* set, Page* page) {
  TemplateDictionary* const group = AddSection(page->values(), "GROUP");
  Set(group, "GROUP_ID", kind.many);
  Set(group, "GROUP_NAME", page->Words(std::string("status.kind.").append(kind.many)));
  const bool has_made =
      std::ranges::any_of(files, [](const OfferedFile& file) { return file.made != nullptr; });
  TemplateDictionary* const shown = AddSection(group, has_made ? "TABLE" : "LINKS");
  for (const OfferedFile& file : files) AddFile(file, set, *page, shown);
}

std::vector<OfferedFile> FilesOf(model::Kind kind, std::span<const RouteRow> rows) {
  std::vector<OfferedFile> files;
  for (const RouteRow& row : rows) {
    const auto file = OfferedFileOf(row);
    if (file && file->kind == kind) files.push_back(*file);
  }
  return files;
}

}  // namespace

Outcome FilesPage(std::span<const RouteRow> rows, const Context& context, Reply* reply) {
  Page page("files", context);
  page.SetTitle(page.Words("files.title"));
  const std::shared_ptr<const Inventories::Set> set = context.inventories.Current();
  for (const model::KindRow& kind : model::kKindRows) {
    const std::vector<OfferedFile> files = FilesOf(kind.kind, rows);
    if (!files.empty()) AddGroup(kind, files, set.get(), &page);
  }
  return page.Send(reply);
}

}  // namespace orgreg::api
