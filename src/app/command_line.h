// SPDX-License-Identifier: EUPL-1.2

// The command line: commands with options, declared once with their help and their limits. The
// values of a command are filled in when it is chosen, before it runs. This is a thin front of the
// library that parses, so that only one source compiles that library.
//
// Names of options begin with "--"; any other name is a place on the line. Commands and options are
// handles: copies name the same one, and they live as long as the CommandLine. The values that they
// fill must live until the command has run. For one thread.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/command_list.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's.
class App;
class Option;
}  // namespace CLI

namespace orgreg::app {

// An option, as its command's help and the line give it.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option& Required();
  // Shows this value in the help as the one without the option.
  Option& ShowDefault();
  Option& OneOf(const std::vector<std::string>& values);
  Option& Between(std::int64_t least, std::int64_t most);  // Both are taken.
  Option& ExistingFile();
  Option& ExistingFolder();
  Option& Excludes(const Option& other);

 private:
  CLI::Option* option_;
};

// Runs a command and gives its exit code.
using Run = std::function<int()>;

class Command {
 public:
  Command(CLI::App* command, Run* chosen) : command_(command), chosen_(chosen) {}

  // A command below this one, of which one must then be chosen.
  Command Sub(const std::string& name, const std::string& help);
  Option Add(const std::string& name, std::string* value, const std::string& help);
  Option Add(const std::string& name, std::optional<std::string>* value, const std::string& help);
  Option Add(const std::string& name, std::vector<std::string>* values, const std::string& help);
  Option Add(const std::string& name, int* value, const std::string& help);
  Option Add(const std::string& name, std::uint32_t* value, const std::string& help);
  Option Add(const std::string& name, std::uint64_t* value, const std::string& help);
  // A flag: true if it is given.
  Option Add(const std::string& name, bool* value, const std::string& help);
  // The same for a flag that need not be given: "true", or the text after an equals sign.
  Option AddSwitch(const std::string& name, std::optional<std::string>* value,
                   const std::string& help);
  // The last text of the help.
  void Footer(const std::string& text);
  void Does(Run run);

 private:
  CLI::App* command_;
  Run* chosen_;
};

class CommandLine {
 public:
  // version is what --version prints.
  CommandLine(const std::string& help, const std::string& name, const std::string& version);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  Command program() { return {program_.get(), &chosen_}; }
  // Runs the chosen command and returns its exit code: 0 after printing help, misused if the line
  // is wrong. Then one sentence explains the mistake: an unknown word is named, with the nearest
  // known one.
  int Execute(int argc, char** argv, int misused);
  // All commands that were added, with their options.
  CommandText Describe() const;

 private:
  std::unique_ptr<CLI::App> program_;
  Run chosen_ = {};
};

}  // namespace orgreg::app
