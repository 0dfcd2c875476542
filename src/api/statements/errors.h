// How the handlers of financial statements, documents and their statistics answer what is wrong
// with a request, in the form of their interface (errors.h). Safe from any thread.

#pragma once

#include "api/interface/context.h"
#include "search/request/problem.h"

namespace orgreg::api {

// 400 with every problem.
void AnswerBad(const search::Problems& problems, const Context& context, Answer* answer);

}  // namespace orgreg::api
