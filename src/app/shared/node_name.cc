// SPDX-License-Identifier: EUPL-1.2

#include "app/shared/node_name.h"

#include <unistd.h>

#include <array>

namespace orgreg::app {

std::string NodeName(const std::string& set) {
  if (!set.empty()) return set;
  std::array<char, 65> name = {};
  if (gethostname(name.data(), name.size() - 1) != 0 || name.front() == '\0') return "node";
  return name.data();
}

}  // namespace orgreg::app
