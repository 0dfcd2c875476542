// Refuses a path that does not decode to UTF-8 without NUL, as every other invalid parameter is
// refused (spec, Errors: 400 applies to all endpoints). Pure functions; safe from any thread.

#pragma once

#include <string_view>

#include "api/answers/errors.h"
#include "api/answers/messages.h"
#include "api/interface/context.h"
#include "http/message/request.h"
#include "http/message/response.h"

namespace orgreg::api {

// How the refusal is written.
struct PathRefusal {
  std::string_view shown_path = {};  // The path sent, or as much of it as may be shown.
  Language language = Language::kNorwegian;
  ErrorForm form = ErrorForm::kRegister;
};

// 400 that names each segment that does not decode.
void AnswerUndecodable(const http::Request& request, const PathRefusal& refusal,
                       http::Response* response);

// The same in place of the handler of a route.
void RefusePath(const Context& context, Answer* answer);

}  // namespace orgreg::api
