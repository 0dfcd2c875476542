// SPDX-License-Identifier: EUPL-1.2

// Each function fills a response for one kind of error: first in the form that the client asks for,
// if it asks for one, otherwise in the usual one. Usual bodies have three forms: the list of
// problems of the registers, the six members of server errors and of the statements' interface, and
// the short problem+json of all others.

#include "api/answers/errors.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "api/answers/error_page.h"
#include "api/answers/object_writer.h"
#include "api/answers/problem_json.h"
#include "api/answers/wishes.h"
#include "base/values/percent.h"
#include "base/values/shown_name.h"
#include "formats/xml/text.h"
#include "model/resources.h"

namespace orgreg::api {
namespace {

constexpr std::string_view kJson = "application/json";
constexpr std::string_view kReferencePath = "/docs/reference";
constexpr std::string_view kStatus = "status";

void AppendErrors(const search::Problems& problems, Language language, std::string* out) {
  const ValidationNames& names = NamesOfValidation(language);
  out->push_back('[');
  for (const search::Problem& problem : problems) {
    if (&problem != problems.data()) out->push_back(',');
    ObjectWriter error(out);
    error.Text(names.message, Message(problem, language));
    error.Texts(names.parameters, problem.parameters);
    if (problem.value) error.Text(names.value, *problem.value);
    error.Close();
  }
  out->push_back(']');
}

std::int64_t EpochMilliseconds() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

// The current time, as bodies with a trace write it.
std::string TimeText() {
  const auto now =
      std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const auto milliseconds = now.time_since_epoch().count() % 1000;
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}+0000",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(now)), milliseconds);
}

// The kind of all problems, if they are of one kind.
std::string_view NameOfAll(const search::Problems& problems) {
  const auto is_other = [&problems](const search::Problem& problem) {
    return problem.reason != problems.front().reason;
  };
  if (problems.empty() || std::ranges::any_of(problems, is_other)) {
    return RowOf(ErrorKind::kWrongParameters).name;
  }
  return NameOf(problems.front().reason);
}

// The address above the pages: "https://host/register"; nothing without pages.
std::optional<std::string> PagesOf(const ErrorStyle& style) {
  if (style.pages == nullptr) return std::nullopt;
  return std::string(style.origin).append(style.pages->root);
}

// The address of this kind's explanation, and of the operation's.
std::string HelpLink(std::string_view pages, std::string_view path, std::string_view name) {
  return fmt::format("<{}{}#{}>; rel=\"help\"", pages, path, name);
}

// The type of the usual body.
std::string_view UsualType(const ErrorRow& row, ErrorForm form) {
  return row.has_specified_body && form == ErrorForm::kXml ? kXmlType : kJson;
}

std::string_view CodeOf(Language language) { return language == Language::kEnglish ? "en" : "nb"; }

void AddHelp(std::string_view name, const ErrorStyle& style, http::Response* response) {
  const auto pages = PagesOf(style);
  if (!pages) return;
  response->AddToList("Link", HelpLink(*pages, kErrorGuidePath, name));
  if (style.operation.empty()) return;
  response->AddToList("Link", HelpLink(*pages, kReferencePath, style.operation));
}

// The page about the error or, if it cannot be made, one without the frame of the pages.
void AppendPage(const ErrorDetails& error, const ErrorStyle& style, const ProblemFrame& frame,
                http::Response* response) {
  response->AddHeader("Content-Type", kErrorPageType);
  const auto append = style.pages->append;
  const std::string_view language =
      append == nullptr ? std::string_view() : append(error, style, &response->body());
  const bool is_made = !language.empty();
  response->AddHeader("Content-Language", is_made ? language : CodeOf(frame.language));
  response->AddHeader("Content-Security-Policy", is_made ? style.pages->policy : kErrorPagePolicy);
  response->AddHeader("Referrer-Policy", kErrorPageReferrer);
  response->AddToList("Cache-Control", "no-cache");
  if (!is_made) AppendErrorPage(error, frame, &response->body());
}

// The status, the links to the pages of the error and of the operation, and what it depends on.
void BeginError(const ErrorRow& row, std::string_view name, const ErrorStyle& style,
                http::Response* response) {
  response->set_status(row.status);
  response->set_error(static_cast<int>(row.kind));
  AddHelp(name, style, response);
  if (style.request != nullptr) response->AddToList("Vary", "Accept");
}

// What an answer in another form than the usual one needs to know of the request.
ProblemFrame FrameOf(std::string_view name, const ErrorStyle& style, http::Response* response) {
  response->AddToList("Vary", "Accept-Language");
  return {.name = name,
          .language = LanguageFor(*style.request, style.language),
          .pages = PagesOf(style),
          .path = style.path};
}

void AppendProblemAnswer(const ErrorDetails& error, const ProblemFrame& frame,
                         http::Response* response) {
  response->AddHeader("Content-Language", CodeOf(frame.language));
  response->AddHeader("Content-Type", kProblemJson);
  AppendProblem(error, frame, &response->body());
}

// Begins the answer of the kind. Returns true if it is complete, because the client asks for
// another form than the usual one.
bool AnswerAsAsked(const ErrorDetails& error, const ErrorStyle& style, http::Response* response) {
  const ErrorRow& row = RowOf(error.kind);
  const std::string_view name = error.problems == nullptr ? row.name : NameOfAll(*error.problems);
  BeginError(row, name, style, response);
  if (style.request == nullptr) return false;
  const bool may_be_page =
      style.pages != nullptr && !style.hides_numbers && (style.is_page || !row.has_specified_body);
  if (may_be_page) response->AddToList("Vary", "Sec-Fetch-Mode");
  const bool is_problem = AsksForProblem(*style.request, UsualType(row, style.form));
  const bool is_page = !is_problem && may_be_page && AsksForPage(*style.request);
  if (!is_problem && !is_page) return false;
  const ProblemFrame frame = FrameOf(name, style, response);
  if (is_page) {
    AppendPage(error, style, frame, response);
  } else {
    AppendProblemAnswer(error, frame, response);
  }
  return true;
}

// The usual body of errors without a form in the specification.
void AnswerShort(const ErrorDetails& error, const ErrorStyle& style, http::Response* response) {
  if (AnswerAsAsked(error, style, response)) return;
  const ErrorRow& row = RowOf(error.kind);
  response->AddHeader("Content-Type", kProblemJson);
  ObjectWriter body(&response->body());
  body.Text("title", row.title.english);
  body.Number("status", row.status);
  body.Text("detail", DetailOf(error, Language::kEnglish));
  if (!error.offered.empty()) body.Texts("offered", error.offered);
  body.Close();
}

// The body of server errors (spec, Errors), and of all errors of the statements' interface (spec,
// Server error body), where every member is a text.
struct ServerError {
  int status = 500;
  std::string_view title = {};
  std::string_view message = {};
  std::string_view path = {};
  std::string_view trace = {};
};

void AppendXml(std::span<const std::pair<std::string_view, std::string>> members,
               std::string* out) {
  out->append("<").append(model::kServerErrorElement).append(">");
  for (const auto& [name, value] : members) {
    out->append("<").append(name).append(">");
    formats::AppendXmlText(value, out);
    out->append("</").append(name).append(">");
  }
  out->append("</").append(model::kServerErrorElement).append(">");
}

void AnswerSixMembers(const ServerError& error, ErrorForm form, http::Response* response) {
  std::string shown_path;
  base::AppendSafeQuery(error.path, &shown_path);
  const std::array<std::pair<std::string_view, std::string>, 6> members = {
      {{"timestamp", TimeText()},
       {kStatus, std::to_string(error.status)},
       {"error", std::string(error.title)},
       {"message", std::string(error.message)},
       {"path", shown_path},
       {"trace", std::string(error.trace)}}};
  response->set_status(error.status);
  response->AddHeader("Content-Type", form == ErrorForm::kXml ? kXmlType : kJson);
  if (form == ErrorForm::kXml) return AppendXml(members, &response->body());
  ObjectWriter body(&response->body());
  for (const auto& [name, value] : members) {
    if (form == ErrorForm::kRegister && name == kStatus) {
      body.Number(name, error.status);
    } else {
      body.Text(name, value);
    }
  }
  body.Close();
}

// The body of the registers, which lists the problems (spec, Errors).
void AnswerValidation(const search::Problems& problems, const ErrorStyle& style,
                      http::Response* response) {
  const ValidationNames& names = NamesOfValidation(style.language);
  const auto count = static_cast<std::int64_t>(problems.size());
  response->set_status(400);
  response->AddHeader("Content-Type", kJson);
  ObjectWriter body(&response->body());
  body.Number(names.timestamp, EpochMilliseconds());
  body.Number(names.status, 400);
  body.Text(names.error, BadRequestTitle(style.language));
  if (!names.errors_last) AppendErrors(problems, style.language, body.Name(names.errors));
  std::string shown_path;
  base::AppendSafeQuery(style.path, &shown_path);  // As sent, it may hold bytes that are not UTF-8.
  body.Text(names.path, shown_path);
  body.Number(names.count, count);
  if (names.errors_last) AppendErrors(problems, style.language, body.Name(names.errors));
  body.Close();
}

ErrorKind KindOf(http::Fault fault) {
  switch (fault) {
    case http::Fault::kBadRequest:
      return ErrorKind::kMalformed;
    case http::Fault::kRequestTimeout:
      return ErrorKind::kTimeout;
    case http::Fault::kBodyTooLarge:
      return ErrorKind::kBodyTooLarge;
    case http::Fault::kUriTooLong:
      return ErrorKind::kUriTooLong;
    case http::Fault::kHeadTooLarge:
      return ErrorKind::kHeadTooLarge;
    case http::Fault::kNotImplemented:
      return ErrorKind::kNotImplemented;
    case http::Fault::kOverloaded:
      return ErrorKind::kOverload;
    case http::Fault::kVersionNotSupported:
      return ErrorKind::kVersion;
    case http::Fault::kPlainHttp:
      return ErrorKind::kPlainHttp;
  }
  return ErrorKind::kMalformed;
}

void HideNumbers(search::Problems* problems) {
  for (search::Problem& problem : *problems) {
    for (std::string& parameter : problem.parameters) parameter = base::MaskedNumbers(parameter);
    if (problem.value) problem.value = base::MaskedNumbers(*problem.value);
    problem.subject = base::MaskedNumbers(problem.subject);
  }
}

}  // namespace

std::string MakeTrace() {
  thread_local std::mt19937_64 random{std::random_device()()};
  const std::uint64_t high = random();
  const std::uint64_t low = random();
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:x}{:03x}-{:012x}", high >> 32U, high >> 16U & 0xFFFFU,
                     high & 0xFFFU, 8 + (low >> 62U), low >> 48U & 0xFFFU, low & 0xFFFFFFFFFFFFU);
}

std::string TraceOf(http::Response* response) {
  if (response->trace().empty()) response->set_trace(MakeTrace());
  return response->trace();
}

bool AnswerAsProblem(ErrorKind kind, const ErrorStyle& style, http::Response* response) {
  const ErrorDetails error = {.kind = kind};
  const ErrorRow& row = RowOf(kind);
  BeginError(row, row.name, style, response);
  if (style.request == nullptr || !AsksForProblem(*style.request, UsualType(row, style.form)))
    return false;
  response->body().clear();
  AppendProblemAnswer(error, FrameOf(row.name, style, response), response);
  return true;
}

void AnswerProblems(search::Problems problems, const search::ParameterTable& known,
                    const ErrorStyle& style, http::Response* response) {
  if (style.hides_numbers) HideNumbers(&problems);
  const ErrorDetails error = {.kind = ErrorKind::kWrongParameters,
                              .problems = &problems,
                              .known = style.hides_numbers ? nullptr : &known};
  if (AnswerAsAsked(error, style, response)) return;
  if (style.form == ErrorForm::kRegister) return AnswerValidation(problems, style, response);
  std::string message;
  for (const search::Problem& problem : problems) {
    if (!message.empty()) message += "; ";
    // Only this wording does not name the parameter; this body has no other place for it.
    if (problem.reason == search::Reason::kNotDate) message += problem.parameters.front() + ": ";
    message += Message(problem, Language::kEnglish);
  }
  AnswerSixMembers({.status = 400,
                    .title = "Bad Request",
                    .message = message,
                    .path = style.path,
                    .trace = TraceOf(response)},
                   style.form, response);
}

void AnswerPlansNotServed(std::span<const std::string> plans, const ErrorStyle& style,
                          http::Response* response) {
  std::string named;
  for (const std::string& plan : plans) named.append(named.empty() ? "" : ", ").append(plan);
  AnswerShort({.kind = ErrorKind::kPlansNotServed, .subject = named}, style, response);
}

void AnswerTooManyRequests(ErrorKind kind, const ErrorStyle& style, http::Response* response) {
  if (style.form == ErrorForm::kRegister) return AnswerShort({.kind = kind}, style, response);
  if (AnswerAsAsked({.kind = kind}, style, response)) return;
  response->AddHeader("Content-Type", kJson);
  ObjectWriter body(&response->body());
  body.Text("message", "Too many requests!");
  body.Close();
}

void AnswerRefusal(int status, std::string_view challenge, const ErrorStyle& style,
                   http::Response* response) {
  constexpr int kForbidden = 403;
  const ErrorKind kind = status == kForbidden ? ErrorKind::kNotAllowed : ErrorKind::kNoCredentials;
  AnswerAsAsked({.kind = kind}, style, response);
  response->set_status(status);
  if (!challenge.empty()) response->AddHeader("WWW-Authenticate", challenge);
}

void AnswerPlainSecret(const ErrorStyle& style, http::Response* response) {
  AnswerShort({.kind = ErrorKind::kPlainSecret}, style, response);
}

void AnswerUnsupportedType(std::string_view detail, const ErrorStyle& style,
                           http::Response* response) {
  if (AnswerAsAsked({.kind = ErrorKind::kUnsupportedType}, style, response)) return;
  if (detail.empty()) return;
  response->AddHeader("Content-Type", "text/plain;charset=UTF-8");
  response->body().append(detail).append("\n");
}

void AnswerNotFound(ErrorKind kind, const ErrorStyle& style, http::Response* response) {
  AnswerAsAsked({.kind = kind}, style, response);
}

void AnswerMethodNotAllowed(std::string_view allowed, const ErrorStyle& style,
                            http::Response* response) {
  response->AddHeader("Allow", allowed);
  AnswerShort({.kind = ErrorKind::kMethod, .subject = allowed}, style, response);
}

void AnswerNotAcceptable(std::span<const Offer> offers, const ErrorStyle& style,
                         http::Response* response) {
  std::vector<std::string> types;
  for (const Offer& offer : offers) types.push_back(offer.type);
  AnswerShort({.kind = ErrorKind::kNotAcceptable, .offered = types}, style, response);
}

void AnswerMisdirected(std::string_view host, const ErrorStyle& style, http::Response* response) {
  const ErrorKind kind = host.empty() ? ErrorKind::kNoHost : ErrorKind::kMisdirected;
  AnswerShort({.kind = kind, .subject = host}, style, response);
}

void AnswerLater(Cause cause, const ErrorStyle& style, http::Response* response) {
  const CauseRow& row = RowOf(cause);
  response->body().clear();
  response->AddHeader("Retry-After", row.retry_after_s);
  AnswerShort({.kind = row.kind}, style, response);
}

std::string AnswerFailure(Cause cause, const ErrorStyle& style, http::Response* response) {
  const CauseRow& row = RowOf(cause);
  if (!row.retry_after_s.empty()) {
    AnswerLater(cause, style, response);
    return {};
  }
  std::string trace = TraceOf(response);
  response->body().clear();
  if (AnswerAsAsked({.kind = row.kind, .trace = trace}, style, response)) return trace;
  const std::string_view title = RowOf(row.kind).title.english;
  const ServerError error{.status = RowOf(row.kind).status,
                          .title = title,
                          .message = title,
                          .path = style.path,
                          .trace = trace};
  AnswerSixMembers(error, style.form, response);
  return trace;
}

void AnswerFault(http::Fault fault, const ErrorStyle& style, http::Response* response) {
  if (fault == http::Fault::kOverloaded) return AnswerLater(Cause::kOverload, style, response);
  AnswerShort({.kind = KindOf(fault)}, style, response);
}

}  // namespace orgreg::api
