#include "api/failures.h"

#include <string>
#include <string_view>

#include "api/errors.h"
#include "base/log.h"

namespace orgreg::api {

void AnswerFailed(const base::Error& error, const Context& context, Answer* answer) {
  const std::string_view path = context.shown_path;
  const std::string trace =
      AnswerFailure(CauseOf(error.code), path, context.error_form, &answer->response);
  if (trace.empty()) {
    base::LogError("{}: {}", path, error.message);
  } else {
    base::LogError("{}: {} (trace {})", path, error.message, trace);
  }
}

}  // namespace orgreg::api
