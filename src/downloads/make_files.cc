#include "downloads/make_files.h"

#include <filesystem>
#include <memory>
#include <utility>

#include "downloads/encoder.h"
#include "formats/file_writer.h"
#include "formats/sha256.h"

namespace orgreg::downloads {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

// Records between two calls of Progress.
constexpr std::uint64_t kStride = 1024;

// To the file, and into the checksum.
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

// A file that is complete and on the disk, under its temporary name.
struct Written {
  std::unique_ptr<formats::FileWriter> file = {};
  FileEntry entry = {};
};

Status Encode(search::RecordWalk* walk, Encoder* encoder, Counter* counter) {
  if (Status begun = encoder->Begin(); !begun) return begun;
  while (true) {
    const auto record = walk->Next();
    if (!record) return record.error();
    if (!*record) break;
    if (Status added = encoder->Add(**record); !added) return added;
    ++counter->done;
    if (counter->done % kStride == 0 && !counter->progress(counter->done, counter->all)) {
      return Error{Code::kUnavailable, "the making of the files was ended"};
    }
  }
  return encoder->Finish();
}

Result<Written> Write(const search::Catalog& catalog, const FileRow& row, const std::string& folder,
                      Counter* counter) {
  search::Query all;
  all.kind = row.kind;
  auto walk = catalog.Walk(all);
  if (!walk) return std::move(walk).error();
  auto file = formats::FileWriter::Create(PathOf(folder, row));
  if (!file) return std::move(file).error();
  CheckedFile checked(file->get());
  const auto encoder =
      MakeEncoder({.kind = row.kind, .format = row.format, .records = walk->count()}, &checked);
  Written written{.entry = {.row = &row, .records = walk->count()}};
  if (Status encoded = Encode(&*walk, encoder.get(), counter); !encoded) {
    return std::move(encoded).error();
  }
  if (Status finished = (*file)->Finish(); !finished) return std::move(finished).error();
  written.entry.sha256 = checked.Sha256();
  written.file = std::move(*file);
  return written;
}

}  // namespace

Result<std::vector<FileEntry>> MakeFiles(const search::Catalog& catalog, const Stamp& stamp,
                                         const std::string& folder, const Progress& progress) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) return Error{Code::kIo, failure.message()}.At(folder);
  Counter counter{.progress = progress};
  for (const FileRow& row : Files()) counter.all += catalog.CountLive(row.kind);
  // None takes its name before all are there: together they are one state.
  std::vector<Written> files;
  for (const FileRow& row : Files()) {
    auto written = Write(catalog, row, folder, &counter);
    if (!written) return std::move(written).error();
    files.push_back(std::move(*written));
  }
  std::vector<FileEntry> entries;
  for (Written& written : files) {
    if (Status published = written.file->Publish(); !published) {
      return std::move(published).error();
    }
    const auto identity = IdentityOf(PathOf(folder, *written.entry.row));
    if (!identity) return identity.error();
    written.entry.stamp = stamp;
    written.entry.identity = *identity;
    entries.push_back(std::move(written.entry));
  }
  if (Status told = WriteManifest(folder, entries); !told) return std::move(told).error();
  return entries;
}

}  // namespace orgreg::downloads
