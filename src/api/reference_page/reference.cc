// SPDX-License-Identifier: EUPL-1.2

// Walks the document and fills the dictionary of the template: a section for each group, operation,
// parameter, answer, schema and member.

#include "api/reference_page/reference.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "api/pages/dictionary.h"
#include "api/pages/template.h"
#include "api/reference_page/indented_json.h"
#include "api/reference_page/schema_rows.h"

namespace orgreg::api {
namespace {

const Node& EmptyObject() {
  static const Node empty = Node::Object();
  return empty;
}

const Node& At(const Node& node, std::string_view name) {
  const Node* const member = node.Find(name);
  return member == nullptr ? EmptyObject() : *member;
}

void AddType(const Node& schema, TemplateDictionary* dictionary) {
  for (const TypePart& part : DescribeType(schema)) {
    TemplateDictionary* const type = AddSection(dictionary, "TYPE");
    Set(type, "TYPE_TEXT", part.words);
    if (!part.schema.empty()) Set(AddSection(type, "TYPE_LINK"), "TYPE_NAME", part.schema);
  }
}

// The bodies of an answer or a request, by media type.
void AddContent(const Node& content, TemplateDictionary* dictionary) {
  for (std::size_t at = 0; at < content.items().size(); ++at) {
    TemplateDictionary* const body = AddSection(dictionary, "CONTENT");
    Set(body, "MEDIA_TYPE", content.names()[at]);
    AddType(At(content.items()[at], "schema"), body);
  }
}

void AddExample(const Node& content, TemplateDictionary* dictionary) {
  for (std::size_t at = 0; at < content.items().size(); ++at) {
    const Node* const example = content.items()[at].Find("example");
    if (example == nullptr) continue;
    TemplateDictionary* const shown = AddSection(dictionary, "EXAMPLE");
    Set(shown, "EXAMPLE_TYPE", content.names()[at]);
    const bool is_text = example->kind() == Node::Kind::kText;
    Set(shown, "EXAMPLE_TEXT", is_text ? example->text() : IndentJson(ToJson(*example)));
  }
}

std::string Joined(const std::vector<std::string>& names) {
  std::string joined;
  for (const std::string& name : names) {
    if (!joined.empty()) joined.append(", ");
    joined.append(name);
  }
  return joined;
}

// The schemes of security that an operation names, in words.
std::string SecurityWords(const Node& security) {
  std::string words;
  for (const Node& choice : security.items()) {
    const bool is_open = choice.names().empty();
    if (!words.empty()) words.append(", or ");
    if (is_open) words.append("nothing, if the operator has opened it");
    for (std::size_t at = 0; at < choice.names().size(); ++at) {
      words.append(choice.names()[at]);
      for (const Node& scope : choice.items()[at].items())
        words.append(" with the scope ").append(scope.text());
    }
  }
  return words;
}

class Filler {
 public:
  Filler(const Node& document, TemplateDictionary* page)
      : document_(document), page_(*page), components_(At(document, "components")) {}

  void Fill() {
    Set(&page_, "OVERVIEW", TextAt(At(document_, "info"), "description"));
    Set(&page_, "VERSION", TextAt(At(document_, "info"), "version"));
    Set(&page_, "OPENAPI", TextAt(document_, "openapi"));
    for (const Node& tag : At(document_, "tags").items()) AddGroup(tag);
    const Node& schemas = At(components_, "schemas");
    for (std::size_t at = 0; at < schemas.items().size(); ++at)
      AddSchema(schemas.names()[at], schemas.items()[at]);
  }

 private:
  void AddGroup(const Node& tag) {
    TemplateDictionary* const group = AddSection(&page_, "GROUP");
    Set(group, "GROUP_TEXT", TextAt(tag, "description"));
    const Node& paths = At(document_, "paths");
    for (std::size_t path = 0; path < paths.items().size(); ++path) {
      const Node& methods = paths.items()[path];
      for (std::size_t at = 0; at < methods.items().size(); ++at) {
        const Node& operation = methods.items()[at];
        const std::vector<Node>& tags = At(operation, "tags").items();
        if (tags.empty() || tags.front().text() != TextAt(tag, "name")) continue;
        TemplateDictionary* const shown = AddSection(group, "OPERATION");
        Set(shown, "METHOD", methods.names()[at]);
        Set(shown, "PATH", paths.names()[path]);
        FillOperation(operation, shown);
      }
    }
  }

  void FillOperation(const Node& operation, TemplateDictionary* shown) {
    Set(shown, "ID", TextAt(operation, "operationId"));
    Set(shown, "SUMMARY", TextAt(operation, "summary"));
    if (const std::string words = SecurityWords(At(operation, "security")); !words.empty())
      Set(AddSection(shown, "SECURITY"), "SECURITY_TEXT", "Takes " + words + ".");
    const std::vector<Node>& parameters = At(operation, "parameters").items();
    if (!parameters.empty()) {
      TemplateDictionary* const table = AddSection(shown, "PARAMETERS");
      for (const Node& parameter : parameters) AddParameter(*Resolved(&parameter), table);
    }
    const Node& taken = At(At(operation, "requestBody"), "content");
    if (!taken.empty()) AddContent(taken, AddSection(shown, "TAKEN"));
    const Node& answers = At(operation, "responses");
    for (std::size_t at = 0; at < answers.items().size(); ++at) {
      TemplateDictionary* const answer = AddSection(shown, "ANSWER");
      Set(answer, "STATUS", answers.names()[at]);
      Set(answer, "MEANING", TextAt(answers.items()[at], "description"));
      Set(answer, "HEADERS", Joined(At(answers.items()[at], "headers").names()));
      AddContent(At(answers.items()[at], "content"), answer);
      AddExample(At(answers.items()[at], "content"), shown);
    }
  }

  // The parameter itself for a reference to a shared one.
  const Node* Resolved(const Node* parameter) const {
    const std::string_view target = TextAt(*parameter, "$ref");
    if (target.empty()) return parameter;
    return &At(At(components_, "parameters"), target.substr(target.rfind('/') + 1));
  }

  static void AddParameter(const Node& parameter, TemplateDictionary* table) {
    TemplateDictionary* const row = AddSection(table, "PARAMETER");
    Set(row, "NAME", TextAt(parameter, "name"));
    Set(row, "IN", TextAt(parameter, "in"));
    Set(row, "MEANING", TextAt(parameter, "description"));
    Show(row, "REQUIRED", At(parameter, "required").text() == "true");
    AddType(At(parameter, "schema"), row);
  }

  void AddSchema(std::string_view name, const Node& schema) {
    TemplateDictionary* const shown = AddSection(&page_, "SCHEMA");
    Set(shown, "SCHEMA_NAME", name);
    Set(shown, "MEANING", TextAt(schema, "description"));
    const std::vector<MemberRow> members = MembersOf(schema);
    if (members.empty()) return AddType(schema, shown);
    TemplateDictionary* const table = AddSection(shown, "MEMBERS");
    for (const MemberRow& member : members) {
      TemplateDictionary* const row = AddSection(table, "MEMBER");
      Set(row, "NAME", member.name);
      Set(row, "MEANING", TextAt(*member.schema, "description"));
      Show(row, "REQUIRED", member.is_required);
      AddType(*member.schema, row);
    }
  }

  const Node& document_;
  TemplateDictionary& page_;
  const Node& components_;
};

}  // namespace

std::string ReferencePage(const Node& document) {
  PageMemory memory;
  TemplateDictionary dictionary(&memory);
  Filler(document, &dictionary).Fill();
  std::string html;
  ExpandTemplate("reference", PageLanguage::kEnglish, dictionary, &html);
  return html;
}

}  // namespace orgreg::api
