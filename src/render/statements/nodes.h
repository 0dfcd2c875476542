// SPDX-License-Identifier: EUPL-1.2

// The nodes of a graph next to each other, for forms of JSON that do not nest them: the text of
// each is collected while the nodes inside it are made. One thread.

#pragma once

#include <cstddef>
#include <vector>

#include "model/statements/fields.h"
#include "render/statements/form.h"

namespace orgreg::render {

class FlatNodes {
 public:
  // Nodes are appended to `form`.
  explicit FlatNodes(FormBuilder* form) : form_(*form) {}

  // The open node.
  FormBuilder& node() { return open_.back(); }

  // Group 0 is the statement itself. The text of a node ends with `}`.
  void Begin(std::size_t group) {
    open_.emplace_back();
    BeginIfs(group);
  }
  void End(std::size_t group) {
    node().Text("}");
    EndIfs(group);
    form_.Append(open_.back());
    open_.pop_back();
  }

 private:
  // The node of a group is left out if that group, or one around it, is. These stand around its
  // text.
  void BeginIfs(std::size_t group) {
    for (; group != 0; group = model::StatementGroups()[group].parent) {
      if (const auto needs = model::StatementGroups()[group].needs)
        node().BeginIf(model::ServedStatement::PlaceOf(*needs));
    }
  }
  void EndIfs(std::size_t group) {
    for (; group != 0; group = model::StatementGroups()[group].parent) {
      if (model::StatementGroups()[group].needs) node().EndIf();
    }
  }

  FormBuilder& form_;
  std::vector<FormBuilder> open_;
};

}  // namespace orgreg::render
