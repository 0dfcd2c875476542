// SPDX-License-Identifier: EUPL-1.2

// A TurnQueue lets connections that send files go one after the other, a turn each. Between two
// turns its thread does everything else that is ready, so a request waits for one turn at most,
// however many downloads there are. Used on its worker's thread only.

#pragma once

#include <boost/asio/io_context.hpp>
#include <deque>

namespace orgreg::http {

class Connection;

class TurnQueue {
 public:
  // `io` must outlive the queue.
  explicit TurnQueue(boost::asio::io_context* io) : io_(io) {}

  // Connection::TakeTurn is called when it is the connection's turn, and not before this
  // returns. Until then the connection must stay.
  void Add(Connection* connection);

 private:
  void Post();
  void Run();

  boost::asio::io_context* io_;
  std::deque<Connection*> waiting_;
  bool posted_ = false;
};

}  // namespace orgreg::http
