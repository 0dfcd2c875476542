// SPDX-License-Identifier: EUPL-1.2

#include <fmt/format.h>

#include "api/operation_list.h"
#include "app/commands.h"
#include "app/exit_code.h"

namespace orgreg::app {

void AddOperations(Command program) {
  program.Sub("operations", "Print the operations that orgreg serve answers, as JSON").Does([] {
    fmt::print("{}", api::OperationsAsJson());
    return int{kDone};
  });
}

}  // namespace orgreg::app
