// SPDX-License-Identifier: EUPL-1.2

#include "base/threads/helper_thread.h"

#include <new>
#include <system_error>
#include <utility>

#include "base/threads/guarded_thread.h"

namespace orgreg::base {

HelperThread::HelperThread(const std::string& name, std::function<void()> part,
                           std::function<void()> release)
    : release_(std::move(release)) {
  try {
    thread_ = std::thread([this, part = std::move(part)] {
      try {
        part();
      } catch (...) {
        failure_ = std::current_exception();
      }
      release_();
    });
  } catch (const std::system_error& error) {
    ThrowNoThread(name, error);
  }
}

HelperThread::~HelperThread() {
  if (!thread_.joinable()) return;
  release_();
  thread_.join();
}

Status HelperThread::Join() {
  release_();
  thread_.join();
  if (!failure_) return {};
  try {
    std::rethrow_exception(failure_);
  } catch (const std::bad_alloc&) {
    return Error{Code::kUnavailable, "no memory"};
  } catch (const std::exception& exception) {
    return Error{Code::kIo, exception.what()};
  }
}

}  // namespace orgreg::base
