// SPDX-License-Identifier: EUPL-1.2

#include "tools/generate/files.h"

#include <filesystem>
#include <system_error>

#include "render/record_json.h"

namespace orgreg::tools {
namespace {

struct FileRow {
  std::string_view name = {};
  bool is_array = false;  // Otherwise one record a line and nothing else.
  bool is_packed = false;
  formats::Readers readers = formats::Readers::kAll;
};
// By GeneratedFile.
constexpr std::array<FileRow, kGeneratedFiles> kRows = {{
    {.name = "enheter_alle.json.gz", .is_array = true, .is_packed = true},
    {.name = "underenheter_alle.json.gz", .is_array = true, .is_packed = true},
    {.name = "utgaatte_enheter.ndjson"},
    {.name = "utgaatte_underenheter.ndjson"},
    {.name = "roller_alle.json.gz", .is_array = true, .is_packed = true},
    {.name = "roller_alle_autorisert.json.gz",
     .is_array = true,
     .is_packed = true,
     .readers = formats::Readers::kOwner},
    {.name = "frivillige.ndjson"},
    {.name = "partier.json", .is_array = true},
    {.name = "matrikkelenheter.ndjson"},
    {.name = "regnskap_alle.json.gz", .is_array = true, .is_packed = true},
    {.name = "endringer.ndjson.gz", .is_packed = true},
    {.name = "endringer_autorisert.ndjson.gz",
     .is_packed = true,
     .readers = formats::Readers::kOwner},
}};

}  // namespace

base::Status RegisterFiles::OpenFile::Append(std::string_view text) const {
  return packer ? packer->Append(text) : writer->Append(text);
}

base::Result<RegisterFiles> RegisterFiles::Create(const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) return base::Error{base::Code::kIo, directory + ": " + error.message()};
  RegisterFiles files;
  for (std::size_t i = 0; i < kGeneratedFiles; ++i) {
    const FileRow& row = kRows[i];
    const std::filesystem::path path = std::filesystem::path(directory) / row.name;
    auto writer = formats::FileWriter::Create(path.string(), row.readers);
    if (!writer.ok()) return std::move(writer).error();
    OpenFile& file = files.files_[i];
    file.writer = std::move(*writer);
    if (row.is_packed) file.packer = std::make_unique<formats::GzipPacker>(file.writer.get());
    if (!row.is_array) continue;
    if (base::Status status = file.Append("["); !status.ok()) return std::move(status).error();
  }
  return files;
}

base::Status RegisterFiles::Append(model::Kind kind, const model::Unit& unit) {
  using enum GeneratedFile;
  const bool is_entity = kind == model::Kind::kEntity;
  const bool is_live = unit.state == model::State::kLive;
  text_.clear();
  render::AppendRecord(kind, unit, model::Form::kStored, &text_);
  if (is_live) return Append(is_entity ? kEntities : kSubEntities, text_);
  return Append(is_entity ? kRetiredEntities : kRetiredSubEntities, text_);
}

base::Status RegisterFiles::Append(GeneratedFile file, std::string_view record) {
  const auto index = static_cast<std::size_t>(file);
  OpenFile& open = files_[index];
  const bool is_array = kRows[index].is_array;
  const std::string_view before = !is_array ? "" : open.is_empty ? "\n" : ",\n";
  open.is_empty = false;
  if (base::Status status = open.Append(before); !status.ok()) return status;
  if (base::Status status = open.Append(record); !status.ok()) return status;
  return is_array ? base::Status() : open.Append("\n");
}

base::Status RegisterFiles::Publish() {
  for (std::size_t i = 0; i < kGeneratedFiles; ++i) {
    OpenFile& file = files_[i];
    if (kRows[i].is_array) {
      if (base::Status status = file.Append("\n]\n"); !status.ok()) return status;
    }
    if (file.packer) {
      if (base::Status status = file.packer->Finish(); !status.ok()) return status;
    }
    if (base::Status status = file.writer->Finish(); !status.ok()) return status;
  }
  for (OpenFile& file : files_) {
    if (base::Status status = file.writer->Publish(); !status.ok()) return status;
  }
  return {};
}

}  // namespace orgreg::tools
