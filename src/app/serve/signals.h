// SPDX-License-Identifier: EUPL-1.2

// The signals of a server: SIGTERM and SIGINT stop it, SIGHUP makes it read its settings again.

#pragma once

#include <csignal>
#include <functional>
#include <stop_token>

namespace orgreg::app {

// Called before any thread starts, so that only the thread of HandleSignals receives them.
sigset_t BlockSignals();

// Starts a thread that asks for a stop at the first SIGTERM or SIGINT, and calls `reload` at each
// SIGHUP before. It may outlive all that main has, so `reload` owns what it needs.
std::stop_source HandleSignals(const sigset_t& signals, std::function<void()> reload);

}  // namespace orgreg::app
