// SPDX-License-Identifier: EUPL-1.2

#include "http/connection/outgoing.h"

#include <utility>

namespace orgreg::http {
namespace {

// Sending two pieces costs more than copying a smaller body.
constexpr std::size_t kLeastOwnBytes = std::size_t{16} * 1024;

}  // namespace

void Outgoing::Add(std::string_view bytes) {
  Join();
  text_.append(bytes);
}

void Outgoing::Add(const ResponseWriter::Manner& manner, Response* response) {
  Join();
  writer_.AppendHead(*response, manner, &text_);
  is_secret_ |= response->is_secret();
  if (!ResponseWriter::HasBody(*response, manner)) return;
  if (response->body().size() < kLeastOwnBytes) {
    text_.append(response->body());
  } else {
    body_.swap(response->body());
  }
}

void Outgoing::Take(std::string* bytes, bool is_secret) {
  text_.swap(*bytes);
  is_secret_ |= is_secret;
}

// The rest is not kept for other answers, so a secret in it is gone with it.
std::size_t Outgoing::MoveRest(std::size_t sent, std::string* rest) {
  const std::size_t of_text = text_.size();
  if (sent < of_text) Join();
  const bool is_secret = std::exchange(is_secret_, false);
  if (body_.empty()) {
    rest->swap(text_);
    return sent;
  }
  if (is_secret) LetGo(&text_);
  text_.clear();
  rest->swap(body_);
  return sent - of_text;
}

void Outgoing::Clear(Response* response) {
  if (std::exchange(is_secret_, false)) {
    LetGo(&text_);
    LetGo(&body_);
  }
  ClearKeepingCapacity(&text_);
  if (body_.empty()) return;
  ClearKeepingCapacity(&body_);
  if (response->body().capacity() < body_.capacity()) response->body().swap(body_);
  LetGo(&body_);
}

// More follows the body, so it is text like any other.
void Outgoing::Join() {
  if (body_.empty()) return;
  text_.append(body_);
  if (is_secret_) LetGo(&body_);
  body_.clear();
}

}  // namespace orgreg::http
