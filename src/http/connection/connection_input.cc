// SPDX-License-Identifier: EUPL-1.2

// The part of a Connection that reads a body while it is answered: see StreamedInput. Pieces of the
// body and parts of the answer alternate. The body is read only when the answer's stream needs it,
// and the stream goes on only when the client has taken what it made before, so a connection holds
// one piece and one part at most.

#include <boost/asio/error.hpp>
#include <string_view>

#include "http/connection/connection.h"
#include "http/parse/body_reader.h"

namespace orgreg::http {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// Framing without content must not keep the thread from its other connections.
constexpr int kReadsInARow = 4;

}  // namespace

// Collects what has come, at most one piece. Only if nothing has, it waits.
void Connection::ReadInput() {
  long_->pace.Pause(Clock::now());
  StreamedInput& input = *long_->input;
  error_code error;
  for (int reads = 0; TakeInput() && reads < kReadsInARow; ++reads) {
    const std::size_t size = wire_.ReadNow(buffer_.MakeRoom(StreamedInput::kPieceBytes), &error);
    if (error) break;
    input.pace.Give(size);
    buffer_.Commit(size);
  }
  const bool is_malformed = input.reader.state() == BodyReader::State::kMalformed;
  const bool is_broken = error && error != asio::error::would_block;
  // The client sees that the answer is incomplete too.
  if (is_malformed || is_broken) return CutOff();
  if (input.IsComplete() || !input.piece.empty()) return SubmitPart();
  AwaitInput();
}

// Moves bytes from the buffer to the piece. Returns true if more can follow.
bool Connection::TakeInput() {
  StreamedInput& input = *long_->input;
  const std::string_view bytes =
      buffer_.unread().substr(0, StreamedInput::kPieceBytes - input.piece.size());
  buffer_.Consume(input.reader.Take(bytes, &input.piece));
  return input.reader.state() == BodyReader::State::kIncomplete &&
         input.piece.size() < StreamedInput::kPieceBytes;
}

// A stop does not wait for a client that may take hours.
void Connection::AwaitInput() {
  if (StopsHere()) return CutOff();
  phase_ = Phase::kTaking;
  long_->input->pace.Resume(Clock::now());
  wire_.AsyncAwaitInput([this](const error_code& error) {
    Proceed({}, [&] {
      if (error) return CutOff();  // The server stops.
      phase_ = Phase::kIdle;
      long_->input->pace.Pause(Clock::now());
      ReadInput();
    });
  });
}

}  // namespace orgreg::http
