// SPDX-License-Identifier: EUPL-1.2

// The body of a request that is answered while it comes (Handler::StreamsBody): what is known of it
// between two pieces. It belongs to a connection, and goes to the pool and back with its answer.

#pragma once

#include <cstddef>
#include <string>

#include "http/connection/transfer_pace.h"
#include "http/message/limits.h"
#include "http/parse/body_reader.h"
#include "http/parse/head_parser.h"

namespace orgreg::http {

struct StreamedInput {
  // A piece has at most so many bytes.
  static constexpr std::size_t kPieceBytes = std::size_t{16} * 1024;

  StreamedInput(const Framing& framing, bool waits_for_continue, const Limits& limits,
                TransferPace::Time now)
      : reader(framing), waits(waits_for_continue), pace(TransferPace::OfUploads(limits), now) {
    pace.Pause(now);
  }

  bool IsComplete() const { return reader.state() == BodyReader::State::kComplete; }

  BodyReader reader;
  bool waits;  // The client sends nothing before it gets "100 Continue".
  TransferPace pace;
  std::string piece = {};  // Read, but not yet handed over.
};

}  // namespace orgreg::http
