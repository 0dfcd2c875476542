// How the handlers of financial statements, documents and their statistics answer what they
// cannot serve, in the form of their interface (errors.h). Safe from any thread.

#pragma once

#include "api/context.h"
#include "base/result.h"
#include "search/problem.h"

namespace orgreg::api {

// 400 with every problem.
void AnswerBad(const search::Problems& problems, const Context& context, Answer* answer);

// What failed is ours, and the log of the server says what: 500 with a trace; 503 where the same
// request may succeed soon.
void AnswerFailed(const base::Error& error, const Context& context, Answer* answer);

}  // namespace orgreg::api
