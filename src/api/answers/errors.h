// SPDX-License-Identifier: EUPL-1.2

// Every answer that is an error: its status, its body, and the links to what explains it. The only
// place that builds one. The body is the one that the specification has or that clients know,
// unless the client asks for problem+json or is a browser that opens a page (wishes.h).

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "api/answers/causes.h"
#include "api/answers/error_kinds.h"
#include "api/answers/media_types.h"
#include "api/answers/messages.h"
#include "http/message/handler.h"
#include "http/message/request.h"
#include "search/request/parameter.h"
#include "search/request/problem.h"

namespace orgreg::api {

// A random UUID (RFC 9562, version 4), which identifies one answer in logs.
std::string MakeTrace();
// That of the answer, which gets one if it has none.
std::string TraceOf(http::Response* response);

// The form of an error: the one of the registers, or the one that the interface of financial
// statements uses for all its errors, in JSON or XML (spec, Errors; spec, Server error body).
enum class ErrorForm { kRegister, kJson, kXml };

struct ErrorDetails;
struct ErrorStyle;

// The pages for people, as far as errors lead to them and are shown as one.
struct ErrorPages {
  std::string_view root = {};  // The path above them; empty: they are at /.
  // Appends a page about the error and returns the code of its language; empty if it cannot.
  std::string_view (*append)(const ErrorDetails&, const ErrorStyle&, std::string* out) = nullptr;
  std::string_view policy = {};  // Content-Security-Policy of such a page.
};

struct ErrorStyle {
  ErrorForm form = ErrorForm::kRegister;
  Language language = Language::kNorwegian;  // of problems as the registers have them
  std::string_view path = {};                // the request's, without the query, as it may be shown
  // No identification number in the wrong place is repeated, and there are no pages.
  bool hides_numbers = false;
  bool is_page = false;               // the request is for a page, whose errors are not specified
  const ErrorPages* pages = nullptr;  // null: there are none, and no guide
  std::string_view origin = {};     // "https://host" of the guide; empty: the same as the request's
  std::string_view operation = {};  // its name in the reference; empty: none
  const http::Request* request = nullptr;  // whose wishes count; null: nobody's
};

// Begins an error whose usual body the caller has made, or which has none: its status, the links to
// its pages and what it depends on. Returns true if the client asks for problem+json; that is the
// whole answer then, in place of the body.
bool AnswerAsProblem(ErrorKind kind, const ErrorStyle& style, http::Response* response);

// 400 with every problem (spec, Errors; spec, Server error body). `known` are the parameters of the
// operation, for suggestions.
void AnswerProblems(search::Problems problems, const search::ParameterTable& known,
                    const ErrorStyle& style, http::Response* response);

// 404 without a body: a valid request for something that does not exist (spec, Errors), or an
// address that nothing has.
void AnswerNotFound(ErrorKind kind, const ErrorStyle& style, http::Response* response);

// 404 for statements that exist, but whose plans are not served.
void AnswerPlansNotServed(std::span<const std::string> plans, const ErrorStyle& style,
                          http::Response* response);

// 405; `allowed` is the value of the Allow field.
void AnswerMethodNotAllowed(std::string_view allowed, const ErrorStyle& style,
                            http::Response* response);

// 406, listing what is offered.
void AnswerNotAcceptable(std::span<const Offer> offers, const ErrorStyle& style,
                         http::Response* response);

// 421: the request is for a foreign host, or, if `host` is empty, for a text that is not a host.
// The answer tells the operator which settings allow it, and reveals no more than the request.
void AnswerMisdirected(std::string_view host, const ErrorStyle& style, http::Response* response);

// 401, or another refusal without a body; `challenge` is the value of the WWW-Authenticate field;
// if it is empty, there is none.
void AnswerRefusal(int status, std::string_view challenge, const ErrorStyle& style,
                   http::Response* response);

// 403: a secret came over plain HTTP.
void AnswerPlainSecret(const ErrorStyle& style, http::Response* response);

// 415; `detail` is a line of plain text; if it is empty, there is no body.
void AnswerUnsupportedType(std::string_view detail, const ErrorStyle& style,
                           http::Response* response);

// 429; the caller adds when to retry (reference, Errors).
void AnswerTooManyRequests(ErrorKind kind, const ErrorStyle& style, http::Response* response);

// A valid request that could not be answered (causes.h): 500 with six members, or 503 with the time
// to retry. Replaces the content of the body. Returns the trace of a 500, to be logged; empty if
// there is none.
std::string AnswerFailure(Cause cause, const ErrorStyle& style, http::Response* response);
// The same for a temporary cause.
void AnswerLater(Cause cause, const ErrorStyle& style, http::Response* response);

// Bytes that are not a request.
void AnswerFault(http::Fault fault, const ErrorStyle& style, http::Response* response);

}  // namespace orgreg::api
