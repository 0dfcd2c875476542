// What the clients of a server are counted by. Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::base {

// An IPv4 address as it is. The first 64 bits of an IPv6 address, because a client that has one
// address of such a network has all of them; one that stands for an IPv4 address counts as that.
// Anything else counts by its first 64 characters. Equal keys, equal clients: the key is not text
// to be shown.
std::string ClientNetwork(std::string_view address);

}  // namespace orgreg::base
