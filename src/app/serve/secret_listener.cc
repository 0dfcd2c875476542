// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/secret_listener.h"

#include <fmt/format.h>

#include <utility>

#include "app/settings/token_file.h"
#include "http/client/url.h"

namespace orgreg::app {

using base::Code;
using base::Error;
using base::Result;

namespace {

constexpr unsigned kSocketMode = 0600;

}  // namespace

SecretListener IngestSettingsOf(const Settings& settings) {
  return {.name = "ingest",
          .place = settings.ingest,
          .token_name = "ingest_token_file",
          .token_file = settings.ingest_token_file};
}

SecretListener ReplicasSettingsOf(const Settings& settings) {
  return {.name = "replicas",
          .place = settings.replicas,
          .token_name = "replicas_token_file",
          .token_file = settings.replicas_token_file};
}

Result<std::string> ReadListenerToken(const SecretListener& listener) {
  if (listener.place.empty()) return std::string();
  if (!listener.token_file.empty()) {
    auto token = ReadTokenFile(listener.token_file);
    return token ? std::move(token) : std::move(token).error().At(std::string(listener.token_name));
  }
  if (!ParseListenPlace(listener.place)->unix_socket.empty()) return std::string();
  return Error{Code::kInvalid,
               fmt::format("{}: an address needs {} {}", listener.name,
                           listener.name == "ingest" ? "an" : "a", listener.token_name)};
}

http::Options PlaceOptionsOf(const ListenPlace& place) {
  return {.address = place.address,
          .port = place.port,
          .unix_socket = place.unix_socket,
          .unix_mode = kSocketMode};
}

bool IsOfThisMachine(const ListenPlace& place) {
  return !place.unix_socket.empty() || http::IsLoopback(place.address);
}

std::string ShownPlace(const ListenPlace& place, const http::Server& server, bool is_tls,
                       std::string_view path) {
  if (!place.unix_socket.empty()) return "unix:" + place.unix_socket;
  return fmt::format("{}://{}:{}{}", is_tls ? "https" : "http", place.address, server.port(), path);
}

}  // namespace orgreg::app
