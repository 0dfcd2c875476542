#include "search/catalog.h"

#include "search/match.h"
#include "search/pick_page.h"

namespace orgreg::search {
namespace {

std::optional<Found> FindIn(const RecordTable& table, model::State state, base::OrgNumber number) {
  const std::optional<Doc> doc = table.Find(number);
  if (!doc) return std::nullopt;
  return Found{
      .state = state, .rendered = table.Bytes(*doc), .fingerprint = table.Fingerprint(*doc)};
}

std::optional<Found> FindIn(const Segment& segment, base::OrgNumber number) {
  if (auto live = FindIn(segment.live(), model::State::kLive, number)) return live;
  if (auto deleted = FindIn(segment.deleted(), model::State::kDeleted, number)) return deleted;
  return FindIn(segment.removed(), model::State::kRemoved, number);
}

}  // namespace

base::Result<std::optional<Found>> Catalog::Lookup(model::Kind kind, base::OrgNumber number) const {
  const Layers& layers = LayersOf(kind);
  try {
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
      if (auto found = FindIn(*layer->segment, number)) return found;
    }
    return std::optional<Found>();
  } catch (const DamagedBlock&) {
    return Damaged(kind);
  }
}

base::Result<Page> Catalog::Search(const Query& query) const {
  const Layers& layers = LayersOf(query.kind);
  try {
    const Matches matches = FindMatches(layers, query);
    Page page{.total = Count(matches)};
    for (const Place& place : PickPage(layers, matches, query.page))
      page.records.push_back(layers[place.layer].segment->live().Bytes(place.doc));
    return page;
  } catch (const DamagedBlock&) {
    return Damaged(query.kind);
  }
}

base::Result<RecordWalk> Catalog::Walk(const Query& query) const {
  const Layers& layers = LayersOf(query.kind);
  try {
    return RecordWalk(query.kind, layers, AllOf(layers, FindMatches(layers, query)));
  } catch (const DamagedBlock&) {
    return Damaged(query.kind);
  }
}

}  // namespace orgreg::search
