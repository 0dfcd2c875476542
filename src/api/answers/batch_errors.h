// SPDX-License-Identifier: EUPL-1.2

// The last line of an answer to batches that were not all applied (docs/batches.md, Over HTTP): the
// lines before it acknowledge the applied ones. Pure but for the clock and random numbers.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "api/answers/causes.h"
#include "http/message/response.h"

namespace orgreg::api {

// 422: a batch breaks rules. `first` are the first of `count` problems.
void AnswerBatchRefused(std::uint64_t count, std::span<const std::string> first,
                        http::Response* response);

// A batch could not be applied: what failed and, with 500, the six members that every server error
// has. Returns the trace of a 500; empty if there is none.
std::string AnswerBatchFailed(Cause cause, std::string_view message, std::string_view path,
                              http::Response* response);

}  // namespace orgreg::api
