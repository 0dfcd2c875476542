// SPDX-License-Identifier: EUPL-1.2

#include "model/schema/problem.h"

#include <algorithm>

namespace orgreg::model {

std::string Problem::Text() const {
  std::string text = path;
  if (!text.empty()) text.append(": ");
  if (!value.empty()) text.append(value).append(" ");
  return text.append(reason);
}

bool IsAbout(const Problems& problems, std::string_view path) {
  return std::ranges::find(problems, path, &Problem::path) != problems.end();
}

std::string Joined(const Problems& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (&problem != problems.data()) text.append("; ");
    text.append(problem.Text());
  }
  return text;
}

}  // namespace orgreg::model
