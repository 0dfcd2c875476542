// SPDX-License-Identifier: EUPL-1.2

#include "app/place/adopt_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/values/ascii.h"

namespace orgreg::app {
namespace {

bool IsShellPlain(char c) {
  return base::IsAlphanumeric(c) ||
         std::string_view("/._-+,:@%=").find(c) != std::string_view::npos;
}

}  // namespace

std::string ShellWord(const std::string& text) {
  if (!text.empty() && std::ranges::all_of(text, IsShellPlain)) return text;
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') word.append("'\\'");
    word.push_back(c);
  }
  word.push_back('\'');
  return word;
}

std::string AdoptCommand(const std::string& store, const std::string& folder) {
  return fmt::format("orgreg adopt {} --data {}", ShellWord(store), ShellWord(folder));
}

}  // namespace orgreg::app
