// Every answer that is an error: its status and its body. The only place that builds one.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "api/answers/causes.h"
#include "api/answers/media_types.h"
#include "api/answers/messages.h"
#include "http/message/handler.h"
#include "search/request/problem.h"

namespace orgreg::api {

// A random UUID (RFC 9562, version 4), by which one answer is found again in logs.
std::string MakeTrace();

// How an error is written: as the registers have it, or as the interface of financial statements
// has all its errors, in JSON or XML (spec, Errors; spec, Server error body).
enum class ErrorForm { kRegister, kJson, kXml };

struct ErrorStyle {
  ErrorForm form = ErrorForm::kRegister;
  Language language = Language::kNorwegian;  // of problems as the registers have them
  std::string_view path = {};                // the request's, without the query, as it may be shown
  bool hides_numbers = false;  // no identification number in the wrong place is repeated
};

// 400 with every problem (spec, Errors; spec, Server error body).
void AnswerProblems(search::Problems problems, const ErrorStyle& style, http::Response* response);

// 404 without a body: a valid request for what does not exist (spec, Errors).
void AnswerNotFound(http::Response* response);

// 404 for statements that are there, but laid out by plans that are not served.
void AnswerPlansNotServed(std::span<const std::string> plans, http::Response* response);

// 405; `allowed` is the value of the Allow field.
void AnswerMethodNotAllowed(std::string_view allowed, http::Response* response);

// 406, listing what is offered.
void AnswerNotAcceptable(std::span<const Offer> offers, http::Response* response);

// 421: the request is for a host that is not one of ours; empty: for what is no host. Says how the
// operator lets it be answered, which tells no more than what was asked.
void AnswerMisdirected(std::string_view host, http::Response* response);

// 401, or another refusal without a body; `challenge` is the value of the WWW-Authenticate field,
// empty: it has none.
void AnswerRefusal(int status, std::string_view challenge, http::Response* response);

// 415; `detail` is a line of plain text, empty: no body.
void AnswerUnsupportedType(std::string_view detail, http::Response* response);

// 429; when to come again is the caller's to say (reference, Errors).
void AnswerTooManyRequests(http::Response* response);

// A request that was right and could not be answered (causes.h): 500 with six members, or 503 with
// the time to come again. Replaces what the body held. Gives back the trace of a 500, to be logged;
// empty where there is none.
std::string AnswerFailure(Cause cause, const ErrorStyle& style, http::Response* response);
// The same for a cause that passes, which looks the same in every style.
void AnswerLater(Cause cause, http::Response* response);

// Bytes that are no request.
void AnswerFault(http::Fault fault, http::Response* response);

}  // namespace orgreg::api
