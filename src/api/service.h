// SPDX-License-Identifier: EUPL-1.2

// The Service answers every request of the interface: it finds the route, the host, the version and
// the state of the data, calls the route's handler, and adds the common parts of all answers.
//
// Handle is called from many threads; Publish from one at a time.

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "api/answers/errors.h"
#include "api/authority/authority.h"
#include "api/interface/basic_access.h"
#include "api/interface/current_catalog.h"
#include "api/interface/inventories.h"
#include "api/interface/publisher.h"
#include "api/limits/rate_gate.h"
#include "api/limits/server_limits.h"
#include "api/limits/work_shares.h"
#include "api/origin/origin.h"
#include "auth/tokens/verdict.h"
#include "base/values/time_zone.h"
#include "http/answer/router.h"
#include "http/message/handler.h"
#include "records/feed.h"
#include "search/catalog.h"

namespace orgreg::api {

struct Context;
class CopySource;
struct Interface;
struct Offer;
struct RouteRow;
struct Statistics;
struct StatementSources;

struct ServiceSettings {
  OriginSettings origin = {};
  Publisher publisher = {};
  // The path above the pages for people; empty: they are at /; nothing: there are none.
  std::optional<std::string> pages_root = "";
  base::TimeZone zone = base::TimeZone::Utc();  // In which pages show times.
  // Of the program, and the commit of its sources; for the status page.
  std::string version = {};
  std::string commit = {};
  // The announcements in answers of version 1 (RFC 9745, RFC 8594).
  std::string v1_deprecation = "@1710115200";
  std::string v1_sunset = "Sun, 01 Sep 2024 00:00:00 GMT";
  std::uint32_t cache_seconds = 0;  // that caches may keep an answer without asking again
  RateLimits rates = {};
  bool announces_rates = false;  // In all answers, not only in refusals.
};

// The sources of answers besides the catalog.
struct ServiceSources {
  const records::Feed* feed = nullptr;
  const Inventories* inventories = nullptr;
  const Authority* authority = nullptr;
  const Statistics* statistics = nullptr;
  const StatementSources* statements = nullptr;
  WorkShares* shares = nullptr;      // Null: the service has its own.
  const CopySource* copy = nullptr;  // Null: the register is no copy.
};

class Service final : public http::Handler {
 public:
  // The sources outlive the service. Without a catalog, requests that need one get 503 until the
  // first is published.
  static base::Result<std::unique_ptr<Service>> Make(
      ServiceSettings settings, const ServiceSources& sources,
      std::shared_ptr<const search::Catalog> catalog);

  // The current source of answers; null before the first catalog.
  std::shared_ptr<const search::Catalog> Current() const { return catalog_.Get(); }
  // From now on answers use this state. Answers in progress keep theirs.
  void Publish(std::shared_ptr<const search::Catalog> catalog) {
    catalog_.Publish(std::move(catalog));
  }

  std::string_view CountsAs(const http::Request& request) const override;
  std::string_view ClientOf(const http::Request& request) const override;
  bool StreamsBody(const http::Request& head) const override;
  std::size_t MostBodyBytes(const http::Request& head, std::size_t usual) const override;
  bool AdmitBody(const http::Request& head, http::Response* response) override;
  http::Placement Handle(const http::Request& request, http::Response* response) override;
  void HandleSlowly(const http::Request& request, http::Response* response) override;
  void HandleFault(http::Fault fault, http::Response* response) override;
  void HandleLongTarget(std::string_view path, http::Response* response) override;
  void HandleOverload(const http::Request& request, http::Response* response) override;

 private:
  Service(ServiceSettings settings, OriginFinder origins, const ServiceSources& sources,
          std::shared_ptr<const search::Catalog> catalog);

  // What errors may say of the pages; null if there are none.
  const ErrorPages* pages() const { return settings_.pages_root ? &error_pages_ : nullptr; }
  // The origin of links; empty for a foreign host.
  std::string OriginOf(const http::Request& request) const;

  // A request, and what is known of it before its parameters are read.
  struct Asking {
    const http::Request& request;
    const http::RouteMatch& match;
    const Interface& interface;
    BasicPace pace = BasicPace::kQuick;
  };
  // These defer an answer, with an empty response, only if the pace is quick.
  http::Placement TryAnswer(const http::Request& request, const http::RouteMatch& match,
                            BasicPace pace, http::Response* response);
  http::Placement AnswerOrFail(const Asking& asking, http::Response* response);
  http::Placement Answer(const Asking& asking, http::Response* response);
  http::Placement AnswerRoute(const RouteRow& route, const Asking& asking,
                              http::Response* response);
  void WarnOfHiddenHost(const http::Request& request, std::string_view origin);
  RateGate::Asker AskerOf(const http::Request& request, const http::RouteMatch& match) const;
  // Whether there is what the client wants to be in the answer (Register-Position).
  enum class Standing { kReached, kAwaited, kBehind, kWrong };
  Standing StandingOf(const http::Request& request, const RouteRow* route) const;
  http::Placement RefusePosition(const http::Request& request, const http::RouteMatch& match,
                                 Standing standing, http::Response* response) const;
  std::optional<std::int64_t> PositionFor(const http::Request& request) const;
  // Replaces the answer by an error, which `refuse` writes in the style that it gets.
  template <typename Refusal>
  http::Placement AnswerInstead(const http::Request& request, const http::RouteMatch& match,
                                http::Response* response, Refusal refuse) const;
  bool BringsPlainSecret(const http::Request& request, const RouteRow* route) const;
  http::Placement RefusePlainSecret(const http::Request& request, const http::RouteMatch& match,
                                    http::Response* response) const;
  bool HoldPlace(const http::Request& request, http::Response* response) const;
  http::Placement Refuse(const http::Request& request, const http::RouteMatch& match,
                         const RateGate::Asker& asker, http::Response* response) const;
  http::Placement AnswerAuthorised(const Context& context, const auth::Principal& principal,
                                   http::Response* response) const;
  void AddVersionNotices(std::string_view origin, http::Response* response) const;

  ServiceSettings settings_;
  ErrorPages error_pages_;
  OriginFinder origins_;
  http::Router router_;
  ServiceSources sources_;
  std::unique_ptr<WorkShares> own_shares_;  // Null if the sources have them.
  RateGate rates_;
  std::atomic<bool> warned_of_hidden_host_ = false;
  CurrentCatalog catalog_;
};

}  // namespace orgreg::api
