// SPDX-License-Identifier: EUPL-1.2

#include "app/place/place.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "app/place/adopt_command.h"
#include "unit/formats/scratch_folder.h"

namespace orgreg::app {
namespace {

class PlaceTest : public ::testing::Test {
 protected:
  void Leave(std::string_view name, std::string_view text) const {
    std::ofstream(folder_.PathOf(name), std::ios::binary) << text;
  }
  base::Status Check() const { return Place::InFolder(folder_.path()).Check(); }

  formats::ScratchFolder folder_{"place"};
};

TEST(Place, HasARowForEachPartInTheirOrder) {
  ASSERT_EQ(PlaceRows().size(), std::size_t{8});
  for (std::size_t at = 0; at < PlaceRows().size(); ++at)
    EXPECT_EQ(static_cast<std::size_t>(PlaceRows()[at].part), at);
}

TEST(Place, OfAFolderNamesEverythingInIt) {
  const Place place = Place::InFolder("var/register//");
  EXPECT_EQ(place.path(), "var/register");
  EXPECT_EQ(place.PathOf(PlacePart::kStore), "var/register/store.db");
  EXPECT_EQ(place.address().file, "var/register/store.db");
  EXPECT_EQ(place.PathOf(PlacePart::kUsageSecret), "var/register/secrets/usage-secret");
  EXPECT_EQ(place.PathOf(PlacePart::kSegments), "var/register/segments");
  EXPECT_EQ(place.SegmentPath(model::Kind::kEntity), "var/register/segments/entities.segment");
}

TEST(Place, OfAStoreFileNamesEverythingNextToIt) {
  const Place place = Place::NextToStore("var/register.db");
  EXPECT_EQ(place.PathOf(PlacePart::kStore), "var/register.db");
  EXPECT_EQ(place.PathOf(PlacePart::kFiles), "var/register.db.downloads");
  EXPECT_EQ(place.PathOf(PlacePart::kAuditLog), "var/register.db.audit");
  EXPECT_EQ(place.PathOf(PlacePart::kSegments), "var");
  EXPECT_EQ(place.SegmentPath(model::Kind::kEntity), "var/register.db.entities.segment");
  EXPECT_TRUE(place.Check());
}

TEST_F(PlaceTest, OfAStoreFileIsNotInAFolderOfARegister) {
  const std::string store = folder_.PathOf("store.db");
  Leave("store.db", "SQLite format 3");
  EXPECT_TRUE(Place::NextToStore(store).Check());
  for (const char* const text : {"orgreg layout 1\n", "orgreg takes over /srv/register.db\n"}) {
    Leave("layout", text);
    const base::Status checked = Place::NextToStore(store).Check();
    ASSERT_FALSE(checked);
    EXPECT_NE(checked.error().message.find("--data " + folder_.path()), std::string::npos);
    const base::Status file = Place::InFolder(store).Check();
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().message.find("adopt"), std::string::npos);
  }
  EXPECT_TRUE(Place::NextToStore(folder_.PathOf("other.db")).Check());
  Leave("layout", "of a page");
  EXPECT_TRUE(Place::NextToStore(store).Check());
}

TEST_F(PlaceTest, ThatLostItsLayoutSaysHowToWriteIt) {
  Leave("store.db", "SQLite format 3");
  const base::Status checked = Check();
  ASSERT_FALSE(checked);
  EXPECT_NE(checked.error().message.find("echo orgreg layout 1 > "), std::string::npos);
}

TEST_F(PlaceTest, WithAFileLikeItsLayoutIsSomethingElse) {
  Leave("layout.part-abcdef", "");
  EXPECT_EQ(Check().error().code, base::Code::kNotFound);
  Leave("layouts.txt", "mine");
  EXPECT_EQ(Check().error().code, base::Code::kInvalid);
}

TEST_F(PlaceTest, ThatIsALinkToNothingIsRefused) {
  const std::string link = folder_.PathOf("link");
  std::filesystem::create_symlink(folder_.PathOf("nowhere"), link);
  EXPECT_EQ(Place::InFolder(link).Check().error().code, base::Code::kInvalid);
}

TEST(Place, PrintsCommandsForAShell) {
  EXPECT_EQ(AdoptCommand("var/register.db", "FOLDER"),
            "orgreg adopt var/register.db --data FOLDER");
  EXPECT_EQ(AdoptCommand("/my disk/a.db", "it's"),
            R"(orgreg adopt '/my disk/a.db' --data 'it'\''s')");
}

TEST_F(PlaceTest, WithoutARegisterIsNotFound) {
  EXPECT_EQ(Place::InFolder(folder_.PathOf("none")).Check().error().code, base::Code::kNotFound);
  EXPECT_EQ(Check().error().code, base::Code::kNotFound);
  std::filesystem::create_directory(folder_.PathOf("lost+found"));
  EXPECT_EQ(Check().error().code, base::Code::kNotFound);
}

TEST_F(PlaceTest, ThatIsSomethingElseIsRefused) {
  Leave("notes.txt", "mine");
  EXPECT_EQ(Check().error().code, base::Code::kInvalid);
  const base::Status file = Place::InFolder(folder_.PathOf("notes.txt")).Check();
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().message.find("orgreg adopt"), std::string::npos);
}

TEST_F(PlaceTest, TellsTheLayoutFilesApart) {
  struct Row {
    std::string_view text;
    std::string_view words;  // Of the error; none if the place is right.
  };
  const std::array kRows = {
      Row{"orgreg layout 1\n", ""},
      Row{"orgreg layout 2\n", "newer version"},
      Row{"orgreg layout 99999999999\n", "not a layout file"},
      Row{"orgreg layout 0\n", "not a layout file"},
      Row{"orgreg layout 1", "not a layout file"},
      Row{"orgreg layout 1x\n", "not a layout file"},
      Row{"orgreg layout \n", "not a layout file"},
      Row{"", "not a layout file"},
      Row{"someone's layout\n", "not a layout file"},
      Row{"orgreg takes over /srv/register.db\n", "orgreg adopt /srv/register.db --data"},
  };
  for (const Row& row : kRows) {
    Leave("layout", row.text);
    const base::Status checked = Check();
    ASSERT_EQ(checked.ok(), row.words.empty()) << row.text;
    if (checked) continue;
    EXPECT_NE(checked.error().message.find(row.words), std::string::npos) << row.text;
  }
}

TEST_F(PlaceTest, NamesTheCommandForARegisterOfBefore) {
  Leave("register.db", "SQLite format 3");
  const std::string data = folder_.PathOf("register");
  const base::Status checked = Place::InFolder(data).Check();
  ASSERT_FALSE(checked);
  EXPECT_NE(checked.error().message.find("orgreg adopt " + data + ".db --data " + data),
            std::string::npos);
}

}  // namespace
}  // namespace orgreg::app
