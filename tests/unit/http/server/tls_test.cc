// SPDX-License-Identifier: EUPL-1.2

// Connections of TLS: see also tests/operator/tls.py, which holds what clients of others see.

#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "http/tls/identity.h"
#include "unit/http/client.h"
#include "unit/http/client/certificates.h"
#include "unit/http/files.h"

namespace orgreg::http {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMiB = std::size_t{1} << 20U;

std::string Get(std::string_view path, std::string_view fields = {}) {
  return "GET " + std::string(path) + " HTTP/1.1\r\nHost: h\r\n" + std::string(fields) + "\r\n";
}

// The files of a certificate and its key.
TlsFiles WriteIdentity(const Identity& identity, const std::string& name) {
  TlsFiles files{.certificate = TestPath(name + ".crt"), .key = TestPath(name + ".key")};
  FILE* const certificate = std::fopen(files.certificate.c_str(), "w");
  PEM_write_X509(certificate, identity.certificate.get());
  std::fclose(certificate);
  FILE* const key = std::fopen(files.key.c_str(), "w");
  PEM_write_PrivateKey(key, identity.key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  std::fclose(key);
  return files;
}

// A blocking client that takes any certificate.
class TlsClient {
 public:
  explicit TlsClient(std::uint16_t port, int receive_buffer = 0)
      : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const timeval patience = {.tv_sec = 20, .tv_usec = 0};
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    if (receive_buffer > 0)
      setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof(receive_buffer));
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address));
    SSL_set_fd(ssl_.get(), socket_);
  }
  ~TlsClient() { ::close(socket_); }
  TlsClient(const TlsClient&) = delete;
  TlsClient& operator=(const TlsClient&) = delete;

  bool ShakeHands() { return SSL_connect(ssl_.get()) == 1; }
  void Send(std::string_view bytes) {
    std::size_t sent = 0;
    SSL_write_ex(ssl_.get(), bytes.data(), bytes.size(), &sent);
  }
  // Sends the record in two pieces, which the server sees one after the other.
  void SendInPieces(std::string_view bytes) {
    BIO* const record = BIO_new(BIO_s_mem());
    SSL_set0_wbio(ssl_.get(), record);
    Send(bytes);
    char* data = nullptr;
    const auto size = static_cast<std::size_t>(BIO_get_mem_data(record, &data));
    ::send(socket_, data, size / 2, MSG_NOSIGNAL);
    std::this_thread::sleep_for(milliseconds(50));
    ::send(socket_, data + size / 2, size - size / 2, MSG_NOSIGNAL);
  }
  // Asks the server to do the same.
  bool RenewKeys() {
    return SSL_key_update(ssl_.get(), SSL_KEY_UPDATE_REQUESTED) == 1 &&
           SSL_do_handshake(ssl_.get()) == 1;
  }
  // The serial number of the certificate that the server shows.
  long Serial() {
    const OpenSsl<X509> certificate(SSL_get1_peer_certificate(ssl_.get()));
    return ASN1_INTEGER_get(X509_get0_serialNumber(certificate.get()));
  }
  // Everything until the end of the connection.
  std::string ReceiveAll() {
    std::string all;
    std::string bytes(5000, '\0');
    std::size_t size = 0;
    while (SSL_read_ex(ssl_.get(), bytes.data(), bytes.size(), &size) == 1)
      all.append(bytes, 0, size);
    is_announced_ = (SSL_get_shutdown(ssl_.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
    return all;
  }
  // The last end was announced, so nobody has cut it.
  bool is_announced() const { return is_announced_; }

 private:
  struct Free {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
    void operator()(SSL* ssl) const { SSL_free(ssl); }
  };
  int socket_;
  std::unique_ptr<SSL_CTX, Free> context_{SSL_CTX_new(TLS_client_method())};
  std::unique_ptr<SSL, Free> ssl_{SSL_new(context_.get())};
  bool is_announced_ = false;
};

class TlsTest : public ServerTest {
 protected:
  TlsTest() : files_(WriteIdentity(authority_.Sign("DNS:localhost"), "server")) {
    std::signal(SIGPIPE, SIG_IGN);  // OpenSSL writes without a flag against it.
    auto loaded = TlsIdentity::Load(files_);
    EXPECT_TRUE(loaded.ok()) << loaded.error().message;
    if (loaded) identity_ = std::move(*loaded);
  }

  void Serve(const Limits& limits = {}) { ServerTest::Serve(limits, 1, 0, identity_.get()); }

  std::string Ask(std::string_view requests) {
    TlsClient client(port());
    EXPECT_TRUE(client.ShakeHands());
    client.Send(requests);
    std::string answer = client.ReceiveAll();
    EXPECT_TRUE(client.is_announced());
    return answer;
  }

  const Authority authority_;
  const TlsFiles files_;
  std::unique_ptr<TlsIdentity> identity_;
};

std::size_t Count(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST_F(TlsTest, AnswersRequestsThatComeTogether) {
  handler_.answer = [](const Request& request, Response* response) {
    response->body() = request.is_secured ? "over TLS;" : "plain;";
  };
  Serve();
  std::string requests;
  for (int i = 0; i < 500; ++i) requests += Get("/" + std::to_string(i));
  const std::string answers = Ask(requests + Get("/last", "Connection: close\r\n"));
  EXPECT_EQ(Count(answers, "over TLS;"), 501);
}

TEST_F(TlsTest, SendsLargeBodiesFilesAndPartsWholeToSlowClients) {
  const std::string text = Pattern(3 * kMiB + 17);
  handler_.answer = [file = FileOf(text), &text](const Request& request, Response* response) {
    if (request.path == "/text") {
      response->body() = text;
    } else if (request.path == "/part") {
      response->set_file({.file = file, .offset_bytes = 12345, .size_bytes = kMiB});
    } else {
      response->set_file({.file = file, .offset_bytes = 0, .size_bytes = text.size()});
    }
  };
  Serve();
  for (const std::string path : {"/text", "/file", "/part"}) {
    for (const int receive_buffer : {0, 4096}) {
      TlsClient client(port(), receive_buffer);
      ASSERT_TRUE(client.ShakeHands());
      client.Send(Get(path) + Get(path, "Connection: close\r\n"));
      const std::string answers = client.ReceiveAll();
      EXPECT_TRUE(client.is_announced());
      const std::string body = path == "/part" ? text.substr(12345, kMiB) : text;
      ASSERT_TRUE(answers.ends_with(body)) << path;
      EXPECT_NE(answers.find(body), answers.size() - body.size()) << path << " comes twice";
    }
  }
}

TEST_F(TlsTest, CutsAFileThatIsShorterThanAnnounced) {
  const std::string path = TestPath("shrinks");
  WriteFile(path, Pattern(kMiB));
  const auto file = OpenFile::Open(path);
  ASSERT_TRUE(file.ok());
  WriteFile(path, Pattern(kMiB / 2));
  handler_.answer = [&file](const Request& /*request*/, Response* response) {
    response->set_file({.file = *file, .offset_bytes = 0, .size_bytes = kMiB});
  };
  Serve();
  TlsClient client(port());
  ASSERT_TRUE(client.ShakeHands());
  client.Send(Get("/"));
  EXPECT_GE(client.ReceiveAll().size(), kMiB / 2);
  EXPECT_FALSE(client.is_announced()) << "the client must see that the rest is missing";
}

TEST_F(TlsTest, ReadsARecordThatComesInPieces) {
  Serve();
  TlsClient client(port());
  ASSERT_TRUE(client.ShakeHands());
  client.SendInPieces(Get("/a", "Connection: close\r\n"));
  EXPECT_EQ(Count(client.ReceiveAll(), "GET /a [h] "), 1U);
}

// Framing without content: whole records wait in the session while the socket has nothing.
TEST_F(TlsTest, ReadsABodyThatIsAnsweredWhileItComes) {
  class Counting final : public BodyStream {
   public:
    bool NeedsInput() const override { return needs_input_; }
    void Take(const Input& input) override {
      bytes_ += input.bytes.size();
      needs_input_ = !input.is_last;
    }
    base::Result<bool> Next(std::string* out) override {
      if (needs_input_) return true;
      out->append(std::to_string(bytes_));
      return false;
    }

   private:
    std::size_t bytes_ = 0;
    bool needs_input_ = true;
  };
  handler_.answer = [](const Request& /*request*/, Response* response) {
    response->set_stream(std::make_unique<Counting>());
  };
  Serve();
  const std::string head =
      "POST /shout HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
  std::string chunks;
  for (int i = 0; i < 60'000; ++i) chunks += "1\r\nx\r\n";
  EXPECT_TRUE(Ask(head + chunks + "0\r\n\r\n").find("60000") != std::string::npos);
  EXPECT_TRUE(
      Ask(head + "7A120\r\n" + std::string(500'000, 'x') + "\r\n0\r\n\r\n").find("500000") !=
      std::string::npos);
}

TEST_F(TlsTest, TellsClientsOfPlainHttpWhatIsSpoken) {
  Serve();
  Client plain(port());
  plain.Send(Get("/"));
  const Answer answer = plain.Receive();
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(answer.Field("Connection"), "close");
  EXPECT_TRUE(plain.AtEnd());
  EXPECT_EQ(handler_.handled, 0);
}

TEST_F(TlsTest, EndsAClientThatSpeaksNeither) {
  Serve();
  Client other(port());
  other.Send(std::string(300, '\xff'));
  EXPECT_FALSE(other.ReceiveAll().starts_with("HTTP/"));
  EXPECT_EQ(handler_.handled, 0);
}

// Together they are longer than the socket's buffer.
TEST_F(TlsTest, SendsManyAnswersWholeToAClientThatReadsLate) {
  handler_.answer = [text = std::string(15'000, 'x')](const Request&, Response* response) {
    response->body() = text;
  };
  Serve();
  TlsClient client(port(), 4096);
  ASSERT_TRUE(client.ShakeHands());
  std::string requests;
  for (int i = 0; i < 100; ++i) requests += Get("/" + std::to_string(i));
  client.Send(requests + Get("/last", "Connection: close\r\n"));
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_EQ(Count(client.ReceiveAll(), std::string(15'000, 'x')), 101U);
}

TEST_F(TlsTest, CutsHalfDoneHandshakesAtTheDeadlineOfAHead) {
  Serve({.head_timeout = milliseconds(200)});
  Client silent(port());
  Client begun(port());
  begun.Send(std::string_view("\x16\x03\x01\x02\x00\x01", 6));
  EXPECT_TRUE(silent.AtEnd());
  EXPECT_TRUE(begun.AtEnd());
  EXPECT_EQ(Count(Ask(Get("/a", "Connection: close\r\n")), "200 OK"), 1);
}

TEST_F(TlsTest, EndsAClientThatRenewsItsKeysWithoutEnd) {
  Serve();
  TlsClient few(port());
  ASSERT_TRUE(few.ShakeHands());
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(few.RenewKeys());
  few.Send(Get("/a", "Connection: close\r\n"));
  EXPECT_EQ(Count(few.ReceiveAll(), "200 OK"), 1);
  TlsClient many(port());
  ASSERT_TRUE(many.ShakeHands());
  for (int i = 0; i < 1000 && many.RenewKeys(); ++i) {
  }
  many.Send(Get("/a", "Connection: close\r\n"));
  EXPECT_EQ(Count(many.ReceiveAll(), "200 OK"), 0);
  EXPECT_EQ(Count(Ask(Get("/a", "Connection: close\r\n")), "200 OK"), 1);
}

TEST_F(TlsTest, CutsClientsWithoutAPlaceOff) {
  Serve({.connections = 2});
  TlsClient first(port());
  ASSERT_TRUE(first.ShakeHands());
  TlsClient second(port());
  TlsClient third(port());
  EXPECT_FALSE(second.ShakeHands() && third.ShakeHands());
}

TEST_F(TlsTest, StopsWhileClientsShakeHands) {
  Serve();
  Client silent(port());
  TlsClient idle(port());
  ASSERT_TRUE(idle.ShakeHands());
  const auto start = std::chrono::steady_clock::now();
  server_->Stop();
  server_->Wait();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST_F(TlsTest, ShowsANewCertificateAfterAReloadAndTheOldOneWhereItIsWrong) {
  Serve();
  const auto serial = [this] {
    TlsClient client(port());
    EXPECT_TRUE(client.ShakeHands());
    return client.Serial();
  };
  TlsClient old(port());
  ASSERT_TRUE(old.ShakeHands());
  Identity next = authority_.Sign("DNS:localhost");
  ASN1_INTEGER_set(X509_get_serialNumber(next.certificate.get()), 4711);
  WriteIdentity(next, "server");
  EXPECT_NE(serial(), 4711);
  ASSERT_TRUE(identity_->Reload().ok());
  EXPECT_EQ(serial(), 4711);
  WriteFile(files_.key, "no key");
  const base::Status read = identity_->Reload();
  ASSERT_FALSE(read.ok());
  EXPECT_TRUE(read.error().message.starts_with(files_.key)) << read.error().message;
  EXPECT_EQ(serial(), 4711);
  old.Send(Get("/a", "Connection: close\r\n"));
  EXPECT_EQ(Count(old.ReceiveAll(), "200 OK"), 1);
}

TEST_F(TlsTest, NamesTheFileThatIsWrong) {
  const TlsFiles other = WriteIdentity(authority_.Sign("DNS:other"), "other");
  const std::string text = TestPath("text");
  WriteFile(text, "-----BEGIN CERTIFICATE-----\nAAAA\n");
  struct Case {
    TlsFiles files;
    std::string_view says;
  };
  const Case cases[] = {
      {{files_.certificate, other.key}, "is not the key of the certificate in"},
      {{files_.certificate, text}, "holds no private key"},
      {{text, files_.key}, "holds no chain of certificates"},
      {{files_.key, files_.key}, "holds no chain of certificates"},
      {{files_.certificate, files_.certificate}, "holds no private key"},
      {{files_.certificate, TestPath("missing")}, "missing"},
      {{TestPath("missing"), files_.key}, "missing"},
      {{testing::TempDir(), files_.key}, "folder"},
      {{files_.certificate, ""}, ""},
  };
  for (const auto& [files, says] : cases) {
    const auto loaded = TlsIdentity::Load(files);
    ASSERT_FALSE(loaded.ok()) << files.certificate << " " << files.key;
    EXPECT_NE(loaded.error().message.find(says), std::string::npos) << loaded.error().message;
  }
}

}  // namespace
}  // namespace orgreg::http
