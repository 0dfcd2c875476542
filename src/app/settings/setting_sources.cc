// SPDX-License-Identifier: EUPL-1.2

// Defaults, file, environment and flags are read in this order, each over the one before. ToToml
// writes the result back with its origins.

#include "app/settings/setting_sources.h"

#include <fmt/format.h>
#include <toml++/toml.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/place/adopt_command.h"
#include "base/values/fold.h"
#include "store/address.h"

namespace orgreg::app {
namespace {

void TakeAssigned(const std::string& origin, std::size_t row, const base::Status& assigned,
                  SettingsRead* read) {
  read->is_faulty[row] = !assigned;
  if (assigned) {
    read->origins[row] = origin;
  } else {
    read->faults.push_back(origin + ": " + assigned.error().message);
  }
}

std::string_view FlagText(bool flag) { return flag ? "true" : "false"; }

// True for a text that may also be said as a boolean.
bool TakesFlags(const SettingRow& row) {
  return row.accepts != nullptr && row.accepts(FlagText(true)) && row.accepts(FlagText(false));
}

// The content of a TOML value of the row's type; kInvalid for another type.
base::Status AssignNode(const SettingRow& row, const toml::node& node, Settings* settings) {
  const auto wrong = [&row](std::string_view type) {
    return base::Error{base::Code::kInvalid, fmt::format("{} is not {}", row.name, type)};
  };
  if (std::holds_alternative<std::string Settings::*>(row.member)) {
    const auto flag = node.value_exact<bool>();
    if (flag && TakesFlags(row)) return Assign(row, FlagText(*flag), settings);
    const auto text = node.value_exact<std::string>();
    return text ? Assign(row, *text, settings) : wrong("a text");
  }
  if (IsNumber(row)) {
    const auto number = node.value_exact<std::int64_t>();
    return number ? Assign(row, std::to_string(*number), settings) : wrong("a whole number");
  }
  if (IsSwitch(row)) {
    const auto flag = node.value_exact<bool>();
    return flag ? Assign(row, FlagText(*flag), settings) : wrong("true or false");
  }
  const toml::array* const array = node.as_array();
  if (array == nullptr) return wrong("a list of texts");
  std::vector<std::string> items;
  for (const toml::node& item : *array) {
    auto text = item.value_exact<std::string>();
    if (!text) return wrong("a list of texts");
    items.push_back(std::move(*text));
  }
  return AssignItems(row, std::move(items), settings);
}

// The table is in order of name; faults are reported in order of line.
std::vector<std::pair<std::size_t, const toml::key*>> KeysByLine(const toml::table& table) {
  std::vector<std::pair<std::size_t, const toml::key*>> keys;
  for (const auto& [key, node] : table) keys.emplace_back(key.source().begin.line, &key);
  std::ranges::sort(keys, {}, &std::pair<std::size_t, const toml::key*>::first);
  return keys;
}

void ReadFile(const std::string& path, SettingsRead* read) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return read->faults.push_back(path + ": is a folder");
  }
  toml::table table;
  try {
    table = toml::parse_file(path);
  } catch (const toml::parse_error& error) {
    const auto line = error.source().begin.line;
    read->faults.push_back(path + (line != 0 ? ":" + std::to_string(line) : "") + ": " +
                           std::string(error.description()));
    return;
  }
  for (const auto& [line, key] : KeysByLine(table)) {
    const std::string where = path + ":" + std::to_string(line);
    const auto found = std::ranges::find(SettingRows(), key->str(), &SettingRow::name);
    if (found == SettingRows().end()) {
      read->faults.push_back(fmt::format("{}: unknown setting \"{}\"", where, key->str()));
      continue;
    }
    const base::Status assigned = AssignNode(*found, *table.get(key->str()), &read->settings);
    TakeAssigned(where, RowIndex(found->name), assigned, read);
  }
}

// Container platforms give the address of a service in a variable of its name, in this form.
bool IsServiceAddress(const SettingRow& row, std::string_view value) {
  return IsNumber(row) && (value.starts_with("tcp://") || value.starts_with("udp://"));
}

void ReadVariable(std::string_view name, std::string_view value, SettingsRead* read) {
  const auto found = std::ranges::find(SettingRows(), name, EnvironmentName);
  if (found == SettingRows().end()) {
    read->warnings.push_back(fmt::format("{}: there is no such setting, so it is ignored", name));
  } else if (IsServiceAddress(*found, value)) {
    read->warnings.push_back(fmt::format(
        "{}: \"{}\" is how a container platform names a service, so it is ignored", name, value));
  } else {
    TakeAssigned(std::string(name), RowIndex(found->name), Assign(*found, value, &read->settings),
                 read);
  }
}

void ReadEnvironment(SettingsRead* read) {
  std::vector<std::string_view> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (text.starts_with(kEnvironmentPrefix)) variables.push_back(text);
  }
  std::ranges::sort(variables);  // The order of the environment means nothing.
  for (const std::string_view text : variables) {
    const std::size_t equals = std::min(text.find('='), text.size());
    ReadVariable(text.substr(0, equals), text.substr(std::min(equals + 1, text.size())), read);
  }
}

void ReadFlags(const SettingInput& input, SettingsRead* read) {
  for (std::size_t row = 0; row < input.flags.size(); ++row) {
    if (!input.flags[row]) continue;
    const SettingRow& setting = SettingRows()[row];
    TakeAssigned(FlagName(setting), row, Assign(setting, *input.flags[row], &read->settings), read);
  }
}

// Between quotes, as a basic string of TOML has it.
std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted.append({'\\', c});
    } else if (code < 0x20 || code == 0x7f) {
      quoted.append(fmt::format("\\u{:04X}", code));
    } else {
      quoted.push_back(c);
    }
  }
  return quoted.append("\"");
}

std::string TomlValue(const SettingRow& row, const Settings& settings) {
  if (const auto* text = std::get_if<std::string Settings::*>(&row.member)) {
    const std::string& value = settings.*(*text);
    return Quoted(store::IsPostgresql(value) ? store::ShownUri(value) : value);
  }
  if (IsNumber(row) || IsSwitch(row)) return ValueText(row, settings);
  std::string items;
  for (const std::string& item :
       settings.*std::get<std::vector<std::string> Settings::*>(row.member)) {
    items.append(items.empty() ? "" : ", ").append(Quoted(item));
  }
  return "[" + items + "]";
}

// In a comment, which holds neither control characters nor anything but UTF-8.
std::string Comment(const std::string& origin) {
  if (origin.empty()) return "default";
  if (!base::IsUtf8(origin)) return "the file of --config";
  const std::string quoted = Quoted(origin);
  return quoted.substr(1, quoted.size() - 2);
}

// The register is in one place: a folder, or next to a store file as before.
void ChoosePlace(SettingsRead* read) {
  Settings& settings = read->settings;
  const std::string& data_origin = read->origins[RowIndex("data")];
  const std::string& store_origin = read->origins[RowIndex("store")];
  if (settings.store.empty()) {
    if (settings.data.empty()) read->faults.push_back(data_origin + ": data: is empty");
    return;
  }
  if (HasDatabase(settings)) {
    if (settings.data.empty()) read->faults.push_back(data_origin + ": data: is empty");
    if (store_origin.starts_with("--") && store::HasPassword(settings.store)) {
      read->faults.push_back(fmt::format("{}: store: {}", store_origin, store::kPasswordIsSeen));
    }
    return;
  }
  if (data_origin.empty()) settings.data.clear();
  if (!settings.data.empty()) {
    read->faults.push_back(fmt::format(
        "{}: store: data is given as well ({}), and a register is in one place: give data alone",
        store_origin, data_origin));
    return;
  }
  // The command reports a store that is no register of earlier versions.
  if (!PlaceOf(settings).Check()) return;
  read->warnings.push_back(fmt::format(
      "{}: store: is accepted for this release only; stop the servers and writers of the register, "
      "and move it into a folder for the setting data: {}",
      store_origin, AdoptCommand(settings.store, "FOLDER")));
}

}  // namespace

std::size_t RowIndex(std::string_view name) {
  const auto rows = SettingRows();
  return static_cast<std::size_t>(std::ranges::find(rows, name, &SettingRow::name) - rows.begin());
}

SettingsRead ReadSettings(const SettingInput& input) {
  SettingsRead read;
  read.origins.resize(SettingRows().size());
  read.is_faulty.resize(SettingRows().size());
  read.folders = {read.settings.data};
  if (!input.file.empty()) ReadFile(input.file, &read);
  read.folders.push_back(read.settings.data);
  ReadEnvironment(&read);
  read.folders.push_back(read.settings.data);
  ReadFlags(input, &read);
  read.folders.push_back(read.settings.data);
  ChoosePlace(&read);
  return read;
}

std::string ToToml(const SettingsRead& read) {
  std::string text;
  for (const SettingRow& row : SettingRows()) {
    text += fmt::format("{} = {}  # {}\n", row.name, TomlValue(row, read.settings),
                        Comment(read.origins[RowIndex(row.name)]));
  }
  return text;
}

}  // namespace orgreg::app
