// SPDX-License-Identifier: EUPL-1.2

#include "http/client/get.h"

#include <openssl/evp.h>

#include <algorithm>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/system/error_code.hpp>
#include <exception>
#include <optional>
#include <utility>

#include "base/values/ascii.h"
#include "base/values/percent.h"
#include "http/client/channel.h"
#include "http/client/proxy.h"
#include "http/client/resolve.h"

namespace orgreg::http {
namespace {

namespace beast = boost::beast;
using base::Code;
using base::Error;
using base::Result;
using base::Status;
using Parser = beast::http::response_parser<beast::http::string_body>;

constexpr std::size_t kPieceBytes = std::size_t{16} << 10U;
constexpr std::string_view kHead = "HEAD";
constexpr std::string_view kPut = "PUT";

Error Unavailable(std::string message) { return {Code::kUnavailable, std::move(message)}; }

// Reads answers, and keeps what came and is not parsed yet: a part of a head, or of the framing of
// chunks.
class Reader {
 public:
  explicit Reader(Channel* channel) : channel_(channel) {}

  // The next answer, interim ones too.
  Status Read(Parser* parser) {
    return ReadUntil(parser, [&] { return parser->is_done(); });
  }
  // The head of the final answer, and perhaps the beginning of its body.
  Status ReadHead(Parser* parser) {
    return ReadUntil(parser, [&] { return parser->is_header_done(); });
  }
  // The rest of a body, piece by piece.
  Status ReadPieces(Parser* parser, const BodyTaker& taker) {
    while (true) {
      std::string& piece = parser->get().body();
      if (!piece.empty()) TRY(taker.take(piece));
      piece.clear();
      if (parser->is_done()) return {};
      channel_->SetDeadline(Channel::Clock::now() + taker.patience);
      TRY(ReadUntil(parser, [&] { return parser->is_done() || !piece.empty(); }));
    }
  }

  bool is_empty() const { return buffer_.size() == 0; }

 private:
  template <typename IsRead>
  Status ReadUntil(Parser* parser, const IsRead& is_read) {
    while (!is_read()) {
      if (buffer_.size() == 0 || needs_more_) TRY(Receive(parser));
      if (!parser->is_done()) TRY(Parse(parser));
    }
    return {};
  }

  Status Receive(Parser* parser) {
    if (buffer_.size() + kPieceBytes > buffer_.max_size())
      return Unavailable("the answer's head or framing is too long");
    const auto space = buffer_.prepare(kPieceBytes);
    const std::size_t count =
        TRY(channel_->Receive({static_cast<char*>(space.data()), space.size()}));
    buffer_.commit(count);
    needs_more_ = false;
    if (count > 0) return {};
    boost::system::error_code error = beast::http::error::end_of_stream;
    if (parser->got_some()) parser->put_eof(error);
    return error ? Status(Unavailable("the connection ended before the answer did")) : Status();
  }

  Status Parse(Parser* parser) {
    boost::system::error_code error;
    buffer_.consume(parser->put(buffer_.data(), error));
    needs_more_ = error == beast::http::error::need_more;
    if (!error || needs_more_) return {};
    if (error == beast::http::error::body_limit)
      return Error{Code::kLimit, "the answer's body is too large"};
    return Unavailable("the answer is not HTTP: " + error.message());
  }

  Channel* channel_;
  beast::flat_buffer buffer_{kMostHeadBytes + 2 * kPieceBytes};
  bool needs_more_ = false;
};

struct Wanted {
  std::size_t most_body_bytes = 0;
  bool skips_body = false;
  bool takes_pieces = false;  // Only the head is read.
};

// The parser of the final answer.
Status ReadFinal(Reader* reader, const Wanted& wanted, std::optional<Parser>* parser) {
  for (int i = 0; i <= kMostInterimAnswers; ++i) {
    parser->emplace();
    (*parser)->eager(true);
    (*parser)->skip(wanted.skips_body);
    (*parser)->header_limit(kMostHeadBytes);
    (*parser)->body_limit(wanted.most_body_bytes);
    if (wanted.takes_pieces) (*parser)->body_limit(boost::none);
    TRY(wanted.takes_pieces ? reader->ReadHead(&**parser) : reader->Read(&**parser));
    if ((*parser)->get().result_int() / 100 != 1) return {};
    TRY(reader->Read(&**parser));
  }
  return Unavailable("the server sends interim answers without end");
}

std::string BasicCredentials(const std::string& user_info) {
  std::string text;
  if (!base::PercentDecode(user_info, base::Plus::kLiteral, &text)) text = user_info;
  std::string encoded(4 * ((text.size() + 2) / 3) + 1, '\0');
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(encoded.data()),
                                     reinterpret_cast<const unsigned char*>(text.data()),
                                     static_cast<int>(text.size()));
  encoded.resize(static_cast<std::size_t>(length));
  return "Basic " + encoded;
}

// The proxy opens a way to the server.
Status PassProxy(const Url& proxy, const Url& url, Channel* channel) {
  std::string head = "CONNECT " + HostAndPort(url) + " HTTP/1.1\r\nHost: " + HostAndPort(url) +
                     "\r\nUser-Agent: orgreg\r\n";
  if (!proxy.user_info.empty())
    head += "Proxy-Authorization: " + BasicCredentials(proxy.user_info) + "\r\n";
  TRY(channel->Send(head + "\r\n"));
  Reader reader(channel);
  std::optional<Parser> parser;
  TRY(ReadFinal(&reader, {.skips_body = true}, &parser));
  const unsigned status = parser->get().result_int();
  if (status / 100 != 2) return Unavailable("it answered with status " + std::to_string(status));
  if (!reader.is_empty()) return Unavailable("it sends before the server does");
  return {};
}

Status Open(const GetRequest& request, Channel::Clock::time_point deadline, Channel* channel) {
  const auto found = ProxyFor(request.url);
  if (!found) return Unavailable(found.error().message);
  const std::optional<Url>& proxy = *found;
  const Url& next = proxy ? *proxy : request.url;
  const auto addresses = TRY(Resolve(next.host, deadline));
  TRY(channel->Connect(addresses, next.port));
  if (proxy) {
    auto passed = PassProxy(*proxy, request.url, channel);
    if (!passed) return std::move(passed).error().At("the proxy " + HostAndPort(*proxy));
  }
  return request.url.is_tls ? channel->Secure(request.url.host, request.ca_file) : Status();
}

// How a call differs from a plain GET; both may be null.
struct Ways {
  const BodyTaker* taker = nullptr;
  const Sending* sending = nullptr;
};

std::string HeadOf(const GetRequest& request, const Sending* sending) {
  std::string head = (sending == nullptr ? "GET" : sending->method) + " " + request.url.target +
                     " HTTP/1.1\r\nHost: " + HostField(request.url) +
                     "\r\nUser-Agent: orgreg\r\nConnection: close\r\n";
  if (sending != nullptr && sending->method == kPut)
    head += "Content-Length: " + std::to_string(sending->body_bytes) + "\r\n";
  for (const GetField& field : request.fields) head += field.name + ": " + field.value + "\r\n";
  return head + "\r\n";
}

Status SendBody(const Sending& sending, Channel* channel) {
  for (std::uint64_t done = 0; done < sending.body_bytes;) {
    const std::string_view piece = TRY(sending.next());
    if (piece.empty() || piece.size() > sending.body_bytes - done)
      return Error{Code::kIo, "what is sent has another size than before"};
    channel->SetDeadline(Channel::Clock::now() + sending.patience);
    TRY(channel->Send(piece));
    done += piece.size();
  }
  channel->SetDeadline(Channel::Clock::now() + sending.patience);
  return {};
}

// Sends the request and reads the final answer, or its head. A server that refuses a body may end
// the connection while it comes: then its answer says more than the failure.
Status Exchange(const GetRequest& request, const Ways& ways, Channel* channel, Reader* reader,
                std::optional<Parser>* parser) {
  TRY(channel->Send(HeadOf(request, ways.sending)));
  Status sent = ways.sending == nullptr ? Status() : SendBody(*ways.sending, channel);
  if (!sent && sent.error().code != Code::kUnavailable) return sent;
  const Status read =
      ReadFinal(reader,
                {.most_body_bytes = request.most_body_bytes,
                 .skips_body = ways.sending != nullptr && ways.sending->method == kHead,
                 .takes_pieces = ways.taker != nullptr},
                parser);
  return read || sent ? read : sent;
}

// With a taker, the body of a 200 is handed over while it comes.
Result<GetAnswer> Ask(const GetRequest& request, const Ways& ways) {
  const auto deadline = Channel::Clock::now() + request.timeout;
  Channel channel(deadline, request.stop);
  TRY(Open(request, deadline, &channel));
  Reader reader(&channel);
  std::optional<Parser> parser;
  TRY(Exchange(request, ways, &channel, &reader, &parser));
  const BodyTaker* const taker = ways.taker;
  constexpr unsigned kOk = 200;
  if (taker != nullptr && parser->get().result_int() == kOk) {
    TRY(reader.ReadPieces(&*parser, *taker));
  } else {
    parser->body_limit(request.most_body_bytes);
    TRY(reader.Read(&*parser));
  }
  auto message = parser->release();
  GetAnswer answer = {.status = static_cast<int>(message.result_int()),
                      .body = std::move(message.body())};
  for (const auto& field : message)
    answer.fields.push_back({std::string(field.name_string()), std::string(field.value())});
  return answer;
}

Result<GetAnswer> AskGuarded(const GetRequest& request, const Ways& ways) {
  try {
    return Ask(request, ways);
  } catch (const std::exception& exception) {
    return Unavailable(exception.what());
  }
}

}  // namespace

std::string_view GetAnswer::Header(std::string_view name) const {
  const auto found = std::ranges::find_if(
      fields, [&](const GetField& field) { return base::EqualsIgnoringCase(field.name, name); });
  return found == fields.end() ? std::string_view() : found->value;
}

Result<GetAnswer> Get(const GetRequest& request) { return AskGuarded(request, {}); }

Result<GetAnswer> GetPieces(const GetRequest& request, const BodyTaker& taker) {
  return AskGuarded(request, {.taker = &taker});
}

Result<GetAnswer> Send(const GetRequest& request, const Sending& sending) {
  return AskGuarded(request, {.sending = &sending});
}

}  // namespace orgreg::http
