// SPDX-License-Identifier: EUPL-1.2

// Make collects the lines of a body and of those that it extends, by path. MakeObject walks the
// paths below one member; MakeMember decides what a member is: a list, a plain value, another body
// or an object of its own.

#include "api/interface_document/body_schemas.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <ranges>
#include <vector>

#include "api/interface_document/body_rows.h"
#include "base/values/org_number.h"

namespace orgreg::api {
namespace {

using model::Form;
using model::Meaning;
using model::Row;
using model::ValueKind;

constexpr std::string_view kListForm = "list";
constexpr std::string_view kType = "type";

Node TypeOnly(std::string_view type) { return Node::Object().With(kType, Node::Text(type)); }

// The values that a line of the table names (model/meanings/meanings.h).
std::optional<Node> ValueOfForm(std::string_view form) {
  if (form == "text") return TypeOnly("string");
  if (form == "time") return TypeOnly("string").With("format", Node::Text("date-time"));
  if (form == "whole") return TypeOnly("integer");
  if (form == "flag") return TypeOnly("boolean");
  if (form == "texts") return TypeOnly("array").With("items", TypeOnly("string"));
  if (form == "any") return Node::Object();
  if (form.find('|') != std::string_view::npos) {
    Node texts = Node::List();
    for (const auto text : std::views::split(form, '|'))
      texts.Add(Node::Text(std::string_view(text.begin(), text.end())));
    return TypeOnly("string").With("enum", std::move(texts));
  }
  return std::nullopt;
}

std::string_view FormOf(const Meaning& line) {
  return line.form.ends_with('!') ? line.form.substr(0, line.form.size() - 1) : line.form;
}

// The value of a row, as JSON has it.
Node ValueOfRow(const Row& row) {
  const bool is_number = row.type->otherwise == model::Codec<base::OrgNumber>::kOtherwise;
  switch (row.kind) {
    case ValueKind::kText:
      return TypeOnly("string");
    case ValueKind::kCode:
      return is_number ? TypeOnly("string").With("pattern", Node::Text("^[0-9]{9}$"))
                       : TypeOnly("string");
    case ValueKind::kDay:
      return TypeOnly("string").With("format", Node::Text("date"));
    case ValueKind::kWhole:
      return TypeOnly("integer");
    case ValueKind::kAmount:
      return TypeOnly("number");
    case ValueKind::kFlag:
      return TypeOnly("boolean");
    case ValueKind::kLines: {
      constexpr std::array<std::string_view, 2> kTextOrNull = {"string", "null"};
      return TypeOnly("array").With("items", Node::Object().With(kType, Node::Texts(kTextOrNull)));
    }
    case ValueKind::kRaw:
    case ValueKind::kPart:
    case ValueKind::kList:
      return Node::Object();
  }
  return Node::Object();
}

// The lines of a body, those of bodies that it extends first.
void CollectLines(std::string_view body,
                  std::map<std::string, const Meaning*, std::less<>>* lines) {
  const Meaning* const whole = model::FindMeaning(body, "");
  if (whole == nullptr) return;
  const bool extends = !whole->members.empty() && FormOf(*whole) != kListForm;
  if (extends) CollectLines(whole->members, lines);
  for (const Meaning& line : model::Meanings()) {
    if (line.body == body && !line.path.empty()) (*lines)[std::string(line.path)] = &line;
  }
}

bool IsRight(const Row& row, Form form) { return row.traits.forms.Include(form); }

std::string SuffixOf(Form form) {
  switch (form) {
    case Form::kServedV1:
      return "V1";
    case Form::kAuthorised:
      return "Authorised";
    case Form::kInventory:
    case Form::kStored:
    case Form::kServed:
      return "";
  }
  return "";
}

}  // namespace

void Describe(std::string_view english, std::string_view norwegian, Node* node) {
  node->Set("description", Node::Text(english));
  if (!norwegian.empty()) node->Set("x-description-nb", Node::Text(norwegian));
}

Node BodySchemas::ReferTo(std::string_view body, std::optional<Form> asked) {
  if (std::optional<Node> value = ValueOfForm(body)) return *std::move(value);
  const Form usual = BodyRows::FormOf(body);
  const Form form = asked.value_or(usual);
  const auto [place, is_new] = names_.try_emplace({std::string(body), form}, body);
  if (is_new) {
    Node schema = Make(body, form);
    // A body that looks the same in both forms has one schema.
    std::string name(body);
    if (form != usual) {
      static_cast<void>(ReferTo(body, usual));
      if (made_.at(name) != schema) name += SuffixOf(form);
    }
    place->second = name;
    made_.emplace(name, std::move(schema));
  }
  return Node::Reference("#/components/schemas/" + place->second);
}

Node BodySchemas::All() const {
  Node all = Node::Object();
  for (const auto& [name, schema] : made_) all.Set(name, schema);
  return all;
}

Node BodySchemas::Make(std::string_view body, Form form) {
  Lines lines;
  CollectLines(body, &lines);
  const Making making{.body = body, .form = form, .lines = lines};
  const Meaning* const whole = model::FindMeaning(body, "");
  if (whole == nullptr) return Node::Object();
  Node schema = Node::Object();
  if (FormOf(*whole) == kListForm) {
    schema = TypeOnly("array").With(
        "items", whole->members.empty() ? MakeObject(making, "") : ReferTo(whole->members, form));
  } else if (std::optional<Node> value = ValueOfForm(FormOf(*whole))) {
    schema = *std::move(value);
  } else {
    schema = MakeObject(making, "");
  }
  Describe(whole->english, whole->norwegian, &schema);
  return schema;
}

Node BodySchemas::MakeObject(const Making& making, const std::string& before) {
  Node members = Node::Object();
  Node required = Node::List();
  for (const auto& [path, line] : making.lines) {
    if (!path.starts_with(before) || path.find('.', before.size()) != std::string::npos) continue;
    if (!Has(making, path, *line)) continue;
    const std::string name = path.substr(before.size());
    Node member = MakeMember(making, path, *line);
    // An object none of whose members is in this form is not sent.
    if (const Node* own = member.Find("properties"); own != nullptr && own->empty()) continue;
    members.Set(name, std::move(member));
    if (Requires(*line)) required.Add(Node::Text(name));
  }
  Node object = TypeOnly("object").With("properties", std::move(members));
  if (!required.empty()) object.Set("required", std::move(required));
  return object;
}

Node BodySchemas::MakeMember(const Making& making, const std::string& path, const Meaning& line) {
  const std::vector<const Row*>& rows = BodyRows::Get().Of(line);
  const bool is_plain = !rows.empty() && rows.front()->type != nullptr && !rows.front()->is_link();
  const bool is_list = FormOf(line) == kListForm ||
                       (FormOf(line).empty() && !rows.empty() && rows.front()->list != nullptr);
  Node member = Node::Object();
  if (is_list) {
    member = TypeOnly("array").With("items", MakeElement(making, path, line));
  } else if (std::optional<Node> value = ValueOfForm(FormOf(line))) {
    member = *std::move(value);
  } else if (is_plain) {
    member = ValueOfRow(*rows.front());
  } else {
    member = MakeElement(making, path, line);
  }
  Describe(line.english, line.norwegian, &member);
  return member;
}

// An object, or an element of a list: another body, with members of its own or not.
Node BodySchemas::MakeElement(const Making& making, const std::string& path, const Meaning& line) {
  const std::string before = path + ".";
  const auto next = making.lines.lower_bound(before);
  const bool has_own = next != making.lines.end() && next->first.starts_with(before);
  if (!has_own && !line.members.empty()) return ReferTo(line.members, making.form);
  if (line.members.empty()) return MakeObject(making, before);
  Lines lines;
  CollectLines(line.members, &lines);
  for (auto own = next; own != making.lines.end() && own->first.starts_with(before); ++own)
    lines[own->first.substr(before.size())] = own->second;
  return MakeObject({.body = line.members, .form = making.form, .lines = lines, .is_own = false},
                    "");
}

// A member that no row describes is in every form.
bool BodySchemas::Has(const Making& making, const std::string& path, const Meaning& line) {
  const std::vector<const Row*>& rows = BodyRows::Get().Of(line);
  if (rows.empty()) return true;
  if (const BodyRows::ByPath* const own = BodyRows::Get().OwnOf(making.body);
      own != nullptr && making.is_own) {
    const auto found = own->find(path);
    return found != own->end() && IsRight(*found->second, making.form);
  }
  return std::ranges::any_of(rows, [&](const Row* row) { return IsRight(*row, making.form); });
}

bool BodySchemas::Requires(const Meaning& line) {
  if (line.form.ends_with('!')) return true;
  const std::vector<const Row*>& rows = BodyRows::Get().Of(line);
  return !rows.empty() &&
         std::ranges::all_of(rows, [](const Row* row) { return row->traits.is_required; });
}

}  // namespace orgreg::api
