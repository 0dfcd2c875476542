// Handlers answer here what they could not do: the log gets the whole error, the client the words
// of causes.h. Safe from any thread.

#pragma once

#include "api/interface/context.h"
#include "base/result.h"

namespace orgreg::api {

// 500 with a trace that the log names too, or 503 where the same request may succeed later.
void AnswerFailed(const base::Error& error, const Context& context, Answer* answer);

}  // namespace orgreg::api
