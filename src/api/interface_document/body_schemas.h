// SPDX-License-Identifier: EUPL-1.2

// The schemas of bodies in the interface document (JSON Schema 2020-12): the members and their
// sentences come from meanings.tsv, their types and the forms that have them from the rows of
// body_rows.h. Made by one thread.

#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "api/interface_document/node.h"
#include "model/meanings/meanings.h"
#include "model/schema/schema.h"

namespace orgreg::api {

class BodySchemas {
 public:
  // A reference to the schema of a body, which is made if it is new. A name that is no body, such
  // as "text", gives the schema of such a value.
  Node ReferTo(std::string_view body) { return ReferTo(body, std::nullopt); }
  // The body in another form than the usual one.
  Node ReferTo(std::string_view body, std::optional<model::Form> asked);

  // The schemas by name, in order of names.
  Node All() const;

 private:
  using Lines = std::map<std::string, const model::Meaning*, std::less<>>;
  // A body while its schema is made.
  struct Making {
    std::string_view body = {};
    model::Form form = model::Form::kServed;
    const Lines& lines;
    bool is_own = true;  // The paths of the lines are those of the body's own rows.
  };

  Node Make(std::string_view body, model::Form form);
  Node MakeObject(const Making& making, const std::string& before);
  Node MakeMember(const Making& making, const std::string& path, const model::Meaning& line);
  Node MakeElement(const Making& making, const std::string& path, const model::Meaning& line);
  static bool Has(const Making& making, const std::string& path, const model::Meaning& line);
  static bool Requires(const model::Meaning& line);

  std::map<std::pair<std::string, model::Form>, std::string> names_;
  std::map<std::string, Node> made_;
};

// The two sentences of a meaning, as a document has them.
void Describe(std::string_view english, std::string_view norwegian, Node* node);

}  // namespace orgreg::api
