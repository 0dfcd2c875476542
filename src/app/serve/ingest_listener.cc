// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/ingest_listener.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <utility>

#include "app/place/open_place.h"
#include "app/serve/handed_sockets.h"
#include "app/serve/origin_settings.h"
#include "base/log.h"
#include "http/client/url.h"
#include "ingest/batches/reader.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;

// Bodies are held in memory, so there are few at a time. A client may have half of the places, and
// needs one more while the server notices that it closed another.
constexpr std::size_t kConnections = 12;
constexpr std::chrono::minutes kBodyTime(10);
constexpr int kBusyTimeoutMs = 5000;
constexpr std::size_t kLeastTokenBytes = 16;

// Reads one line, too long to be guessed.
Result<std::string> ReadToken(const std::string& path) {
  std::ifstream file(path);
  std::string token;
  if (!std::getline(file, token)) return Error{Code::kIo, "cannot be read"}.At(path);
  const auto is_plain = [](char c) { return c > ' ' && c < '\x7f'; };
  if (token.size() < kLeastTokenBytes || !std::ranges::all_of(token, is_plain)) {
    return Error{Code::kInvalid,
                 fmt::format("does not begin with a line of {} or more visible characters of ASCII",
                             kLeastTokenBytes)}
        .At(path);
  }
  return token;
}

bool IsOfThisMachine(const ListenPlace& place) {
  return !place.unix_socket.empty() || http::IsLoopback(place.address);
}

http::Options OptionsOf(const ListenPlace& place) {
  http::Options options{.address = place.address,
                        .port = place.port,
                        .unix_socket = place.unix_socket,
                        .unix_mode = 0600,
                        .inherited = SocketsHandedOver().ingest,
                        .threads = 1,
                        .pool_threads = {.common = 1}};
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

Result<std::string> ReadIngestToken(const Settings& settings) {
  if (settings.ingest.empty()) return std::string();
  if (!settings.ingest_token_file.empty()) {
    auto token = ReadToken(settings.ingest_token_file);
    return token ? std::move(token) : std::move(token).error().At("ingest_token_file");
  }
  if (!ParseListenPlace(settings.ingest)->unix_socket.empty()) return std::string();
  return Error{Code::kInvalid, "ingest: an address needs an ingest_token_file"};
}

Result<std::unique_ptr<IngestListener>> IngestListener::Start(const Settings& settings,
                                                              const records::NumberSealing& sealing,
                                                              http::TlsIdentity* tls) {
  if (settings.ingest.empty()) return std::unique_ptr<IngestListener>();
  const ListenPlace place = ParseListenPlace(settings.ingest).value();
  auto token = ReadIngestToken(settings);
  if (!token && !settings.ingest_token_file.empty()) {
    // The register is served without it.
    base::LogError("{}; no batches are accepted", token.error().message);
    return std::unique_ptr<IngestListener>();
  }
  if (!token) return std::move(token).error();
  const Place register_place = PlaceOf(settings);
  auto store =
      OpenPlace(register_place, store::OpenMode::kReadWriteCreate,
                {.busy_timeout_ms = kBusyTimeoutMs, .accepts_clock = settings.accept_clock});
  if (!store) return std::move(store).error();
  api::BatchSettings batches{.token = std::move(*token), .sealing = sealing};
  batches.origins = TRY(api::OriginFinder::Make(OriginSettingsOf(settings)));
  std::unique_ptr<IngestListener> listener(
      new IngestListener(std::move(*store), register_place, std::move(batches)));
  http::Options options = OptionsOf(place);
  options.tls = IsOfThisMachine(place) ? nullptr : tls;
  auto server = http::Server::Start(options, &listener->service_);
  if (!server) return std::move(server).error().At("ingest");
  listener->server_ = std::move(*server);
  listener->place_ = place.unix_socket.empty()
                         ? fmt::format("{}://{}:{}{}", options.tls == nullptr ? "http" : "https",
                                       place.address, listener->server_->port(), api::kBatchesPath)
                         : settings.ingest;
  return listener;
}

IngestListener::IngestListener(std::unique_ptr<store::Store> store, const Place& register_place,
                               api::BatchSettings batches)
    : store_(std::move(store)),
      target_(store_.get()),
      wiper_(&target_, register_place),
      service_(&target_, WithNotice(std::move(batches), [this] { wiper_.NoteChange(); })) {
  wiper_.NoteChange();  // The rest of another process's work.
}

}  // namespace orgreg::app
