// SPDX-License-Identifier: EUPL-1.2

// Messages to the service manager that started the process (sd_notify(3)): systemd waits for READY
// before it starts what depends on the server, and restarts a server whose threads hang. Without
// NOTIFY_SOCKET in the environment nothing is sent. Lost messages are no errors: the server works
// the same without a manager.
//
// Safe from any thread, as long as none changes the environment.

#pragma once

#include <chrono>
#include <functional>
#include <string_view>
#include <thread>

namespace orgreg::app {

// The server answers requests, also after a reload.
void NotifyReady(std::string_view status);
// The settings are being read again; NotifyReady ends it.
void NotifyReloading();
// The stop has begun.
void NotifyStopping();

// Asks for more time every few seconds for as long as the thread is there: a first index of a large
// register takes minutes.
std::jthread ExtendStart();

// Sends a sign of life at half the interval that the manager asks for, unless `silence` is longer
// than that: how long the slowest of the threads that serve has not come round. A thread that does
// nothing if the manager asks for none. `silence` outlives the thread.
std::jthread StartWatchdog(std::function<std::chrono::milliseconds()> silence);

}  // namespace orgreg::app
