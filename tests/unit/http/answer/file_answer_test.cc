// SPDX-License-Identifier: EUPL-1.2

#include "http/answer/file_answer.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/http/files.h"

namespace orgreg::http {
namespace {

struct Case {
  std::vector<Field> fields = {};
  int status = 0;
  std::string content_range = "";
  std::string body = "";  // "offset+size"; empty: no file
};

class AnswerFileTest : public testing::Test {
 protected:
  void Expect(Method method, const std::vector<Case>& cases) {
    for (const Case& each : cases) {
      Request request;
      request.method = method;
      request.fields = each.fields;
      Response response;
      AnswerFile(request, version_, &response);
      const std::string said(each.fields.empty() ? "none" : each.fields[0].value);
      EXPECT_EQ(response.status(), each.status) << said;
      std::string wanted =
          "ETag: \"t\"\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\nAccept-Ranges: bytes\r\n";
      if (!each.content_range.empty()) wanted += "Content-Range: " + each.content_range + "\r\n";
      EXPECT_EQ(response.headers(), wanted) << said;
      const FileBody& file = response.file();
      EXPECT_EQ(response.has_file()
                    ? std::to_string(file.offset_bytes) + "+" + std::to_string(file.size_bytes)
                    : "",
                each.body)
          << said;
    }
  }

  FileVersion version_ = {
      .tag = "\"t\"", .last_modified = 784111777, .file = FileOf(std::string(10, 'x'))};
};

TEST_F(AnswerFileTest, SendsTheWholeOrAPart) {
  Expect(Method::kGet,
         {{.status = 200, .body = "0+10"},
          {.fields = {{"Range", "bytes=2-4"}},
           .status = 206,
           .content_range = "bytes 2-4/10",
           .body = "2+3"},
          {.fields = {{"Range", "bytes=-1"}, {"If-Range", "\"t\""}},
           .status = 206,
           .content_range = "bytes 9-9/10",
           .body = "9+1"},
          {.fields = {{"Range", "bytes=-1"}, {"If-Range", "\"u\""}}, .status = 200, .body = "0+10"},
          {.fields = {{"Range", "bytes=0-1,4-5"}}, .status = 200, .body = "0+10"},
          {.fields = {{"Range", "lines=0-1"}}, .status = 200, .body = "0+10"}});
}

TEST_F(AnswerFileTest, SendsNoDateIfNoneIsKnown) {
  Request request{.method = Method::kGet};
  const Field since[] = {{.name = "If-Modified-Since", .value = "Sun, 06 Nov 2094 08:49:37 GMT"}};
  request.fields = since;
  Response response;
  AnswerFile(request, {.tag = "\"t\"", .file = version_.file}, &response);
  EXPECT_EQ(response.status(), 200);
  EXPECT_EQ(response.headers(), "ETag: \"t\"\r\nAccept-Ranges: bytes\r\n");
}

TEST_F(AnswerFileTest, AnswersHeadAsGetButForRanges) {
  Expect(Method::kHead, {{.status = 200, .body = "0+10"},
                         {.fields = {{"Range", "bytes=2-4"}}, .status = 200, .body = "0+10"},
                         {.fields = {{"Range", "bytes=99-"}}, .status = 200, .body = "0+10"},
                         {.fields = {{"If-None-Match", "\"t\""}}, .status = 304}});
}

TEST_F(AnswerFileTest, SendsNoFileIfNoneIsWanted) {
  Expect(Method::kGet,
         {{.fields = {{"Range", "bytes=10-"}}, .status = 416, .content_range = "bytes */10"},
          {.fields = {{"If-None-Match", "\"t\""}}, .status = 304},
          {.fields = {{"If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT"}}, .status = 304},
          {.fields = {{"If-Match", "\"u\""}, {"Range", "bytes=10-"}}, .status = 412},
          {.fields = {{"If-Unmodified-Since", "Sun, 06 Nov 1994 08:49:36 GMT"}}, .status = 412}});
}

TEST_F(AnswerFileTest, SendsAnEmptyFileWhole) {
  version_.file = FileOf("");
  Expect(Method::kGet,
         {{.status = 200, .body = "0+0"},
          {.fields = {{"Range", "bytes=-1"}}, .status = 200, .body = "0+0"},
          {.fields = {{"Range", "bytes=0-"}}, .status = 416, .content_range = "bytes */0"}});
}

}  // namespace
}  // namespace orgreg::http
