// SPDX-License-Identifier: EUPL-1.2

#include "app/command_list.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "app/command_line.h"

namespace orgreg::app {
namespace {

TEST(CommandList, NamesCommandsPlacesAndOptionsInTheirOrder) {
  CommandLine line("Keeps stones.", "stones", "stones 1");
  std::vector<std::string> files;
  std::string colour = "grey";
  bool is_dry = false;
  Command add = line.program().Sub("add", "Add stones");
  add.Add("files", &files, "The \"files\"").Required();
  add.Add("--colour", &colour, "Their colour").ShowDefault();
  add.Add("--dry", &is_dry, "Change nothing");
  add.Footer("Stones stay.");
  const CommandText text = line.Describe();
  ASSERT_EQ(text.commands.size(), 1U);
  const CommandText& described = text.commands.front();
  EXPECT_EQ(described.name, "add");
  EXPECT_EQ(described.help, "Add stones");
  EXPECT_EQ(described.footer, "Stones stay.");
  ASSERT_EQ(described.places.size(), 1U);
  EXPECT_EQ(described.places[0].name, "files");
  EXPECT_TRUE(described.places[0].is_required);
  EXPECT_TRUE(described.places[0].is_repeated);
  ASSERT_EQ(described.options.size(), 3U);
  EXPECT_EQ(described.options[0].name, "-h,--help");
  EXPECT_EQ(described.options[0].value, "");
  EXPECT_EQ(described.options[1].name, "--colour");
  EXPECT_NE(described.options[1].value, "");
  EXPECT_EQ(described.options[1].initial, "grey");
  EXPECT_FALSE(described.options[1].is_repeated);
  EXPECT_EQ(described.options[2].name, "--dry");
  EXPECT_EQ(described.options[2].value, "");
}

TEST(CommandList, DescribesTwoKindsOfSwitchAlike) {
  CommandLine line("", "program", "1");
  std::optional<std::string> value;
  Command serve = line.program().Sub("serve", "Serve");
  serve.AddSwitch("--sandbox", &value, "Shut in");
  EXPECT_EQ(line.Describe().commands[0].options[1].value, "");
}

TEST(CommandList, LeavesOutWhatIsEmptyInJson) {
  const CommandText program{
      .name = "p",
      .options = {{.name = "--a", .value = "TEXT", .help = "a \"b\"", .is_required = true},
                  {.name = "--c"}},
      .commands = {{.name = "sub"}}};
  EXPECT_EQ(CommandsAsJson(program),
            R"({"name":"p","places":[],"options":[{"name":"--a","value":"TEXT",)"
            R"("help":"a \"b\"","required":true},{"name":"--c"}],"commands":[)"
            R"({"name":"sub","places":[],"options":[],"commands":[]}]})"
            "\n");
}

}  // namespace
}  // namespace orgreg::app
