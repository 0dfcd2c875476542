// SPDX-License-Identifier: EUPL-1.2

// Makes the files of a register one after the other and measures each, in one thread: records from
// the catalog, text, packing, checksum and writing, without waiting for the disk.
//
//   encode_files --data DIR --folder DIR [FILE…]
//
// Makes all files if none is named. Prints a line of JSON for each.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>

#include "downloads/encoder.h"
#include "downloads/manifest.h"
#include "formats/file_writer.h"
#include "formats/sha256.h"
#include "load_loop.h"
#include "opened_register.h"

namespace {

namespace base = orgreg::base;
namespace formats = orgreg::formats;
namespace search = orgreg::search;
namespace downloads = orgreg::downloads;
namespace bench = orgreg::bench;
using bench::Check;
using bench::Take;

// Adds the bytes to the checksum too, as the program does for its files.
class CheckedFile final : public formats::ByteSink {
 public:
  explicit CheckedFile(formats::FileWriter* file) : file_(file) {}
  base::Status Append(std::string_view bytes) override {
    sha256_.Add(bytes);
    return file_->Append(bytes);
  }

 private:
  formats::FileWriter* file_;
  formats::Sha256 sha256_;
};

std::size_t Encode(const search::Catalog& catalog, const downloads::FileRow& row,
                   formats::ByteSink* out) {
  search::Query all;
  all.kind = row.kind;
  search::RecordWalk walk = Take(catalog.Walk(all));
  const auto encoder = downloads::MakeEncoder(
      {.kind = row.kind, .format = row.format, .records = walk.count()}, out);
  Check(encoder->Begin());
  while (const auto record = Take(walk.Next())) Check(encoder->Add(*record));
  Check(encoder->Finish());
  return walk.count();
}

void Measure(const search::Catalog& catalog, const downloads::FileRow& row,
             const std::string& folder) {
  const auto file = Take(formats::FileWriter::Create(downloads::PathOf(folder, row)));
  CheckedFile checked(file.get());
  const double cpu = bench::CpuSeconds();
  const auto begun = std::chrono::steady_clock::now();
  const std::size_t records = Encode(catalog, row, &checked);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  std::printf(
      "{\"file\": \"%s\", \"records\": %zu, \"packed\": %llu, \"seconds\": %.3f, \"cpu_s\": "
      "%.3f}\n",
      std::string(row.name).c_str(), records, static_cast<unsigned long long>(file->size_bytes()),
      took.count(), bench::CpuSeconds() - cpu);
  std::fflush(stdout);
  Check(file->Finish());
  Check(file->Publish());
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
  if (argc < 5 || arguments[1] != std::string_view("--data") ||
      arguments[3] != std::string_view("--folder")) {
    bench::Fail("usage: encode_files --data DIR --folder DIR [FILE…]");
  }
  const search::Catalog catalog = bench::OpenCatalog(arguments[2]);
  const auto names = arguments.subspan(5);
  for (const downloads::FileRow& row : downloads::Files()) {
    // A zip is made of the packed file, not of records.
    if (row.format == downloads::Format::kZip) continue;
    const bool is_named =
        std::ranges::any_of(names, [&](std::string_view name) { return name == row.name; });
    if (names.empty() || is_named) Measure(catalog, row, arguments[4]);
  }
}
