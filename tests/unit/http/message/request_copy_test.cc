// SPDX-License-Identifier: EUPL-1.2

#include "http/message/request_copy.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>

namespace orgreg::http {
namespace {

TEST(RequestCopy, OutlivesItsOriginal) {
  auto bytes = std::make_unique<std::string>("PUT t host raw path query body peer name value");
  const auto part = [&](std::string_view text) {
    return std::string_view(*bytes).substr(bytes->find(text), text.size());
  };
  auto fields = std::make_unique<std::array<Field, 2>>(
      std::array<Field, 2>{Field{part("name"), part("value")}, Field{part("name"), part("peer")}});
  const Request request = {.method = Method::kPut,
                           .method_name = part("PUT"),
                           .target = part("t"),
                           .host = part("host"),
                           .raw_path = part("raw"),
                           .path = part("path"),
                           .query = part("query"),
                           .has_query = true,
                           .body = part("body"),
                           .peer = part("peer"),
                           .fields = *fields};
  const RequestCopy copy(request);
  bytes->assign(bytes->size(), 'x');
  bytes.reset();
  fields.reset();
  const Request& kept = copy.request();
  EXPECT_EQ(kept.method, Method::kPut);
  EXPECT_EQ(kept.method_name, "PUT");
  EXPECT_EQ(kept.target, "t");
  EXPECT_EQ(kept.host, "host");
  EXPECT_EQ(kept.raw_path, "raw");
  EXPECT_EQ(kept.path, "path");
  EXPECT_EQ(kept.query, "query");
  EXPECT_TRUE(kept.has_query);
  EXPECT_EQ(kept.body, "body");
  EXPECT_EQ(kept.peer, "peer");
  ASSERT_EQ(kept.fields.size(), 2U);
  EXPECT_EQ(kept.Header("NAME"), "value");
  EXPECT_EQ(kept.fields[1].value, "peer");
}

TEST(RequestCopy, CopiesAnEmptyRequest) {
  const RequestCopy copy(Request{});
  EXPECT_TRUE(copy.request().fields.empty());
  EXPECT_EQ(copy.request().path, "");
  EXPECT_FALSE(copy.request().has_query);
}

}  // namespace
}  // namespace orgreg::http
