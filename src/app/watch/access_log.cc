// SPDX-License-Identifier: EUPL-1.2

#include "app/watch/access_log.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "base/log.h"
#include "base/threads/guarded_thread.h"
#include "base/threads/precedence.h"

namespace orgreg::app {
namespace {

using std::chrono::milliseconds;
using Clock = LogOutput::Clock;

constexpr milliseconds kPause(50);
// For a reader of standard output; and at the end.
constexpr milliseconds kPatience(50);
constexpr milliseconds kLastPatience(1000);
constexpr std::chrono::minutes kLogInterval(1);
// Lines are written when there are so many bytes.
constexpr std::size_t kWrittenAtOnce = std::size_t{64} * 1024;
constexpr int kNiceness = 5;

std::int64_t NowUs() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

std::uint64_t CountLines(std::string_view text) {
  return static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
}

}  // namespace

std::unique_ptr<AccessLog> AccessLog::Make(const Settings& settings, std::size_t workers) {
  if (settings.access_log.empty()) return nullptr;
  AccessLogOptions options{.path = settings.access_log, .workers = workers};
  if (settings.access_log_clients == kHashedClients) options.clients = LoggedClients::kHashed;
  if (settings.access_log_clients == kClientAddresses) options.clients = LoggedClients::kAddresses;
  return std::make_unique<AccessLog>(std::move(options));
}

AccessLog::AccessLog(AccessLogOptions options)
    : options_(std::move(options)),
      lines_(options_.clients),
      output_(options_.path),
      failure_log_(kLogInterval) {
  for (std::size_t i = 0; i < options_.workers; ++i)
    inboxes_.push_back(std::make_unique<Inbox>(options_.room));
  thread_ = base::StartGuarded("access log", [this](const std::stop_token& stop) { Run(stop); });
}

AccessLog::~AccessLog() {
  thread_.request_stop();
  thread_.join();
}

void AccessLog::Note(std::size_t worker, const http::Answered& answered) {
  Inbox& inbox = *inboxes_[worker];
  AccessRecord* const record = inbox.records.Place();
  if (record == nullptr) return inbox.refused.Add();
  FillRecord(answered, options_.clients, NowUs(), record);
  inbox.records.Written();
}

void AccessLog::Reopen() {
  const std::lock_guard lock(mutex_);
  reopens_ = true;
  woken_.notify_one();
}

std::uint64_t AccessLog::lost() const {
  std::uint64_t lost = failed_.value();
  for (const auto& inbox : inboxes_) lost += inbox->refused.value();
  return lost;
}

void AccessLog::Run(const std::stop_token& stop) {
  base::GiveWay(kNiceness);
  text_.clear();  // A failure may have left a part of a line.
  while (!stop.stop_requested()) {
    bool reopens = false;
    {
      std::unique_lock lock(mutex_);
      woken_.wait_for(lock, stop, kPause, [this] { return reopens_; });
      reopens = std::exchange(reopens_, false);
    }
    // What came before belongs to the old file.
    WriteWaiting(Clock::now() + kPatience);
    if (reopens) output_.Reopen();
  }
  WriteWaiting(Clock::now() + kLastPatience);
}

void AccessLog::WriteWaiting(Clock::time_point end) {
  for (const auto& inbox : inboxes_) {
    inbox->records.ReadAll([&](const AccessRecord& record) {
      lines_.Append(record, &text_);
      if (text_.size() < kWrittenAtOnce) return;
      Write(text_, end);
      text_.clear();
    });
  }
  if (!text_.empty()) Write(text_, end);
  text_.clear();
}

void AccessLog::Write(std::string_view lines, Clock::time_point end) {
  const std::size_t done = output_.Write(lines, end);
  const std::uint64_t written = CountLines(lines.substr(0, done));
  const std::uint64_t failed = CountLines(lines.substr(done));
  written_.Add(written);
  failed_.Add(failed);
  if (failed == 0) return;
  if (const auto held_back = failure_log_.Pass()) {
    base::LogError("access_log: {}: {}; requests are answered and not logged ({} in all)",
                   options_.path, output_.problem(), lost());
  }
}

}  // namespace orgreg::app
