// SPDX-License-Identifier: EUPL-1.2

// Walks the members of a statement in the order of the field table, and calls a visitor for every
// object and every field. All forms of a statement are made by visitors of this. Pure; safe from
// any thread.
//
// A visitor has Enter(group), Leave(group), with indexes of model::StatementGroups, and
// Value(place, field), with the place among model::StatementFields.

#pragma once

#include <cstddef>

#include "model/statements/fields.h"

namespace orgreg::render {

template <typename Visitor>
class StatementWalk {
 public:
  explicit StatementWalk(Visitor* visitor) : visitor_(visitor) {}

  void Walk() {
    const auto fields = model::StatementFields();
    for (std::size_t place = 0; place < fields.size(); ++place) {
      GoTo(fields[place].group);
      visitor_->Value(place, fields[place]);
    }
    GoTo(0);
  }

 private:
  static std::size_t ParentOf(std::size_t group) { return model::StatementGroups()[group].parent; }

  static bool IsWithin(std::size_t group, std::size_t outer) {
    while (group != outer && group != 0) group = ParentOf(group);
    return group == outer;
  }

  void GoTo(std::size_t group) {
    while (!IsWithin(group, open_)) {
      visitor_->Leave(open_);
      open_ = ParentOf(open_);
    }
    Descend(group);
  }

  void Descend(std::size_t group) {
    if (group == open_) return;
    Descend(ParentOf(group));
    visitor_->Enter(group);
    open_ = group;
  }

  Visitor* visitor_;
  std::size_t open_ = 0;
};

template <typename Visitor>
void WalkStatement(Visitor* visitor) {
  StatementWalk<Visitor>(visitor).Walk();
}

}  // namespace orgreg::render
