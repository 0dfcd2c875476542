// SPDX-License-Identifier: EUPL-1.2

// Each function fills a response for one kind of error. Bodies have three forms: the list of
// problems of the registers, the six members of server errors and of the statements' interface, and
// the short problem+json of all others.

#include "api/answers/errors.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <random>
#include <utility>

#include "base/values/percent.h"
#include "base/values/shown_name.h"
#include "formats/json/text.h"
#include "formats/xml/text.h"
#include "model/resources.h"

namespace orgreg::api {
namespace {

using formats::AppendInteger;
using formats::AppendJsonString;

constexpr std::string_view kJson = "application/json";
constexpr std::string_view kProblemJson = "application/problem+json";  // RFC 9457.
constexpr std::string_view kStatus = "status";

// A JSON object that is written member by member.
class ObjectWriter {
 public:
  explicit ObjectWriter(std::string* out) : out_(out) { out_->push_back('{'); }
  void Close() { out_->push_back('}'); }

  std::string* Name(std::string_view name) {
    if (!first_) out_->push_back(',');
    first_ = false;
    AppendJsonString(name, out_);
    out_->push_back(':');
    return out_;
  }
  void Text(std::string_view name, std::string_view value) { AppendJsonString(value, Name(name)); }
  void Number(std::string_view name, std::int64_t value) { AppendInteger(value, Name(name)); }

 private:
  std::string* out_;
  bool first_ = true;
};

void AppendTexts(std::span<const std::string> texts, std::string* out) {
  out->push_back('[');
  for (const std::string& text : texts) {
    if (&text != texts.data()) out->push_back(',');
    AppendJsonString(text, out);
  }
  out->push_back(']');
}

void AppendErrors(const search::Problems& problems, Language language, std::string* out) {
  const ValidationNames& names = NamesOfValidation(language);
  out->push_back('[');
  for (const search::Problem& problem : problems) {
    if (&problem != problems.data()) out->push_back(',');
    ObjectWriter error(out);
    error.Text(names.message, Message(problem, language));
    AppendTexts(problem.parameters, error.Name(names.parameters));
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

// The short body of errors without a form in the specification.
void AnswerShort(int status, std::string_view title, std::string_view detail,
                 http::Response* response) {
  response->set_status(status);
  response->AddHeader("Content-Type", kProblemJson);
  ObjectWriter body(&response->body());
  body.Text("title", title);
  body.Number("status", status);
  body.Text("detail", detail);
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

void AnswerProblems(search::Problems problems, const ErrorStyle& style, http::Response* response) {
  if (style.hides_numbers) HideNumbers(&problems);
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
                    .trace = MakeTrace()},
                   style.form, response);
}

void AnswerPlansNotServed(std::span<const std::string> plans, http::Response* response) {
  std::string named;
  for (const std::string& plan : plans) named.append(named.empty() ? "" : ", ").append(plan);
  AnswerShort(
      404, "Not Found",
      fmt::format("There are only statements laid out by plans that are not served: {}.", named),
      response);
}

void AnswerTooManyRequests(http::Response* response) {
  response->set_status(429);
  response->AddHeader("Content-Type", kJson);
  ObjectWriter body(&response->body());
  body.Text("message", "Too many requests!");
  body.Close();
}

void AnswerRefusal(int status, std::string_view challenge, http::Response* response) {
  response->set_status(status);
  if (!challenge.empty()) response->AddHeader("WWW-Authenticate", challenge);
}

void AnswerUnsupportedType(std::string_view detail, http::Response* response) {
  response->set_status(415);
  if (detail.empty()) return;
  response->AddHeader("Content-Type", "text/plain;charset=UTF-8");
  response->body().append(detail).append("\n");
}

void AnswerNotFound(http::Response* response) { response->set_status(404); }

void AnswerMethodNotAllowed(std::string_view allowed, http::Response* response) {
  response->AddHeader("Allow", allowed);
  AnswerShort(405, "Method Not Allowed", fmt::format("This resource takes {}.", allowed), response);
}

void AnswerNotAcceptable(std::span<const Offer> offers, http::Response* response) {
  response->set_status(406);
  response->AddHeader("Content-Type", kProblemJson);
  ObjectWriter body(&response->body());
  body.Text("title", "Not Acceptable");
  body.Number("status", 406);
  body.Text("detail",
            "None of the media types in Accept is offered here; those offered are listed.");
  std::string* out = body.Name("offered");
  out->push_back('[');
  for (const Offer& offer : offers) {
    if (&offer != offers.data()) out->push_back(',');
    AppendJsonString(offer.type, out);
  }
  out->push_back(']');
  body.Close();
}

void AnswerMisdirected(std::string_view host, http::Response* response) {
  constexpr std::string_view kTitle = "Misdirected Request";
  if (host.empty()) return AnswerShort(421, kTitle, "The request is not for a host.", response);
  AnswerShort(421, kTitle,
              fmt::format("This server does not answer for the host \"{0}\". If it should, its "
                          "operator adds \"{0}\" to the setting allowed_hosts, or sets public_url.",
                          host),
              response);
}

void AnswerLater(Cause cause, http::Response* response) {
  const CauseRow& row = RowOf(cause);
  response->body().clear();
  response->AddHeader("Retry-After", row.retry_after_s);
  AnswerShort(row.status, "Service Unavailable", row.detail, response);
}

std::string AnswerFailure(Cause cause, const ErrorStyle& style, http::Response* response) {
  const CauseRow& row = RowOf(cause);
  if (!row.retry_after_s.empty()) {
    AnswerLater(cause, response);
    return {};
  }
  std::string trace = MakeTrace();
  const ServerError error{.status = row.status,
                          .title = "Internal Server Error",
                          .message = row.detail,
                          .path = style.path,
                          .trace = trace};
  response->body().clear();
  AnswerSixMembers(error, style.form, response);
  return trace;
}

void AnswerFault(http::Fault fault, http::Response* response) {
  switch (fault) {
    case http::Fault::kBadRequest:
      return AnswerShort(400, "Bad Request", "The request is not valid HTTP.", response);
    case http::Fault::kRequestTimeout:
      return AnswerShort(408, "Request Timeout", "The request did not come whole in time.",
                         response);
    case http::Fault::kBodyTooLarge:
      return AnswerShort(413, "Content Too Large", "The body is larger than this resource takes.",
                         response);
    case http::Fault::kUriTooLong:
      return AnswerShort(414, "URI Too Long", "The request line is longer than this server takes.",
                         response);
    case http::Fault::kHeadTooLarge:
      return AnswerShort(431, "Request Header Fields Too Large",
                         "The header fields are larger than this server takes.", response);
    case http::Fault::kNotImplemented:
      return AnswerShort(501, "Not Implemented", "This method or transfer coding is not served.",
                         response);
    case http::Fault::kOverloaded:
      return AnswerLater(Cause::kOverload, response);
    case http::Fault::kVersionNotSupported:
      return AnswerShort(505, "HTTP Version Not Supported",
                         "This server speaks HTTP/1.1 and HTTP/1.0.", response);
  }
}

}  // namespace orgreg::api
