// SPDX-License-Identifier: EUPL-1.2

// The proxy through which an https address is asked: the environment names it, as for other
// programs, in https_proxy or all_proxy, each in small or capital letters. no_proxy lists hosts
// without one, divided by commas or blanks: an address, a name, which stands for the names below it
// too, or * for all. A loopback host has none, and neither has an http address. Safe from any
// thread as long as no thread changes the environment.

#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "http/client/url.h"

namespace orgreg::http {

// The value of a variable; empty if it is not set.
using Environment = std::function<std::string(const char* name)>;

std::string ProcessEnvironment(const char* name);

// Nothing if the address is asked directly. kInvalid unless the proxy is an http address, which
// may name a user and a password; the message does not repeat them.
base::Result<std::optional<Url>> ProxyFor(const Url& url,
                                          const Environment& environment = ProcessEnvironment);

}  // namespace orgreg::http
