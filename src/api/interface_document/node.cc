// SPDX-License-Identifier: EUPL-1.2

#include "api/interface_document/node.h"

#include <algorithm>
#include <array>

#include "base/values/ascii.h"
#include "formats/json/text.h"

namespace orgreg::api {
namespace {

using Kind = Node::Kind;

void AppendJson(const Node& node, std::string* out) {
  switch (node.kind()) {
    case Kind::kText:
      return formats::AppendJsonString(node.text(), out);
    case Kind::kLiteral:
      out->append(node.text());
      return;
    case Kind::kList:
    case Kind::kObject:
      break;
  }
  const bool is_list = node.kind() == Kind::kList;
  out->push_back(is_list ? '[' : '{');
  for (std::size_t at = 0; at < node.items().size(); ++at) {
    if (at > 0) out->push_back(',');
    if (!is_list) {
      formats::AppendJsonString(node.names()[at], out);
      out->push_back(':');
    }
    AppendJson(node.items()[at], out);
  }
  out->push_back(is_list ? ']' : '}');
}

// Words of YAML 1.1 that many readers still take for flags or nothing.
constexpr std::array<std::string_view, 11> kReserved = {"true", "false", "null", "yes", "no", "on",
                                                        "off",  "y",     "n",    "inf", "nan"};

bool IsReserved(std::string_view text) {
  return std::ranges::any_of(
      kReserved, [text](std::string_view word) { return base::EqualsIgnoringCase(text, word); });
}

// Whether the text means itself without quotation marks: it begins with a letter and has no sign
// of YAML.
bool IsPlain(std::string_view text) {
  static constexpr base::CharacterSet kPlain = base::AlphanumericsAnd(" _-./()+;");
  return !text.empty() && base::IsAlpha(text.front()) && text.back() != ' ' && !IsReserved(text) &&
         std::ranges::all_of(text, [](char c) { return kPlain[static_cast<unsigned char>(c)]; });
}

void AppendYamlText(std::string_view text, std::string* out) {
  if (IsPlain(text)) {
    out->append(text);
  } else {
    formats::AppendJsonString(text, out);
  }
}

constexpr std::size_t kIndent = 2;

// Appends the value after "name:" or "-", and the end of its last line.
void AppendYaml(const Node& node, std::size_t indent, std::string* out) {
  if (node.kind() == Kind::kText || node.kind() == Kind::kLiteral || node.empty()) {
    out->push_back(' ');
    if (node.kind() == Kind::kText) {
      AppendYamlText(node.text(), out);
    } else {
      AppendJson(node, out);
    }
    out->push_back('\n');
    return;
  }
  out->push_back('\n');
  for (std::size_t at = 0; at < node.items().size(); ++at) {
    out->append(indent, ' ');
    if (node.kind() == Kind::kList) {
      out->push_back('-');
    } else {
      AppendYamlText(node.names()[at], out);
      out->push_back(':');
    }
    AppendYaml(node.items()[at], indent + kIndent, out);
  }
}

}  // namespace

Node& Node::Set(std::string_view name, Node value) {
  if (Node* const known = Find(name)) return *known = std::move(value);
  names_.emplace_back(name);
  return items_.emplace_back(std::move(value));
}

const Node* Node::Find(std::string_view name) const {
  const auto found = std::ranges::find(names_, name);
  return found == names_.end() ? nullptr
                               : &items_[static_cast<std::size_t>(found - names_.begin())];
}

Node* Node::Find(std::string_view name) {
  const auto found = std::ranges::find(names_, name);
  return found == names_.end() ? nullptr
                               : &items_[static_cast<std::size_t>(found - names_.begin())];
}

std::string ToJson(const Node& node) {
  std::string json;
  AppendJson(node, &json);
  return json.append("\n");
}

std::string ToYaml(const Node& node) {
  std::string yaml = "---";
  AppendYaml(node, 0, &yaml);
  return yaml;
}

}  // namespace orgreg::api
