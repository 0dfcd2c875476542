// SPDX-License-Identifier: EUPL-1.2

#include "app/exit_code.h"

#include <fmt/format.h>

#include <algorithm>

namespace orgreg::app {

std::string ExitCodeHelp(std::span<const int> codes) {
  std::string text = "Exit codes:";
  for (const ExitCodeRow& row : kExitCodes) {
    if (std::ranges::find(codes, row.code) == codes.end()) continue;
    text.append(fmt::format("\n  {}  {}", row.code, row.meaning));
  }
  return text;
}

std::string ExitCodeHelp() {
  std::array<int, kExitCodes.size()> codes = {};
  std::ranges::transform(kExitCodes, codes.begin(), &ExitCodeRow::code);
  return ExitCodeHelp(codes);
}

}  // namespace orgreg::app
