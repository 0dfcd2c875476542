#include "api/roles.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "api/errors.h"
#include "api/failures.h"
#include "api/list_frame.h"
#include "api/number_in_path.h"
#include "model/reference_list.h"
#include "model/resources.h"
#include "render/list_json.h"
#include "render/record_json.h"
#include "render/reference_json.h"

namespace orgreg::api {
namespace {

using model::Kind;

void AnswerBad(const search::Problems& problems, const Context& context, Answer* answer) {
  AnswerProblems(problems, context.language, context.request.raw_path, &answer->response);
}

// A code list as it is sent, with origin marks: nothing of it depends on the request.
struct PreparedCodes {
  const model::ReferenceList* list = nullptr;
  std::vector<std::string> items = {};  // In the list's order.
  std::string whole = {};
};

PreparedCodes Prepare(const model::ReferenceList& list) {
  PreparedCodes prepared{.list = &list};
  for (const model::ReferenceItem& item : list.items) {
    render::AppendReferenceItem(list, item, &prepared.items.emplace_back());
  }
  std::string self(1, render::kOriginMark);
  self.append(model::kApiPath).append("/").append(list.collection);
  const std::string_view name = list.collection.substr(list.collection.rfind('/') + 1);
  render::AppendList({.collection = name, .self = std::move(self)}, prepared.items,
                     &prepared.whole);
  return prepared;
}

const PreparedCodes& PreparedRoleTypes() {
  static const PreparedCodes codes = Prepare(model::RoleTypeList());
  return codes;
}
const PreparedCodes& PreparedRoleGroupTypes() {
  static const PreparedCodes codes = Prepare(model::RoleGroupTypeList());
  return codes;
}
const PreparedCodes& PreparedRepresentatives() {
  static const PreparedCodes codes = Prepare(model::RepresentativeList());
  return codes;
}

void Send(const std::string& rendered, const Context& context, Answer* answer) {
  render::AppendWithOrigin(rendered, context.origin, &answer->response.body());
  answer->fingerprint = XXH3_64bits(rendered.data(), rendered.size());
}

void List(const PreparedCodes& codes, const Context& context, Answer* answer) {
  const search::Problems problems = RefuseArguments(context.query);
  if (!problems.empty()) return AnswerBad(problems, context, answer);
  Send(codes.whole, context, answer);
}

void LookUpCode(const PreparedCodes& codes, const Context& context, Answer* answer) {
  const search::Problems problems = RefuseArguments(context.query);
  if (!problems.empty()) return AnswerBad(problems, context, answer);
  const auto key = [](const model::ReferenceItem& item) {
    return item.values.front().value_or("");
  };
  const auto found = std::ranges::find(codes.list->items, context.Capture(0), key);
  if (found == codes.list->items.end()) return AnswerNotFound(&answer->response);
  Send(codes.items[static_cast<std::size_t>(found - codes.list->items.begin())], context, answer);
}

}  // namespace

void LookUpRoles(const Context& context, Answer* answer) {
  search::Problems problems = RefuseArguments(context.query);
  const auto number = NumberInPath(context, &problems);
  if (!problems.empty()) return AnswerBad(problems, context, answer);
  const auto entity = context.catalog->Lookup(Kind::kEntity, *number);
  const auto roles = context.catalog->Lookup(Kind::kRoles, *number);
  if (!entity) return AnswerFailed(entity.error(), context, answer);
  if (!roles) return AnswerFailed(roles.error(), context, answer);
  const bool is_shown = *entity && (*entity)->state != model::State::kRemoved;
  // Reference, Roles of an entity: without roles it is as if there were no such thing.
  if (!is_shown || !*roles || (*roles)->rendered.empty()) return AnswerNotFound(&answer->response);
  render::AppendWithOrigin((*roles)->rendered, context.origin, &answer->response.body());
  answer->fingerprint = (*roles)->fingerprint;
}

void ListRoleTypes(const Context& context, Answer* answer) {
  List(PreparedRoleTypes(), context, answer);
}
void LookUpRoleType(const Context& context, Answer* answer) {
  LookUpCode(PreparedRoleTypes(), context, answer);
}
void ListRoleGroupTypes(const Context& context, Answer* answer) {
  List(PreparedRoleGroupTypes(), context, answer);
}
void LookUpRoleGroupType(const Context& context, Answer* answer) {
  LookUpCode(PreparedRoleGroupTypes(), context, answer);
}
void ListRepresentatives(const Context& context, Answer* answer) {
  List(PreparedRepresentatives(), context, answer);
}
void LookUpRepresentative(const Context& context, Answer* answer) {
  LookUpCode(PreparedRepresentatives(), context, answer);
}

}  // namespace orgreg::api
