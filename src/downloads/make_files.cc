// SPDX-License-Identifier: EUPL-1.2

// Each file is written under a temporary name through a checksum. When all are complete they take
// their names, and the manifest is written last.

#include "downloads/make_files.h"

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "base/values/org_number.h"
#include "downloads/encoder.h"
#include "downloads/zip_of_gzip.h"
#include "formats/file_writer.h"
#include "formats/sha256.h"
#include "model/kind.h"
#include "render/roles/role_bulk_json.h"
#include "search/file/mapped_reads.h"

namespace orgreg::downloads {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

// Records between two calls of Progress.
constexpr std::uint64_t kStride = 1024;

// Writes to the file, and into the checksum.
class CheckedFile final : public formats::ByteSink {
 public:
  explicit CheckedFile(formats::FileWriter* file) : file_(file) {}
  Status Append(std::string_view bytes) override {
    sha256_.Add(bytes);
    return file_->Append(bytes);
  }
  std::string Sha256() { return sha256_.Finish(); }

 private:
  formats::FileWriter* file_;
  formats::Sha256 sha256_;
};

struct Counter {
  const Progress& progress;
  std::uint64_t done = 0;
  std::uint64_t all = 0;
};

// The making of one file.
struct Making {
  const search::Catalog& catalog;
  const FileRow& row;
  Counter* counter;
};

// A file that is complete and on the disk, under its temporary name.
struct Written {
  std::unique_ptr<formats::FileWriter> file = {};
  FileEntry entry = {};
  std::uint64_t text_bytes = 0;  // Size of its packed text, if that is one text.
};

Status Add(const render::PublicForm& record, Encoder* encoder, Counter* counter) {
  TRY(encoder->Add(record));
  ++counter->done;
  if (counter->done % kStride == 0 && !counter->progress(counter->done, counter->all)) {
    return Error{Code::kUnavailable, "the making of the files was ended"};
  }
  return {};
}

Result<std::uint64_t> AddUnits(const Making& making, Encoder* encoder) {
  search::Query all;
  all.kind = making.row.kind;
  auto walk = TRY(making.catalog.Walk(all));
  while (true) {
    const auto record = TRY(walk.Next());
    if (!record) return walk.count();
    TRY(Add(*record, encoder, making.counter));
  }
}

// Only roles in published entities: those in a removed entity, or in none, must not be shown.
Result<std::uint64_t> AddRoles(const Making& making, Encoder* encoder) {
  constexpr std::size_t kAtATime = 1024;
  std::uint64_t count = 0;
  std::string line;
  base::OrgNumber after;
  while (true) {
    const auto records = TRY(making.catalog.After(model::Kind::kRoles, after, kAtATime));
    if (records.empty()) return count;
    after = records.back().number;
    for (const search::Numbered& roles : records) {
      const auto entity = TRY(making.catalog.Lookup(model::Kind::kEntity, roles.number));
      const bool is_shown = entity && entity->state != model::State::kRemoved;
      if (!is_shown || roles.record.empty()) continue;
      line.clear();
      if (!render::AppendBulkRoles(roles.number, roles.record.served(), &line))
        return Error{Code::kCorrupt, roles.number.ToString() + ": has no list of roles"};
      TRY(Add(render::PublicForm(line), encoder, making.counter));
      ++count;
    }
  }
}

Result<std::uint64_t> Encode(const Making& making, Encoder* encoder) {
  TRY(encoder->Begin());
  auto count =
      model::IsUnit(making.row.kind) ? AddUnits(making, encoder) : AddRoles(making, encoder);
  if (!count) return count;
  TRY(encoder->Finish());
  return count;
}

// The archive of the file that was written before it.
Status ZipOf(const Written& packed, formats::ByteSink* out) {
  std::string_view name = packed.entry.row->name;
  name.remove_suffix(std::string_view(".gz").size());
  return PutIntoZip({.path = packed.file->working_path(), .text_bytes = packed.text_bytes}, name,
                    out);
}

// `before`: the files written so far.
Result<Written> Write(const Making& making, const std::string& folder,
                      const std::vector<Written>& before) {
  auto file = TRY(formats::FileWriter::Create(PathOf(folder, making.row)));
  CheckedFile checked(file.get());
  Written written{.entry = {.row = &making.row}};
  if (making.row.format == Format::kZip) {
    Status put = ZipOf(before.back(), &checked);
    if (!put) return std::move(put).error();
    written.entry.records = before.back().entry.records;
  } else {
    const auto encoder = MakeEncoder({.kind = making.row.kind,
                                      .format = making.row.format,
                                      .records = making.catalog.CountLive(making.row.kind)},
                                     &checked);
    auto count = TRY(Encode(making, encoder.get()));
    written.entry.records = count;
    written.text_bytes = encoder->text_bytes();
  }
  TRY(file->Finish());
  written.entry.sha256 = checked.Sha256();
  written.file = std::move(file);
  return written;
}

}  // namespace

Result<std::vector<FileEntry>> MakeFiles(const search::Catalog& catalog, const Stamp& stamp,
                                         const std::string& folder, const Progress& progress) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) return Error{Code::kIo, failure.message()}.At(folder);
  const search::ReadWatch reads;
  Counter counter{.progress = progress};
  for (const FileRow& row : Files()) {
    if (row.format != Format::kZip) counter.all += catalog.CountLive(row.kind);
  }
  // No file takes its name before all are there: together they are one state.
  std::vector<Written> files;
  for (const FileRow& row : Files()) {
    auto written = TRY(Write({.catalog = catalog, .row = row, .counter = &counter}, folder, files));
    files.push_back(std::move(written));
  }
  if (reads.has_failed()) {
    return Error{Code::kUnavailable, "a part of the index was cut off meanwhile"};
  }
  std::vector<FileEntry> entries;
  for (Written& written : files) {
    TRY(written.file->Publish());
    const auto identity = TRY(IdentityOf(PathOf(folder, *written.entry.row)));
    written.entry.stamp = stamp;
    written.entry.identity = identity;
    entries.push_back(std::move(written.entry));
  }
  TRY(WriteManifest(folder, entries));
  return entries;
}

}  // namespace orgreg::downloads
