#include "render/page_json.h"

#include <gtest/gtest.h>

namespace orgreg::render {
namespace {

std::string Render(const PageFrame& frame, const std::vector<std::string_view>& items) {
  std::string out;
  AppendPage(frame, items, "http://h", &out);
  return out;
}

PageFrame Frame(std::int64_t total, std::int64_t size, std::int64_t number) {
  return {.collection = "enheter",
          .path = "/e",
          .raw_query = "navn=a",
          .has_query = true,
          .kept_query = "navn=a",
          .size = size,
          .number = number,
          .total = total};
}

// Reference, Paging and links: nothing embedded in an empty page, and only `self`.
TEST(AppendPage, LeavesOutWhatAnEmptyResultHasNot) {
  EXPECT_EQ(
      Render(Frame(0, 20, 0), {}),
      R"({"_links":{"self":{"href":"http://h/e?navn=a"}},"page":{"size":20,"totalElements":0,"totalPages":0,"number":0}})");
}

TEST(AppendPage, LinksToOtherPagesInTheOrderOfTheService) {
  PageFrame frame = Frame(5, 2, 1);
  frame.sort = {"navn,asc"};
  EXPECT_EQ(Render(frame, {"{\"a\":\"\x01/x\"}", "{}"}),
            R"({"_embedded":{"enheter":[{"a":"http://h/x"},{}]},"_links":{)"
            R"("first":{"href":"http://h/e?navn=a&page=0&size=2&sort=navn,asc"},)"
            R"("prev":{"href":"http://h/e?navn=a&page=0&size=2&sort=navn,asc"},)"
            R"("self":{"href":"http://h/e?navn=a"},)"
            R"("next":{"href":"http://h/e?navn=a&page=2&size=2&sort=navn,asc"},)"
            R"("last":{"href":"http://h/e?navn=a&page=2&size=2&sort=navn,asc"}},)"
            R"("page":{"size":2,"totalElements":5,"totalPages":3,"number":1}})");
}

TEST(AppendPage, HasNoOtherLinksOnASinglePage) {
  const std::string page = Render(Frame(2, 20, 0), {"{}", "{}"});
  EXPECT_EQ(page.find("first"), std::string::npos);
  EXPECT_EQ(page.find("last"), std::string::npos);
}

TEST(AppendPage, LinksBackFromBeyondTheEnd) {
  const std::string page = Render(Frame(2, 20, 7), {});
  EXPECT_NE(page.find("page=6&size=20"), std::string::npos);
  EXPECT_EQ(page.find("\"next\""), std::string::npos);
  EXPECT_NE(page.find(R"("last":{"href":"http://h/e?navn=a&page=0&size=20"})"), std::string::npos);
}

// What cannot stand in a URL is encoded, what can stays as it was sent.
TEST(AppendPage, KeepsTheQueryHarmless) {
  PageFrame frame = Frame(0, 20, 0);
  frame.raw_query = "navn=\"<x>&y=%C3%A6\xC3\xA6";
  EXPECT_NE(Render(frame, {}).find("navn=%22%3Cx%3E&y=%C3%A6%C3%A6"), std::string::npos);
}

}  // namespace
}  // namespace orgreg::render
