// SPDX-License-Identifier: EUPL-1.2

// What a program can be told: its commands with their options, as plain values, and these as JSON.
// Manual pages and completions are made of that (packaging/manual), so that a command and an option
// are described in one place. For one thread; nothing here fails.

#pragma once

#include <string>
#include <vector>

namespace orgreg::app {

// An option, or a place on the line.
struct OptionText {
  std::string name = {};   // "--port"; a place has no dashes.
  std::string value = {};  // What stands after it, as the help has it; empty for a flag.
  std::string help = {};
  std::string initial = {};  // The value without the option, if the help says it.
  bool is_required = false;
  bool is_repeated = false;
};

struct CommandText {
  std::string name = {};
  std::string help = {};
  std::string footer = {};
  std::vector<OptionText> places = {};
  std::vector<OptionText> options = {};  // In the order of the help, with --help.
  std::vector<CommandText> commands = {};
};

// A line: one object for the program, with its commands inside.
std::string CommandsAsJson(const CommandText& program);

}  // namespace orgreg::app
