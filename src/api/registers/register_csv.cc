// SPDX-License-Identifier: EUPL-1.2

#include "api/registers/register_csv.h"

#include "api/interface/ask.h"
#include "api/interface/parameter_rows.h"
#include "api/registers/downloads.h"
#include "model/kind.h"

namespace orgreg::api {

namespace {

constexpr std::size_t kAtOnce = 256;
constexpr std::size_t kPartBytes = std::size_t{128} << 10;

}  // namespace

base::Result<bool> RegisterCsvBody::Next(std::string* out) {
  if (!is_sheet_safe_) return Make(out);
  plain_.clear();
  auto more = Make(&plain_);
  if (more) safe_.Append(plain_, out);
  return more;
}

base::Result<bool> RegisterCsvBody::Make(std::string* out) {
  if (!is_begun_) rows_->AppendHeader(out);
  is_begun_ = true;
  while (out->size() < kPartBytes) {
    const auto entries = TRY(catalog_->After(kind_, after_, kAtOnce));
    for (const search::Numbered& entry : entries) {
      TRY(Append(entry, out));
    }
    if (entries.size() < kAtOnce) return false;
    after_ = entries.back().number;
  }
  return true;
}

base::Status RegisterCsvBody::Append(const search::Numbered& entry, std::string* out) {
  JoinedEntry joined{.entry = entry};
  for (const model::Kind kind : model::kUnitKinds) {
    const auto found = TRY(catalog_->Lookup(kind, entry.number));
    if (!found) continue;
    if (found->state == model::State::kRemoved) return {};
    if (kind != model::Kind::kEntity) continue;
    joined.entity = found->record.served().text();
    joined.entity_is_struck_off = found->state == model::State::kDeleted;
  }
  return rows_->Append(joined, out);
}

Outcome SendRegisterCsv(std::string_view name, std::unique_ptr<RegisterRows> rows,
                        const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const bool is_sheet_safe = asked.Has(kSafety);
  const search::Catalog::State& state = context.catalog->state();
  AddFileFields(name, state.last_change, reply);
  return Stream{.body = std::make_unique<RegisterCsvBody>(context.catalog, *context.argument().kind,
                                                          std::move(rows), is_sheet_safe),
                // The same state of the data gives the same tag, and the safe file has another one.
                .fingerprint = is_sheet_safe ? ~state.fingerprint : state.fingerprint};
}

}  // namespace orgreg::api
