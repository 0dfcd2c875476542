#include "api/statement_errors.h"

#include <string>
#include <string_view>

#include "api/errors.h"
#include "base/log.h"

namespace orgreg::api {

void AnswerBad(const search::Problems& problems, const Context& context, Answer* answer) {
  AnswerBadRequest(problems, context.request.raw_path, &answer->response,
                   ErrorFormFor(&context.offer));
}

void AnswerFailed(const base::Error& error, const Context& context, Answer* answer) {
  const std::string_view path = context.request.raw_path;
  if (error.code == base::Code::kUnavailable) {
    base::LogError("{}: {}", path, error.message);
    return AnswerUnavailable(&answer->response);
  }
  const std::string trace =
      AnswerStatementsFault(path, ErrorFormFor(&context.offer), &answer->response);
  base::LogError("{}: {} (trace {})", path, error.message, trace);
}

}  // namespace orgreg::api
