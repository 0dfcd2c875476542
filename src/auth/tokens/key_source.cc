// SPDX-License-Identifier: EUPL-1.2

// One thread reads the keys at regular times (Run); a client that waits for an unknown key id may
// cause another reading (Await), within the limits for its address and for all. Only one reading
// runs at a time, without the lock.

#include "auth/tokens/key_source.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/threads/guarded_thread.h"

namespace orgreg::auth {
namespace {

// How often a file is looked at.
constexpr std::chrono::seconds kFilePause{5};
// How long a caller waits for a reading that another one does: most take a part of a second, and
// one that hangs must not delay every request with an unknown key id.
constexpr std::chrono::seconds kLongestWait{2};
// The shortest sleep between two looks whether a reading is due.
constexpr std::chrono::milliseconds kShortestSleep{10};

}  // namespace

base::Result<std::unique_ptr<KeySource>> KeySource::Open(const std::string& location,
                                                         const std::string& ca_file,
                                                         KeySourceOptions options) {
  if (location.empty())
    return base::Error{base::Code::kInvalid, "no address or file of a key set is given"};
  if (location.find("://") == std::string::npos) {
    options.reader = FileKeyReader(location);
    options.refresh = std::min<std::chrono::milliseconds>(options.refresh, kFilePause);
    options.retry = std::min<std::chrono::milliseconds>(options.retry, kFilePause);
  } else {
    auto reader = TRY(UrlKeyReader({.url = location, .ca_file = ca_file}));
    options.reader = std::move(reader);
  }
  return std::make_unique<KeySource>(std::move(options));
}

KeySource::KeySource(KeySourceOptions options)
    : options_(std::move(options)),
      next_reading_(options_.now()),
      last_end_(next_reading_),
      bucket_filled_(next_reading_),
      by_address_({.burst = kBurst, .every = kEvery, .now = options_.now}) {}

KeySource::~KeySource() {
  {
    const Lock lock(mutex_);
    stops_ = true;
  }
  changed_.notify_all();
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void KeySource::Start() {
  thread_ = base::StartGuarded("token keys", [this](const std::stop_token&) { Run(); });
}

void KeySource::Run() {
  Lock lock(mutex_);
  while (!stops_) {
    const Clock::duration pause = next_reading_ - options_.now();
    if (!is_reading_ && pause <= Clock::duration::zero()) {
      Read(&lock);
      continue;
    }
    changed_.wait_for(lock, std::max<Clock::duration>(pause, kShortestSleep));
  }
}

void KeySource::ReadIfDue() {
  Lock lock(mutex_);
  if (!is_reading_ && options_.now() >= next_reading_) Read(&lock);
}

KeySource::Found KeySource::Find(std::string_view kid, std::string_view address, Wait wait) {
  Lock lock(mutex_);
  Found found = Look(kid, lock);
  // No key has so long an id, so reading would find nothing.
  if (found.key != nullptr || kid.size() > KeySet::kMostKeyIdBytes) return found;
  if (wait == Wait::kForKeys) return Await(kid, address, &lock);
  found.wants_reading = is_reading_ || MayRead(address, lock);
  return found;
}

// A reading that was under way may have begun before the key was published, so that a client that
// waited for it in vain has its own one.
KeySource::Found KeySource::Await(std::string_view kid, std::string_view address, Lock* lock) {
  const auto until = std::chrono::steady_clock::now() + kLongestWait;
  while (is_reading_) {
    const auto has_ended = [this, before = ended_] { return ended_ != before; };
    const bool is_over = changed_.wait_until(*lock, until, has_ended);
    const Found found = Look(kid, *lock);
    if (found.key != nullptr || !is_over) return found;
  }
  if (MayRead(address, *lock)) {
    bucket_ -= 1;
    by_address_.Take(address);
    Read(lock);
  } else {
    ReadSoon(*lock);
  }
  return Look(kid, *lock);
}

KeySourceState KeySource::state() const {
  const Lock lock(mutex_);
  const auto set = ValidSet(lock);
  const auto age = last_success_ ? options_.now() - *last_success_ : Clock::duration::zero();
  return {.keys = set == nullptr ? 0 : set->size(),
          .readings = readings_,
          .failures = failures_,
          .age = std::chrono::duration_cast<std::chrono::seconds>(age)};
}

std::shared_ptr<const KeySet> KeySource::ValidSet(const Lock& /*lock*/) const {
  const bool is_void = !last_success_ || options_.now() - *last_success_ > kVoidAfter;
  return is_void || set_ == nullptr || set_->size() == 0 ? nullptr : set_;
}

KeySource::Found KeySource::Look(std::string_view kid, const Lock& lock) const {
  Found found;
  found.set = ValidSet(lock);
  if (found.set != nullptr) found.key = found.set->Find(kid);
  return found;
}

bool KeySource::MayRead(std::string_view address, const Lock& /*lock*/) {
  const Clock::time_point now = options_.now();
  const std::chrono::duration<double> passed = now - bucket_filled_;
  bucket_ = std::min<double>(kBurstOfAll, bucket_ + passed / kEveryOfAll);
  bucket_filled_ = now;
  return bucket_ >= 1 && by_address_.Wait(address) == std::chrono::milliseconds::zero();
}

// The thread that reads again and again does it, so that no client waits.
void KeySource::ReadSoon(const Lock& /*lock*/) {
  const Clock::time_point soon = last_end_ + kSoon;
  if (soon >= next_reading_) return;
  next_reading_ = soon;
  changed_.notify_all();
}

void KeySource::Read(Lock* lock) {
  is_reading_ = true;
  ++readings_;
  const std::string mark = mark_;
  lock->unlock();
  std::shared_ptr<const KeySet> set;
  std::string next_mark;
  std::string problem;
  try {
    auto text = options_.reader(mark);
    if (!text) problem = text.error().message;
    if (text && !text->is_unchanged) {
      auto parsed = KeySet::Parse(text->text);
      if (parsed) set = std::move(*parsed);
      if (!parsed) problem = parsed.error().message;
      next_mark = std::move(text->mark);
    }
  } catch (const std::exception& exception) {
    // A reading that did not end would be the last one.
    set.reset();
    problem = exception.what();
  }
  lock->lock();
  if (set != nullptr) {
    set_ = std::move(set);
    mark_ = std::move(next_mark);
  }
  End(problem.empty(), *lock);
  const bool is_news = !problem.empty() || failed_last_;
  failed_last_ = !problem.empty();
  if (!is_news || !options_.report) return;
  lock->unlock();
  options_.report(problem);
  lock->lock();
}

void KeySource::End(bool succeeded, const Lock& /*lock*/) {
  const Clock::time_point now = options_.now();
  if (succeeded) last_success_ = now;
  if (!succeeded) ++failures_;
  last_end_ = now;
  next_reading_ = now + (succeeded ? options_.refresh : options_.retry);
  is_reading_ = false;
  ++ended_;
  changed_.notify_all();
}

}  // namespace orgreg::auth
