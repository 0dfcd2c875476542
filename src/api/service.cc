#include "api/service.h"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <exception>

#include "api/answers/errors.h"
#include "api/interface/context.h"
#include "api/interface/failures.h"
#include "api/interface/record_streams.h"
#include "api/interface/statement_sources.h"
#include "api/interface/undecodable_path.h"
#include "api/interface/watched_body.h"
#include "api/routes.h"
#include "auth/secrets/freed_memory.h"
#include "base/log.h"
#include "base/threads/per_thread.h"
#include "base/values/shown_name.h"
#include "formats/pack/gzip.h"
#include "http/answer/conditional.h"
#include "model/resources.h"

namespace orgreg::api {
namespace {

// Right or wrong, the request cannot be judged before there is something to judge it by.
void AnswerWithoutData(const Context& /*context*/, api::Answer* answer) {
  AnswerLater(Cause::kNoData, &answer->response);
}

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
  const RouteRow& route = Routes()[static_cast<std::size_t>(match.id)];
  // A whole inventory must not hold up those who ask for one entity.
  if (NeedsToken(route.access) && route.pace != Pace::kScan) return Turn::kNeedsReservedPool;
  switch (route.pace) {
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
                      "Register-Position, Register-Selection, Sunset");
}

// Whose errors have a form of their own.
bool IsOfStatements(const http::Request& request) {
  return request.path.starts_with(model::kStatementsPath) ||
         request.path.starts_with(model::kStatisticsPath);
}

ErrorForm ErrorFormOf(const Offer* offer, const http::Request& request) {
  return IsOfStatements(request) ? ErrorFormFor(offer) : ErrorForm::kRegister;
}

// The path as answers and logs may show it. Below the authorised operations what stands in the
// wrong place may be a number of a person, also with its digits encoded. Lives until the thread
// asks again.
std::string_view ShownPath(const http::Request& request) {
  if (!IsAuthorised(request)) return request.raw_path;
  static base::PerThread<std::string> shown_paths;
  std::string& shown = shown_paths.Get();
  shown = request.is_decodable ? base::MaskedNumbers(request.path)
                               : std::string(model::kAuthorisedApiPath);
  return shown;
}

// How a path is refused that leads to no route and does not decode.
PathRefusal RefusalOf(const http::Request& request) {
  return {.shown_path = ShownPath(request),
          .language = IsAuthorised(request) ? Language::kEnglish : Language::kNorwegian,
          .form = ErrorFormOf(nullptr, request)};
}

// A path that does not decode matches routes as it was sent, so that a refusal comes in the form of
// the interface. The operations for users check their whole path themselves, once they know who
// asks.
Handle HandleOf(const RouteRow& route, const Context& context) {
  if (route.needs_data && context.catalog == nullptr) return AnswerWithoutData;
  const bool is_checked_there = route.access == Access::kUsers;
  return context.request.is_decodable || is_checked_there ? route.handle : RefusePath;
}

// What every answer of the route says, before it is known.
void AddCommon(const http::Request& request, http::Response* response) {
  if (!IsAuthorised(request)) return AddSharing(response);
  // For whoever asked alone, and for no page of anybody else.
  response->AddHeader("Cache-Control", "no-store");
  response->MarkSecret();
}

// `route` is the one that GET has there, if it takes that.
void AnswerOptions(const http::Request& request, const http::RouteMatch& match,
                   const RouteRow* route, http::Response* response) {
  const std::string allowed = (match.allowed | http::MethodSet{http::Method::kOptions}).ToAllow();
  response->set_status(204);
  response->AddHeader("Allow", allowed);
  if (IsAuthorised(request)) return;
  response->AddHeader("Access-Control-Allow-Methods", allowed);
  const bool takes_credentials = route != nullptr && route->access == Access::kUsers;
  response->AddHeader("Access-Control-Allow-Headers",
                      takes_credentials
                          ? "Accept, Accept-Encoding, Authorization, If-None-Match, If-Range, Range"
                          : "Accept, Accept-Encoding, If-None-Match, If-Range, Range");
  response->AddHeader("Access-Control-Max-Age", "86400");
}

// Whether the body will be packed: where the client takes it and it pays.
bool WillPack(const http::Request& request, const http::Response& response) {
  return response.body().size() > kLeastPackedBytes && AcceptsGzip(request);
}

void Pack(http::Response* response) {
  static base::PerThread<std::string> packed_bodies;
  std::string& packed = packed_bodies.Get();
  formats::GzipCompress(response->body(), &packed);
  response->body().swap(packed);
  response->AddHeader("Content-Encoding", "gzip");
}

void PackStream(http::Response* response) {
  response->set_stream(std::make_unique<PackedBody>(response->TakeStream()));
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
  auto origins = TRY(OriginFinder::Make(settings.origin));
  return std::unique_ptr<Service>(
      new Service(std::move(settings), std::move(origins), sources, std::move(catalog)));
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
  const auth::Verdict verdict = Admit(*sources_.authority,
                                      {.request = head,
                                       .access = route->access,
                                       .address = origins_.ClientOf(head),
                                       .wait = auth::KeySource::Wait::kNever},
                                      response);
  if (verdict.kind != auth::Verdict::Kind::kRefused) return true;
  AddCommon(head, response);
  return false;
}

std::string_view Service::CountsAs(const http::Request& request) const {
  return origins_.CountsAs(request);
}

http::Turn Service::Handle(const http::Request& request, http::Response* response) {
  const http::RouteMatch match = router_.Find(request.method, request.path);
  const http::Turn turn = TurnOf(request, match);
  if (turn != http::Turn::kAnswered) return turn;
  const http::Turn answered = TryAnswer(request, match, BasicPace::kQuick, response);
  if (IsAuthorised(request)) auth::WipeUnusedStack();
  return answered;
}

void Service::HandleSlowly(const http::Request& request, http::Response* response) {
  const http::RouteMatch match = router_.Find(request.method, request.path);
  static_cast<void>(TryAnswer(request, match, BasicPace::kSlow, response));
  if (IsAuthorised(request)) auth::WipeUnusedStack();
}

// Has a frame of its own, which is wiped after it.
[[gnu::noinline]] http::Turn Service::TryAnswer(const http::Request& request,
                                                const http::RouteMatch& match, BasicPace pace,
                                                http::Response* response) {
  const search::ReadWatch reads;
  const auto fail = [&](Cause cause, const char* what) {
    const RouteRow* const route = RouteOf(match);
    const Offer* const offer = route == nullptr ? nullptr : Negotiate(route->resource, request);
    const std::string_view path = ShownPath(request);
    response->Clear();
    const std::string trace = AnswerFailure(cause, path, ErrorFormOf(offer, request), response);
    AddCommon(request, response);
    base::LogError("{} {}: {} (trace {})", request.method_name, path, what, trace);
    return http::Turn::kAnswered;
  };
  try {
    const http::Turn turn = Answer(request, match, pace, response);
    if (reads.has_failed()) return fail(Cause::kShortage, "a segment was cut meanwhile");
    if (response->has_stream()) {
      response->set_stream(std::make_unique<WatchedBody>(response->TakeStream(), reads));
    }
    return turn;
  } catch (const std::exception& exception) {
    // Whatever a library throws ends here, and the server goes on.
    return fail(CauseOf(exception), exception.what());
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
  if (!match.path_known() && !request.is_decodable) {
    AnswerUndecodable(request, RefusalOf(request), response);
  } else if (!match.path_known()) {
    AnswerNotFound(response);
  } else if (request.method == http::Method::kOptions) {
    AnswerOptions(request, match, RouteOf(router_.Find(http::Method::kGet, request.path)),
                  response);
  } else {
    AnswerMethodNotAllowed((match.allowed | http::MethodSet{http::Method::kOptions}).ToAllow(),
                           response);
  }
  return http::Turn::kAnswered;
}

http::Turn Service::AnswerRoute(const http::Request& request, const http::RouteMatch& match,
                                BasicPace pace, http::Response* response) {
  // Used again from request to request.
  struct Scratch {
    std::string origin;
    http::Query query;
  };
  static base::PerThread<Scratch> scratches;
  auto& [origin, reused] = scratches.Get();
  const RouteRow& route = Routes()[static_cast<std::size_t>(match.id)];
  // A number in the wrong place must not stay with the thread.
  http::Query own;
  http::Query& query = NeedsToken(route.access) ? own : reused;
  if (!origins_.Find(request, &origin)) {
    AnswerMisdirected(origin, response);
    return http::Turn::kAnswered;
  }
  WarnOfHiddenHost(request, origin);
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
                        .expensive = NeedsToken(route.access) ? authorised_expensive_ : expensive_,
                        .statistics = sources_.statistics,
                        .authority = sources_.authority,
                        .origin = origin,
                        .language = admission.offer->outdated ? Language::kEnglish : route.language,
                        .error_form = ErrorFormOf(admission.offer, request),
                        .shown_path = ShownPath(request),
                        .statements = sources_.statements,
                        .user = &admission.user,
                        .client = admission.client,
                        .counts_as = origins_.CountsAs(request),
                        .is_hurried = pace == BasicPace::kQuick};
  api::Answer answer{.response = *response};
  if (NeedsToken(route.access)) {
    AnswerAuthorised(route, context, admission.token.principal, &answer);
    return http::Turn::kAnswered;
  }
  if (admission.offer->outdated) AddVersionNotices(origin, response);
  HandleOf(route, context)(context, &answer);
  if (answer.is_put_off) {
    response->Clear();
    return http::Turn::kNeedsPool;
  }
  Finish(context, answer);
  return http::Turn::kAnswered;
}

// Once: every request would say the same.
void Service::WarnOfHiddenHost(const http::Request& request, std::string_view origin) {
  if (warned_of_hidden_host_.load(std::memory_order_relaxed)) return;
  if (!origins_.HidesHost(request) || warned_of_hidden_host_.exchange(true)) return;
  base::LogWarning(
      "a proxy passed on a request as one for {}, so the links in its answer lead to this machine: "
      "set public_url, or have the proxy pass on the host that it was asked for",
      origin);
}

Service::Admission Service::AdmitTo(const RouteRow& route, const http::Request& request,
                                    BasicPace pace, http::Response* response) const {
  Admission admission;
  if (NeedsToken(route.access)) {
    // Before anything is said of parameters or data, so that an outsider learns nothing.
    admission.token =
        Admit(*sources_.authority,
              {.request = request, .access = route.access, .address = origins_.ClientOf(request)},
              response);
    if (!admission.token.granted()) return admission;
  }
  response->AddHeader("Vary", VaryOf(route));
  admission.offer = Negotiate(route.resource, request);
  if (admission.offer == nullptr) {
    AnswerNotAcceptable(OffersOf(route.resource), response);
    return admission;
  }
  admission.client = origins_.ClientOf(request);
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
  const bool packs_stream = answer.may_pack_stream && AcceptsGzip(context.request);
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
  if (packs_stream) PackStream(response);
}

// Answers, and takes the answer back where the audit log cannot be told of it.
void Service::AnswerAuthorised(const RouteRow& route, const Context& context,
                               const auth::Principal& principal, api::Answer* answer) const {
  http::Response* const response = &answer->response;
  const std::string trace = MakeTrace();
  response->AddHeader("Trace-Id", trace);
  HandleOf(route, context)(context, answer);
  if (response->status() < 400) response->AddHeader("Content-Type", context.offer.type);
  base::Status logged = sources_.authority->audit->Append(
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
  response->Clear();
  AddCommon(context.request, response);
  AnswerFailed(std::move(logged).error().At("an authorised answer is withheld"), context, answer);
}

void Service::AddVersionNotices(std::string_view origin, http::Response* response) const {
  response->AddHeader("Deprecation", settings_.v1_deprecation);
  response->AddHeader("Sunset", settings_.v1_sunset);
  response->AddHeader("Link", fmt::format("<{}{}>; rel=\"deprecation\"; type=\"text/plain\"",
                                          origin, kVersionNotesPath));
}

}  // namespace orgreg::api
