// SPDX-License-Identifier: EUPL-1.2

// Where requests wait whose handler wants to be asked again (Placement::kLater): without a thread,
// some milliseconds at a time, longer if many wait. Used on its worker's thread only.

#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <vector>

namespace orgreg::http {

class Connection;

class LaterQueue {
 public:
  // `io` must outlive the queue.
  explicit LaterQueue(boost::asio::io_context* io) : timer_(*io) {}

  // Connection::TryAgain is called some milliseconds later, and not before this returns. Until then
  // the connection must stay.
  void Add(Connection* connection);

 private:
  void Run();

  boost::asio::steady_timer timer_;
  std::vector<Connection*> waiting_;
  std::size_t asked_ = 0;  // the last time
  bool is_set_ = false;
};

}  // namespace orgreg::http
