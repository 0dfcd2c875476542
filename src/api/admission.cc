// SPDX-License-Identifier: EUPL-1.2

#include "api/admission.h"

#include <string>

#include "base/threads/per_thread.h"
#include "base/values/shown_name.h"
#include "model/resources.h"

namespace orgreg::api {
namespace {

// The path as answers and logs may show it. If answers are secret, misplaced text may be a person's
// number, even with encoded digits. Lives until the thread asks again.
std::string_view ShownPath(const Interface& interface, const http::Request& request) {
  if (!interface.is_secret()) return request.raw_path;
  static base::PerThread<std::string> shown_paths;
  std::string& shown = shown_paths.Get();
  shown = request.is_decodable ? base::MaskedNumbers(request.path)
                               : std::string(model::kAuthorisedApiPath);
  return shown;
}

// Identifies the client, on a route for users.
auth::BasicVerdict Identify(const http::Request& request, const Gate& gate) {
  using Kind = auth::BasicVerdict::Kind;
  if (gate.statements.access == StatementsAccess::kOpen) return {.kind = Kind::kRight};
  if (gate.statements.users == nullptr) return {.kind = Kind::kBusy};
  return CheckBasic(gate.statements.users, request, gate.client, gate.pace);
}

std::string_view VaryOf(Access access, const StatementSources& statements) {
  const bool depends_on_user =
      access == Access::kUsers && statements.access != StatementsAccess::kOpen;
  return depends_on_user ? "Accept, Accept-Encoding, Authorization" : "Accept, Accept-Encoding";
}

// The operation before an offer is chosen.
Addressed RefusedAt(const RouteRow& route, const Gate& gate) {
  return {.interface = *route.at.interface,
          .route = &route,
          .origin = gate.origin,
          .pages = gate.pages};
}

}  // namespace

http::Placement PlacementOf(const http::Request& request, const RouteRow* route) {
  using http::Placement;
  if (route == nullptr) return Placement::kAnswered;
  // A whole inventory must not delay requests for one entity.
  const bool is_reserved = route->at.interface->limits == Limits::kReserved;
  if (is_reserved && route->work.pace != Pace::kScan) return Placement::kNeedsReservedPool;
  switch (route->work.pace) {
    case Pace::kQuick:
      return Placement::kAnswered;
    case Pace::kSlow:
      return Placement::kNeedsPool;
    case Pace::kSlowWithQuery:
      return request.query.empty() ? Placement::kAnswered : Placement::kNeedsPool;
    case Pace::kScan:
      return Placement::kNeedsScanPool;
  }
  return Placement::kAnswered;
}

ErrorStyle StyleOf(const Addressed& addressed, const http::Request& request) {
  const auto& [interface, route, offer, origin, pages] = addressed;
  const bool is_outdated = offer != nullptr && offer->outdated;
  return {.form = interface.ErrorFormFor(offer),
          .language = is_outdated ? Language::kEnglish : interface.language,
          .path = ShownPath(interface, request),
          .hides_numbers = interface.is_secret(),
          .is_page = route != nullptr && route->answers.resource == Resource::kPage &&
                     !interface.is_documented,
          .pages = pages,
          .origin = origin,
          .operation = route == nullptr || !interface.is_documented ? std::string_view()
                                                                    : route->at.operation,
          .request = &request};
}

Admission AdmitTo(const RouteRow& route, const http::Request& request, const Gate& gate,
                  http::Response* response) {
  const Access access = route.at.interface->access;
  Admission admission{.client = gate.client};
  if (NeedsToken(access)) {
    // This comes before parameters and data, so that an outsider learns nothing.
    const ErrorStyle style = StyleOf(RefusedAt(route, gate), request);
    admission.token = Admit(
        gate.authority,
        {.request = request, .access = access, .address = gate.client, .errors = style}, response);
    if (!admission.token.granted()) return admission;
  }
  response->AddHeader("Vary", VaryOf(access, gate.statements));
  admission.offer = Negotiate(route.answers.resource, request);
  if (admission.offer == nullptr) {
    const ErrorStyle style = StyleOf(RefusedAt(route, gate), request);
    AnswerNotAcceptable(OffersOf(route.answers.resource), style, response);
  } else if (access == Access::kUsers) {
    admission.user = Identify(request, gate);
  }
  return admission;
}

}  // namespace orgreg::api
