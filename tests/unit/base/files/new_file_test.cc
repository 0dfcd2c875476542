// SPDX-License-Identifier: EUPL-1.2

#include "base/files/new_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files/sweep_rests.h"
#include "unit/formats/scratch_folder.h"

namespace orgreg::base {
namespace {

namespace fs = std::filesystem;
using formats::BytesOf;

constexpr mode_t kMode = 0600;

class NewFileTest : public testing::Test {
 protected:
  NewFile Begin(NewFile::Naming naming = NewFile::Naming::kAtTheEnd) const {
    auto file = NewFile::Begin(path_, kMode, naming);
    EXPECT_TRUE(file) << file.error().message;
    return std::move(*file);
  }
  static void Write(const NewFile& file, std::string_view text) {
    EXPECT_EQ(::write(file.descriptor(), text.data(), text.size()),
              static_cast<ssize_t>(text.size()));
  }
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.path()))
      names.push_back(entry.path().filename().string());
    return names;
  }

  formats::ScratchFolder folder_{"new_file"};
  std::string path_ = folder_.PathOf("file");
};

// A killed process cannot leave a file without a name.
TEST_F(NewFileTest, HasNoNameWhileItIsWritten) {
  const NewFile file = Begin();
  Write(file, "half");
  EXPECT_TRUE(folder_.IsEmpty());
  EXPECT_EQ(BytesOf(file.working_path()), "half");
}

TEST_F(NewFileTest, ReplacesTheFileThatHadItsName) {
  for (const auto naming : {NewFile::Naming::kAtTheEnd, NewFile::Naming::kAtOnce}) {
    std::ofstream(path_) << "old";
    NewFile file = Begin(naming);
    Write(file, "new");
    EXPECT_EQ(BytesOf(path_), "old");
    EXPECT_EQ(BytesOf(file.working_path()), "new");
    ASSERT_TRUE(file.Sync());
    ASSERT_TRUE(file.Place());
    EXPECT_EQ(BytesOf(path_), "new");
    EXPECT_EQ(Names().size(), 1U);
  }
}

TEST_F(NewFileTest, PlacedAloneItTakesTheNameOfNothingElse) {
  for (const auto naming : {NewFile::Naming::kAtTheEnd, NewFile::Naming::kAtOnce}) {
    std::ofstream(path_) << "old";
    {
      NewFile file = Begin(naming);
      EXPECT_FALSE(file.PlaceAlone());
    }
    EXPECT_EQ(BytesOf(path_), "old");
    fs::remove(path_);
    NewFile file = Begin(naming);
    EXPECT_TRUE(file.PlaceAlone());
    EXPECT_EQ(Names(), std::vector<std::string>{"file"});
  }
}

// A link under the name itself is replaced, never written through.
TEST_F(NewFileTest, ReplacesALinkAndNotItsTarget) {
  const std::string other = folder_.PathOf("other");
  std::ofstream(other) << "other";
  fs::create_symlink(other, path_);
  NewFile file = Begin();
  Write(file, "new");
  ASSERT_TRUE(file.Place());
  EXPECT_FALSE(fs::is_symlink(path_));
  EXPECT_EQ(BytesOf(other), "other");
}

TEST_F(NewFileTest, NothingRemainsWithoutPlace) {
  for (const auto naming :
       {NewFile::Naming::kAtTheEnd, NewFile::Naming::kAtOnce, NewFile::Naming::kNever}) {
    Begin(naming);
    EXPECT_TRUE(folder_.IsEmpty());
  }
}

TEST_F(NewFileTest, IsLeftAloneWhileItIsMade) {
  const NewFile file = Begin(NewFile::Naming::kAtOnce);
  EXPECT_EQ(SweepRests(folder_.path(), [](const Rest&) { return true; }), 0U);
  EXPECT_TRUE(fs::exists(file.working_path()));
}

// The lock ends with the process, in any case.
TEST_F(NewFileTest, IsSweptWhenItsMakerIsGone) {
  const pid_t child = fork();
  if (child == 0) {
    auto file = NewFile::Begin(path_, kMode, NewFile::Naming::kAtOnce);
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(Names().size(), 1U);
  std::string stem;
  EXPECT_EQ(SweepRests(folder_.path(),
                       [&](const Rest& rest) {
                         stem = rest.stem;
                         return rest.form == RestForm::kPart;
                       }),
            1U);
  EXPECT_EQ(stem, "file");
  EXPECT_TRUE(folder_.IsEmpty());
}

TEST_F(NewFileTest, OnlyItsOwnerMayReadIt) {
  NewFile file = Begin();
  ASSERT_TRUE(file.Place());
  struct stat found = {};
  ASSERT_EQ(::stat(path_.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, kMode);
}

TEST_F(NewFileTest, AFolderThatIsMissingIsAnErrorThatNamesTheFile) {
  for (const auto naming : {NewFile::Naming::kAtTheEnd, NewFile::Naming::kAtOnce}) {
    const auto file = NewFile::Begin(folder_.PathOf("no/file"), kMode, naming);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, Code::kIo);
    EXPECT_NE(file.error().message.find("no/file"), std::string::npos);
  }
}

}  // namespace
}  // namespace orgreg::base
