// SPDX-License-Identifier: EUPL-1.2

#include "model/units/odd_values.h"

#include <string>
#include <string_view>
#include <utility>

#include "model/schema/value.h"
#include "model/units/field.h"

namespace orgreg::model {
namespace {

// Checks one value after another. The path of a value is only built if it breaks its rule, because
// nearly all values of millions of records follow theirs.
class Judge {
 public:
  void Look(const Field& field, const Unit& unit) {
    field_ = &field;
    const Rule rule = field.row.traits.rule;
    if (const Text* const text = ValueOf<Text>(field.row, &unit)) {
      Look(rule, *text, {});
    } else if (const Lines* const lines = ValueOf<Lines>(field.row, &unit)) {
      if (!*lines) return;
      for (at_ = 0; at_ < (*lines)->size(); ++at_) Look(rule, (**lines)[at_], {});
    } else if (field.row.list != nullptr && field.row.IsIn(&unit)) {
      LookAtObjects(field.row.find(&unit));
    }
    // The others have types that are their own rules.
  }

  OddValues TakeFound() { return std::move(found_); }

 private:
  void LookAtObjects(const void* list) {
    const Row& row = field_->row;
    for (at_ = 0; at_ < row.list->size(list); ++at_) {
      for (const Row& part : row.schema->rows) {
        const Text* const text = ValueOf<Text>(part, row.list->at(list, at_));
        if (text != nullptr) Look(part.traits.rule, *text, part.name);
      }
    }
  }

  void Look(Rule rule, const Text& text, std::string_view part) {
    if (!text) return;
    const std::string_view reason = BreachOf(rule, *text);
    if (reason.empty()) return;
    std::string path = field_->Path();
    if (field_->row.kind != ValueKind::kText)
      path.append("[").append(std::to_string(at_)).append("]");
    if (!part.empty()) path.append(".").append(part);
    found_.push_back({.path = std::move(path), .reason = reason});
    if (found_.back().may_stay()) found_.back().value = *text;
  }

  const Field* field_ = nullptr;
  std::size_t at_ = 0;  // Of an element of a list.
  OddValues found_;
};

}  // namespace

OddValues OddValuesOf(Kind kind, const Unit& unit) {
  Judge judge;
  for (const Field& field : Fields(kind, unit.state)) judge.Look(field, unit);
  return judge.TakeFound();
}

}  // namespace orgreg::model
