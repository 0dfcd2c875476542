// SPDX-License-Identifier: EUPL-1.2

#include "base/threads/run_beside.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "base/threads/helper_thread.h"

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

// Returns null where there is no thread, or no memory for it.
std::unique_ptr<HelperThread> MakeHelper(const std::function<void()>& work) try {
  return std::make_unique<HelperThread>("helper", work, [] {});
} catch (const std::exception&) {
  return nullptr;
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
    while (others.size() + 1 < std::min(tasks.size(), processors)) {
      auto helper = MakeHelper(work);
      if (helper == nullptr) break;  // Fewer threads take longer.
      others.push_back(std::move(helper));
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
