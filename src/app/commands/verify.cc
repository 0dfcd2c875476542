// SPDX-License-Identifier: EUPL-1.2

// An IndexCheck compares the segment of a kind with the rows of the store, a DocumentCheck the
// files of documents with their rows. The command runs both after the check of the store itself,
// and then checks the files of the register (verify_files.h) and the other parts (verify_parts.h).

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "app/catalog/catalog_builder.h"
#include "app/commands.h"
#include "app/commands/verify_files.h"
#include "app/commands/verify_parts.h"
#include "app/exit_code.h"
#include "app/place/open_place.h"
#include "app/settings/setting_flags.h"
#include "app/settings/settings.h"
#include "app/shared/shared_documents.h"
#include "http/message/body.h"
#include "model/limits.h"
#include "model/registers/documents.h"
#include "records/documents/folder.h"
#include "records/readers/document_record.h"
#include "records/readers/supplement.h"
#include "records/rows/references.h"
#include "records/rows/stored_row.h"
#include "render/record_json.h"

namespace orgreg::app {
namespace {

struct VerifyArguments {
  Parts parts;
  std::string files;             // The folder of the files of the register.
  bool reads_documents = false;  // In full.
};

// Compares one kind's segment with the store, record by record.
class IndexCheck {
 public:
  // View and catalog outlive the comparison.
  IndexCheck(model::Kind kind, records::View* view, const search::Catalog* catalog)
      : kind_(kind),
        view_(view),
        catalog_(catalog),
        indexer_([view](base::OrgNumber number) { return view->IsRemoved(number); }) {}

  base::Status Take(const model::Unit& unit) {
    columns_.Clear();
    render::AppendServedRecord(kind_, unit, model::kLatestVersion, &columns_.served);
    return Compare(unit.number, unit.state, columns_);
  }

  // The supplements of an entity.
  base::Status Take(const store::RowView& row) {
    indexed_ = {};
    if (row.state == store::RowState::kLive) {
      TRY(indexer_.Index(kind_, row, &indexed_));
    }
    TRY(CheckReferences(row));
    return Compare(row.number, records::StateOf(row.state), indexed_.columns);
  }

  // After all records of the store: the segment must not hold more.
  base::Status Finish() const {
    if (catalog_->CountLive(kind_) == live_) return {};
    return base::Error{base::Code::kCorrupt, "the index holds records that the store does not"};
  }

  std::uint64_t compared() const { return compared_; }

 private:
  // The store finds the record by each organisation that it names.
  base::Status CheckReferences(const store::RowView& row) {
    const auto named = references_.In(kind_, row);
    const auto recorded = TRY(view_->References(kind_, row.number));
    if (named == recorded) return {};
    return base::Error{base::Code::kCorrupt,
                       row.number.ToString() + " names others than the store has recorded"};
  }

  base::Status Compare(base::OrgNumber number, model::State state,
                       const render::RecordColumns& columns) {
    auto found = TRY(catalog_->Lookup(kind_, number));
    ++compared_;
    live_ += state == model::State::kLive ? 1 : 0;
    const render::RecordView expected(kind_, columns);
    if (found && found->state == state && found->record == expected) return {};
    return base::Error{base::Code::kCorrupt,
                       number.ToString() + " differs between the index and the store"};
  }

  model::Kind kind_;
  records::View* view_;
  const search::Catalog* catalog_;
  records::SupplementIndexer indexer_;
  records::IndexedSupplement indexed_;
  records::References references_;
  render::RecordColumns columns_;
  std::uint64_t compared_ = 0;
  std::uint64_t live_ = 0;
};

// True if the kind's segment is right, or there is none to compare.
bool VerifyKind(const records::Register& source, const CatalogBuilder& builder, model::Kind kind) {
  auto view = source.Read();
  if (!view) return Fail(view.error()) == kDone;
  auto layers = builder.LayersUponKept(&*view, kind);
  if (!layers && layers.error().code == base::Code::kNotFound) {
    fmt::print("{}: no index to compare; the next start makes it\n", model::RowOf(kind).many);
    return true;
  }
  // As between an upgrade of the program and the first start.
  if (!layers && layers.error().code == base::Code::kInvalid) {
    fmt::print("{}: {}; the next start makes another\n", model::RowOf(kind).many,
               layers.error().message);
    return true;
  }
  if (!layers) return Fail(layers.error()) == kDone;
  search::Catalog::LayersByKind by_kind;
  by_kind[static_cast<std::size_t>(kind)] = std::move(layers).value();
  const search::Catalog catalog(std::move(by_kind), {});
  IndexCheck comparison(kind, &*view, &catalog);
  base::Status status =
      model::IsUnit(kind)
          ? view->Scan(kind, [&](const model::Unit& unit) { return comparison.Take(unit); })
          : view->ScanRows(kind, [&](const store::RowView& row) { return comparison.Take(row); });
  if (status) status = comparison.Finish();
  if (!status) return Fail(status.error()) == kDone;
  fmt::print("{}: {} records are the same in store and index\n", model::RowOf(kind).many,
             comparison.compared());
  return true;
}

// Checks the file of each listed document: that it exists and has the right size, or that its bytes
// match its hash.
class DocumentCheck {
 public:
  // `shared` has what the folder of a node never had; it may be null, or outlives the check.
  DocumentCheck(records::DocumentFolder folder, const SharedDocuments* shared, bool reads_all)
      : folder_(std::move(folder)), shared_(shared), reads_all_(reads_all) {}

  base::Status Take(const store::RowView& row) {
    if (row.state != store::RowState::kLive) return {};
    const auto list = TRY(records::ReadStoredDocuments(row.body));
    for (const model::Document& document : list.documents) {
      const base::Status status = Check(document);
      if (!status) Tell(model::FileNameOf(list.number, document), status.error());
      ++listed_;
    }
    return {};
  }

  std::uint64_t listed() const { return listed_; }
  std::uint64_t bad() const { return bad_; }

 private:
  static constexpr std::uint64_t kMostTold = 20;

  base::Status Check(const model::Document& document) const {
    const records::StoredDocument stored = {.sha256 = document.sha256,
                                            .size_bytes = document.size_bytes};
    std::error_code ignored;
    const bool is_elsewhere =
        shared_ != nullptr && !std::filesystem::exists(folder_.PathOf(document.sha256), ignored);
    if (is_elsewhere) return shared_->Find(stored);
    if (reads_all_) return folder_.Verify(stored);
    const auto file = TRY(http::OpenFile::Open(folder_.PathOf(document.sha256)));
    if (file->size_bytes() == document.size_bytes) return {};
    return base::Error{base::Code::kCorrupt,
                       folder_.PathOf(document.sha256) + ": has another size than before"};
  }

  void Tell(const std::string& name, const base::Error& error) {
    if (++bad_ <= kMostTold) fmt::print(stderr, "{}: {}\n", name, error.message);
  }

  const records::DocumentFolder folder_;
  const SharedDocuments* const shared_;
  const bool reads_all_;
  std::uint64_t listed_ = 0;
  std::uint64_t bad_ = 0;
};

bool VerifyDocuments(const records::Register& source, const VerifyArguments& arguments) {
  auto view = source.Read();
  if (!view) return Fail(view.error()) == kDone;
  const std::string folder = arguments.parts.place.PathOf(PlacePart::kDocuments);
  const auto shared = SharedDocuments::Of(arguments.parts.place);
  if (!shared) return Fail(shared.error()) == kDone;
  DocumentCheck check(records::DocumentFolder::At(folder), shared->get(),
                      arguments.reads_documents);
  const base::Status status =
      view->ScanRows(model::Kind::kDocuments, [&](const auto& row) { return check.Take(row); });
  if (!status) return Fail(status.error()) == kDone;
  if (check.bad() != 0) {
    fmt::print(stderr, "orgreg: {} of {} files of documents are missing or damaged\n", check.bad(),
               check.listed());
    return false;
  }
  fmt::print("documents: {}: the files of {} documents are {}\n", folder, check.listed(),
             arguments.reads_documents ? "what they were" : "there");
  return true;
}

int RunVerify(const VerifyArguments& arguments) {
  auto store =
      OpenPlace(arguments.parts.place, store::OpenMode::kReadOnly, {.accepts_set_back = true});
  if (!store) return Fail(store.error());
  if (base::Status status = (*store)->Check(); !status) return Fail(status.error());
  fmt::print("the store is sound: {}\n", arguments.parts.place.shown_address());
  const records::Register source(store->get());
  if (base::Status installed = source.InstallCodeLists(); !installed)
    return Fail(installed.error());
  const CatalogBuilder builder(&source, arguments.parts.place);
  bool all_right = true;
  for (const model::Kind kind : model::kKinds)
    all_right = VerifyKind(source, builder, kind) && all_right;
  all_right = VerifyDocuments(source, arguments) && all_right;
  all_right = VerifyFiles(arguments.files) && all_right;
  all_right = VerifyParts(arguments.parts) && all_right;
  return all_right ? kDone : kFailed;
}

}  // namespace

void AddVerify(Command program) {
  const auto arguments = std::make_shared<VerifyArguments>();
  Command command = program.Sub(
      "verify",
      "Check the store, the index against it record by record, that the files of documents are "
      "there, the files of the whole register, users, usage counts, audit log and secrets");
  command.Add("--read-documents", &arguments->reads_documents,
              "Read all files of documents and compare them with their SHA-256");
  SettingFlags(command, {"data", "store", "blobs", "blobs_endpoint", "blobs_region",
                         "blobs_credentials", "blobs_ca_file", "downloads", "users", "usage",
                         "usage_secret", "audit_log", "number_keys"})
      .Does([arguments](const Settings& settings) {
        arguments->parts = Parts::Of(settings);
        arguments->files = DownloadFolder(settings);
        return RunVerify(*arguments);
      });
}

}  // namespace orgreg::app
