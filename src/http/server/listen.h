// SPDX-License-Identifier: EUPL-1.2

// Opens listening sockets. Called before a worker runs; errors are of the kind kIo with the
// place and the step that failed, or kInvalid for a place that cannot be.

#pragma once

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <string>

#include "base/result.h"

namespace orgreg::http {

using Acceptor = boost::asio::basic_socket_acceptor<boost::asio::generic::stream_protocol,
                                                    boost::asio::io_context::executor_type>;

// Binds to an address and a port, which others of this process may share, and listens.
// Port 0 takes any free one.
base::Status ListenTcp(const boost::asio::ip::tcp::endpoint& endpoint, Acceptor* acceptor);

// Takes a copy of a descriptor of a socket that listens already. Errors are kInvalid if it is no
// such socket.
base::Status Inherit(int socket, Acceptor* acceptor);

// The port of a TCP socket; 0 for a socket file.
unsigned short PortOf(const Acceptor& acceptor);

// Makes the socket file `path` with that file mode and listens there. The file that a dead
// process left is replaced; one at which a process listens, or that is not a socket, is an error.
base::Status ListenUnix(const std::string& path, unsigned mode, Acceptor* acceptor);

}  // namespace orgreg::http
