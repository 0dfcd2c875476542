// Goes through a statement in the order of the field table, and tells a visitor of every object
// and every value. All forms of a statement are visitors of this. Pure; safe from any thread.
//
// A visitor has Enter(group), Leave(group), with places in model::StatementGroups, and
// Value(field, value). Objects are entered also where nothing stands in them; amounts that are
// absent are not told of.

#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "formats/json/text.h"
#include "model/statements/fields.h"
#include "model/statements/statements.h"

namespace orgreg::render {

enum class StatementValueKind : std::uint8_t {
  kText,  // Any text in UTF-8.
  kCode,  // Text of letters and digits alone.
  kDay,
  kWhole,  // A whole number.
  kAmount,
  kFlag,
};

struct StatementValue {
  StatementValueKind kind = StatementValueKind::kText;
  std::string_view text = {};  // Until the visitor returns.
};

template <typename Visitor>
class StatementWalk {
 public:
  StatementWalk(const model::Statement& statement, Visitor* visitor)
      : statement_(statement), visitor_(visitor) {}

  void Walk() {
    for (const model::StatementField& field : model::StatementFields()) {
      GoTo(field.group);
      std::visit([&](auto slot) { Tell(field, slot); }, field.value);
    }
    GoTo(0);
  }

 private:
  using Kind = StatementValueKind;

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

  void Say(const model::StatementField& field, Kind kind, std::string_view text) {
    visitor_->Value(field, StatementValue{.kind = kind, .text = text});
  }

  void Tell(const model::StatementField& field, std::int32_t model::Statement::* member) {
    scratch_.clear();
    formats::AppendInteger(statement_.*member, &scratch_);
    Say(field, Kind::kWhole, scratch_);
  }
  void Tell(const model::StatementField& field, std::string model::Statement::* member) {
    Say(field, Kind::kText, statement_.*member);
  }
  void Tell(const model::StatementField& field, bool model::Statement::* member) {
    Say(field, Kind::kFlag, statement_.*member ? "true" : "false");
  }
  void Tell(const model::StatementField& field, base::Date model::Statement::* member) {
    scratch_.clear();
    (statement_.*member).AppendTo(&scratch_);
    Say(field, Kind::kDay, scratch_);
  }
  void Tell(const model::StatementField& field, base::OrgNumber model::Statement::* member) {
    scratch_.clear();
    (statement_.*member).AppendTo(&scratch_);
    Say(field, Kind::kCode, scratch_);
  }
  void Tell(const model::StatementField& field, model::StatementType model::Statement::* member) {
    Say(field, Kind::kCode, NameOf(statement_.*member));
  }
  void Tell(const model::StatementField& field, model::AccountingRules model::Statement::* member) {
    Say(field, Kind::kCode, NameOf(statement_.*member));
  }
  void Tell(const model::StatementField& field, model::LayoutPlan model::Statement::* member) {
    scratch_ = (statement_.*member).code;
    for (char& c : scratch_) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    Say(field, Kind::kText, scratch_);
  }
  void Tell(const model::StatementField& field, model::StatementAmount amount) {
    const model::Amount& value = statement_.At(amount);
    if (value) Say(field, Kind::kAmount, value->text());
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
