#include "api/statements/errors.h"

#include "api/answers/errors.h"

namespace orgreg::api {

void AnswerBad(const search::Problems& problems, const Context& context, Answer* answer) {
  AnswerBadRequest(problems, context.request.raw_path, &answer->response, context.error_form);
}

}  // namespace orgreg::api
