#include "api/registers/register_csv.h"

#include "api/answers/errors.h"
#include "api/interface/csv_safety.h"
#include "api/registers/downloads.h"

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

void SendRegisterCsv(model::Kind kind, std::string_view name, std::unique_ptr<RegisterRows> rows,
                     const Context& context, Answer* answer) {
  search::Problems problems;
  const bool is_sheet_safe = TakeCsvSafety(context.query, &problems);
  if (!problems.empty()) {
    return AnswerProblems(problems, context.language, context.request.raw_path, &answer->response);
  }
  const search::Catalog::State& state = context.catalog->state();
  AddFileFields(name, state.last_change, &answer->response);
  answer->response.set_stream(
      std::make_unique<RegisterCsvBody>(context.catalog, kind, std::move(rows), is_sheet_safe));
  // The same state of the data gives the same file, and another one where it is safe.
  answer->fingerprint = is_sheet_safe ? ~state.fingerprint : state.fingerprint;
}

}  // namespace orgreg::api
