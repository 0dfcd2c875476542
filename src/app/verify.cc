#include <fmt/format.h>

#include <memory>

#include "app/catalog_builder.h"
#include "app/commands.h"
#include "app/settings.h"
#include "records/stored_row.h"
#include "records/supplement.h"
#include "render/record_json.h"
#include "store/sqlite_store.h"

namespace orgreg::app {
namespace {

// Compares one kind's segment with the store, record by record.
class Comparison {
 public:
  Comparison(model::Kind kind, const search::Catalog* catalog) : kind_(kind), catalog_(catalog) {}

  base::Status Take(const model::Unit& unit) {
    rendered_.clear();
    render::AppendRecord(kind_, unit, {}, &rendered_);
    return Compare(unit.number, unit.state, rendered_);
  }

  // Of what supplements an entity.
  base::Status Take(const store::RowView& row) {
    indexed_ = {};
    if (row.state == store::RowState::kLive) {
      if (base::Status status = indexer_.Index(kind_, row, &indexed_); !status) return status;
    }
    return Compare(row.number, records::StateOf(row.state), indexed_.rendered);
  }

  // After all records of the store: the segment must not hold more.
  base::Status Finish() const {
    if (catalog_->CountLive(kind_) == live_) return {};
    return base::Error{base::Code::kCorrupt, "the index holds records that the store does not"};
  }

  std::uint64_t compared() const { return compared_; }

 private:
  base::Status Compare(base::OrgNumber number, model::State state, std::string_view rendered) {
    auto found = catalog_->Lookup(kind_, number);
    if (!found) return std::move(found).error();
    ++compared_;
    live_ += state == model::State::kLive ? 1 : 0;
    if (*found && (*found)->state == state && (*found)->rendered == rendered) return {};
    return base::Error{base::Code::kCorrupt,
                       number.ToString() + " is another in the index than in the store"};
  }

  model::Kind kind_;
  const search::Catalog* catalog_;
  records::SupplementIndexer indexer_;
  records::IndexedSupplement indexed_;
  std::string rendered_;
  std::uint64_t compared_ = 0;
  std::uint64_t live_ = 0;
};

// True where the kind's segment is right, or is none to be compared.
bool VerifyKind(const records::Register& source, const CatalogBuilder& builder, model::Kind kind) {
  auto view = source.Read();
  if (!view) return Fail(view.error()) == kDone;
  auto layers = builder.LayersUponKept(&*view, kind);
  if (!layers && layers.error().code == base::Code::kNotFound) {
    fmt::print("{}: no index to compare; the next start makes it ({})\n", model::RowOf(kind).many,
               layers.error().message);
    return true;
  }
  if (!layers) return Fail(layers.error()) == kDone;
  search::Catalog::LayersByKind by_kind;
  by_kind[static_cast<std::size_t>(kind)] = std::move(layers).value();
  const search::Catalog catalog(std::move(by_kind), {});
  Comparison comparison(kind, &catalog);
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

int RunVerify(const std::string& path) {
  auto store = store::OpenSqlite(path, store::OpenMode::kReadOnly);
  if (!store) return Fail(store.error());
  if (base::Status status = (*store)->Check(); !status) return Fail(status.error());
  fmt::print("the store is sound\n");
  const records::Register source(store->get());
  const CatalogBuilder builder(&source, path);
  bool all_right = true;
  for (const model::Kind kind : model::kKinds)
    all_right = VerifyKind(source, builder, kind) && all_right;
  return all_right ? kDone : kFailed;
}

}  // namespace

void AddVerify(Command program) {
  const auto path = std::make_shared<std::string>(Settings().store);
  Command command =
      program.Sub("verify", "Check the store, and the index against it, record by record");
  command.Add("--store", path.get(), "The register's file").ShowDefault();
  command.Does([path] { return RunVerify(*path); });
}

}  // namespace orgreg::app
