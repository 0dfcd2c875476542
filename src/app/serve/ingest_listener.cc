// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/ingest_listener.h"

#include <chrono>
#include <functional>
#include <utility>

#include "app/serve/handed_sockets.h"
#include "app/serve/origin_settings.h"
#include "app/serve/secret_listener.h"
#include "base/log.h"
#include "ingest/batches/reader.h"

namespace orgreg::app {
namespace {

using base::Result;

// Bodies are held in memory, so there are few at a time. A client may have half of the places, and
// needs one more while the server notices that it closed another.
constexpr std::size_t kConnections = 12;
constexpr std::chrono::minutes kBodyTime(10);
constexpr int kBusyTimeoutMs = 5000;
// A batch was read whole before it is written, so a writer is silent only if it stands still.
constexpr int kMostSilentMs = 5000;

http::Options OptionsOf(const ListenPlace& place) {
  http::Options options = PlaceOptionsOf(place);
  options.inherited = SocketsHandedOver().ingest;
  options.pool_threads.common = 1;
  options.limits.body_bytes = ingest::BatchReader::kMostBytes;
  options.limits.body_timeout = kBodyTime;
  options.limits.queue_timeout = kBodyTime;  // One batch waits for another.
  options.limits.job_timeout = kBodyTime;
  options.limits.connections = kConnections;
  return options;
}

api::BatchSettings WithNotice(api::BatchSettings batches, std::function<void()> applied) {
  batches.applied = std::move(applied);
  return batches;
}

}  // namespace

Result<std::unique_ptr<IngestListener>> IngestListener::Start(const Settings& settings,
                                                              const Parts& parts) {
  if (settings.ingest.empty()) return std::unique_ptr<IngestListener>();
  const ListenPlace place = ParseListenPlace(settings.ingest).value();
  auto token = ReadListenerToken(IngestSettingsOf(settings));
  if (!token && !settings.ingest_token_file.empty()) {
    // The register is served without it.
    base::LogError("{}; no batches are accepted", token.error().message);
    return std::unique_ptr<IngestListener>();
  }
  if (!token) return std::move(token).error();
  const FollowState* const following = HasDatabase(settings) ? parts.following : nullptr;
  auto target =
      std::make_unique<BatchTarget>(PlaceOf(settings),
                                    store::StoreOptions{.busy_timeout_ms = kBusyTimeoutMs,
                                                        .accepts_clock = settings.accept_clock,
                                                        .most_silent_ms = kMostSilentMs},
                                    following);
  if (!HasDatabase(settings)) TRY(target->Get());
  api::BatchSettings batches{.token = std::move(*token), .sealing = parts.sealing};
  batches.origins = TRY(api::OriginFinder::Make(OriginSettingsOf(settings)));
  std::unique_ptr<IngestListener> listener(
      new IngestListener(std::move(target), std::move(batches)));
  http::Options options = OptionsOf(place);
  options.tls = IsOfThisMachine(place) ? nullptr : parts.tls;
  auto server = http::Server::Start(options, &listener->service_);
  if (!server) return std::move(server).error().At("ingest");
  listener->server_ = std::move(*server);
  listener->place_ =
      ShownPlace(place, *listener->server_, options.tls != nullptr, api::kBatchesPath);
  return listener;
}

IngestListener::IngestListener(std::unique_ptr<BatchTarget> target, api::BatchSettings batches)
    : target_(std::move(target)),
      service_([this] { return target_->Get(); },
               WithNotice(std::move(batches), [this] { target_->NoteChange(); })) {}

}  // namespace orgreg::app
