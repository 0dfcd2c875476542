// SPDX-License-Identifier: EUPL-1.2

#include "render/page_json.h"

#include <gtest/gtest.h>

namespace orgreg::render {
namespace {

std::string Render(const PageFrame& frame, const std::vector<std::string_view>& items) {
  std::vector<PublicForm> forms;
  for (const std::string_view item : items) forms.emplace_back(item);
  std::string out;
  AppendPage(frame, forms, "http://h", &out);
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
TEST(AppendPage, LeavesOutMembersForAnEmptyResult) {
  EXPECT_EQ(
      Render(Frame(0, 20, 0), {}),
      R"({"_links":{"self":{"href":"http://h/e?navn=a"}},"page":{"size":20,"totalElements":0,"totalPages":0,"number":0}})");
}

TEST(AppendPage, LinksToOtherPagesInTheOrderOfTheService) {
  PageFrame frame = Frame(5, 2, 1);
  frame.sort = {"navn,asc"};
  PublicText linked;
  FormWriter writer(&linked);
  writer.text()->append("{\"a\":\"");
  writer.NoteOrigin();
  writer.text()->append("/x\"}");
  const std::vector<PublicForm> items = {linked.form(), PublicForm("{}")};
  std::string page;
  AppendPage(frame, items, "http://h", &page);
  EXPECT_EQ(page, R"({"_embedded":{"enheter":[{"a":"http://h/x"},{}]},"_links":{)"
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

// Spec, Limits: the next page would be refused. The link to the last one is there all the same.
TEST(AppendPage, LinksToNoNextPageOutsideTheWindow) {
  struct Case {
    std::int64_t total;
    std::int64_t size;
    std::int64_t number;
    bool has_next;
    bool is_cut;
  };
  constexpr Case kCases[] = {
      {57'559, 20, 498, true, false},   {57'559, 20, 499, false, true},
      {57'559, 10'000, 0, false, true}, {57'559, 6'000, 0, false, true},
      {57'559, 5'000, 0, true, false},  {57'559, 5'000, 1, false, true},
      {57'559, 3'333, 1, true, false},  {57'559, 3'333, 2, false, true},
      {10'000, 20, 499, false, false},  {10'001, 20, 499, false, true},
      {10'000, 5'000, 0, true, false},  {9'999, 6'000, 0, false, true},
      {6'000, 6'000, 0, false, false},  {0, 10'000, 0, false, false},
      {50, 20, 499, false, false},
  };
  for (const Case& example : kCases) {
    const PageFrame frame = Frame(example.total, example.size, example.number);
    const std::string page = Render(frame, {"{}"});
    const std::string last = "\"last\":{\"href\":\"http://h/e?navn=a&page=" +
                             std::to_string((example.total - 1) / example.size);
    EXPECT_EQ(page.find("\"next\"") != std::string::npos, example.has_next) << page;
    EXPECT_EQ(IsCut(frame), example.is_cut) << page;
    if (example.has_next || example.is_cut) {
      EXPECT_NE(page.find("\"first\""), std::string::npos) << page;
      EXPECT_NE(page.find(last), std::string::npos) << page;
    }
  }
}

TEST(AppendPage, LeavesThePageObjectOutOfListsWithoutOne) {
  PageFrame frame = Frame(3, 2, 0);
  frame.has_page_object = false;
  EXPECT_EQ(Render(frame, {"{}", "{}"}), R"({"_embedded":{"enheter":[{},{}]},"_links":{)"
                                         R"("first":{"href":"http://h/e?navn=a&page=0&size=2"},)"
                                         R"("self":{"href":"http://h/e?navn=a"},)"
                                         R"("next":{"href":"http://h/e?navn=a&page=1&size=2"},)"
                                         R"("last":{"href":"http://h/e?navn=a&page=1&size=2"}}})");
}

// Characters that a URL cannot hold are encoded, all others stay as they were sent.
TEST(AppendPage, KeepsTheQueryHarmless) {
  PageFrame frame = Frame(0, 20, 0);
  frame.raw_query = "navn=\"<x>&y=%C3%A6\xC3\xA6";
  EXPECT_NE(Render(frame, {}).find("navn=%22%3Cx%3E&y=%C3%A6%C3%A6"), std::string::npos);
}

}  // namespace
}  // namespace orgreg::render
