// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/replica_listener.h"

#include <chrono>
#include <utility>

#include "app/place/place.h"
#include "app/serve/handed_sockets.h"
#include "app/serve/origin_settings.h"
#include "app/serve/secret_listener.h"
#include "base/log.h"
#include "records/documents/folder.h"

namespace orgreg::app {
namespace {

using base::Result;

// A replica waits on a thread for the next commit. While it takes documents it has a second
// connection.
constexpr unsigned kThreads = 24;
constexpr std::size_t kConnections = 64;
constexpr std::chrono::minutes kPatience(5);

http::Options OptionsOf(const ListenPlace& place) {
  http::Options options = PlaceOptionsOf(place);
  options.inherited = SocketsHandedOver().replicas;
  options.pool_threads.common = kThreads;
  options.limits.queue_timeout = kPatience;
  // A replica stores a large step before it reads on.
  options.limits.write_stall_timeout = kPatience;
  options.limits.connections = kConnections;
  return options;
}

}  // namespace

Result<std::unique_ptr<ReplicaListener>> ReplicaListener::Start(const Settings& settings,
                                                                store::Store* store,
                                                                http::TlsIdentity* tls) {
  if (settings.replicas.empty()) return std::unique_ptr<ReplicaListener>();
  auto token = ReadListenerToken(ReplicasSettingsOf(settings));
  if (!token && !settings.replicas_token_file.empty()) {
    // The register is served without it.
    base::LogError("{}; no replica can follow", token.error().message);
    return std::unique_ptr<ReplicaListener>();
  }
  if (!token) return std::move(token).error();
  const ListenPlace place = ParseListenPlace(settings.replicas).value();
  const Place register_place = PlaceOf(settings);
  std::stop_source stop;
  api::ReplicaSettings served{
      .token = std::move(*token),
      .origins = TRY(api::OriginFinder::Make(OriginSettingsOf(settings))),
      .documents = records::DocumentFolder::At(register_place.PathOf(PlacePart::kDocuments)),
      .segment = [register_place](model::Kind kind) { return register_place.SegmentPath(kind); },
      .stop = stop.get_token()};
  std::unique_ptr<ReplicaListener> listener(
      new ReplicaListener(store, std::move(served), std::move(stop)));
  http::Options options = OptionsOf(place);
  options.tls = IsOfThisMachine(place) ? nullptr : tls;
  auto server = http::Server::Start(options, &listener->service_);
  if (!server) return std::move(server).error().At("replicas");
  listener->server_ = std::move(*server);
  listener->place_ =
      ShownPlace(place, *listener->server_, options.tls != nullptr, api::kReplicaPath);
  return listener;
}

ReplicaListener::~ReplicaListener() { stop_.request_stop(); }

}  // namespace orgreg::app
