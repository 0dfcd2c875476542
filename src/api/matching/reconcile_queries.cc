// SPDX-License-Identifier: EUPL-1.2

#include "api/matching/reconcile_queries.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

#include "api/extensions/unit_state.h"
#include "api/matching/names.h"
#include "api/matching/org_number_text.h"
#include "base/values/ascii.h"
#include "base/values/fold.h"
#include "formats/json/text.h"
#include "formats/json/tree.h"
#include "model/limits.h"
#include "model/schema/schema.h"
#include "render/body_json.h"

namespace orgreg::api {
namespace {

using formats::JsonValue;
using model::Kind;

// The body.

struct TypeOfUnit {
  std::string id = {};
  std::string name = {};
};
constexpr std::array<model::Row, 2> kTypeRows = {model::Plain<&TypeOfUnit::id>("id"),
                                                 model::Plain<&TypeOfUnit::name>("name")};
constexpr model::SchemaOf<TypeOfUnit> kTypeSchema = {{.rows = kTypeRows}};

struct Candidate {
  base::OrgNumber id = {};
  std::string name = {};
  model::Text description = {};
  std::vector<TypeOfUnit> types = {};
  std::int64_t score = 0;
  bool match = false;
};
constexpr std::array<model::Row, 6> kCandidateRows = {
    model::Plain<&Candidate::id>("id"),
    model::Plain<&Candidate::name>("name"),
    model::Plain<&Candidate::description>("description"),
    model::List<&Candidate::types>("type", kTypeSchema),
    model::Plain<&Candidate::score>("score"),
    model::Plain<&Candidate::match>("match"),
};
struct Candidates {
  std::vector<Candidate> all = {};
};
constexpr model::SchemaOf<Candidate> kCandidateSchema = {{.rows = kCandidateRows}};
constexpr std::array<model::Row, 1> kCandidatesRows = {
    model::List<&Candidates::all>("result", kCandidateSchema)};
constexpr model::SchemaOf<Candidates> kCandidatesSchema = {{.rows = kCandidatesRows}};

// The batch.

constexpr std::string_view kPlaceProperty = "place";
constexpr std::string_view kNumberProperty = "number";

bool IsText(const JsonValue& value) { return value.kind == JsonValue::Kind::kString; }

const JsonValue* Member(const JsonValue& object, std::string_view name) {
  const auto found = std::ranges::find(object.items, name, &JsonValue::name);
  return found == object.items.end() ? nullptr : &*found;
}

// The members of an entity that may be its text, the better one first.
using Members = std::array<std::string_view, 2>;
constexpr Members kNameFirst = {"name", "id"};
constexpr Members kIdFirst = {"id", "name"};

// The text of a value: a text, a number, the name or id of an entity, or the first of a list. Empty
// for a null.
std::string_view TextOf(const JsonValue& value, const Members& members = kNameFirst) {
  switch (value.kind) {
    case JsonValue::Kind::kString:
      return value.text;
    case JsonValue::Kind::kLiteral:
      return value.text == "null" ? std::string_view() : value.text;
    case JsonValue::Kind::kArray:
      return value.items.empty() ? std::string_view() : TextOf(value.items.front(), members);
    case JsonValue::Kind::kObject:
      for (const std::string_view name : members) {
        const JsonValue* const member = Member(value, name);
        if (member != nullptr && IsText(*member)) return member->text;
      }
      return {};
  }
  return {};
}

// False if the value is not a list of properties. A property that this service does not know, or a
// number that is none, decides nothing.
bool TakeProperties(const JsonValue& list, ReconcileQuery* query) {
  if (list.kind != JsonValue::Kind::kArray) return false;
  for (const JsonValue& property : list.items) {
    if (property.kind != JsonValue::Kind::kObject) return false;
    const JsonValue* const pid = Member(property, "pid");
    const JsonValue* const value = Member(property, "v");
    if (pid == nullptr || value == nullptr || !IsText(*pid)) return false;
    if (pid->text == kPlaceProperty) query->place = TextOf(*value);
    if (pid->text != kNumberProperty) continue;
    const std::string_view number = TextOf(*value, kIdFirst);
    if (NumberIn(number)) query->text = number;
  }
  return true;
}

std::optional<Kind> KindOf(std::string_view type) {
  for (const Kind kind : model::kUnitKinds) {
    if (model::RowOf(kind).one == type) return kind;
  }
  return std::nullopt;
}

// The usual limit in place of one that is not a number above 0.
std::size_t LimitOf(const JsonValue& value) {
  const char* const end = value.text.data() + value.text.size();
  std::size_t limit = 0;
  const auto read = std::from_chars(value.text.data(), end, limit);
  const bool is_number = read.ec == std::errc() && read.ptr == end && limit > 0;
  return is_number ? std::min(limit, kMostCandidates) : kMostCandidates;
}

bool TakeQuery(const JsonValue& object, ReconcileQuery* query) {
  if (object.kind != JsonValue::Kind::kObject) return false;
  const JsonValue* const text = Member(object, "query");
  const JsonValue* const properties = Member(object, "properties");
  if (text == nullptr && (properties == nullptr || properties->items.empty())) return false;
  if (text != nullptr && !IsText(*text)) return false;
  if (text != nullptr) query->text = text->text;
  if (properties != nullptr && !TakeProperties(*properties, query)) return false;
  if (const JsonValue* const type = Member(object, "type")) query->kind = KindOf(TextOf(*type));
  const JsonValue* const limit = Member(object, "limit");
  query->most = limit == nullptr ? kMostCandidates : LimitOf(*limit);
  return true;
}

// The answer.

std::vector<TypeOfUnit> TypesOf(std::string_view kind) {
  return {{.id = std::string(kind), .name = std::string(kind)}};
}

// A number decides by itself; a unit that was removed has no name to show.
base::Status AddByNumber(const search::Catalog& catalog, base::OrgNumber number,
                         Candidates* candidates) {
  const std::optional<FoundUnit> found = TRY(FindUnit(catalog, number));
  if (!found) return {};
  UnitBrief brief = BriefOf(*found);
  if (!brief.name) return {};
  constexpr std::int64_t kSure = 100;
  candidates->all.push_back({.id = number,
                             .name = std::move(*brief.name),
                             .types = TypesOf(model::RowOf(found->kind).one),
                             .score = kSure,
                             .match = true});
  return {};
}

base::Status AddByName(const search::Catalog& catalog, const ReconcileQuery& query,
                       Candidates* candidates) {
  if (base::CountCharacters(query.text) > model::kMaxNameCharacters) return {};
  auto found =
      TRY(CandidatesFor(catalog, {.name = query.text, .place = query.place, .kind = query.kind}));
  found.resize(std::min(found.size(), query.most));
  for (MatchCandidate& one : found) {
    candidates->all.push_back({.id = one.number,
                               .name = one.name.value_or(""),
                               .description = std::move(one.place),
                               .types = TypesOf(one.kind.value_or("")),
                               .score = one.score,
                               .match = one.certain});
  }
  return {};
}

}  // namespace

std::optional<std::vector<ReconcileQuery>> ReadQueries(std::string_view json) {
  formats::JsonTree tree;
  if (!formats::ReadTree(json, &tree) || tree.root.kind != JsonValue::Kind::kObject)
    return std::nullopt;
  std::vector<ReconcileQuery> queries;
  queries.reserve(tree.root.items.size());
  for (const JsonValue& member : tree.root.items) {
    if (!TakeQuery(member, &queries.emplace_back(ReconcileQuery{.key = std::string(member.name)})))
      return std::nullopt;
  }
  return queries;
}

base::Status AppendResult(const search::Catalog& catalog, const ReconcileQuery& query,
                          std::string* out) {
  Candidates candidates;
  if (const auto number = NumberIn(query.text)) {
    TRY(AddByNumber(catalog, *number, &candidates));
  } else if (!base::Trim(query.text).empty()) {
    TRY(AddByName(catalog, query, &candidates));
  }
  formats::AppendJsonString(query.key, out);
  out->push_back(':');
  render::AppendBody(kCandidatesSchema, candidates, model::Form::kServed, out);
  return {};
}

}  // namespace orgreg::api
