// SPDX-License-Identifier: EUPL-1.2

// Handle finds the row of a request and answers at once, or says which threads must. Answer handles
// requests without a row; AnswerRoute checks the host and the client, makes the context and calls
// the handler. AnswerOrFail turns exceptions and damaged segments into errors.

#include "api/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>

#include "api/admission.h"
#include "api/answers/errors.h"
#include "api/answers/wishes.h"
#include "api/interface/ask.h"
#include "api/interface/context.h"
#include "api/interface/freshness.h"
#include "api/interface/respond.h"
#include "api/interface/statement_sources.h"
#include "api/interface/wanted_position.h"
#include "api/interface/watched_body.h"
#include "api/pages/framed_error.h"
#include "api/routes.h"
#include "auth/secrets/freed_memory.h"
#include "auth/tokens/key_source.h"
#include "auth/tokens/verdict.h"
#include "base/log.h"
#include "base/threads/fair_share.h"
#include "base/threads/per_thread.h"
#include "base/values/percent.h"
#include "http/message/body.h"

namespace orgreg::api {
namespace {

const RouteRow* RouteOf(const http::RouteMatch& match) {
  if (match.id == http::RouteMatch::kNone) return nullptr;
  return &RowWithId(match.id);
}

const Interface& InterfaceFor(const RouteRow* route, const http::Request& request) {
  return route == nullptr ? InterfaceOf(request.path) : *route->at.interface;
}

// A path that does not decode matches routes as it was sent, so that the refusal has the form of
// the interface. The operations for users check their whole path themselves, after the credentials.
Outcome Handled(const Context& context, Reply* reply) {
  const RouteRow& route = context.route;
  // Valid or not, the request cannot be answered before there is data.
  if (route.work.needs_data && context.catalog == nullptr) return Cause::kNoData;
  const bool is_checked_there = route.at.interface->access == Access::kUsers;
  if (!context.request.is_decodable && !is_checked_there) {
    return UndecodableSegments(context.request.raw_path, context.errors);
  }
  if (route.at.interface->caching == Caching::kNotStored) {
    reply->AddHeader("Cache-Control", "no-store");
  }
  return route.work.handle(context, reply);
}

// True if no path of a documented operation begins with the same segment.
bool IsBesideOperations(std::string_view path) {
  const auto first_segment = [](std::string_view of) { return of.substr(0, of.find('/', 1)); };
  return std::ranges::none_of(Routes(), [&](const RouteRow& row) {
    return row.at.interface->is_documented && first_segment(row.at.pattern) == first_segment(path);
  });
}

// Errors are not worth caching.
void AddFaultFields(http::Response* response) {
  AddSharing(response);
  response->AddHeader("Cache-Control", "no-store");
}

// How long a request waits for the update that its answer shall have.
constexpr std::chrono::seconds kPositionPatience(2);

// A file has its own.
void AddPosition(std::int64_t position, http::Response* response) {
  static const std::string line_begin = std::string(kPositionField) + ": ";
  if (response->headers().find(line_begin) != std::string_view::npos) return;
  response->AddHeader(kPositionField, std::to_string(position));
}

// In all answers of operations that need a token.
constexpr std::string_view kTraceField = "Trace-Id";

// Adds the common fields of the interface's answers, before the answer is made.
void AddCommon(const Interface& interface, http::Response* response) {
  if (interface.is_shared) AddSharing(response);
  if (!interface.is_secret()) return;
  // Only for the client that asked, and for no page of another origin.
  response->AddHeader("Cache-Control", "no-store");
  response->AddHeader(kTraceField, TraceOf(response));
  response->MarkSecret();
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
      error_pages_(ErrorPagesAt(settings_.pages_root ? *settings_.pages_root : std::string_view())),
      origins_(std::move(origins)),
      router_(RouterTable(settings_.pages_root).Rows()),
      sources_(sources),
      own_shares_(sources.shares == nullptr ? std::make_unique<WorkShares>(WorkLimits()) : nullptr),
      rates_(settings_.rates, settings_.announces_rates,
             &(own_shares_ == nullptr ? *sources.shares : *own_shares_).requests),
      catalog_(std::move(catalog)) {
  if (own_shares_ != nullptr) sources_.shares = own_shares_.get();
  static const Authority nobody;
  if (sources_.authority == nullptr) sources_.authority = &nobody;
  static const StatementSources none;
  if (sources_.statements == nullptr) sources_.statements = &none;
}

std::string Service::OriginOf(const http::Request& request) const {
  std::string origin;
  if (!origins_.Find(request, &origin)) origin.clear();
  return origin;
}

bool Service::StreamsBody(const http::Request& head) const {
  const RouteRow* const route = RouteOf(router_.Find(head.method, head.path));
  return route != nullptr && route->takes.streams_body;
}

std::size_t Service::MostBodyBytes(const http::Request& head, std::size_t usual) const {
  const RouteRow* const route = RouteOf(router_.Find(head.method, head.path));
  return route == nullptr ? usual : std::max(usual, route->takes.body_bytes);
}

// A client that may not ask for a person's roles need not send the number.
bool Service::AdmitBody(const http::Request& head, http::Response* response) {
  const http::RouteMatch match = router_.Find(head.method, head.path);
  const RouteRow* const route = RouteOf(match);
  if (route == nullptr || !NeedsToken(route->at.interface->access)) return true;
  if (BringsPlainSecret(head, route)) {
    RefusePlainSecret(head, match, response);
    return false;
  }
  const std::string origin = OriginOf(head);
  const auth::Verdict verdict =
      Admit(*sources_.authority,
            {.request = head,
             .access = route->at.interface->access,
             .address = origins_.ClientOf(head),
             .wait = auth::KeySource::Wait::kNever,
             .errors = StyleOf({*route->at.interface, route, nullptr, origin, pages()}, head)},
            response);
  if (verdict.kind != auth::Verdict::Kind::kRefused) return true;
  AddCommon(*route->at.interface, response);
  response->set_operation(match.id);
  return false;
}

std::string_view Service::CountsAs(const http::Request& request) const {
  return origins_.CountsAs(request);
}

std::string_view Service::ClientOf(const http::Request& request) const {
  return origins_.ClientOf(request);
}

RateGate::Asker Service::AskerOf(const http::Request& request,
                                 const http::RouteMatch& match) const {
  const RouteRow* const route = RouteOf(match);
  return {.address = origins_.CountsAs(request),
          .rate = route == nullptr ? RateClass::kLookUps : route->work.rate,
          .operation = match.id};
}

// What has to be free to be answered is not put off, since only its answer shows whether it is.
http::Placement Service::Handle(const http::Request& request, http::Response* response) {
  const http::RouteMatch match = router_.Find(request.method, request.path);
  const Standing standing = StandingOf(request, RouteOf(match));
  if (standing == Standing::kAwaited) return http::Placement::kLater;
  const RateGate::Asker asker = AskerOf(request, match);
  const RateGate::Entry entry = rates_.Enter(asker, request);
  if (entry == RateGate::Entry::kRefused) return Refuse(request, match, asker, response);
  if (standing != Standing::kReached) return RefusePosition(request, match, standing, response);
  if (BringsPlainSecret(request, RouteOf(match))) {
    return RefusePlainSecret(request, match, response);
  }
  http::Placement placement = PlacementOf(request, RouteOf(match));
  if (placement == http::Placement::kAnswered)
    placement = TryAnswer(request, match, BasicPace::kQuick, response);
  const bool is_answered = placement == http::Placement::kAnswered;
  const bool may_stay =
      is_answered ? rates_.Leave(asker, entry, response) : entry != RateGate::Entry::kOnTrial;
  return may_stay ? placement : Refuse(request, match, asker, response);
}

void Service::HandleSlowly(const http::Request& request, http::Response* response) {
  const http::RouteMatch match = router_.Find(request.method, request.path);
  static_cast<void>(TryAnswer(request, match, BasicPace::kSlow, response));
  const bool is_head = request.method == http::Method::kHead;
  rates_.Leave(AskerOf(request, match),
               is_head ? RateGate::Entry::kFree : RateGate::Entry::kCounted, response);
}

template <typename Refusal>
http::Placement Service::AnswerInstead(const http::Request& request, const http::RouteMatch& match,
                                       http::Response* response, Refusal refuse) const {
  const RouteRow* const route = RouteOf(match);
  const Interface& interface = InterfaceFor(route, request);
  const std::string origin = OriginOf(request);
  response->Clear();
  response->set_operation(match.id);
  AddCommon(interface, response);
  if (!interface.is_secret()) response->AddHeader("Cache-Control", "no-store");
  refuse(StyleOf({interface, route, nullptr, origin, pages()}, request));
  return http::Placement::kAnswered;
}

// 429.
http::Placement Service::Refuse(const http::Request& request, const http::RouteMatch& match,
                                const RateGate::Asker& asker, http::Response* response) const {
  return AnswerInstead(request, match, response, [&](const ErrorStyle& style) {
    rates_.AddRefusal(asker, response);
    AnswerTooManyRequests(ErrorKind::kTooOften, style, response);
  });
}

Service::Standing Service::StandingOf(const http::Request& request, const RouteRow* route) const {
  const WantedPosition wanted = WantedPositionOf(request);
  if (wanted.text.empty() || route == nullptr || !route->work.needs_data) return Standing::kReached;
  if (!wanted.is_right) return Standing::kWrong;
  const auto catalog = Current();
  // Without any data the answer says so.
  if (catalog == nullptr || catalog->state().last_change >= wanted.id) return Standing::kReached;
  return request.waited < kPositionPatience ? Standing::kAwaited : Standing::kBehind;
}

// 503, or 400 for what is no position.
http::Placement Service::RefusePosition(const http::Request& request, const http::RouteMatch& match,
                                        Standing standing, http::Response* response) const {
  const std::string_view sent = request.Header(kPositionField);
  return AnswerInstead(request, match, response, [&](const ErrorStyle& style) {
    if (const auto position = PositionFor(request)) AddPosition(*position, response);
    if (standing == Standing::kBehind) return AnswerLater(Cause::kBehind, style, response);
    std::string shown;
    base::AppendSafeQuery(sent, &shown);
    AnswerProblems({{.reason = search::Reason::kNotUpdateId,
                     .parameters = {std::string(kPositionField)},
                     .value = shown}},
                   {}, style, response);
  });
}

// The position that is in the answer to a client who has asked for one.
std::optional<std::int64_t> Service::PositionFor(const http::Request& request) const {
  if (WantedPositionOf(request).text.empty()) return std::nullopt;
  const auto catalog = Current();
  return catalog == nullptr ? std::nullopt : std::optional(catalog->state().last_change);
}

// Requests of open operations are not looked at: their credentials are ignored.
bool Service::BringsPlainSecret(const http::Request& request, const RouteRow* route) const {
  if (route == nullptr || route->at.interface->access == Access::kOpen) return false;
  const bool has_secret =
      NeedsToken(route->at.interface->access) || !request.Header("Authorization").empty();
  return has_secret && !origins_.IsSafe(request);
}

// 403.
http::Placement Service::RefusePlainSecret(const http::Request& request,
                                           const http::RouteMatch& match,
                                           http::Response* response) const {
  return AnswerInstead(request, match, response,
                       [response](const ErrorStyle& style) { AnswerPlainSecret(style, response); });
}

// A file takes one of its client's places for downloads, for as long as it is on its way.
bool Service::HoldPlace(const http::Request& request, http::Response* response) const {
  if (!response->has_file() || request.method == http::Method::kHead) return true;
  struct Held {
    std::shared_ptr<const http::OpenFile> file = {};
    base::FairShare::Part place = {};
  };
  http::FileBody body = response->file();
  const auto held = std::make_shared<Held>(
      Held{std::move(body.file), sources_.shares->downloads.Take(origins_.CountsAs(request))});
  body.file = std::shared_ptr<const http::OpenFile>(held, held->file.get());
  response->set_file(std::move(body));
  return held->place.is_held();
}

http::Placement Service::TryAnswer(const http::Request& request, const http::RouteMatch& match,
                                   BasicPace pace, http::Response* response) {
  const Interface& interface = InterfaceFor(RouteOf(match), request);
  // The answer may be of a later one.
  const std::optional<std::int64_t> position = PositionFor(request);
  const http::Placement placement = AnswerOrFail({request, match, interface, pace}, response);
  if (position && placement == http::Placement::kAnswered) AddPosition(*position, response);
  response->set_operation(match.id);
  if (interface.is_secret()) auth::WipeUnusedStack();
  return placement;
}

// Has a stack frame of its own, which is wiped afterwards.
[[gnu::noinline]] http::Placement Service::AnswerOrFail(const Asking& asking,
                                                        http::Response* response) {
  const search::ReadWatch reads;
  const auto fail = [&](Cause cause, const char* what) {
    const http::Request& request = asking.request;
    const RouteRow* const route = RouteOf(asking.match);
    const Offer* const offer =
        route == nullptr ? nullptr : Negotiate(route->answers.resource, request);
    const std::string origin = OriginOf(request);
    const ErrorStyle style = StyleOf({asking.interface, route, offer, origin, pages()}, request);
    response->Clear();
    const std::string trace = AnswerFailure(cause, style, response);
    AddCommon(asking.interface, response);
    base::LogError("{} {}: {} (trace {})", request.method_name, style.path, what, trace);
    return http::Placement::kAnswered;
  };
  try {
    const http::Placement placement = Answer(asking, response);
    if (reads.has_failed()) return fail(Cause::kShortage, "a segment was cut meanwhile");
    if (!HoldPlace(asking.request, response)) {
      return AnswerInstead(asking.request, asking.match, response, [&](const ErrorStyle& style) {
        AnswerLater(Cause::kTooMuchWork, style, response);
      });
    }
    if (placement == http::Placement::kAnswered) {
      AddFreshness({.interface = asking.interface,
                    .route = RouteOf(asking.match),
                    .match = asking.match,
                    .seconds = settings_.cache_seconds},
                   asking.request, response);
    }
    if (response->has_stream()) {
      response->set_stream(std::make_unique<WatchedBody>(response->TakeStream(), reads));
    }
    return placement;
  } catch (const std::exception& exception) {
    // Exceptions of libraries end here, and the server continues.
    return fail(CauseOf(exception), exception.what());
  }
}

void Service::HandleFault(http::Fault fault, http::Response* response) {
  AddFaultFields(response);
  // The target of the request is still unknown.
  AnswerFault(fault, {.pages = pages(), .origin = settings_.origin.public_url}, response);
}

// What the client accepts is not known, but below the path of a page only a browser asks.
void Service::HandleLongTarget(std::string_view path, http::Response* response) {
  static constexpr std::array<http::Field, 2> kOfBrowsers = {
      {{.name = "Accept", .value = "text/html"}, {.name = "Sec-Fetch-Mode", .value = "navigate"}}};
  const http::Request request{.method = http::Method::kGet,
                              .method_name = "GET",
                              .raw_path = path,
                              .path = path,
                              .fields = kOfBrowsers};
  const RouteRow* const route = RouteOf(router_.Find(request.method, request.path));
  if (route == nullptr || !route->at.interface->is_in_each_language)
    return HandleFault(http::Fault::kUriTooLong, response);
  AddFaultFields(response);
  AnswerFault(http::Fault::kUriTooLong,
              StyleOf({*route->at.interface, route, nullptr, settings_.origin.public_url, pages()},
                      request),
              response);
}

// A browser gets a page; everybody else the same as when the target is unknown.
void Service::HandleOverload(const http::Request& request, http::Response* response) {
  const http::RouteMatch match = router_.Find(request.method, request.path);
  const RouteRow* const route = RouteOf(match);
  response->set_operation(match.id);
  const Interface& interface = InterfaceFor(route, request);
  if (interface.is_secret()) response->AddHeader(kTraceField, TraceOf(response));
  if (pages() == nullptr || interface.is_secret() || !AsksForPage(request))
    return HandleFault(http::Fault::kOverloaded, response);
  AddFaultFields(response);
  const std::string origin = OriginOf(request);
  AnswerLater(Cause::kOverload, StyleOf({interface, route, nullptr, origin, pages()}, request),
              response);
}

http::Placement Service::Answer(const Asking& asking, http::Response* response) {
  const auto& [request, match, interface, pace] = asking;
  AddCommon(interface, response);
  if (const RouteRow* const route = RouteOf(match)) return AnswerRoute(*route, asking, response);
  const http::MethodSet methods = match.allowed | http::MethodSet{http::Method::kOptions};
  const std::string origin = OriginOf(request);
  ErrorStyle style = StyleOf({interface, nullptr, nullptr, origin, pages()}, request);
  if (!match.path_known() && !request.is_decodable) {
    style.is_page = IsBesideOperations(request.path);
    AnswerProblems(UndecodableSegments(request.raw_path, style), {}, style, response);
  } else if (!match.path_known()) {
    AnswerNotFound(ErrorKind::kUnknownAddress, style, response);
  } else if (request.method == http::Method::kOptions) {
    const RouteRow* const get = RouteOf(router_.Find(http::Method::kGet, request.path));
    RespondToOptions(interface, methods, get, response);
  } else {
    AnswerMethodNotAllowed(methods.ToAllow(), style, response);
  }
  return http::Placement::kAnswered;
}

http::Placement Service::AnswerRoute(const RouteRow& route, const Asking& asking,
                                     http::Response* response) {
  // Reused from request to request.
  struct Scratch {
    std::string origin;
    http::Query query;
  };
  static base::PerThread<Scratch> scratches;
  auto& [origin, reused] = scratches.Get();
  const http::Request& request = asking.request;
  const Interface& interface = *route.at.interface;
  // A misplaced number must not stay with the thread.
  http::Query own;
  http::Query& query = interface.is_secret() ? own : reused;
  if (!origins_.Find(request, &origin)) {
    AnswerMisdirected(origin, StyleOf({interface, &route, nullptr, "", pages()}, request),
                      response);
    return http::Placement::kAnswered;
  }
  WarnOfHiddenHost(request, origin);
  const Admission admission = AdmitTo(route, request,
                                      {.authority = *sources_.authority,
                                       .statements = *sources_.statements,
                                       .client = origins_.ClientOf(request),
                                       .pace = asking.pace,
                                       .origin = origin,
                                       .pages = pages()},
                                      response);
  if (admission.offer == nullptr) return http::Placement::kAnswered;
  if (admission.user.kind == auth::BasicVerdict::Kind::kUndecided) {
    response->Clear();
    // Checking a password is expensive, and any client may cause it.
    return http::Placement::kNeedsSidePool;
  }
  query.Parse(request.query);
  const std::shared_ptr<const search::Catalog> catalog = Current();
  const Context context{
      .route = route,
      .request = request,
      .match = asking.match,
      .query = query,
      .offer = *admission.offer,
      .catalog = catalog,
      .newest = catalog_,
      .inventories = *sources_.inventories,
      .feed = *sources_.feed,
      .shares = *sources_.shares,
      .statistics = sources_.statistics,
      .authority = sources_.authority,
      .origin = origin,
      .errors = StyleOf({interface, &route, admission.offer, origin, pages()}, request),
      .publisher = &settings_.publisher,
      .zone = settings_.zone,
      .pages_root = settings_.pages_root ? std::string_view(*settings_.pages_root) : "",
      .program_version = settings_.version,
      .program_commit = settings_.commit,
      .statements = sources_.statements,
      .copy = sources_.copy,
      .user = &admission.user,
      .client = admission.client,
      .counts_as = origins_.CountsAs(request),
      .is_hurried = asking.pace == BasicPace::kQuick};
  if (NeedsToken(interface.access))
    return AnswerAuthorised(context, admission.token.principal, response);
  if (admission.offer->outdated) AddVersionNotices(origin, response);
  Reply reply(response);
  return Respond(Handled(context, &reply), context, response);
}

// Only once: every such request would log the same.
void Service::WarnOfHiddenHost(const http::Request& request, std::string_view origin) {
  if (warned_of_hidden_host_.load(std::memory_order_relaxed)) return;
  if (!origins_.HidesHost(request) || warned_of_hidden_host_.exchange(true)) return;
  base::LogWarning(
      "a proxy forwarded a request as one for {}, so the links in its answer lead to this machine: "
      "set public_url, or let the proxy forward the host of the request",
      origin);
}

// Answers, and discards the answer if the audit log refuses it.
http::Placement Service::AnswerAuthorised(const Context& context, const auth::Principal& principal,
                                          http::Response* response) const {
  const std::string trace = TraceOf(response);
  Reply reply(response);
  const http::Placement placement = Respond(Handled(context, &reply), context, response);
  base::Status logged = sources_.authority->audit->Append(
      {.consumer = principal.consumer.ToString(),
       .supplier = principal.supplier ? principal.supplier->ToString() : "",
       .client_id = principal.client_id,
       .token_hash = principal.jti_hash,
       .scope = principal.scope,
       .operation =
           std::string(context.request.method_name).append(" ").append(context.route.at.pattern),
       .object = reply.audit().object,
       .status = response->status(),
       .role_count = reply.audit().role_count,
       .trace_id = trace,
       .address = std::string(context.request.peer)});
  if (logged) return placement;
  response->Clear();
  AddCommon(*context.route.at.interface, response);
  return Respond(std::move(logged).error().At("an authorised answer is withheld"), context,
                 response);
}

void Service::AddVersionNotices(std::string_view origin, http::Response* response) const {
  response->AddHeader("Deprecation", settings_.v1_deprecation);
  response->AddHeader("Sunset", settings_.v1_sunset);
  response->AddHeader("Link", fmt::format("<{}{}>; rel=\"deprecation\"; type=\"text/plain\"",
                                          origin, kVersionNotesPath));
}

}  // namespace orgreg::api
