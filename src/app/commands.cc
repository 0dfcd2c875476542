#include "app/commands.h"

#include <fmt/core.h>

namespace orgreg::app {

int Fail(const base::Error& error) {
  fmt::print(stderr, "orgreg: {}\n", error.message);
  return kFailed;
}

}  // namespace orgreg::app
