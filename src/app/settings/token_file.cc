// SPDX-License-Identifier: EUPL-1.2

#include "app/settings/token_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <fstream>

namespace orgreg::app {

base::Result<std::string> ReadTokenFile(const std::string& path) {
  constexpr std::size_t kLeastBytes = 16;
  std::ifstream file(path);
  std::string token;
  if (!std::getline(file, token)) return base::Error{base::Code::kIo, "cannot be read"}.At(path);
  const auto is_plain = [](char c) { return c > ' ' && c < '\x7f'; };
  if (token.size() >= kLeastBytes && std::ranges::all_of(token, is_plain)) return token;
  return base::Error{
      base::Code::kInvalid,
      fmt::format("does not begin with a line of {} or more visible characters of ASCII",
                  kLeastBytes)}
      .At(path);
}

}  // namespace orgreg::app
