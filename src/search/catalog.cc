#include "search/catalog.h"

#include "search/execute.h"

namespace orgreg::search {
namespace {

std::optional<Found> FindIn(const RecordTable& table, model::State state, base::OrgNumber number) {
  const std::optional<Doc> doc = table.Find(number);
  if (!doc) return std::nullopt;
  return Found{
      .state = state, .rendered = table.Bytes(*doc), .fingerprint = table.Fingerprint(*doc)};
}

}  // namespace

base::Error Catalog::Damaged(model::Kind kind) const {
  is_damaged_.store(true, std::memory_order_relaxed);
  const bool entity = kind == model::Kind::kEntity;
  return {base::Code::kCorrupt,
          entity ? "the segment of entities is damaged" : "the segment of sub-entities is damaged"};
}

base::Result<std::optional<Found>> Catalog::Lookup(model::Kind kind, base::OrgNumber number) const {
  const Segment& segment = *SegmentOf(kind);
  try {
    if (auto live = FindIn(segment.live(), model::State::kLive, number)) return live;
    if (auto deleted = FindIn(segment.deleted(), model::State::kDeleted, number)) return deleted;
    return FindIn(segment.removed(), model::State::kRemoved, number);
  } catch (const DamagedBlock&) {
    return Damaged(kind);
  }
}

base::Result<Page> Catalog::Search(const Query& query) const {
  const Segment& segment = *SegmentOf(query.kind);
  try {
    const Matches matches = FindMatches(segment, query);
    Page page{.total = matches.all.Count()};
    for (const Doc doc : PickPage(segment, matches, query.page))
      page.records.push_back(segment.live().Bytes(doc));
    return page;
  } catch (const DamagedBlock&) {
    return Damaged(query.kind);
  }
}

}  // namespace orgreg::search
