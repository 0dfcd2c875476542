// SPDX-License-Identifier: EUPL-1.2

// The classes wrap the library that parses. Before that come the functions that turn its errors
// into one sentence with the nearest known name.

#include "app/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <utility>

#include "base/values/nearest_name.h"

namespace orgreg::app {
namespace {

// "orgreg import entities".
std::string NameOf(const CLI::App& command) {
  const CLI::App* const parent = command.get_parent();
  return parent == nullptr ? command.get_name() : NameOf(*parent) + " " + command.get_name();
}

// The command with the mistake: the first with an unknown word, or else the last that was chosen.
const CLI::App& FindFaulty(const CLI::App& command) {
  const std::vector<CLI::App*> chosen = command.get_subcommands();
  return command.remaining().empty() && !chosen.empty() ? FindFaulty(*chosen.front()) : command;
}

std::vector<std::string> CommandsOf(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(sub->get_name());
  }
  return names;
}

std::vector<std::string> OptionsOf(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// A word of the line that is unknown to the command.
std::string UnknownWord(const CLI::App& command, std::string word) {
  const bool is_option = word.starts_with('-');
  const std::vector<std::string> names = is_option ? OptionsOf(command) : CommandsOf(command);
  if (is_option) word.erase(std::min(word.size(), word.find('=')));
  if (names.empty()) return fmt::format("\"{}\" is one word too many", word);
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string nearest(base::NearestName(word, known));
  return fmt::format("{} has no {} \"{}\"{}", NameOf(command), is_option ? "option" : "command",
                     word, nearest.empty() ? "" : "; did you mean " + nearest + "?");
}

// Words the other mistakes that the library reports, in plain sentences.
std::string Sentence(const CLI::App& command, const CLI::ParseError& error) {
  const std::vector<std::string> unknown = command.remaining();
  if (!unknown.empty()) return UnknownWord(command, unknown.front());
  std::string text = error.what();
  const auto is = [&](const char* name) { return error.get_name() == name; };
  if (is("RequiredError") && text.starts_with("A subcommand")) {
    return fmt::format("{} needs one of: {}", NameOf(command),
                       fmt::join(CommandsOf(command), ", "));
  }
  if (is("RequiredError")) {
    return fmt::format("{} needs {}", NameOf(command), text.substr(0, text.find(" is required")));
  }
  if (is("ArgumentMismatch")) return text.substr(0, text.find(':')) + " needs a value";
  constexpr std::string_view kNotConverted = "Could not convert: ";
  if (is("ConversionError") && text.starts_with(kNotConverted)) {
    return text.substr(kNotConverted.size()) + " is not a whole number in the option's range";
  }
  return text;
}

OptionText Describe(const CLI::Option& option) {
  const bool has_value = option.get_type_size() != 0;
  return {.name = option.get_name(option.get_positional(), true),
          .value = has_value ? option.get_type_name() : "",
          .help = option.get_description(),
          .initial = option.get_default_str(),
          .is_required = option.get_required(),
          .is_repeated = has_value && option.get_items_expected_max() > 1};
}

CommandText Describe(const CLI::App& command) {
  CommandText text{.name = command.get_name(),
                   .help = command.get_description(),
                   .footer = command.get_footer()};
  for (const CLI::Option* option : command.get_options()) {
    (option->get_positional() ? text.places : text.options).push_back(Describe(*option));
  }
  for (const CLI::App* sub : command.get_subcommands([](const CLI::App*) { return true; })) {
    text.commands.push_back(Describe(*sub));
  }
  return text;
}

}  // namespace

Option& Option::Required() {
  option_->required();
  return *this;
}

Option& Option::ShowDefault() {
  option_->capture_default_str();
  return *this;
}

Option& Option::OneOf(const std::vector<std::string>& values) {
  option_->check(CLI::IsMember(values));
  return *this;
}

Option& Option::Between(std::int64_t least, std::int64_t most) {
  option_->check(CLI::Range(least, most));
  return *this;
}

Option& Option::ExistingFile() {
  option_->check(CLI::ExistingFile);
  return *this;
}

Option& Option::ExistingFolder() {
  option_->check(CLI::ExistingDirectory);
  return *this;
}

Option& Option::Excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

Command Command::Sub(const std::string& name, const std::string& help) {
  command_->require_subcommand(1);
  return {command_->add_subcommand(name, help), chosen_};
}

Option Command::Add(const std::string& name, std::string* value, const std::string& help) {
  return Option(command_->add_option(name, *value, help));
}

Option Command::Add(const std::string& name, std::optional<std::string>* value,
                    const std::string& help) {
  return Option(command_->add_option(name, *value, help));
}

Option Command::Add(const std::string& name, std::vector<std::string>* values,
                    const std::string& help) {
  return Option(command_->add_option(name, *values, help));
}

Option Command::Add(const std::string& name, int* value, const std::string& help) {
  return Option(command_->add_option(name, *value, help));
}

Option Command::Add(const std::string& name, std::uint32_t* value, const std::string& help) {
  return Option(command_->add_option(name, *value, help));
}

Option Command::Add(const std::string& name, std::uint64_t* value, const std::string& help) {
  return Option(command_->add_option(name, *value, help));
}

Option Command::Add(const std::string& name, bool* value, const std::string& help) {
  return Option(command_->add_flag(name, *value, help));
}

Option Command::AddSwitch(const std::string& name, std::optional<std::string>* value,
                          const std::string& help) {
  return Option(command_->add_flag(name, *value, help));
}

void Command::Footer(const std::string& text) { command_->footer(text); }

void Command::Does(Run run) {
  command_->callback([chosen = chosen_, run = std::move(run)] { *chosen = run; });
}

CommandLine::CommandLine(const std::string& help, const std::string& name,
                         const std::string& version)
    : program_(std::make_unique<CLI::App>(help, name)) {
  program_->set_version_flag("--version", version);
}

CommandLine::~CommandLine() = default;

CommandText CommandLine::Describe() const { return app::Describe(*program_); }

int CommandLine::Execute(int argc, char** argv, int misused) {
  try {
    program_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program_->exit(error);
    const CLI::App& command = FindFaulty(*program_);
    fmt::print(stderr, "{}: {}\n{} --help says more.\n", program_->get_name(),
               Sentence(command, error), NameOf(command));
    return misused;
  }
  return chosen_();
}

}  // namespace orgreg::app
