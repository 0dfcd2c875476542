// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/signals.h"

#include <utility>

#include "app/serve/service_manager.h"
#include "base/log.h"
#include "base/threads/guarded_thread.h"

namespace orgreg::app {

sigset_t BlockSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

std::stop_source HandleSignals(const sigset_t& signals, std::function<void()> reload) {
  std::stop_source stop;
  const auto wait = [signals, stop, reload = std::move(reload)](const std::stop_token&) mutable {
    int signal = 0;
    while (sigwait(&signals, &signal) != 0 || signal == SIGHUP) reload();
    base::LogInfo("stopping");
    NotifyStopping();
    stop.request_stop();
  };
  base::StartGuarded("signals", wait).detach();
  return stop;
}

}  // namespace orgreg::app
