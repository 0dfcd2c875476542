#include "api/roles/roles.h"

#include "api/answers/errors.h"
#include "api/interface/failures.h"
#include "api/interface/list_frame.h"
#include "api/interface/number_in_path.h"

namespace orgreg::api {

void LookUpRoles(const Context& context, Answer* answer) {
  search::Problems problems = RefuseArguments(context.query);
  const auto number = NumberInPath(context, &problems);
  if (!problems.empty()) {
    return AnswerProblems(problems, context.language, context.request.raw_path, &answer->response);
  }
  const auto entity = context.catalog->Lookup(model::Kind::kEntity, *number);
  const auto roles = context.catalog->Lookup(model::Kind::kRoles, *number);
  if (!entity) return AnswerFailed(entity.error(), context, answer);
  if (!roles) return AnswerFailed(roles.error(), context, answer);
  const bool is_shown = *entity && (*entity)->state != model::State::kRemoved;
  // Reference, Roles of an entity: without roles it is as if there were no such thing.
  if (!is_shown || !*roles || (*roles)->record.empty()) return AnswerNotFound(&answer->response);
  (*roles)->record.served().AppendTo(context.origin, &answer->response.body());
  answer->fingerprint = (*roles)->fingerprint;
}

}  // namespace orgreg::api
