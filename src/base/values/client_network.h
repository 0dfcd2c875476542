// Clients are distinguished by their network: an IPv4 address as it is, an IPv6 address by its
// first 64 bits, since each client chooses the others itself. Pure; any number of threads.

#pragma once

#include <string>
#include <string_view>

namespace orgreg::base {

// "10.0.0.1" or "2001:db8:1:2::/64"; an IPv4-mapped address as IPv4. Text that is no address stays
// as it is, but for what is longer than any address.
std::string ClientNetwork(std::string_view address);

}  // namespace orgreg::base
