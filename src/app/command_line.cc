#include "app/command_line.h"

#include <CLI/CLI.hpp>
#include <utility>

namespace orgreg::app {

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

int CommandLine::Execute(int argc, char** argv, int misused) {
  try {
    program_->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program_->exit(error) == 0 ? 0 : misused;
  }
  return chosen_();
}

}  // namespace orgreg::app
