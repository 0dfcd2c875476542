// SPDX-License-Identifier: EUPL-1.2

#include "ingest/imports/csv_parties.h"

#include <utility>

#include "formats/csv_records.h"
#include "model/registers/register_columns.h"
#include "records/readers/party_record.h"

namespace orgreg::ingest {
namespace {

class CsvParties final : public UnitStream {
 public:
  explicit CsvParties(std::unique_ptr<formats::ByteSource> source)
      : source_(std::move(source)), rows_(source_.get()) {}

  base::Status ReadHeader() {
    auto header = TRY(rows_.Next());
    const std::size_t wanted = model::PartyColumns().size();
    if (header && header->cells.size() == wanted) return {};
    return base::Error{base::Code::kInvalid,
                       "is neither JSON nor CSV of " + std::to_string(wanted) + " columns"};
  }

  base::Result<bool> Next(ReadUnit* next) override {
    auto row = TRY(rows_.Next());
    if (!row) return false;
    *next = {.ordinal = row->ordinal, .line = row->line};
    if (!row->problem.empty()) {
      next->problems.push_back({.reason = std::string(row->problem)});
    } else {
      records::ReadPartyRow(row->cells, &next->supplement, &next->problems);
    }
    if (!next->problems.empty()) next->excerpt = CsvExcerpt(row->cells);
    return true;
  }

 private:
  std::unique_ptr<formats::ByteSource> source_;
  formats::CsvRecords rows_;
};

}  // namespace

base::Result<std::unique_ptr<UnitStream>> OpenCsvParties(
    std::unique_ptr<formats::ByteSource> source) {
  auto parties = std::make_unique<CsvParties>(std::move(source));
  TRY(parties->ReadHeader());
  return std::unique_ptr<UnitStream>(std::move(parties));
}

}  // namespace orgreg::ingest
