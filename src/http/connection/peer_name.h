// SPDX-License-Identifier: EUPL-1.2

// The addresses at the two ends of a socket. Safe from any thread.

#pragma once

#include <cstdint>
#include <string>

namespace orgreg::http {

// The client's IP address, an IPv4-mapped one as IPv4; "unix" for a Unix socket; empty where the
// system does not say.
std::string PeerName(int socket);

// The IP address at our end, in the same form; of a socket that listens, the one it listens at.
std::string LocalName(int socket);

// The port at our end; 0 for a Unix socket and where the system does not say.
std::uint16_t LocalPort(int socket);

}  // namespace orgreg::http
