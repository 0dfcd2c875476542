#include "model/units/odd_values.h"

#include <string_view>
#include <utility>
#include <variant>

#include "model/units/field.h"

namespace orgreg::model {
namespace {

// Checks one value after another. The path of a value is only built if it breaks its rule, because
// nearly all values of millions of records follow theirs.
class Judge {
 public:
  // The following values belong to this field.
  void Begin(const Field& field) { field_ = &field; }

  void Look(const Text& text) { Look(field_->rule, text, {}); }

  void Look(const Lines& lines) {
    if (!lines) return;
    for (at_ = 0; at_ < lines->size(); ++at_) Look(field_->rule, (*lines)[at_], {});
  }

  void Look(const Notices& notices) {
    if (!notices) return;
    for (at_ = 0; at_ < notices->size(); ++at_) {
      Look(Rule::kLine, (*notices)[at_].type, kNoticeNames.type);
      Look(Rule::kText, (*notices)[at_].text, kNoticeNames.text);
    }
  }

  // A value whose type is its own rule.
  template <typename Other>
  void Look(const Other& /*value*/) {}

  OddValues TakeFound() { return std::move(found_); }

 private:
  void Look(Rule rule, const Text& text, std::string_view part) {
    if (!text) return;
    const std::string_view reason = BreachOf(rule, *text);
    if (reason.empty()) return;
    std::string path = field_->Path();
    if (field_->value.type != Type::kText) path.append("[").append(std::to_string(at_)).append("]");
    if (!part.empty()) path.append(".").append(part);
    found_.push_back({.path = std::move(path), .reason = reason});
    if (found_.back().may_stay()) found_.back().value = *text;
  }

  const Field* field_ = nullptr;
  std::size_t at_ = 0;  // The index of an element in a list.
  OddValues found_;
};

}  // namespace

OddValues OddValuesOf(Kind kind, const Unit& unit) {
  Judge judge;
  for (const Field& field : Fields(kind, unit.state)) {
    judge.Begin(field);
    std::visit([&](const auto* value) { judge.Look(*value); }, field.value.readable(unit));
  }
  return judge.TakeFound();
}

}  // namespace orgreg::model
