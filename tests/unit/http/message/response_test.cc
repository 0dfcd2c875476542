// SPDX-License-Identifier: EUPL-1.2

#include "http/message/response.h"

#include <gtest/gtest.h>

#include "http/connection/response_writer.h"
#include "http/message/http_date.h"
#include "http/message/method.h"

namespace orgreg::http {
namespace {

// Without the fields that every response has.
std::string Written(const Response& response, const ResponseWriter::Manner& manner = {}) {
  std::string out;
  ResponseWriter().AppendHead(response, manner, &out);
  if (ResponseWriter::HasBody(response, manner)) out.append(response.body());
  for (const char* field : {"Date: ", "X-Content-Type-Options: nosniff\r\n"}) {
    const std::size_t at = out.find(field);
    EXPECT_NE(at, std::string::npos) << field << " " << response.status();
    if (at != std::string::npos) out.erase(at, out.find("\r\n", at) + 2 - at);
  }
  return out;
}

TEST(Response, AddsAnItemToAListThatAFieldHolds) {
  Response response;
  response.AddToList("Vary", "Accept");
  response.AddHeader("X-Vary", "a");
  response.AddToList("vary", "Accept-Language");
  response.AddToList("Vary", "ACCEPT");
  response.AddToList("Vary", "a\r\nb");
  EXPECT_EQ(response.headers(), "Vary: Accept, Accept-Language, a  b\r\nX-Vary: a\r\n");
}

// The name of another field may begin with the list's, or be as long.
TEST(Response, FindsAListAmongOtherFields) {
  Response response;
  response.AddHeader("A", "");
  response.AddHeader("Vary-Not", "x");
  response.AddHeader("Many", "x");
  response.AddHeader("Vary", "a");
  response.AddToList("Vary", "b");
  EXPECT_EQ(response.headers(), "A: \r\nVary-Not: x\r\nMany: x\r\nVary: a, b\r\n");
}

TEST(Response, NeverLetsAValueBeginAField) {
  Response response;
  response.AddHeader("X", std::string_view("a\r\nSet-Cookie: b\0c\x7f\td", 21));
  EXPECT_EQ(response.headers(), "X: a  Set-Cookie: b c \td\r\n");
}

// Characters are looked at eight at a time.
TEST(Response, LetsNoControlCharacterPassAnywhere) {
  constexpr int kCharacters = 256;
  for (int character = 0; character < kCharacters; ++character) {
    const auto c = static_cast<char>(character);
    const bool is_control = (character < 0x20 && c != '\t') || character == 0x7f;
    for (std::size_t at = 0; at < 20; ++at) {
      std::string value(20, '\xff');
      value[at] = c;
      Response response;
      response.AddHeader("X", value);
      if (is_control) value[at] = ' ';
      EXPECT_EQ(response.headers(), "X: " + value + "\r\n") << character << " at " << at;
    }
  }
}

TEST(Response, IsAnEmpty200AfterClear) {
  Response response;
  response.set_status(404);
  response.AddHeader("X", "y");
  response.body() = "z";
  response.Clear();
  EXPECT_EQ(Written(response), "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
}

TEST(Response, GivesTheMemoryOfASecretBack) {
  Response response;
  response.body().assign(5'000, 's');
  response.MarkSecret();
  response.Clear();
  EXPECT_FALSE(response.is_secret());
  EXPECT_LT(response.body().capacity(), 100U);
}

TEST(ResponseWriter, WritesHeadAndBody) {
  Response response;
  response.AddHeader("A", "1");
  response.body() = "body";
  EXPECT_EQ(Written(response), "HTTP/1.1 200 OK\r\nA: 1\r\nContent-Length: 4\r\n\r\nbody");
  EXPECT_EQ(Written(response, {.body = BodyPart::kOmit, .connection = ConnectionField::kClose}),
            "HTTP/1.1 200 OK\r\nA: 1\r\nContent-Length: 4\r\nConnection: close\r\n\r\n");
}

TEST(ResponseWriter, WritesNoBodyIfTheStatusHasNone) {
  for (const int status : {204, 304}) {
    Response response;
    response.set_status(status);
    response.body() = "must not be sent";
    const std::string text = Written(response);
    EXPECT_TRUE(text.starts_with("HTTP/1.1 " + std::to_string(status) + " N")) << text;
    EXPECT_EQ(text.find("Content-Length"), std::string::npos);
    EXPECT_TRUE(text.ends_with("\r\n\r\n"));
  }
}

TEST(ResponseWriter, WritesAStatusWithoutAKnownPhrase) {
  Response response;
  response.set_status(299);
  EXPECT_EQ(Written(response), "HTTP/1.1 299 \r\nContent-Length: 0\r\n\r\n");
}

TEST(FormatHttpDate, WritesTheFixedForm) {
  EXPECT_EQ(FormatHttpDate(784111777), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(FormatHttpDate(0), "Thu, 01 Jan 1970 00:00:00 GMT");
  EXPECT_EQ(FormatHttpDate(1709164800), "Thu, 29 Feb 2024 00:00:00 GMT");
  EXPECT_EQ(FormatHttpDate(253402300799), "Fri, 31 Dec 9999 23:59:59 GMT");
}

TEST(Method, NamesAreCaseSensitive) {
  EXPECT_EQ(MethodFromName("GET"), Method::kGet);
  EXPECT_EQ(MethodFromName("PATCH"), Method::kPatch);
  for (const char* name : {"", "get", "Get", "GETX", "GE", "TRACE", "CONNECT"}) {
    EXPECT_EQ(MethodFromName(name), Method::kOther) << name;
  }
}

TEST(Method, HasTheNameThatItIsFoundBy) {
  EXPECT_EQ(MethodName(Method::kOther), "");
  for (const std::string_view name : {"GET", "HEAD", "OPTIONS", "PATCH"}) {
    const Method method = MethodFromName(name);
    EXPECT_EQ(MethodName(method), name);
    EXPECT_EQ(MethodSet({method}).ToAllow(), name);
  }
}

}  // namespace
}  // namespace orgreg::http
