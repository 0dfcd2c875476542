// SPDX-License-Identifier: EUPL-1.2

// Compare follows references, CompareFollowed splits choices; then each kind of keyword has its
// function. A keyword that no function knows and that is no annotation counts as a change that
// breaks.

#include "api/interface_changes/schema_comparer.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "api/interface_changes/schema_keywords.h"

namespace orgreg::api {

using formats::JsonValue;

namespace {

// Keywords that the functions below compare.
constexpr std::array<std::string_view, 19> kCompared = {"type",       "enum",
                                                        "minimum",    "maximum",
                                                        "minLength",  "maxLength",
                                                        "minItems",   "maxItems",
                                                        "pattern",    "format",
                                                        "properties", "required",
                                                        "items",      "additionalProperties",
                                                        "allOf",      "anyOf",
                                                        "oneOf",      "default",
                                                        kSortKeys};

constexpr std::array<std::string_view, 2> kTextRules = {"pattern", "format"};

struct Bound {
  std::string_view name = {};
  bool is_lower = false;
};
constexpr std::array kBounds = {Bound{"minimum", true},   Bound{"maximum", false},
                                Bound{"minLength", true}, Bound{"maxLength", false},
                                Bound{"minItems", true},  Bound{"maxItems", false}};

constexpr std::string_view kOtherMembers = "additionalProperties";
constexpr std::string_view kAll = "allOf";

// The schema among the others that is compared with this one: that with the same reference, or the
// next one without a reference.
auto PartnerOf(const JsonValue* schema, std::vector<const JsonValue*>& others) {
  const auto reference_of = [](const JsonValue* value) {
    return value == nullptr ? std::string_view() : ReferenceOf(*value);
  };
  return std::ranges::find(others, reference_of(schema), reference_of);
}

std::vector<const JsonValue*> ListItems(const JsonValue* list) {
  std::vector<const JsonValue*> items;
  for (const JsonValue& item : ItemsOf(list)) items.push_back(&item);
  return items;
}

bool IsSame(const BothValues& values) {
  if (values.before == nullptr || values.after == nullptr) return values.before == values.after;
  return formats::IsSame(*values.before, *values.after);
}

// Takes one out that is written as this one; null if there is none.
const JsonValue* TakeSame(const JsonValue* schema, std::vector<const JsonValue*>* others) {
  const auto found = std::ranges::find_if(
      *others, [schema](const JsonValue* other) { return formats::IsSame(*schema, *other); });
  if (found == others->end()) return nullptr;
  const JsonValue* const same = *found;
  others->erase(found);
  return same;
}

// Deeper schemas would need more stack than there is.
constexpr int kMostDepth = 500;

bool IsNoObject(const JsonValue* schema) {
  return schema != nullptr && schema->kind != JsonValue::Kind::kObject;
}

bool AllowsAll(const JsonValue* schema) {
  if (IsNoObject(schema))
    return schema->kind == JsonValue::Kind::kLiteral && schema->text == "true";
  return !HasRules(schema);
}

}  // namespace

void SchemaComparer::Compare(const BothValues& schemas, Side side, const std::string& place) {
  At at{.side = side, .place = place};
  if (depth_ == kMostDepth)
    return Note(ChangeKind::kOtherChanged, at, "what is nested too deep to compare");
  const auto reference_of = [](const JsonValue* value) {
    return value == nullptr ? std::string_view() : ReferenceOf(*value);
  };
  const std::string_view before = reference_of(schemas.before);
  const std::string_view after = reference_of(schemas.after);
  if (before.empty() && after.empty()) return CompareFollowed(schemas, schemas, at);
  const bool is_shared = !before.empty() && !after.empty();
  // The keywords next to a reference limit its values here only.
  if (is_shared) {
    CompareFollowed(schemas, schemas, at);
  } else if (HasRules(before.empty() ? schemas.after : schemas.before)) {
    Note(ChangeKind::kOtherChanged, at, "$ref");
  }
  std::string key = std::string(before).append(" ").append(after);
  key.append(side == Side::kRequest ? " in" : " out");
  if (!is_shared) key.append(place);
  if (!compared_.insert(std::move(key)).second) return;
  if (is_shared) at.place = LastStep(before);
  const BothValues followed = {before_.Follow(schemas.before), after_.Follow(schemas.after)};
  const bool is_lost = (!before.empty() && followed.before == nullptr) ||
                       (!after.empty() && followed.after == nullptr);
  if (is_lost && before != after) return Note(ChangeKind::kOtherChanged, at, "$ref");
  CompareFollowed(followed, schemas, at);
}

void SchemaComparer::CompareFollowed(const BothValues& schemas, const BothValues& written,
                                     const At& at) {
  if (IsNoObject(schemas.before) || IsNoObject(schemas.after)) {
    const bool is_same = IsSame(schemas) || (AllowsAll(schemas.before) && AllowsAll(schemas.after));
    if (!is_same) Note(ChangeKind::kOtherChanged, at, "a schema that is no object");
    return;
  }
  ++depth_;
  CompareObjects(schemas, written, at);
  --depth_;
}

void SchemaComparer::CompareObjects(const BothValues& schemas, const BothValues& written,
                                    const At& at) {
  const bool had_choices = ChoicesOf(schemas.before) != nullptr;
  const bool has_choices = ChoicesOf(schemas.after) != nullptr;
  if (had_choices || has_choices)
    CompareAlternatives(
        {ListChoices(schemas.before, written.before), ListChoices(schemas.after, written.after)},
        at);
  // What is next to the choices limits all of them.
  if (had_choices == has_choices) {
    CompareKeywords(schemas, at);
  } else {
    CompareWithChoices(schemas, at);
  }
}

// Only one of the schemas has choices, with which the whole other schema was compared.
void SchemaComparer::CompareWithChoices(const BothValues& schemas, const At& at) {
  const bool had_choices = ChoicesOf(schemas.before) != nullptr;
  for (const JsonValue& keyword : ItemsOf(had_choices ? schemas.before : schemas.after)) {
    if (IsAnnotation(keyword.name) || keyword.name == "anyOf" || keyword.name == "oneOf") continue;
    if (!IsSame(schemas.At(keyword.name))) Note(ChangeKind::kOtherChanged, at, keyword.name);
  }
}

void SchemaComparer::CompareKeywords(const BothValues& schemas, const At& at) {
  CompareTypes(schemas.At("type"), at);
  CompareValues(schemas.At("enum"), at);
  CompareBounds(schemas, at);
  CompareRules(schemas, at);
  CompareMembers(schemas, at);
  CompareOtherMembers(schemas.At(kOtherMembers), at);
  CompareAll(schemas.At(kAll), at);
  // The pattern of the elements repeats the sort keys.
  const BothValues keys = schemas.At(kSortKeys);
  if (keys.before != nullptr && keys.after != nullptr) {
    CompareValues(keys, at);
  } else {
    CompareElements(schemas.At("items"), at);
  }
  CompareOthers(schemas, at);
}

// With elements on one side only, a schema that contains itself would have no end.
void SchemaComparer::CompareElements(const BothValues& items, const At& at) {
  if (items.before == nullptr && items.after == nullptr) return;
  if (items.before == nullptr || items.after == nullptr) {
    Note(items.before == nullptr ? ChangeKind::kRuleAdded : ChangeKind::kRuleRemoved, at, "items");
    return;
  }
  Compare(items, at.side, at.place + "[]");
}

void SchemaComparer::CompareTypes(const BothValues& types, const At& at) {
  const Texts before = TypesOf(types.before);
  const Texts after = TypesOf(types.after);
  if (before == after) return;
  const bool has_less = std::ranges::includes(before, after);
  const bool has_more = std::ranges::includes(after, before);
  const std::string now =
      types.after == nullptr ? "any" : fmt::format("{}", fmt::join(after, ", "));
  Note(has_less   ? ChangeKind::kTypeNarrowed
       : has_more ? ChangeKind::kTypeWidened
                  : ChangeKind::kTypeChanged,
       at, now);
}

void SchemaComparer::CompareValues(const BothValues& lists, const At& at) {
  if (lists.before == nullptr && lists.after == nullptr) return;
  if (lists.before == nullptr || lists.after == nullptr) {
    Note(lists.before == nullptr ? ChangeKind::kRuleAdded : ChangeKind::kRuleRemoved, at, "enum");
    return;
  }
  const Values before = ValuesOf(lists.before);
  const Values after = ValuesOf(lists.after);
  for (const auto& value : before) {
    if (!after.contains(value)) Note(ChangeKind::kValueRemoved, at, value.second);
  }
  for (const auto& value : after) {
    if (!before.contains(value)) Note(ChangeKind::kValueAdded, at, value.second);
  }
}

void SchemaComparer::CompareBounds(const BothValues& schemas, const At& at) {
  for (const Bound& row : kBounds) {
    const BothValues bounds = schemas.At(row.name);
    const double before = BoundOf(bounds.before, row.is_lower);
    const double after = BoundOf(bounds.after, row.is_lower);
    if (before == after) continue;
    Note((after > before) == row.is_lower ? ChangeKind::kBoundNarrowed : ChangeKind::kBoundWidened,
         at, row.name);
  }
}

void SchemaComparer::CompareRules(const BothValues& schemas, const At& at) {
  for (const std::string_view name : kTextRules) {
    const BothValues rules = schemas.At(name);
    if (rules.before == nullptr && rules.after == nullptr) continue;
    if (rules.before == nullptr || rules.after == nullptr) {
      Note(rules.before == nullptr ? ChangeKind::kRuleAdded : ChangeKind::kRuleRemoved, at, name);
    } else if (rules.before->text != rules.after->text) {
      Note(ChangeKind::kRuleChanged, at, name);
    }
  }
}

void SchemaComparer::CompareMembers(const BothValues& schemas, const At& at) {
  const BothValues members = schemas.At("properties");
  for (const JsonValue& member : ItemsOf(members.before)) {
    const JsonValue* const after = FindMember(members.after, member.name);
    if (after == nullptr) {
      Note(ChangeKind::kMemberRemoved, at, member.name);
    } else {
      Compare({&member, after}, at.side, at.place + "." + std::string(member.name));
    }
  }
  for (const JsonValue& member : ItemsOf(members.after)) {
    if (FindMember(members.before, member.name) == nullptr)
      Note(ChangeKind::kMemberAdded, at, member.name);
  }
  CompareRequired(schemas, at);
}

void SchemaComparer::CompareRequired(const BothValues& schemas, const At& at) {
  const BothValues lists = schemas.At("required");
  const BothValues members = schemas.At("properties");
  const Texts before = TextsOf(lists.before);
  const Texts after = TextsOf(lists.after);
  for (const std::string_view name : after) {
    if (!before.contains(name)) Note(ChangeKind::kMemberRequired, at, name);
  }
  // A member that is gone was reported already.
  for (const std::string_view name : before) {
    if (!after.contains(name) && FindMember(members.after, name) != nullptr)
      Note(ChangeKind::kMemberOptional, at, name);
  }
}

// Choices are the same if they refer to the same schema; others are compared in their order.
void SchemaComparer::CompareAlternatives(Choices choices, const At& at) {
  std::vector<const JsonValue*>& after = choices.after;
  for (const JsonValue* const choice : choices.before) {
    const auto found = PartnerOf(choice, after);
    if (found == after.end()) {
      Note(ChangeKind::kAlternativeRemoved, at, NameOfChoice(choice));
      continue;
    }
    Compare({choice, *found}, at.side, at.place);
    after.erase(found);
  }
  for (const JsonValue* const choice : after)
    Note(ChangeKind::kAlternativeAdded, at, NameOfChoice(choice));
}

// All of these schemas hold for a value, so one more or less is a change that nothing judges, and
// their order says nothing.
void SchemaComparer::CompareAll(const BothValues& lists, const At& at) {
  std::vector<const JsonValue*> before = ListItems(lists.before);
  std::vector<const JsonValue*> after = ListItems(lists.after);
  // What is written alike may refer to what differs.
  std::erase_if(before, [&](const JsonValue* schema) {
    const JsonValue* const same = TakeSame(schema, &after);
    if (same != nullptr) Compare({schema, same}, at.side, at.place);
    return same != nullptr;
  });
  std::size_t kept = 0;
  for (const JsonValue* const schema : before) {
    const auto found = PartnerOf(schema, after);
    if (found == after.end()) continue;
    Compare({schema, *found}, at.side, at.place);
    after.erase(found);
    ++kept;
  }
  if (kept < before.size() || !after.empty()) Note(ChangeKind::kOtherChanged, at, kAll);
}

// The schema of members that have no name here; true, nothing or a schema that is empty allows all
// values.
void SchemaComparer::CompareOtherMembers(const BothValues& members, const At& at) {
  const auto is_schema = [](const JsonValue* value) {
    return value != nullptr && value->kind == JsonValue::Kind::kObject;
  };
  const auto allows_all = [](const JsonValue* value) {
    return value == nullptr || value->text == "true" ||
           (value->kind == JsonValue::Kind::kObject && value->items.empty());
  };
  if (is_schema(members.before) && is_schema(members.after))
    return Compare(members, at.side, at.place + ".*");
  if (allows_all(members.before) && allows_all(members.after)) return;
  if (!IsSame(members)) Note(ChangeKind::kOtherChanged, at, kOtherMembers);
}

void SchemaComparer::CompareOthers(const BothValues& schemas, const At& at) {
  if (const BothValues usual = schemas.At("default"); !IsSame(usual))
    Note(ChangeKind::kDefaultChanged, at, usual.after == nullptr ? "none" : usual.after->text);
  Texts names;
  for (const JsonValue* const schema : {schemas.before, schemas.after}) {
    for (const JsonValue& keyword : ItemsOf(schema)) names.insert(keyword.name);
  }
  for (const std::string_view name : names) {
    if (IsAnnotation(name) || std::ranges::find(kCompared, name) != kCompared.end()) continue;
    if (!IsSame(schemas.At(name))) Note(ChangeKind::kOtherChanged, at, name);
  }
}

void SchemaComparer::Note(ChangeKind kind, const At& at, std::string_view subject) {
  found_->push_back(
      {.kind = kind, .side = at.side, .place = at.place, .subject = std::string(subject)});
}

}  // namespace orgreg::api
