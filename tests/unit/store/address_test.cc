// SPDX-License-Identifier: EUPL-1.2

#include "store/address.h"

#include <gtest/gtest.h>

namespace orgreg::store {
namespace {

TEST(StoreAddress, IsADatabaseOnlyWithItsScheme) {
  for (const char* uri : {"postgresql://", "postgres://h/d", "postgresql:///d?host=/run"}) {
    EXPECT_TRUE(IsPostgresql(uri)) << uri;
    EXPECT_EQ(ParseAddress(uri).postgresql, uri);
    EXPECT_EQ(ParseAddress(uri).file, "");
  }
  for (const char* path : {"", "var/register.db", "postgresql:", "postgresql:/x", "Postgresql://h",
                           "mysql://h", "./postgresql://h"}) {
    EXPECT_FALSE(IsPostgresql(path)) << path;
    EXPECT_EQ(ParseAddress(path).file, path);
  }
}

TEST(StoreAddress, IsShownWithoutPasswords) {
  const struct {
    const char* uri;
    const char* shown;
  } cases[] = {
      {"postgresql://h/d", "postgresql://h/d"},
      {"postgresql://u@h:5432/d", "postgresql://u@h:5432/d"},
      {"postgresql://h:5432/d?user=a@b", "postgresql://h:5432/d?user=a@b"},
      {"postgresql://u:secret@h/d", "postgresql://u:***@h/d"},
      {"postgres://:secret@h/d", "postgres://:***@h/d"},
      {"postgresql://u:secret@h1:1,h2:2/d?x=y", "postgresql://u:***@h1:1,h2:2/d?x=y"},
      {"postgresql://u:sec@ret@h/d", "postgresql://u:***@h/d"},
      {"postgresql://u:sec/ret@h/d", "postgresql://u:***@h/d"},
      {"postgresql://u:sec?ret@h/d", "postgresql://u:***@h/d"},
      {"postgresql:///d?password=secret", "postgresql:///d?password=***"},
      {"postgresql:///d?a=b&password=secret&c=d", "postgresql:///d?a=b&password=***&c=d"},
      {"postgresql:///d?pass%77ord=secret", "postgresql:///d?pass%77ord=***"},
      {"postgresql://u:secret@h/d?sslpassword=more", "postgresql://u:***@h/d?sslpassword=***"},
      {"postgresql:///d?password=", "postgresql:///d?password="},
      {"/a/path:with@signs", "/a/path:with@signs"},
  };
  for (const auto& one : cases) {
    EXPECT_EQ(Shown(ParseAddress(one.uri)), one.shown);
    EXPECT_EQ(HasPassword(one.uri), std::string_view(one.uri) != one.shown) << one.uri;
  }
}

TEST(StoreAddress, MessagesLoseThePasswordsOfTheAddress) {
  EXPECT_EQ(WithoutPasswords("no host s%65cret or secret", "postgresql://u:s%65cret@h/d"),
            "no host *** or ***");
  EXPECT_EQ(WithoutPasswords("as it was", "postgresql://u@h/d"), "as it was");
}

TEST(StoreAddress, IsAmbiguousIfLibrariesWouldCutThePassword) {
  for (const char* uri :
       {"postgresql://u:a@b@h/d", "postgresql://u:a/b@h/d", "postgresql://u:a?b@h/d"}) {
    EXPECT_TRUE(IsAmbiguous(uri)) << uri;
  }
  for (const char* uri : {"postgresql://u:a%40b@h/d", "postgresql://u@h/d",
                          "postgresql://u:a:b@h/d", "postgresql:///d?password=a@b"}) {
    EXPECT_FALSE(IsAmbiguous(uri)) << uri;
  }
}

}  // namespace
}  // namespace orgreg::store
