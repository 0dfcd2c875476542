#include "ingest/generate_files.h"

#include <filesystem>
#include <string_view>
#include <system_error>

#include "render/record_json.h"

namespace orgreg::ingest {
namespace {

struct FileNames {
  std::string_view inventory;
  std::string_view retired;
};

constexpr FileNames NamesOf(model::Kind kind) {
  if (kind == model::Kind::kEntity) return {"enheter_alle.json.gz", "utgaatte_enheter.ndjson"};
  return {"underenheter_alle.json.gz", "utgaatte_underenheter.ndjson"};
}

}  // namespace

base::Status RegisterFiles::Open(model::Kind kind, const std::string& directory, KindFiles* files) {
  const std::filesystem::path folder(directory);
  const FileNames names = NamesOf(kind);
  auto inventory = formats::FileWriter::Create((folder / names.inventory).string());
  if (!inventory.ok()) return std::move(inventory).error();
  auto retired = formats::FileWriter::Create((folder / names.retired).string());
  if (!retired.ok()) return std::move(retired).error();
  files->inventory = std::move(*inventory);
  files->packer = std::make_unique<formats::GzipPacker>(files->inventory.get());
  files->retired = std::move(*retired);
  return files->packer->Append("[");
}

base::Result<RegisterFiles> RegisterFiles::Create(const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) return base::Error{base::Code::kIo, directory + ": " + error.message()};
  RegisterFiles files;
  for (const model::Kind kind : model::kKinds) {
    base::Status status = Open(kind, directory, &files.files_[static_cast<std::size_t>(kind)]);
    if (!status.ok()) return std::move(status).error();
  }
  return files;
}

base::Status RegisterFiles::Append(model::Kind kind, const model::Unit& unit) {
  KindFiles& files = files_[static_cast<std::size_t>(kind)];
  text_.clear();
  if (unit.state != model::State::kLive) {
    render::AppendRecord(kind, unit, render::kStoredForm, &text_);
    text_.push_back('\n');
    return files.retired->Append(text_);
  }
  text_.append(files.is_empty ? "\n" : ",\n");
  files.is_empty = false;
  render::AppendRecord(kind, unit, render::kStoredForm, &text_);
  return files.packer->Append(text_);
}

base::Status RegisterFiles::Publish() {
  for (KindFiles& files : files_) {
    if (base::Status status = files.packer->Append("\n]\n"); !status.ok()) return status;
    if (base::Status status = files.packer->Finish(); !status.ok()) return status;
    if (base::Status status = files.inventory->Finish(); !status.ok()) return status;
    if (base::Status status = files.retired->Finish(); !status.ok()) return status;
  }
  for (KindFiles& files : files_) {
    if (base::Status status = files.inventory->Publish(); !status.ok()) return status;
    if (base::Status status = files.retired->Publish(); !status.ok()) return status;
  }
  return {};
}

}  // namespace orgreg::ingest
