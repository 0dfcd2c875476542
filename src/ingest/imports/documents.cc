// SPDX-License-Identifier: EUPL-1.2

#include "ingest/imports/documents.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "base/files/file_access.h"
#include "ingest/imports/complaints.h"
#include "model/registers/documents.h"
#include "records/documents/folder.h"

namespace orgreg::ingest {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kProgressFiles = 64;

// Sorted, so that of two names for one document the same one always counts.
base::Result<std::vector<std::string>> NamesIn(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    names.push_back(at->path().filename().string());
  }
  if (error) {
    TRY(base::CheckFolder(folder));
    return base::Error{base::Code::kIo, folder + ": cannot be read: " + error.message()};
  }
  std::ranges::sort(names);
  return names;
}

class Import {
 public:
  Import(const DocumentImportOptions& options, records::DocumentFolder::Session* session)
      : options_(options), session_(session) {}

  base::Status AddAll(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      if (options_.progress && report_.read % kProgressFiles == 0)
        options_.progress(report_.read, names.size());
      ++report_.read;
      const std::string path = (fs::path(options_.from) / name).string();
      base::Status added = Add(name, path);
      if (added) continue;
      base::Error& error = added.error();
      if (!records::DocumentFolder::IsAboutFile(error)) return added;
      if (options_.strict) return std::move(error).At(path);
      ++report_.bad;
      std::string example = path + ": " + error.message;
      complaints_.Add({{.reason = std::move(error.message)}}, name, std::move(example));
    }
    return {};
  }

  bool has_none_but_bad() const { return report_.read != 0 && report_.bad == report_.read; }
  // By number.
  std::vector<model::DocumentList> TakeLists() {
    std::vector<model::DocumentList> lists;
    lists.reserve(lists_.size());
    for (auto& [number, list] : lists_) lists.push_back(std::move(list));
    return lists;
  }
  DocumentImportReport TakeReport() {
    report_.bad_files = complaints_.Lines();
    return std::move(report_);
  }

 private:
  // Errors are those of Session::Add.
  base::Status Add(const std::string& name, const std::string& path) {
    auto named = model::ReadFileName(name);
    if (!named) {
      return base::Error{base::Code::kInvalid,
                         "its name does not say what it is: " + std::string(model::kFileNameForms)};
    }
    auto stored = TRY(session_->Add(path));
    if (options_.stored) TRY(options_.stored(stored));
    named->document.sha256 = std::move(stored.sha256);
    named->document.size_bytes = stored.size_bytes;
    model::DocumentList& list = lists_[named->number];
    list.number = named->number;
    model::AddDocument(std::move(named->document), &list);
    return {};
  }

  const DocumentImportOptions& options_;
  records::DocumentFolder::Session* session_;
  std::map<base::OrgNumber, model::DocumentList> lists_;
  Complaints complaints_;
  DocumentImportReport report_;
};

}  // namespace

base::Result<DocumentImportReport> ImportDocuments(records::Register* target,
                                                   const records::DocumentFolder& folder,
                                                   const DocumentImportOptions& options) {
  const auto names = TRY(NamesIn(options.from));
  auto session = TRY(folder.Begin());
  Import import(options, &session);
  base::Result<records::DocumentCounts> counts = records::DocumentCounts();
  if (base::Status added = import.AddAll(names); !added) {
    counts = std::move(added).error();
  } else if (!import.has_none_but_bad()) {
    counts = target->PutDocuments(import.TakeLists());
  }
  // Files without a row: of failures, of replaced documents, or of an organisation removed from
  // publication. The result of the sweep does not affect the rows.
  const bool leaves_files = !counts || counts->replaced + counts->kept_removed != 0;
  if (leaves_files) {
    auto swept = target->SweepDocuments(&session);
    // A backup that keeps sweeps away sweeps when it ends.
    const bool waits = !swept && swept.error().code == base::Code::kUnavailable;
    if (!swept && !waits && counts) return std::move(swept).error();
  }
  if (!counts) return std::move(counts).error();
  DocumentImportReport report = import.TakeReport();
  report.documents = *counts;
  return report;
}

}  // namespace orgreg::ingest
