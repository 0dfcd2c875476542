// SPDX-License-Identifier: EUPL-1.2

// The guard at the top of every thread. An exception from a body ends neither the thread nor the
// process: it is logged and counted, and after a pause the body begins again. So a body keeps the
// state that must outlive a failure in its object, and releases locks by scope.
//
// A long-lived thread runs under RunGuarded, in most cases by StartGuarded. A thread that helps one
// command is a HelperThread (base/threads/helper_thread.h), which ends that command with the error.
//
// Safe from any thread.

#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

namespace orgreg::base {

// Runs the body until it returns, and again after each failure unless a stop was requested. `name`
// identifies the thread in the log.
void RunGuarded(std::string_view name, const std::stop_token& stop,
                const std::function<void()>& body);

// Starts a thread that runs the body in this way. Throws std::system_error where the system cannot
// give another thread: so it is called at the start, not while serving.
std::jthread StartGuarded(std::string name, std::function<void(const std::stop_token&)> body);

// The number of failures of all bodies in this process.
std::uint64_t CountThreadFailures();

// Words the system_error that the constructor of a thread throws.
[[noreturn]] void ThrowNoThread(const std::string& name, const std::system_error& error);

}  // namespace orgreg::base
