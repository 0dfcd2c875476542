#include "api/register_csv.h"

#include "api/downloads.h"
#include "api/errors.h"
#include "api/list_frame.h"

namespace orgreg::api {

base::Result<bool> RegisterCsvBody::Next(std::string* out) {
  constexpr std::size_t kAtOnce = 256;
  constexpr std::size_t kPartBytes = std::size_t{128} << 10;
  if (!is_begun_) rows_->AppendHeader(out);
  is_begun_ = true;
  while (out->size() < kPartBytes) {
    const auto entries = catalog_->After(kind_, after_, kAtOnce);
    if (!entries) return entries.error();
    for (const search::Numbered& entry : *entries) {
      if (base::Status appended = Append(entry, out); !appended) return std::move(appended).error();
    }
    if (entries->size() < kAtOnce) return false;
    after_ = entries->back().number;
  }
  return true;
}

base::Status RegisterCsvBody::Append(const search::Numbered& entry, std::string* out) {
  JoinedEntry joined{.entry = entry};
  for (const model::Kind kind : model::kUnitKinds) {
    const auto found = catalog_->Lookup(kind, entry.number);
    if (!found) return found.error();
    if (!*found) continue;
    if ((*found)->state == model::State::kRemoved) return {};
    if (kind != model::Kind::kEntity) continue;
    joined.entity = (*found)->rendered;
    joined.entity_is_struck_off = (*found)->state == model::State::kDeleted;
  }
  return rows_->Append(joined, out);
}

void SendRegisterCsv(model::Kind kind, std::string_view name, std::unique_ptr<RegisterRows> rows,
                     const Context& context, Answer* answer) {
  const search::Problems problems = RefuseArguments(context.query);
  if (!problems.empty()) {
    return AnswerProblems(problems, context.language, context.request.raw_path, &answer->response);
  }
  const search::Catalog::State& state = context.catalog->state();
  AddFileFields(name, state.last_change, &answer->response);
  answer->response.set_stream(
      std::make_unique<RegisterCsvBody>(context.catalog, kind, std::move(rows)));
  // The same state of the data gives the same file.
  answer->fingerprint = state.fingerprint;
}

}  // namespace orgreg::api
