#include "base/run_beside.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "base/helper_thread.h"

namespace orgreg::base {
namespace {

Status RunTask(const std::function<Status()>& task) {
  try {
    return task();
  } catch (const std::bad_alloc&) {
    return Error{Code::kUnavailable, "no memory"};
  } catch (const std::exception& exception) {
    return Error{Code::kIo, exception.what()};
  }
}

}  // namespace

Status RunBeside(std::span<const std::function<Status()>> tasks) {
  std::vector<Status> outcomes(tasks.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < tasks.size(); i = next++) outcomes[i] = RunTask(tasks[i]);
  };
  {
    std::vector<std::unique_ptr<HelperThread>> others;
    const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
    try {
      while (others.size() + 1 < std::min(tasks.size(), processors)) {
        others.push_back(std::make_unique<HelperThread>("helper", work, [] {}));
      }
    } catch (const std::exception&) {
      // Fewer threads take longer.
    }
    work();
  }
  Status status;
  for (const Status& outcome : outcomes) {
    if (!outcome.ok()) status = outcome;
  }
  return status;
}

}  // namespace orgreg::base
