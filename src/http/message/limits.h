// SPDX-License-Identifier: EUPL-1.2

// Every limit of the transport, with its default. A limit protects the other clients: a client that
// passes it is answered as stated and cut off.

#pragma once

#include <chrono>
#include <cstddef>

namespace orgreg::http {

struct Limits {
  // The request line without its CRLF; over it 414. 2,000 organisation numbers joined by
  // an encoded comma take 24 KiB.
  std::size_t request_line_bytes = 32 * 1024;
  // The field lines together, one of them, and how many; over any of them 431.
  std::size_t header_block_bytes = 32 * 1024;
  std::size_t header_field_bytes = 16 * 1024;
  std::size_t header_fields = 100;
  // The body, chunks decoded; over it 413.
  std::size_t body_bytes = 16 * 1024;
  // A body that is answered while it comes (Handler::StreamsBody) may have any length. Its client
  // must send so much of it a second, on average over each download_window, and some byte within
  // each body_timeout; otherwise it is cut off. The time in which the server does not read does not
  // count.
  std::size_t upload_bytes_per_second = 1024;

  // From the connection's start, or from the first byte of a later head, to the head's
  // end; past it 408, or a silent close if nothing came at all.
  std::chrono::milliseconds head_timeout = std::chrono::seconds(10);
  // From the head's end to the body's end, unless the body is streamed; past it 408.
  std::chrono::milliseconds body_timeout = std::chrono::seconds(30);
  // From an answer to the next request's first byte; past it a silent close.
  std::chrono::milliseconds idle_timeout = std::chrono::seconds(30);
  // A client that takes no byte of its answer for this long is cut off.
  std::chrono::milliseconds write_stall_timeout = std::chrono::seconds(30);
  // A client is also cut off if it took longer than write_slow_timeout in all and less than this
  // a second.
  std::chrono::milliseconds write_slow_timeout = std::chrono::seconds(60);
  std::size_t write_bytes_per_second = 1024;
  // A client must take so much of a file or a stream a second, on average over each
  // download_window, and some byte within each write_stall_timeout; otherwise it is cut
  // off. The time that the program itself needs for a stream does not count.
  std::size_t download_bytes_per_second = std::size_t{10} * 1024;
  std::chrono::milliseconds download_window = std::chrono::minutes(1);
  // How long bytes are read and thrown away after the last answer, so that closing does
  // not reset the connection under an answer still on its way.
  std::chrono::milliseconds linger_timeout = std::chrono::seconds(2);
  // How long Stop waits for connections that are in the middle of something.
  std::chrono::milliseconds stop_timeout = std::chrono::seconds(10);

  // All clients of all threads share the limits below, so that no client gets more than is left for
  // the others (base/threads/fair_share.h).
  //
  // Open connections; each further one gets 503 and is closed. And those of one client; 0: only the
  // share counts.
  std::size_t connections = 10'000;
  std::size_t connections_per_address = 500;
  // The memory of answers that wait for their clients to take them. A stream that finds no room is
  // answered 503; a client that leaves so much of other answers waiting is cut off.
  std::size_t waiting_bytes = std::size_t{512} << 20;
  // Requests that may wait for a thread of a pool, and for how long; over either limit 503.
  std::size_t queued_jobs = 1024;
  std::chrono::milliseconds queue_timeout = std::chrono::seconds(2);
  // The time that the pool has for a request or for the next part of a stream. After it the
  // connection is closed.
  std::chrono::milliseconds job_timeout = std::chrono::minutes(5);
  // Requests of one connection that are answered before other connections are served.
  std::size_t pipelined_requests = 4;
  // Requests of one connection; the last answer says Connection: close.
  std::size_t requests_per_connection = 10'000;
};

}  // namespace orgreg::http
