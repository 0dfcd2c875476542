// SPDX-License-Identifier: EUPL-1.2

#include "http/parse/request_reader.h"

#include <algorithm>

namespace orgreg::http {

RequestReader::State RequestReader::Read(std::string_view bytes, RequestStorage* storage) {
  if (in_body()) return ReadBody(bytes, storage);
  return ReadHead(bytes, storage);
}

bool RequestReader::BeginsHead(std::string_view bytes) const {
  const std::string_view line = bytes.substr(std::min(scanner_.begin(), bytes.size()));
  const std::size_t end = line.find_first_of(" \t\r\n");
  return end != std::string_view::npos && MethodFromName(line.substr(0, end)) == Method::kHead;
}

std::string_view RequestReader::PathOfTarget(std::string_view bytes) const {
  std::string_view line = bytes.substr(std::min(scanner_.begin(), bytes.size()));
  line = line.substr(0, limits_->request_line_bytes);
  line.remove_prefix(std::min(line.find(' '), line.size()));
  if (!line.starts_with(" /")) return {};
  line.remove_prefix(1);
  const std::size_t end = line.find_first_of("? \t\r\n");
  return end == std::string_view::npos || line[end] != '?' ? std::string_view()
                                                           : line.substr(0, end);
}

bool RequestReader::TakeExpectation() {
  const bool expects = in_body() && framing_.expects_continue;
  framing_.expects_continue = false;
  return expects;
}

void RequestReader::AllowBody(std::size_t most_bytes) {
  most_body_bytes_ = most_bytes;
  chunks_ = ChunkDecoder(most_bytes);
}

void RequestReader::Next() {
  scanner_.Reset();
  AllowBody(limits_->body_bytes);
  framing_ = Framing();
  body_begin_ = body_size_ = 0;
}

RequestReader::State RequestReader::Fail(Fault fault) {
  fault_ = fault;
  return State::kFault;
}

RequestReader::State RequestReader::ReadHead(std::string_view bytes, RequestStorage* storage) {
  switch (scanner_.Scan(bytes)) {
    case HeadScanner::State::kIncomplete:
      return State::kNeedMore;
    case HeadScanner::State::kFault:
      return Fail(scanner_.fault());
    case HeadScanner::State::kComplete:
      break;
  }
  const std::string_view head = bytes.substr(0, scanner_.end()).substr(scanner_.begin());
  if (const auto fault = ParseHead(head, storage, &framing_)) return Fail(*fault);
  body_begin_ = scanner_.end();
  return framing_.chunked || framing_.content_length > 0 ? State::kHead : State::kRequest;
}

RequestReader::State RequestReader::ReadBody(std::string_view bytes, RequestStorage* storage) {
  if (is_too_large()) return Fail(Fault::kBodyTooLarge);
  if (framing_.chunked) {
    const State state = ReadChunks(bytes, storage);
    if (state != State::kRequest) return state;
  } else {
    body_size_ = static_cast<std::size_t>(framing_.content_length);
    if (bytes.size() - body_begin_ < body_size_) return State::kNeedMore;
  }
  // Other requests may have used the storage while this one waited for its body, and the
  // bytes may have moved: what the head said is read again.
  Framing same;
  const std::string_view head = bytes.substr(0, scanner_.end()).substr(scanner_.begin());
  if (const auto fault = ParseHead(head, storage, &same)) return Fail(*fault);
  storage->request.body =
      framing_.chunked ? std::string_view(storage->body) : bytes.substr(body_begin_, body_size_);
  return State::kRequest;
}

RequestReader::State RequestReader::ReadChunks(std::string_view bytes, RequestStorage* storage) {
  const std::string_view encoded = bytes.substr(body_begin_);
  switch (chunks_.Decode(encoded.substr(chunks_.taken()), nullptr)) {
    case ChunkDecoder::State::kIncomplete:
      return State::kNeedMore;
    case ChunkDecoder::State::kMalformed:
      return Fail(Fault::kBadRequest);
    case ChunkDecoder::State::kTooLarge:
      return Fail(Fault::kBodyTooLarge);
    case ChunkDecoder::State::kComplete:
      break;
  }
  body_size_ = chunks_.taken();
  storage->body.clear();
  ChunkDecoder again(most_body_bytes_);
  again.Decode(encoded.substr(0, body_size_), &storage->body);
  return State::kRequest;
}

}  // namespace orgreg::http
