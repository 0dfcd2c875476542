// SPDX-License-Identifier: EUPL-1.2

// The addresses of a host. The system looks a name up on a thread that may outlive the call,
// because nothing can interrupt it; few such threads run at the same time. Safe from any thread.

#pragma once

#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "base/result.h"

namespace orgreg::http {

// The addresses in the order in which to try them, at least one. "localhost" and an address are not
// looked up. kUnavailable if there is none, or none at the deadline.
base::Result<std::vector<boost::asio::ip::address>> Resolve(
    const std::string& host, std::chrono::steady_clock::time_point deadline);

}  // namespace orgreg::http
