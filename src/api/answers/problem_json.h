// SPDX-License-Identifier: EUPL-1.2

// The body of an error as problem+json (RFC 9457), for clients that ask for it, in the language
// that they want. Pure; safe from any thread.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "api/answers/error_kinds.h"
#include "api/answers/messages.h"
#include "search/request/parameter.h"
#include "search/request/problem.h"

namespace orgreg::api {

struct ErrorDetails {
  ErrorKind kind = ErrorKind::kFault;
  std::string_view subject = {};              // of the sentence
  std::string_view trace = {};                // empty: none
  std::span<const std::string> offered = {};  // the media types
  // The wrong parameters, and the parameters that would be right.
  const search::Problems* problems = nullptr;
  const search::ParameterTable* known = nullptr;  // null: nothing is suggested
};

struct ProblemFrame {
  std::string_view name = {};  // of the error, in the guide
  Language language = Language::kNorwegian;
  // The address above the pages: "https://host/register"; without pages the types are about:blank
  // (RFC 9457).
  std::optional<std::string> pages = {};
  std::string_view path = {};  // of the request
};

// The sentence of the kind about its subject.
std::string DetailOf(const ErrorDetails& error, Language language);
// The same for a page.
std::string PageDetailOf(const ErrorDetails& error, Language language);

void AppendProblem(const ErrorDetails& error, const ProblemFrame& frame, std::string* out);

}  // namespace orgreg::api
