// SPDX-License-Identifier: EUPL-1.2

#include "records/readers/role_sealing.h"

#include <fmt/format.h>

#include <utility>

#include "base/values/ascii.h"
#include "records/readers/problem.h"

namespace orgreg::records {
namespace {

// Calls `visit` for every person in the list until it returns false.
template <typename Visit>
void EachPerson(model::RoleList* list, Visit visit) {
  for (model::RoleGroup& group : list->groups) {
    for (model::Role& role : group.roles) {
      auto* const person = std::get_if<model::Person>(&role.holder);
      if (person != nullptr && !visit(person)) return;
    }
  }
}

// What stands before a sealed text in a stored list. No text of a record contains it, because
// quotes are escaped there.
constexpr std::string_view kBeforeSealed = R"("sealed":")";

// Moves what precedes the next sealed text from the front of `body` to the result: all of it if
// there is none.
std::string_view TakeUntilSealed(std::string_view* body) {
  const std::size_t at = body->find(kBeforeSealed);
  const std::size_t size = at == body->npos ? body->size() : at + kBeforeSealed.size();
  const std::string_view taken = body->substr(0, size);
  body->remove_prefix(size);
  return taken;
}

}  // namespace

std::string ContextOf(const model::RoleList& list) { return list.number.ToString(); }

bool SealNumbers(const NumberSealing& sealing, model::RoleList* list, Problems* problems) {
  const std::string context = ContextOf(*list);
  std::size_t refused = 0;
  EachPerson(list, [&](model::Person* person) {
    if (!person->number) return true;
    if (sealing.vault == nullptr) {
      ++refused;
    } else {
      person->sealed_number = sealing.vault->Seal(*person->number, context);
      person->blind_index = sealing.vault->Blind(*person->number);
    }
    person->number.reset();
    return true;
  });
  if (refused == 0) return true;
  problems->push_back(
      {.reason = fmt::format("has identification numbers ({}), {}", refused, sealing.refusal)});
  return false;
}

bool IsSameButForSealing(std::string_view before, std::string_view after) {
  while (!before.empty() || !after.empty()) {
    if (TakeUntilSealed(&before) != TakeUntilSealed(&after)) return false;
    const std::string_view former = base::TakeUntil('"', &before);
    const std::string_view present = base::TakeUntil('"', &after);
    if (former != present && !auth::IsLaterForm(former, present)) return false;
  }
  return true;
}

base::Status OpenNumbers(const auth::NumberVault& vault, model::RoleList* list) {
  const std::string context = ContextOf(*list);
  base::Status status;
  EachPerson(list, [&](model::Person* person) {
    if (!person->sealed_number) return true;
    auto number = vault.Open(*person->sealed_number, context);
    if (number) {
      person->number = std::move(number).value();
    } else {
      status = std::move(number).error();
    }
    return status.ok();
  });
  if (status) return status;
  EachPerson(list, [](model::Person* person) {
    person->number.reset();
    return true;
  });
  return status;
}

}  // namespace orgreg::records
