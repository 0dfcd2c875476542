// The guard at the top of every thread. What a body throws ends neither the thread nor the
// process: it is logged and counted, and after a pause the body is begun again. So a body keeps
// what must outlive a failure in its object, and lets go of locks by scope.
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

// Runs the body until it returns; again after each failure, unless a stop was asked for. `name`
// says in the log whose thread it is.
void RunGuarded(std::string_view name, const std::stop_token& stop,
                const std::function<void()>& body);

// A thread that runs the body so. Throws std::system_error, which says that a thread cannot be
// made, where the system has none to give: so at a start, not while serving.
std::jthread StartGuarded(std::string name, std::function<void(const std::stop_token&)> body);

// How often a body has failed in this process, of all threads.
std::uint64_t CountThreadFailures();

// The error of the system_error that the constructor of a thread throws, in words of ours.
[[noreturn]] void ThrowNoThread(const std::string& name, const std::system_error& error);

}  // namespace orgreg::base
