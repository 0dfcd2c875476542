// SPDX-License-Identifier: EUPL-1.2

#include "http/parse/request_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace orgreg::http {
namespace {

using State = RequestReader::State;

std::string FaultName(Fault fault) {
  switch (fault) {
    case Fault::kBadRequest:
      return "400";
    case Fault::kRequestTimeout:
      return "408";
    case Fault::kBodyTooLarge:
      return "413";
    case Fault::kUriTooLong:
      return "414";
    case Fault::kHeadTooLarge:
      return "431";
    case Fault::kNotImplemented:
      return "501";
    case Fault::kOverloaded:
      return "503";
    case Fault::kVersionNotSupported:
      return "505";
    case Fault::kPlainHttp:
      return "plain";
  }
  return "?";
}

// Reads all requests in `bytes`, fed `slice` bytes at a time, the buffer moved between feeds.
// Returns "METHOD path?query [host] body;" for each, then the fault or "+" if more is awaited.
std::string Read(std::string_view bytes, std::size_t slice, const Limits& limits = {}) {
  RequestStorage storage;
  RequestReader reader(limits);
  std::string text;
  std::string buffer;
  for (std::size_t at = 0; at < bytes.size(); at += slice) {
    std::string moved;
    moved.reserve(buffer.size() + slice);
    moved.append(buffer).append(bytes.substr(at, slice));
    buffer.swap(moved);
    State state = State::kNeedMore;
    while ((state = reader.Read(buffer, &storage)) == State::kRequest || state == State::kHead) {
      if (state == State::kHead) continue;
      const Request& request = storage.request;
      text.append(request.method_name).append(" ").append(request.path);
      if (request.has_query) text.append("?").append(request.query);
      text.append(" [").append(request.host).append("] ").append(request.body);
      text.append(reader.keep_alive() ? ";" : "!");
      buffer.erase(0, reader.size());
      reader.Next();
    }
    if (state == State::kFault) return text + FaultName(reader.fault());
  }
  return buffer.empty() ? text : text + "+";
}

// The same, after a check that other slicings give the same result.
std::string ReadAnyhow(std::string_view bytes, const Limits& limits = {}) {
  const std::string whole = Read(bytes, bytes.size(), limits);
  for (const std::size_t slice : {1U, 2U, 3U, 7U, 64U}) {
    EXPECT_EQ(Read(bytes, slice, limits), whole) << "in slices of " << slice << ": " << bytes;
  }
  return whole;
}

// A request with these field lines in addition to Host.
std::string With(std::string_view fields, std::string_view body = {}) {
  return "POST /a HTTP/1.1\r\nHost: h\r\n" + std::string(fields) + "\r\n" + std::string(body);
}

TEST(RequestReader, ReadsPipelinedRequestsInOrder) {
  EXPECT_EQ(ReadAnyhow("GET /a?b=c HTTP/1.1\r\nHost: h:8080\r\n\r\n"
                       "POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nxyz"
                       "\r\nHEAD / HTTP/1.1\r\nHost:\r\n\r\n"
                       "PURGE /c HTTP/1.0\r\n\r\n"),
            "GET /a?b=c [h:8080] ;POST /b [h] xyz;HEAD / [] ;PURGE /c [] !");
}

TEST(RequestReader, DecodesThePathOnceAndLeavesTheQuery) {
  EXPECT_EQ(ReadAnyhow("GET /S%C3%86R/%2541?a=%41+b HTTP/1.1\r\nHost: h\r\n\r\n"),
            "GET /SÆR/%41?a=%41+b [h] ;");
  EXPECT_EQ(ReadAnyhow("GET /S\xc3\x86R? HTTP/1.1\r\nHost: h\r\n\r\n"), "GET /SÆR? [h] ;");
}

TEST(RequestReader, GivesNoPathIfASlashWasEncoded) {
  EXPECT_EQ(ReadAnyhow("GET /a%2Fb HTTP/1.1\r\nHost: h\r\n\r\n"), "GET  [h] ;");
  EXPECT_EQ(ReadAnyhow("GET /%41%2fb HTTP/1.1\r\nHost: h\r\n\r\n"), "GET  [h] ;");
}

TEST(RequestReader, TakesTheHostOfAnAbsoluteTarget) {
  EXPECT_EQ(ReadAnyhow("GET http://a.no:81/b?c HTTP/1.1\r\nHost: A.no:81\r\n\r\n"),
            "GET /b?c [a.no:81] ;");
  EXPECT_EQ(ReadAnyhow("GET HTTPS://a.no?c HTTP/1.0\r\n\r\n"), "GET /?c [a.no] !");
  EXPECT_EQ(ReadAnyhow("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n"), "OPTIONS * [h] ;");
}

TEST(RequestReader, RefusesAnAbsoluteTargetForAnotherHost) {
  for (const char* host : {"other", "a.no", "a.no:80", "b.a.no:81", "127.0.0.1"}) {
    EXPECT_EQ(
        ReadAnyhow("GET http://a.no:81/b HTTP/1.1\r\nHost: " + std::string(host) + "\r\n\r\n"),
        "400")
        << host;
  }
}

TEST(RequestReader, RefusesOtherTargets) {
  for (const char* target :
       {"*", "a", "a/b", "?a", "http:/a", "http://", "http:///a", "http://u@h/", "http://h:x/",
        "http://h:123456/", "ftp://h/a", "h:443", "/a#b", "/a\tb", "/a\x7f", "/a\x01"}) {
    EXPECT_EQ(ReadAnyhow("GET " + std::string(target) + " HTTP/1.1\r\nHost: h\r\n\r\n"), "400")
        << target;
  }
}

// The handler decides whether the path names anything.
TEST(RequestReader, TakesPathsThatDoNotDecodeAsTheyAre) {
  for (const std::string_view path :
       {"/%", "/%4", "/%zz", "/a%00b", "/%C3", "/%ff", "/\xff", "/%2F%ff", "/a/%ED%A0%80/b"}) {
    const std::string head = "GET " + std::string(path) + "?b HTTP/1.1\r\nHost: h\r\n\r\n";
    EXPECT_EQ(ReadAnyhow(head), "GET " + std::string(path) + "?b [h] ;");
    RequestStorage storage;
    const Limits limits;
    RequestReader reader(limits);
    // Earlier requests leave no trace.
    const std::string_view plain = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";
    EXPECT_EQ(reader.Read(head, &storage), State::kRequest);
    EXPECT_FALSE(storage.request.is_decodable) << path;
    reader.Next();
    EXPECT_EQ(reader.Read(plain, &storage), State::kRequest);
    EXPECT_TRUE(storage.request.is_decodable);
  }
}

// A few bytes are enough, even if the rest is invalid.
TEST(RequestReader, KnowsAHeadByItsFirstWord) {
  struct Case {
    std::string_view bytes;
    bool is_head = false;
  };
  const Case cases[] = {
      {"HEAD ", true},
      {"HEAD / HTTP/1.1\r\n", true},
      {"\r\nHEAD / HTTP/1.1\r\n", true},
      {"HEAD / HTTP/2.0\r\n", true},
      {"HEAD\t/", true},
      {"HEAD\r\n", true},
      {"HEAD", false},  // It may become HEADER.
      {"HEADER / HTTP/1.1\r\n", false},
      {"head / HTTP/1.1\r\n", false},
      {" HEAD / HTTP/1.1\r\n", false},
      {"GET /HEAD HTTP/1.1\r\n", false},
      {"GET / HTTP/1.1\r\nHEAD : 1\r\n", false},
      {"", false},
      {"\r", false},
  };
  for (const Case& example : cases) {
    RequestStorage storage;
    const Limits limits;
    RequestReader reader(limits);
    reader.Read(example.bytes, &storage);
    EXPECT_EQ(reader.BeginsHead(example.bytes), example.is_head) << example.bytes;
  }
}

TEST(RequestReader, RejectsInvalidRequestLines) {
  for (const char* line : {"",
                           " GET / HTTP/1.1",
                           "GET / HTTP/1.1 ",
                           "GET  / HTTP/1.1",
                           "GET /  HTTP/1.1",
                           "GET /",
                           "GET",
                           "GET / http/1.1",
                           "GET / HTTP/1",
                           "GET / HTTP/11",
                           "GET / HTTP/1.1x",
                           "GET / HTTP/x.1",
                           "GET / HTTP/1x1",
                           "GET / HTTP/1.x",
                           "GET /\tHTTP/1.1",
                           "GET\t/ HTTP/1.1",
                           "G(T / HTTP/1.1",
                           "GET\x01 / HTTP/1.1",
                           ": / HTTP/1.1",
                           " HTTP/1.1",
                           "GET HTTP/1.1",
                           "GET / a HTTP/1.1",
                           "\x16\x03\x01\x02",
                           "GET / HTTP/1.1\rX",
                           "GET /\r HTTP/1.1"}) {
    EXPECT_EQ(ReadAnyhow("\r\n" + std::string(line) + "\r\nHost: h\r\n\r\n"), "400") << line;
  }
}

TEST(RequestReader, RefusesOtherVersions) {
  for (const char* line :
       {"PRI * HTTP/2.0", "GET / HTTP/0.9", "GET / HTTP/1.2", "GET / HTTP/3.0"}) {
    EXPECT_EQ(ReadAnyhow(std::string(line) + "\r\n"), "505") << line;
  }
}

TEST(RequestReader, DoesNotOfferTunnels) {
  EXPECT_EQ(ReadAnyhow("CONNECT h:443 HTTP/1.1\r\nHost: h:443\r\n\r\n"), "501");
}

TEST(RequestReader, RefusesMalformedFields) {
  for (const char* fields :
       {"A : b\r\n", "A\r\n", ": b\r\n", "A b: c\r\n", "A: b\r\n c\r\n", "A: b\r\n\tc\r\n",
        "A:\r\n \r\n", "A: b\n", "A: b\nB: c\r\n", "A: b\rB: c\r\n", "A: b\x01\r\n", "A: b\x7f\r\n",
        "\xc3\x86: b\r\n", "A(b): c\r\n", "Connection: a b\r\n", "Connection: \"\r\n"}) {
    EXPECT_EQ(ReadAnyhow(With(fields)), "400") << fields;
  }
  EXPECT_EQ(ReadAnyhow("GET / HTTP/1.1\r\n Host: h\r\n\r\n"), "400");
  EXPECT_EQ(ReadAnyhow(With(std::string_view("A: b\0c\r\n", 8))), "400");
  // A line feed alone ends neither a line nor the head.
  EXPECT_EQ(ReadAnyhow("GET / HTTP/1.1\r\nHost: h\r\n\n"), "400");
}

TEST(RequestReader, WantsExactlyOneValidHost) {
  EXPECT_EQ(ReadAnyhow("GET / HTTP/1.1\r\n\r\n"), "400");
  EXPECT_EQ(ReadAnyhow("GET http://h/ HTTP/1.1\r\n\r\n"), "400");
  EXPECT_EQ(ReadAnyhow("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n"), "400");
  for (const char* host :
       {"a b", "a/b", "a@b", "a:b", "a:123456", "a:1:2", ":80", "[::1", "[]", "[x]", "[::1]x",
        "[::1]:x", "\xc3\xa6", "a\"", "<a>", "a?b", "a#b", "a\\b"}) {
    EXPECT_EQ(ReadAnyhow("GET / HTTP/1.1\r\nHost: " + std::string(host) + "\r\n\r\n"), "400")
        << host;
  }
  for (const char* host : {"", "a", "a.no:", "127.0.0.1:8080", "[::1]", "[::1]:8080",
                           "[::ffff:192.0.2.1]", "a_b%20"}) {
    EXPECT_EQ(ReadAnyhow("GET / HTTP/1.1\r\nHost: " + std::string(host) + "\r\n\r\n"),
              "GET / [" + std::string(host) + "] ;");
  }
  EXPECT_EQ(ReadAnyhow("GET / HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n"), "400");
}

TEST(RequestReader, RefusesAmbiguousFraming) {
  for (const char* fields : {"Content-Length: 1\r\nContent-Length: 2\r\n",
                             "Content-Length: 1\r\nContent-Length: 1\r\n",
                             "Content-Length: 1, 1\r\n",
                             "Content-Length: ,1\r\n",
                             "Content-Length: , 1\r\n",
                             "Content-Length: 1,\r\n",
                             "Content-Length: 1,2\r\n",
                             "Content-Length: +1\r\n",
                             "Content-Length: -1\r\n",
                             "Content-Length: 0x1\r\n",
                             "Content-Length: 1 1\r\n",
                             "Content-Length:\r\n",
                             "Content-Length: 1.0\r\n",
                             "Content-Length: 1;a\r\n",
                             "Content-Length: 99999999999999999999\r\n",
                             "Content-Length: 18446744073709551616\r\n",
                             "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
                             "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n",
                             "Transfer-Encoding: gzip\r\nContent-Length: 1\r\n",
                             "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                             "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
                             "Transfer-Encoding: chunked, identity\r\n",
                             "Transfer-Encoding: chunked, chunked\r\n",
                             "Transfer-Encoding: gzip,chunked ,chunked\r\n",
                             "Transfer-Encoding: xchunked\r\n",
                             "Transfer-Encoding: identity\r\n",
                             "Transfer-Encoding: gzip\r\n",
                             "Transfer-Encoding:\r\n",
                             "Transfer-Encoding: chunked;a=b\r\n",
                             "Transfer-Encoding : chunked\r\n",
                             "Transfer-Encoding: \"chunked\"\r\n",
                             "Transfer-Encoding: chunked\r\n ,gzip\r\n",
                             "Transfer-Encoding: chunked,\r\n"}) {
    EXPECT_EQ(ReadAnyhow(With(fields, "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n")), "400")
        << fields;
  }
  EXPECT_EQ(ReadAnyhow(With("Transfer-Encoding: gzip, chunked\r\n")), "501");
  EXPECT_EQ(ReadAnyhow("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), "400");
}

TEST(RequestReader, ReadsChunkedBodies) {
  constexpr std::string_view kChunked = "Transfer-Encoding: Chunked\r\n";
  EXPECT_EQ(ReadAnyhow(With(kChunked, "0\r\n\r\n")), "POST /a [h] ;");
  EXPECT_EQ(ReadAnyhow(With(kChunked, "3\r\nabc\r\n00A;x=\"y\"\r\n0123456789\r\n0\r\n\r\n") +
                       "GET / HTTP/1.1\r\nHost: h\r\n\r\n"),
            "POST /a [h] abc0123456789;GET / [h] ;");
  EXPECT_EQ(ReadAnyhow(With(kChunked, "1\r\n\n\r\n0\r\nContent-Length: 9\r\nHost: x\r\n\r\n")),
            "POST /a [h] \n;");
}

TEST(RequestReader, RefusesMalformedChunks) {
  for (const char* body : {"\r\n",
                           "x\r\n",
                           "-1\r\n",
                           "+1\r\n",
                           " 1\r\n",
                           "1 \r\n",
                           "0x1\r\n",
                           "1\n",
                           "1\rx",
                           ";a\r\n",
                           "1;a\n",
                           "1\r\nab\r\n",
                           "1\r\na\n0\r\n\r\n",
                           "1\r\na\rx",
                           "0\r\n\n",
                           "0\r\n\rx",
                           "0\r\na\n",
                           "0\r\na: b\rc",
                           "1\r\na0\r\n\r\n",
                           "1;\x01\r\n"}) {
    EXPECT_EQ(ReadAnyhow(With("Transfer-Encoding: chunked\r\n", body)), "400") << body;
  }
}

TEST(RequestReader, BoundsTheBody) {
  Limits limits;
  limits.body_bytes = 10;
  EXPECT_EQ(ReadAnyhow(With("Content-Length: 10\r\n", "0123456789"), limits),
            "POST /a [h] 0123456789;");
  EXPECT_EQ(ReadAnyhow(With("Content-Length: 11\r\n"), limits), "413");
  constexpr std::string_view kChunked = "Transfer-Encoding: chunked\r\n";
  EXPECT_EQ(ReadAnyhow(With(kChunked, "5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n"), limits),
            "POST /a [h] 0123456789;");
  EXPECT_EQ(ReadAnyhow(With(kChunked, "5\r\n01234\r\n6"), limits), "413");
  EXPECT_EQ(ReadAnyhow(With(kChunked, "fffffffffffffffffffffff"), limits), "413");
  EXPECT_EQ(ReadAnyhow(With(kChunked, "1;" + std::string(5000, 'x')), limits), "413");
  EXPECT_EQ(ReadAnyhow(With(kChunked, "0\r\nA: " + std::string(5000, 'x')), limits), "413");
  EXPECT_EQ(ReadAnyhow(With(kChunked, std::string(5000, '0')), limits), "413");
}

TEST(RequestReader, BoundsTheRequestLine) {
  Limits limits;
  limits.request_line_bytes = 40;
  const std::string rest = " HTTP/1.1\r\nHost: h\r\n\r\n";
  const std::string longest = "GET /" + std::string(40 - 14, 'a');
  EXPECT_EQ(ReadAnyhow(longest + rest, limits), "GET /" + std::string(26, 'a') + " [h] ;");
  EXPECT_EQ(ReadAnyhow(longest + "a" + rest, limits), "414");
  EXPECT_EQ(ReadAnyhow("\r\n" + longest + "a" + rest, limits), "414");
  EXPECT_EQ(ReadAnyhow(std::string(42, 'a'), limits), "414");
  EXPECT_EQ(ReadAnyhow(std::string(41, 'a'), limits), "+");
}

TEST(RequestReader, AcceptsTwoThousandNumbersInTheRequestLine) {
  std::string query;
  for (int i = 0; i < 2000; ++i) query += "%2C987654321";
  EXPECT_EQ(ReadAnyhow("GET /a?n=" + query + " HTTP/1.1\r\nHost: h\r\n\r\n"),
            "GET /a?n=" + query + " [h] ;");
}

TEST(RequestReader, BoundsTheFields) {
  Limits limits;
  limits.header_fields = 3;
  limits.header_field_bytes = 20;
  limits.header_block_bytes = 50;
  const std::string ok = "POST /a [h] ;";
  EXPECT_EQ(ReadAnyhow(With("A: b\r\nC: d\r\n"), limits), ok);
  EXPECT_EQ(ReadAnyhow(With("A: b\r\nC: d\r\nE: f\r\n"), limits), "431");
  EXPECT_EQ(ReadAnyhow(With("A: " + std::string(17, 'x') + "\r\n"), limits), ok);
  EXPECT_EQ(ReadAnyhow(With("A: " + std::string(18, 'x') + "\r\n"), limits), "431");
  EXPECT_EQ(
      ReadAnyhow(With("A: " + std::string(13, 'x') + "\r\nB: " + std::string(17, 'x') + "\r\n"),
                 limits),
      "431");
  EXPECT_EQ(
      ReadAnyhow(With("A: " + std::string(12, 'x') + "\r\nB: " + std::string(17, 'x') + "\r\n"),
                 limits),
      ok);
}

TEST(RequestReader, KnowsWhetherTheConnectionStays) {
  const auto stays = [](std::string_view version, std::string_view field) {
    const std::string text = ReadAnyhow("GET / " + std::string(version) + "\r\nHost: h\r\n" +
                                        std::string(field) + "\r\n");
    return text.back() == ';';
  };
  EXPECT_TRUE(stays("HTTP/1.1", ""));
  EXPECT_TRUE(stays("HTTP/1.1", "Connection: upgrade\r\n"));
  EXPECT_TRUE(stays("HTTP/1.0", "Connection: Keep-Alive\r\n"));
  EXPECT_FALSE(stays("HTTP/1.1", "Connection: CLOSE\r\n"));
  EXPECT_FALSE(stays("HTTP/1.1", "Connection: keep-alive, close\r\n"));
  EXPECT_FALSE(stays("HTTP/1.0", ""));
}

TEST(RequestReader, ShowsAllValuesOfAField) {
  RequestStorage storage;
  const Limits limits;
  RequestReader reader(limits);
  ASSERT_EQ(reader.Read("GET / HTTP/1.1\r\nHost: h\r\nAccept: \t a/b \r\nX:\r\naCCEPT: c/d\r\n\r\n",
                        &storage),
            State::kRequest);
  const Request& request = storage.request;
  EXPECT_EQ(request.Header("ACCEPT"), "a/b");
  EXPECT_EQ(request.Header("accep"), "");
  EXPECT_EQ(request.fields.size(), 4U);
  std::vector<std::string> values;
  request.ForEachHeader("accept", [&](std::string_view value) { values.emplace_back(value); });
  EXPECT_EQ(values, (std::vector<std::string>{"a/b", "c/d"}));
}

TEST(RequestReader, AsksOnceForABodyThatWaitsForContinue) {
  RequestStorage storage;
  const Limits limits;
  RequestReader reader(limits);
  const std::string head = With("Expect: 100-Continue\r\nContent-Length: 1\r\n");
  ASSERT_EQ(reader.Read(head, &storage), State::kHead);
  ASSERT_EQ(reader.Read(head, &storage), State::kNeedMore);
  EXPECT_TRUE(reader.in_body());
  EXPECT_TRUE(reader.TakeExpectation());
  EXPECT_FALSE(reader.TakeExpectation());
  EXPECT_EQ(reader.Read(head + "x", &storage), State::kRequest);
}

TEST(RequestReader, AsksForNoBodyBeforeTheHeadIsThere) {
  RequestStorage storage;
  const Limits limits;
  RequestReader reader(limits);
  ASSERT_EQ(reader.Read("POST /a HTTP/1.1\r\nExpect: 100-continue\r\n", &storage),
            State::kNeedMore);
  EXPECT_FALSE(reader.TakeExpectation());
}

// The head is read again when its body is there. A buffer that was overwritten meanwhile gives no
// other request.
TEST(RequestReader, RefusesAHeadThatHasChangedMeanwhile) {
  RequestStorage storage;
  const Limits limits;
  RequestReader reader(limits);
  std::string bytes = With("Content-Length: 3\r\n", "abc");
  ASSERT_EQ(reader.Read(bytes, &storage), State::kHead);
  bytes.replace(0, 4, "\r\n\r\n");
  ASSERT_EQ(reader.Read(bytes, &storage), State::kFault);
  EXPECT_EQ(reader.fault(), Fault::kBadRequest);
}

TEST(RequestReader, GivesThePathOfATargetThatIsTooLong) {
  struct Case {
    std::string_view bytes;
    std::string_view path;
  };
  const Case cases[] = {
      {"GET /a?b=0123456789", "/a"},
      {"\r\nGET /a?b=0123456789", "/a"},
      // How long the path would become is not known, or there is none.
      {"GET /abcdefghijklmnopqrs", ""},
      {"GET /a b?c 0123456789012", ""},
      {"GET http://h/a?b=0123456", ""},
      {"GET?/abcdefghijklmnopqrs", ""},
      {"abcdefghijklmnopqrstuvwx", ""},
  };
  Limits limits;
  limits.request_line_bytes = 15;
  for (const Case& example : cases) {
    RequestStorage storage;
    RequestReader reader(limits);
    ASSERT_EQ(reader.Read(example.bytes, &storage), State::kFault) << example.bytes;
    EXPECT_EQ(reader.PathOfTarget(example.bytes), example.path) << example.bytes;
  }
}

}  // namespace
}  // namespace orgreg::http
