#include "api/service.h"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <exception>

#include "api/context.h"
#include "api/errors.h"
#include "api/routes.h"
#include "api/statement_sources.h"
#include "base/log.h"
#include "formats/gzip.h"
#include "http/conditional.h"
#include "model/resources.h"

namespace orgreg::api {
namespace {

// Shorter bodies are not worth packing.
constexpr std::size_t kLeastPackedBytes = 1024;

std::vector<http::Route> RouterRows() {
  std::vector<http::Route> rows;
  for (const RouteRow& row : Routes()) {
    rows.push_back(
        {.methods = row.methods, .pattern = row.pattern, .id = static_cast<int>(rows.size())});
  }
  return rows;
}

// Where the request is answered; kAnswered: here and now.
http::Turn TurnOf(const http::Request& request, const http::RouteMatch& match) {
  using http::Turn;
  if (match.id == http::RouteMatch::kNone) return Turn::kAnswered;
  switch (Routes()[static_cast<std::size_t>(match.id)].pace) {
    case Pace::kQuick:
      return Turn::kAnswered;
    case Pace::kSlow:
      return Turn::kNeedsPool;
    case Pace::kSlowWithQuery:
      return request.query.empty() ? Turn::kAnswered : Turn::kNeedsPool;
    case Pace::kScan:
      return Turn::kNeedsScanPool;
  }
  return Turn::kAnswered;
}

const RouteRow* RouteOf(const http::RouteMatch& match) {
  if (match.id == http::RouteMatch::kNone) return nullptr;
  return &Routes()[static_cast<std::size_t>(match.id)];
}

bool IsAuthorised(const http::Request& request) {
  return request.path.starts_with(model::kAuthorisedApiPath);
}

// Any page may read open data, and what its scripts need of the header.
void AddSharing(http::Response* response) {
  response->AddHeader("Access-Control-Allow-Origin", "*");
  response->AddHeader("Access-Control-Expose-Headers",
                      "Accept-Ranges, Content-Disposition, Content-Range, Deprecation, ETag, Link, "
                      "Register-Position, Sunset");
}

// Whose errors have a form of their own.
bool IsOfStatements(const http::Request& request) {
  return request.path.starts_with(model::kStatementsPath) ||
         request.path.starts_with(model::kStatisticsPath);
}

ErrorForm ErrorFormOf(const RouteRow* route, const http::Request& request) {
  return ErrorFormFor(route == nullptr ? nullptr : Negotiate(route->resource, request));
}

// What every answer of the route says, before it is known.
void AddCommon(const http::Request& request, http::Response* response) {
  if (!IsAuthorised(request)) return AddSharing(response);
  // For whoever asked alone, and for no page of anybody else.
  response->AddHeader("Cache-Control", "no-store");
  response->MarkSecret();
}

void AnswerOptions(const http::Request& request, const http::RouteMatch& match,
                   http::Response* response) {
  const std::string allowed = (match.allowed | http::MethodSet{http::Method::kOptions}).ToAllow();
  response->set_status(204);
  response->AddHeader("Allow", allowed);
  if (IsAuthorised(request)) return;
  response->AddHeader("Access-Control-Allow-Methods", allowed);
  response->AddHeader("Access-Control-Allow-Headers",
                      "Accept, Accept-Encoding, If-None-Match, If-Range, Range");
  response->AddHeader("Access-Control-Max-Age", "86400");
}

// Whether the body will be packed: where the client takes it and it pays.
bool WillPack(const http::Request& request, const http::Response& response) {
  return response.body().size() > kLeastPackedBytes && AcceptsGzip(request);
}

void Pack(http::Response* response) {
  thread_local std::string packed;
  formats::GzipCompress(response->body(), &packed);
  response->body().swap(packed);
  response->AddHeader("Content-Encoding", "gzip");
}

// A strong entity tag: it differs with the content, the representation, the coding and
// the origin of the links.
std::string MakeTag(std::uint64_t fingerprint, const Context& context, bool packed) {
  XXH64_hash_t hash =
      XXH3_64bits_withSeed(context.origin.data(), context.origin.size(), fingerprint);
  hash = XXH3_64bits_withSeed(context.offer.type.data(), context.offer.type.size(), hash);
  return fmt::format("\"{:016x}{}\"", hash, packed ? "-gzip" : "");
}

// Adds the tag of an answer that has one. True where the client has it already.
bool AddTag(const Context& context, const api::Answer& answer, bool packed) {
  if (answer.fingerprint == 0 || answer.response.status() != 200) return false;
  const std::string tag = MakeTag(answer.fingerprint, context, packed);
  answer.response.AddHeader("ETag", tag);
  return http::MatchesAnyTag(context.request, tag);
}

}  // namespace

base::Result<std::unique_ptr<Service>> Service::Make(
    ServiceSettings settings, const ServiceSources& sources,
    std::shared_ptr<const search::Catalog> catalog) {
  auto origins = OriginFinder::Make(settings.origin);
  if (!origins) return std::move(origins).error();
  return std::unique_ptr<Service>(
      new Service(std::move(settings), std::move(origins).value(), sources, std::move(catalog)));
}

Service::Service(ServiceSettings settings, OriginFinder origins, const ServiceSources& sources,
                 std::shared_ptr<const search::Catalog> catalog)
    : settings_(std::move(settings)),
      origins_(std::move(origins)),
      router_(RouterRows()),
      sources_(sources),
      catalog_(std::move(catalog)) {
  static const Authority nobody;
  if (sources_.authority == nullptr) sources_.authority = &nobody;
  static const StatementSources none;
  if (sources_.statements == nullptr) sources_.statements = &none;
}

void Service::Publish(std::shared_ptr<const search::Catalog> catalog) {
  {
    const std::lock_guard lock(mutex_);
    catalog_.swap(catalog);
  }
  // The state before is let go here, outside the lock.
}

std::shared_ptr<const search::Catalog> Service::Current() const {
  const std::lock_guard lock(mutex_);
  return catalog_;
}

// Whoever may not ask for a person's roles need not tell us whose.
bool Service::AdmitBody(const http::Request& head, http::Response* response) {
  const RouteRow* const route = RouteOf(router_.Find(head.method, head.path));
  if (route == nullptr || !NeedsToken(route->access)) return true;
  const auth::Verdict verdict =
      Admit(*sources_.authority, route->access, head, auth::KeySource::Wait::kNever, response);
  if (verdict.kind != auth::Verdict::Kind::kRefused) return true;
  AddCommon(head, response);
  return false;
}

http::Turn Service::Handle(const http::Request& request, http::Response* response) {
  const http::RouteMatch match = router_.Find(request.method, request.path);
  const http::Turn turn = TurnOf(request, match);
  if (turn != http::Turn::kAnswered) return turn;
  return TryAnswer(request, match, BasicPace::kQuick, response);
}

void Service::HandleSlowly(const http::Request& request, http::Response* response) {
  const http::RouteMatch match = router_.Find(request.method, request.path);
  static_cast<void>(TryAnswer(request, match, BasicPace::kSlow, response));
}

http::Turn Service::TryAnswer(const http::Request& request, const http::RouteMatch& match,
                              BasicPace pace, http::Response* response) {
  try {
    return Answer(request, match, pace, response);
  } catch (const std::exception& exception) {
    // Whatever a library throws ends here: our bug, told as such, and the server goes on.
    const RouteRow* const route = RouteOf(match);
    // What stands in a path may be a number of a person in the wrong place.
    const std::string_view path =
        IsAuthorised(request) && route != nullptr ? route->pattern : request.raw_path;
    response->Clear();
    const std::string trace =
        IsOfStatements(request) ? AnswerStatementsFault(path, ErrorFormOf(route, request), response)
                                : AnswerServerError(path, response);
    AddCommon(request, response);
    base::LogError("{} {}: {} (trace {})", request.method_name, path, exception.what(), trace);
    return http::Turn::kAnswered;
  }
}

void Service::HandleFault(http::Fault fault, http::Response* response) {
  AddSharing(response);
  // Nobody knows yet what was asked for, and no fault is worth keeping.
  response->AddHeader("Cache-Control", "no-store");
  AnswerFault(fault, response);
}

http::Turn Service::Answer(const http::Request& request, const http::RouteMatch& match,
                           BasicPace pace, http::Response* response) {
  AddCommon(request, response);
  if (match.id != http::RouteMatch::kNone && request.method != http::Method::kOptions) {
    return AnswerRoute(request, match, pace, response);
  }
  if (!match.path_known()) {
    AnswerNotFound(response);
  } else if (request.method == http::Method::kOptions) {
    AnswerOptions(request, match, response);
  } else {
    AnswerMethodNotAllowed((match.allowed | http::MethodSet{http::Method::kOptions}).ToAllow(),
                           response);
  }
  return http::Turn::kAnswered;
}

http::Turn Service::AnswerRoute(const http::Request& request, const http::RouteMatch& match,
                                BasicPace pace, http::Response* response) {
  thread_local std::string origin;
  thread_local http::Query reused;
  const RouteRow& route = Routes()[static_cast<std::size_t>(match.id)];
  // A number in the wrong place must not stay with the thread.
  http::Query own;
  http::Query& query = NeedsToken(route.access) ? own : reused;
  if (!origins_.Find(request, &origin)) {
    AnswerMisdirected(request.host, response);
    return http::Turn::kAnswered;
  }
  const Admission admission = AdmitTo(route, request, pace, response);
  if (admission.offer == nullptr) return http::Turn::kAnswered;
  if (admission.user.kind == auth::BasicVerdict::Kind::kUndecided) {
    response->Clear();
    // To check a password costs much, and anybody may ask for it.
    return http::Turn::kNeedsSidePool;
  }
  query.Parse(request.query);
  const std::shared_ptr<const search::Catalog> catalog = Current();
  const Context context{.request = request,
                        .match = match,
                        .query = query,
                        .offer = *admission.offer,
                        .catalog = catalog,
                        .inventories = *sources_.inventories,
                        .feed = *sources_.feed,
                        .statistics = sources_.statistics,
                        .authority = sources_.authority,
                        .origin = origin,
                        .language = admission.offer->outdated ? Language::kEnglish : route.language,
                        .statements = sources_.statements,
                        .user = &admission.user,
                        .client = admission.client};
  api::Answer answer{.response = *response};
  if (NeedsToken(route.access)) {
    AnswerAuthorised(route, context, admission.token.principal, &answer);
    return http::Turn::kAnswered;
  }
  if (admission.offer->outdated) AddVersionNotices(origin, response);
  route.handle(context, &answer);
  Finish(context, answer);
  return http::Turn::kAnswered;
}

Service::Admission Service::AdmitTo(const RouteRow& route, const http::Request& request,
                                    BasicPace pace, http::Response* response) const {
  Admission admission;
  if (NeedsToken(route.access)) {
    // Before anything is said of parameters or data, so that an outsider learns nothing.
    admission.token = Admit(*sources_.authority, route.access, request,
                            auth::KeySource::Wait::kForKeys, response);
    if (!admission.token.granted()) return admission;
  }
  response->AddHeader("Vary", VaryOf(route));
  admission.offer = Negotiate(route.resource, request);
  if (admission.offer == nullptr) {
    AnswerNotAcceptable(OffersOf(route.resource), response);
    return admission;
  }
  admission.client = IsOfStatements(request) ? origins_.ClientOf(request) : request.peer;
  if (route.access == Access::kUsers) {
    admission.user = Identify(request, admission.client, pace);
  }
  return admission;
}

auth::BasicVerdict Service::Identify(const http::Request& request, std::string_view client,
                                     BasicPace pace) const {
  using Kind = auth::BasicVerdict::Kind;
  const StatementSources& statements = *sources_.statements;
  if (statements.access == StatementsAccess::kOpen) return {.kind = Kind::kRight};
  if (statements.users == nullptr) return {.kind = Kind::kBusy};
  return CheckBasic(statements.users, request, client, pace);
}

std::string_view Service::VaryOf(const RouteRow& route) const {
  const bool depends_on_user =
      route.access == Access::kUsers && sources_.statements->access != StatementsAccess::kOpen;
  return depends_on_user ? "Accept, Accept-Encoding, Authorization" : "Accept, Accept-Encoding";
}

void Service::Finish(const Context& context, const api::Answer& answer) const {
  http::Response* const response = &answer.response;
  if (response->status() >= 400 && response->status() != 410) return;
  const bool packed = WillPack(context.request, *response);
  if (AddTag(context, answer, packed)) {
    response->set_status(304);
    response->body().clear();
    return;
  }
  // A removed record is told in plain JSON (reference, Deleted and removed).
  response->AddHeader("Content-Type",
                      response->status() == 410 ? "application/json" : context.offer.type);
  if (packed) Pack(response);
}

// Answers, and takes the answer back where the audit log cannot be told of it.
void Service::AnswerAuthorised(const RouteRow& route, const Context& context,
                               const auth::Principal& principal, api::Answer* answer) const {
  http::Response* const response = &answer->response;
  const std::string trace = MakeTrace();
  response->AddHeader("Trace-Id", trace);
  route.handle(context, answer);
  if (response->status() < 400) response->AddHeader("Content-Type", context.offer.type);
  const base::Status logged = sources_.authority->audit->Append(
      {.consumer = principal.consumer.ToString(),
       .supplier = principal.supplier ? principal.supplier->ToString() : "",
       .client_id = principal.client_id,
       .token_hash = principal.jti_hash,
       .scope = principal.scope,
       .operation = std::string(context.request.method_name).append(" ").append(route.pattern),
       .object = answer->object,
       .status = response->status(),
       .role_count = answer->role_count,
       .trace_id = trace,
       .address = std::string(context.request.peer)});
  if (logged) return;
  base::LogError("an authorised answer is withheld: {}", logged.error().message);
  response->Clear();
  AddCommon(context.request, response);
  AnswerUnavailable(response);
}

void Service::AddVersionNotices(std::string_view origin, http::Response* response) const {
  response->AddHeader("Deprecation", settings_.v1_deprecation);
  response->AddHeader("Sunset", settings_.v1_sunset);
  response->AddHeader("Link", fmt::format("<{}{}>; rel=\"deprecation\"; type=\"text/plain\"",
                                          origin, kVersionNotesPath));
}

}  // namespace orgreg::api
