// SPDX-License-Identifier: EUPL-1.2

// The secret that a listener and its few clients share, sent as a bearer token (RFC 6750, section
// 2.1). Safe from any thread.

#pragma once

#include <string_view>

#include "http/message/request.h"

namespace orgreg::api {

// Whether the request shows that secret. The time does not depend on where they differ, so that a
// secret cannot be guessed bit by bit. True if the secret is empty: who reaches the listener may
// use it.
bool ShowsSecret(const http::Request& request, std::string_view secret);

}  // namespace orgreg::api
