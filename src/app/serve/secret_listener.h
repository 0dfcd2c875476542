// SPDX-License-Identifier: EUPL-1.2

// What listeners have in common that are for a few known clients: an address with a token, or a
// socket file, which has a mode of its own. Safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "app/settings/settings.h"
#include "base/result.h"
#include "http/server/server.h"

namespace orgreg::app {

// The two settings of such a listener, by name and value.
struct SecretListener {
  std::string_view name = {};
  const std::string& place;
  std::string_view token_name = {};
  const std::string& token_file;
};
SecretListener IngestSettingsOf(const Settings& settings);
SecretListener ReplicasSettingsOf(const Settings& settings);

// The token that clients must send; empty without a listener, or at a socket file without one.
// kInvalid for an address without a token: then any client that reaches it would be let in.
base::Result<std::string> ReadListenerToken(const SecretListener& listener);

// Where a server listens that has this place.
http::Options PlaceOptionsOf(const ListenPlace& place);

// Clients on this machine speak plain HTTP in any case.
bool IsOfThisMachine(const ListenPlace& place);

// The place with the path that clients ask for, for people.
std::string ShownPlace(const ListenPlace& place, const http::Server& server, bool is_tls,
                       std::string_view path);

}  // namespace orgreg::app
