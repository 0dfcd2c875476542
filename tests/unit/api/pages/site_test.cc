// SPDX-License-Identifier: EUPL-1.2

#include "api/pages/site.h"

#include <gtest/gtest.h>

#include <string_view>

namespace orgreg::api {
namespace {

TEST(FindSiteFile, FindsPagesByTheirPath) {
  for (const std::string_view path :
       {"/docs", "/docs/", "/docs/guide", "/docs/guide/errors", "/docs/try"}) {
    const ArchivedFile* const file = FindSiteFile(path);
    ASSERT_NE(file, nullptr) << path;
    EXPECT_TRUE(file->text.starts_with("<!DOCTYPE html>")) << path;
    EXPECT_TRUE(file->text.ends_with("</html>\n")) << path;
    EXPECT_TRUE(file->packed.starts_with("\x1f\x8b")) << path;
    EXPECT_LT(file->packed.size(), file->text.size()) << path;
    EXPECT_NE(file->fingerprint, 0U) << path;
  }
}

TEST(FindSiteFile, FindsNothingElse) {
  for (const std::string_view path : {"", "/", "/docs/try/", "/docs/guide/README", "docs"})
    EXPECT_EQ(FindSiteFile(path), nullptr) << path;
}

}  // namespace
}  // namespace orgreg::api
