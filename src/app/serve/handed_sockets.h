// SPDX-License-Identifier: EUPL-1.2

// The listening sockets that a service manager has opened for this process (sd_listen_fds(3)). They
// stay open when a process ends, so clients wait in the queue of the kernel, and are not refused,
// while the next process starts.

#pragma once

#include <vector>

namespace orgreg::app {

struct HandedSockets {
  // The names of the sockets (FileDescriptorName=) say what each is for: "ingest",
  // "metrics" and "replicas" are for the listeners of these settings, and all others serve the
  // register. If there are several of
  // one name, threads share them out.
  std::vector<int> serve = {};
  std::vector<int> ingest = {};
  std::vector<int> metrics = {};
  std::vector<int> replicas = {};
};

// The sockets that LISTEN_FDS, LISTEN_FDNAMES and LISTEN_PID name. The environment is read by the
// first call, which comes before other threads.
const HandedSockets& SocketsHandedOver();

}  // namespace orgreg::app
