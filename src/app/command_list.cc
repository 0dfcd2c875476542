// SPDX-License-Identifier: EUPL-1.2

#include "app/command_list.h"

#include <string_view>

#include "api/interface_document/node.h"

namespace orgreg::app {
namespace {

using api::Node;

// A text that is empty and a flag that is not set are left out.
void SetText(std::string_view name, std::string_view text, Node* object) {
  if (!text.empty()) object->Set(name, Node::Text(text));
}
void SetFlag(std::string_view name, bool is_set, Node* object) {
  if (is_set) object->Set(name, Node::Flag(true));
}

Node AsNode(const OptionText& option) {
  Node object = Node::Object();
  SetText("name", option.name, &object);
  SetText("value", option.value, &object);
  SetText("help", option.help, &object);
  SetText("initial", option.initial, &object);
  SetFlag("required", option.is_required, &object);
  SetFlag("repeated", option.is_repeated, &object);
  return object;
}

template <typename T>
Node AsList(const std::vector<T>& items);

Node AsNode(const CommandText& command) {
  Node object = Node::Object();
  SetText("name", command.name, &object);
  SetText("help", command.help, &object);
  SetText("footer", command.footer, &object);
  object.Set("places", AsList(command.places));
  object.Set("options", AsList(command.options));
  object.Set("commands", AsList(command.commands));
  return object;
}

template <typename T>
Node AsList(const std::vector<T>& items) {
  Node list = Node::List();
  for (const T& item : items) list.Add(AsNode(item));
  return list;
}

}  // namespace

std::string CommandsAsJson(const CommandText& program) { return api::ToJson(AsNode(program)); }

}  // namespace orgreg::app
