// SPDX-License-Identifier: EUPL-1.2

#include "api/browse_pages/atom.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/browse_pages/atom_feed.h"
#include "api/browse_pages/change_list.h"
#include "api/interface/ask.h"
#include "api/interface/publisher.h"
#include "api/pages/number_text.h"
#include "api/pages/page_place.h"
#include "api/pages/policy.h"
#include "api/pages/words.h"
#include "base/result.h"
#include "base/values/ascii.h"
#include "base/values/percent.h"
#include "search/request/parameter.h"
#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

constexpr std::size_t kMostEntries = 50;
constexpr std::string_view kFeedSuffix = ".atom";

// What the parts of a feed are made from.
struct Feed {
  const Context& context;
  PagePlace place;
  std::string pages = {};  // The address of the pages in the feed's language.

  explicit Feed(const Context& of)
      : context(of), place(PlaceOf(of.request, of.pages_root)), pages(of.origin) {
    pages.append(of.pages_root);
    if (place.names_language) pages.append("/").append(CodeOf(place.language));
  }
  std::string_view Words(std::string_view key) const { return WordsFor(key, place.language); }
  // The path is below the pages; the query is that of the request.
  std::string AddressOf(std::string_view path) const {
    std::string address = pages;
    address.append(path);
    if (!context.request.query.empty()) {
      address.push_back('?');
      base::AppendSafeQuery(context.request.query, &address);
    }
    return address;
  }
};

// The host of an origin as a tag URI takes it (RFC 4151): without a port, and only with the
// characters that it may have, so an address in brackets loses them.
std::string TaggingHost(std::string_view origin) {
  const std::size_t scheme = origin.find("://");
  if (scheme != std::string_view::npos) origin.remove_prefix(scheme + 3);
  const std::size_t colon = origin.rfind(':');
  if (colon != std::string_view::npos && !origin.ends_with(']')) origin = origin.substr(0, colon);
  std::string host;
  std::ranges::copy_if(origin, std::back_inserter(host),
                       [](char c) { return base::IsAlphanumeric(c) || c == '.' || c == '-'; });
  return host;
}

AtomEntry EntryOf(const ListedChange& change, const Feed& feed, std::string_view host) {
  const std::string number = OrgNumberText(change.update.number);
  const std::string time = change.update.time.ToString();
  constexpr std::size_t kDayCharacters = 10;
  return {
      .id = fmt::format("tag:{},{}:update/{}", host, time.substr(0, kDayCharacters),
                        change.update.id),
      .title = fmt::format("{}: {}", change.name.empty() ? number : change.name,
                           feed.Words(KeyOf(change.update.type))),
      .summary = fmt::format("{} {}", feed.Words("atom.number"), number),
      .category = model::RowOf(change.kind).one,
      .updated = change.update.time,
      .link = fmt::format("{}/unit/{}", feed.pages, change.update.number.ToString()),
  };
}

// `path` is where people find the same.
Outcome Send(const Feed& feed, std::string title, std::string_view path,
             const std::vector<ListedChange>& changes, Reply* reply) {
  const Publisher& publisher = *feed.context.publisher;
  const std::string self = feed.AddressOf(std::string(path).append(kFeedSuffix));
  AtomFeed atom{
      .id = self,
      .language = CodeOf(feed.place.language),
      .title = std::move(title),
      .author = publisher.name.empty() ? std::string(feed.Words("register")) : publisher.name,
      .self = self,
      .page = feed.AddressOf(path)};
  const std::string host = TaggingHost(feed.context.origin);
  atom.entries.reserve(changes.size());
  for (const ListedChange& change : changes) atom.entries.push_back(EntryOf(change, feed, host));
  // A feed without entries has never been updated.
  if (!changes.empty()) atom.updated = changes.front().update.time;
  AppendAtom(atom, &reply->body());
  AddPageFields(reply);
  reply->AddHeader("Cache-Control", "no-cache");
  reply->AddHeader("Content-Language", atom.language);
  if (!feed.place.names_language) reply->AddHeader("Vary", "Accept-Language");
  return TaggedBody(reply->body());
}

// The filters of a valid request, as its reader wrote them.
std::string FiltersIn(const Context& context) {
  std::string filters;
  for (const http::QueryPair& pair : context.query.pairs()) {
    const auto& others = context.route.takes.rows;
    if (std::ranges::find(others, pair.name, &search::ParameterRow::name) != others.end()) continue;
    if (!filters.empty()) filters.append(", ");
    filters.append(pair.name).append("=").append(pair.value);
  }
  return filters;
}

}  // namespace

Outcome FeedChanges(const Context& context, Reply* reply) {
  TRY(Ask(context));
  std::vector<ListedChange> changes;
  for (const model::Kind kind : model::kUnitKinds) {
    ChangeList list = TRY(NewestChanges(context, {.kind = kind, .most = kMostEntries}));
    std::ranges::move(list.changes, std::back_inserter(changes));
  }
  // Ids of both feeds rise together.
  std::ranges::sort(changes, std::greater<>(),
                    [](const ListedChange& change) { return change.update.id; });
  changes.resize(std::min(changes.size(), kMostEntries));
  const Feed feed(context);
  return Send(feed, std::string(feed.Words("changes.title")), "/changes", changes, reply);
}

Outcome FeedSearch(const Context& context, Reply* reply) {
  const model::Kind kind = *context.argument().kind;
  const search::Values asked = TRY(Ask(context));
  const search::Query query = search::QueryOf(kind, asked, search::Purpose::kPage);
  ChangesWanted wanted{.kind = kind, .most = kMostEntries};
  if (!query.criteria.empty()) wanted.query = &query;
  const ChangeList list = TRY(NewestChanges(context, wanted));
  const Feed feed(context);
  std::string title(
      feed.Words(kind == model::Kind::kEntity ? "atom.entities" : "atom.subentities"));
  const std::string filters = FiltersIn(context);
  if (!filters.empty()) title.append(": ").append(filters);
  return Send(feed, std::move(title), fmt::format("/search/{}", model::RowOf(kind).many),
              list.changes, reply);
}

}  // namespace orgreg::api
