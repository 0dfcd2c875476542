// SPDX-License-Identifier: EUPL-1.2

// Walks a statement in the order of the field table, and calls a visitor for every object and every
// value. All forms of a statement are visitors of this. Pure; safe from any thread.
//
// A visitor has Enter(group), Leave(group), with indexes of model::StatementGroups, and
// Value(field, value). Empty objects are entered too; absent amounts are skipped.

#pragma once

#include <string>
#include <string_view>

#include "model/schema/value.h"
#include "model/statements/fields.h"
#include "model/statements/statements.h"

namespace orgreg::render {

struct StatementValue {
  model::ValueKind kind = model::ValueKind::kText;
  std::string_view text = {};  // Valid until the visitor returns.
};

template <typename Visitor>
class StatementWalk {
 public:
  StatementWalk(const model::Statement& statement, Visitor* visitor)
      : statement_(statement), visitor_(visitor) {}

  void Walk() {
    for (const model::StatementField& field : model::StatementFields()) {
      GoTo(field.group);
      Tell(field);
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

  void Tell(const model::StatementField& field) {
    const void* const value = field.row.find(&statement_);
    if (!field.row.type->has(value)) return;
    visitor_->Value(field,
                    {.kind = field.row.type->kind, .text = field.row.type->text(value, &scratch_)});
  }

  const model::Statement& statement_;
  Visitor* visitor_;
  std::size_t open_ = 0;
  std::string scratch_;
};

template <typename Visitor>
void WalkStatement(const model::Statement& statement, Visitor* visitor) {
  StatementWalk<Visitor>(statement, visitor).Walk();
}

}  // namespace orgreg::render
