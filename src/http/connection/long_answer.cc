// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/long_answer.h"

#include <array>
#include <charconv>

namespace orgreg::http {
namespace {

constexpr std::string_view kLastChunk = "0\r\n\r\n";

// A chunk of nothing would end the body (RFC 9112, section 7.1).
void WrapInChunk(std::string* part) {
  if (part->empty()) return;
  std::array<char, 18> line = {};
  char* end = std::to_chars(line.data(), line.data() + line.size() - 2, part->size(), 16).ptr;
  *end++ = '\r';
  *end++ = '\n';
  part->insert(part->begin(), line.data(), end);
  part->append("\r\n");
}

}  // namespace

void LongAnswer::WorkOut(Handler* handler, TransferPace::Time begin_by) {
  if (std::chrono::steady_clock::now() > begin_by) {
    outcome = Outcome::kTooLate;
    return;
  }
  try {
    handler->HandleSlowly(request->request(), &response);
    outcome = Outcome::kDone;
  } catch (...) {
    outcome = Outcome::kFailed;
  }
}

// A request without a body has an input that is complete from the beginning.
void LongAnswer::HandInputOver() const {
  if (!stream->NeedsInput()) return;
  if (input == nullptr) return stream->Take({.is_last = true});
  stream->Take({.bytes = input->piece, .is_last = input->IsComplete()});
  input->piece.clear();
}

void LongAnswer::MakePart() {
  part.clear();
  outcome = Outcome::kFailed;
  try {
    HandInputOver();
    while (!last_part && part.empty() && !stream->NeedsInput()) {
      const base::Result<bool> more = stream->Next(&part);
      if (!more) return;
      last_part = !more.value();
    }
    if (!asked.http_1_0) {
      WrapInChunk(&part);
      if (last_part) part.append(kLastChunk);
    }
    outcome = Outcome::kDone;
  } catch (...) {
    return;
  }
}

}  // namespace orgreg::http
