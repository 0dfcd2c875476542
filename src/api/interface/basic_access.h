// SPDX-License-Identifier: EUPL-1.2

// Basic credentials of a request: the verdict of the check of users, and the answer of a refusal.
// Safe from any thread.

#pragma once

#include <string_view>

#include "api/answers/errors.h"
#include "auth/users/basic_check.h"
#include "http/message/request.h"
#include "http/message/response.h"

namespace orgreg::api {

// Whether the answer may take its time. On a thread that serves connections it may not, and the
// verdict may be undecided: then ask again on a thread of the pool.
enum class BasicPace { kQuick, kSlow };

// `address` is the client's.
auth::BasicVerdict CheckBasic(auth::BasicCheck* users, const http::Request& request,
                              std::string_view address, BasicPace pace);

// 401 with a challenge, 429 or 503 with Retry-After, none of them cached. The verdict is a refusal,
// so neither right, undecided nor unusable. `challenge` as BasicCheck has it.
void AnswerBasicRefusal(const auth::BasicVerdict& verdict, std::string_view challenge,
                        const ErrorStyle& style, http::Response* response);

}  // namespace orgreg::api
