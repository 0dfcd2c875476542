// SPDX-License-Identifier: EUPL-1.2

#include "api/state_pages/register_facts.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "downloads/file_table.h"
#include "downloads/manifest.h"
#include "records/import_note.h"
#include "records/register.h"

namespace orgreg::api {
namespace {

// In the store, also beyond what the index shows.
constexpr std::int64_t kLastId = std::numeric_limits<std::int64_t>::max();

void MakeOlder(std::int64_t time_ms, std::int64_t* oldest) {
  *oldest = *oldest == 0 ? time_ms : std::min(*oldest, time_ms);
}

void MakeNewer(std::int64_t time_ms, std::optional<std::int64_t>* newest) {
  *newest = std::max(time_ms, newest->value_or(time_ms));
}

void AddFiles(const FactSources& sources, RegisterFacts* facts) {
  const std::shared_ptr<const Inventories::Set> set = sources.inventories->Current();
  for (const downloads::FileRow& row : downloads::Files()) {
    const Inventory* const inventory = Inventories::Find(set.get(), row);
    if (inventory == nullptr) {
      ++facts->state.files_missing;
      continue;
    }
    const downloads::Stamp& stamp = inventory->entry.stamp;
    const bool is_first = facts->state.files_made++ == 0;
    MakeOlder(stamp.time_ms, &facts->state.files_ms);
    facts->files_position =
        is_first ? stamp.last_change : std::min(facts->files_position, stamp.last_change);
  }
}

// The last import that took records; a refused one has changed nothing.
base::Result<std::optional<std::int64_t>> LoadTime(model::Kind kind, records::View* view) {
  const auto note = TRY(view->LastImport(records::ImportNote::KeyOf(model::RowOf(kind).many)));
  if (!note) return std::optional<std::int64_t>();
  const bool took = note->outcome == records::ImportOutcome::kDone ||
                    note->outcome == records::ImportOutcome::kSomeBad;
  return took ? std::optional(note->time_ms) : std::nullopt;
}

base::Result<KindFacts> FactsOfKind(model::Kind kind, const FactSources& sources,
                                    RegisterState* state) {
  KindFacts facts = {.kind = kind, .live = sources.catalog->CountLive(kind)};
  const auto newest =
      TRY(sources.feed->Read({.kind = kind, .descending = true, .count = 1}, kLastId));
  if (newest.updates.empty()) return facts;
  facts.last_change = newest.updates.front().id;
  facts.last_change_ms = newest.updates.front().time.milliseconds();
  MakeNewer(facts.last_change_ms, &state->changed_ms);
  const std::int64_t shown = sources.catalog->state().LastChangeOf(kind);
  if (facts.last_change <= shown) return facts;
  const auto waiting =
      TRY(sources.feed->Read({.kind = kind, .from_id = shown + 1, .count = 1}, kLastId));
  if (waiting.updates.empty()) return facts;
  state->waiting += static_cast<std::uint64_t>(waiting.total);
  MakeOlder(waiting.updates.front().time.milliseconds(), &state->waiting_since_ms);
  return facts;
}

base::Status AddLoads(const records::Register& source, RegisterFacts* facts) {
  auto view = TRY(source.Read());
  for (KindFacts& of_kind : facts->kinds) {
    of_kind.loaded_ms = TRY(LoadTime(of_kind.kind, &view));
    if (of_kind.loaded_ms) MakeNewer(*of_kind.loaded_ms, &facts->state.loaded_ms);
  }
  return {};
}

}  // namespace

base::Result<RegisterFacts> FactsOf(const FactSources& sources) {
  RegisterFacts facts;
  AddFiles(sources, &facts);
  if (sources.copy != nullptr) facts.state.copy = sources.copy->Read();
  if (sources.catalog == nullptr) return facts;
  facts.state.has_index = true;
  facts.position = sources.catalog->state().last_change;
  facts.kinds.reserve(model::kKindCount);
  for (const model::Kind kind : model::kKinds)
    facts.kinds.push_back(TRY(FactsOfKind(kind, sources, &facts.state)));
  facts.state.is_empty =
      std::ranges::all_of(facts.kinds, [](const KindFacts& kind) { return kind.live == 0; });
  if (sources.source != nullptr) TRY(AddLoads(*sources.source, &facts));
  return facts;
}

}  // namespace orgreg::api
