// SPDX-License-Identifier: EUPL-1.2

// Clients are distinguished by their network: an IPv4 address as it is, an IPv6 address by its
// first 64 bits, since each client chooses the others itself. Pure; any number of threads.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace orgreg::base {

// Returns "10.0.0.1" or "2001:db8:1:2::/64"; an IPv4-mapped address becomes IPv4. Text that is not
// an address stays as it is, but is cut to the length of the longest address.
std::string ClientNetwork(std::string_view address);

// Returns a hash of the network. Whoever does not know the salt cannot choose addresses whose
// hashes collide. It allocates nothing for an IPv4 address.
std::uint64_t ClientHash(std::string_view address, std::uint64_t salt);

}  // namespace orgreg::base
