// SPDX-License-Identifier: EUPL-1.2

// Each query goes through the layers of its kind and skips the documents that are hidden there.
// DamagedBlock is caught here, and becomes an error.

#include "search/catalog.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "search/columns/key_index.h"
#include "search/columns/term_index.h"
#include "search/match/match.h"
#include "search/match/pick_page.h"
#include "search/request/parse_query.h"
#include "search/suggest/suggest.h"

namespace orgreg::search {
namespace {

std::optional<Found> FindIn(const RecordTable& table, model::State state, base::OrgNumber number) {
  const std::optional<Doc> doc = table.Find(number);
  if (!doc) return std::nullopt;
  return Found{
      .state = state, .record = table.Record(*doc), .fingerprint = table.Fingerprint(*doc)};
}

std::optional<Found> FindIn(const Segment& segment, base::OrgNumber number) {
  if (auto live = FindIn(segment.live(), model::State::kLive, number)) return live;
  if (auto deleted = FindIn(segment.deleted(), model::State::kDeleted, number)) return deleted;
  return FindIn(segment.removed(), model::State::kRemoved, number);
}

Numbered RecordOf(const RecordTable& table, Doc doc) {
  return {.number = table.Number(doc), .record = table.Record(doc)};
}

// The first of several layers' records, in order of number.
std::vector<Numbered> FirstOf(std::vector<Numbered> records, std::size_t most) {
  std::ranges::sort(records, {}, &Numbered::number);
  records.resize(std::min(records.size(), most));
  return records;
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

bool Catalog::IsQuick(const Query& query) const {
  try {
    return IsQuickToMatch(LayersOf(query.kind), query);
  } catch (const DamagedBlock&) {
    return false;
  }
}

base::Result<Page> Catalog::Search(const Query& query) const {
  const Layers& layers = LayersOf(query.kind);
  try {
    const Matches matches = FindMatches(layers, query);
    return Page{.kind = query.kind,
                .places = PickPage(layers, matches, query.page),
                .total = Count(matches)};
  } catch (const DamagedBlock&) {
    return Damaged(query.kind);
  }
}

base::Result<std::vector<render::PublicForm>> Catalog::Served(const Page& page) const {
  const Layers& layers = LayersOf(page.kind);
  for (const Place& place : page.places) layers[place.layer].segment->live().Prefetch(place.doc);
  std::vector<render::PublicForm> records;
  records.reserve(page.places.size());
  TRY(VisitServed(page, 0, [&records](const render::PublicForm& record) {
    records.push_back(record);
    return true;
  }));
  return records;
}

base::Result<std::vector<Numbered>> Catalog::Records(const Page& page) const {
  const Layers& layers = LayersOf(page.kind);
  try {
    std::vector<Numbered> records;
    records.reserve(page.places.size());
    for (const Place& place : page.places)
      records.push_back(RecordOf(layers[place.layer].segment->live(), place.doc));
    return records;
  } catch (const DamagedBlock&) {
    return Damaged(page.kind);
  }
}

base::Status Catalog::Check(const Page& page) const {
  TRY(VisitServed(page, 0, [](const render::PublicForm& /*record*/) { return true; }));
  return {};
}

base::Result<std::vector<Numbered>> Catalog::FindByKey(model::Kind kind, std::uint64_t key,
                                                       base::OrgNumber after,
                                                       std::size_t most) const {
  const Layers& layers = LayersOf(kind);
  try {
    std::vector<Numbered> found;
    for (const Layer& layer : layers) {
      std::size_t taken = 0;
      for (const Doc doc : layer.segment->keys().Find(key)) {
        if (taken == most) break;
        if (layer.hidden.Contains(doc) || layer.segment->live().Number(doc) <= after) continue;
        found.push_back(RecordOf(layer.segment->live(), doc));
        ++taken;
      }
    }
    return FirstOf(std::move(found), most);
  } catch (const DamagedBlock&) {
    return Damaged(kind);
  }
}

base::Result<std::vector<std::uint64_t>> Catalog::KeysBetween(model::Kind kind, std::uint64_t first,
                                                              std::uint64_t last) const {
  try {
    std::set<std::uint64_t> keys;
    for (const Layer& layer : LayersOf(kind)) {
      const KeyIndex& index = layer.segment->keys();
      const auto is_shown = [&layer](Doc doc) { return !layer.hidden.Contains(doc); };
      for (auto key = index.AtOrAfter(first); key && *key <= last;
           key = index.AtOrAfter(*key + 1)) {
        if (std::ranges::any_of(index.Find(*key), is_shown)) keys.insert(*key);
      }
    }
    return std::vector<std::uint64_t>(keys.begin(), keys.end());
  } catch (const DamagedBlock&) {
    return Damaged(kind);
  }
}

base::Result<std::vector<Numbered>> Catalog::After(model::Kind kind, base::OrgNumber after,
                                                   std::size_t most) const {
  const Layers& layers = LayersOf(kind);
  try {
    std::vector<Numbered> found;
    for (const Layer& layer : layers) {
      const RecordTable& table = layer.segment->live();
      std::size_t taken = 0;
      for (std::size_t row = table.CountUpTo(after); row < table.size() && taken < most; ++row) {
        if (layer.hidden.Contains(static_cast<Doc>(row))) continue;
        found.push_back(RecordOf(table, static_cast<Doc>(row)));
        ++taken;
      }
    }
    return FirstOf(std::move(found), most);
  } catch (const DamagedBlock&) {
    return Damaged(kind);
  }
}

base::Result<RecordWalk> Catalog::Walk(const Query& query) const {
  const Layers& layers = LayersOf(query.kind);
  try {
    const std::span<const SortBy> keys = OrderKeys(query);
    return RecordWalk(query.kind, layers, FindAll(layers, query),
                      std::vector<SortBy>(keys.begin(), keys.end()));
  } catch (const DamagedBlock&) {
    return Damaged(query.kind);
  }
}

base::Result<ValueCounts> Catalog::CountValues(const Query& query,
                                               std::span<const FieldQuestion> questions) const {
  const Layers& layers = LayersOf(query.kind);
  try {
    const LayeredSet matches = FindAll(layers, query);
    return ValueCounts{.total = Count(matches),
                       .fields = search::CountValues(layers, matches, query.kind, questions)};
  } catch (const DamagedBlock&) {
    return Damaged(query.kind);
  }
}

base::Result<PartAfter> Catalog::SearchAfter(const Query& query, const Position* after) const {
  const Layers& layers = LayersOf(query.kind);
  const RecordOrder order{.keys = OrderKeys(query), .after = after};
  const auto size = static_cast<std::size_t>(query.page.size);
  try {
    const LayeredSet matches = FindAll(layers, query);
    PartAfter part{.page = {.kind = query.kind,
                            .places = PickAfter(layers, matches, order, size + 1),
                            .total = Count(matches)}};
    if (part.page.places.size() <= size) return part;
    part.page.places.pop_back();
    part.last = PositionOf(layers, part.page.places.back(), order.keys);
    return part;
  } catch (const DamagedBlock&) {
    return Damaged(query.kind);
  }
}

base::Result<std::vector<Suggested>> Catalog::Suggest(const TypedText& typed,
                                                      const SuggestScope& scope) const {
  std::vector<SuggestSource> sources;
  for (const NameList* const list : scope.lists)
    sources.push_back(list->Source(static_cast<std::uint32_t>(sources.size())));
  auto group = static_cast<std::uint32_t>(sources.size());
  std::vector<model::Kind> kinds;  // Of the sources after the lists.
  for (const model::Kind kind : scope.kinds) {
    for (const Layer& layer : LayersOf(kind)) {
      sources.push_back({.names = &layer.segment->names(),
                         .hidden = &layer.hidden,
                         .records = &layer.segment->live(),
                         .group = group});
      kinds.push_back(kind);
    }
    ++group;
  }
  try {
    std::vector<Suggested> found;
    for (const Suggestion& best : search::Suggest(sources, typed, scope.most)) {
      const SuggestSource& source = sources[best.source];
      if (source.records == nullptr) {
        found.push_back({.list = best.source, .item = best.doc});
      } else {
        found.push_back({.kind = kinds[best.source - scope.lists.size()],
                         .unit = RecordOf(*source.records, best.doc)});
      }
    }
    return found;
  } catch (const DamagedBlock&) {
    // A list in memory is never damaged.
    return Damaged(scope.kinds.empty() ? model::Kind::kEntity : scope.kinds.front());
  }
}

base::Result<std::vector<Numbered>> Catalog::OneOfEach(model::Kind kind,
                                                       std::size_t parameter) const {
  const Layer& base = LayersOf(kind).front();
  const auto* const terms = std::get_if<TermIndex>(&base.segment->parameter(parameter));
  std::vector<Numbered> found;
  if (terms == nullptr) return found;
  try {
    for (std::size_t term = 0; term < terms->term_count(); ++term) {
      const DocSet docs = DocSet::UnionOf(base.segment->size(), std::array{terms->At(term)});
      const std::vector<Doc> first = docs.Slice(0, 1);
      if (!first.empty()) found.push_back(RecordOf(base.segment->live(), first.front()));
    }
    return found;
  } catch (const DamagedBlock&) {
    return Damaged(kind);
  }
}

}  // namespace orgreg::search
