// Who is at the other end of a connected socket.

#pragma once

#include <string>

namespace orgreg::http {

// The IP address, an IPv4-mapped one as IPv4; "unix" for a Unix socket; empty where the
// system does not say. Safe from any thread.
std::string PeerName(int socket);

}  // namespace orgreg::http
