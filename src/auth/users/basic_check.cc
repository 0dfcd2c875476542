// SPDX-License-Identifier: EUPL-1.2

// Look only uses results that are remembered; Check waits for a turn in the queue of passwords,
// computes the hash without the lock, and remembers the result. Both read the file of users again
// if it has changed.

#include "auth/users/basic_check.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "auth/users/password_hash.h"
#include "base/files/descriptor.h"
#include "base/values/client_network.h"

namespace orgreg::auth {
namespace {

using base::Code;
using base::Error;
using base::Result;
using Kind = BasicVerdict::Kind;

constexpr std::chrono::seconds kBusyPause{1};
// Differs from that of any file, and of none.
constexpr std::string_view kNoMark = "unread";

BasicVerdict Busy() { return {.kind = Kind::kBusy, .retry_after = kBusyPause}; }

bool IsRealm(std::string_view realm) {
  return std::ranges::all_of(realm,
                             [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
}

// The hash for checking the password: the user's own, or another one for an unknown name, so that
// both cost the same.
const PasswordHash& HashFor(const UserList& users, std::string_view name) {
  static const PasswordHash nobody;
  if (const User* user = users.Find(name); user != nullptr) return user->hash;
  if (users.all().empty()) return nobody;
  std::uint64_t number = 0;
  std::memcpy(&number, ProcessHash(name).data(), sizeof number);
  return users.all()[number % users.all().size()].hash;
}

// No file is a list without users.
Result<UserList> LoadOrNone(const std::string& path) {
  Result<UserList> users = UserList::Load(path);
  if (!users && users.error().code == Code::kNotFound) return UserList();
  return users;
}

}  // namespace

// The right to check one text of credentials, from its beginning to its end.
class BasicCheck::Slot {
 public:
  Slot(BasicCheck* check, const PasswordQueue::Claim& claim) : check_(check), claim_(claim) {}
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  ~Slot() {
    const Lock lock(check_->mutex_);
    check_->queue_.End(claim_, lock);
  }

 private:
  BasicCheck* check_;
  const PasswordQueue::Claim& claim_;
};

std::size_t BasicCheck::DigestHash::operator()(const KeyedDigest& digest) const {
  std::size_t hash = 0;
  std::memcpy(&hash, digest.data(), sizeof hash);
  return hash;
}

Result<std::unique_ptr<BasicCheck>> BasicCheck::Open(std::string path, BasicCheckOptions options) {
  if (!IsRealm(options.realm)) {
    return Error{Code::kInvalid, "a realm is printable ASCII without \" and \\"};
  }
  std::unique_ptr<BasicCheck> check(new BasicCheck(std::move(path), std::move(options)));
  Lock lock(check->mutex_);
  check->Reload(&lock);
  lock.unlock();
  return check;
}

BasicCheck::BasicCheck(std::string path, BasicCheckOptions options)
    : path_(std::move(path)),
      options_(std::move(options)),
      challenge_("Basic realm=\"" + options_.realm + "\", charset=\"UTF-8\""),
      failures_(options_.failures),
      queue_(options_.queue) {}

BasicCheck::~BasicCheck() = default;

std::size_t BasicCheck::user_count() const {
  const Lock lock(mutex_);
  return users_ == nullptr ? 0 : users_->all().size();
}

std::optional<base::Error> BasicCheck::problem() const {
  const Lock lock(mutex_);
  return problem_;
}

BasicVerdict BasicCheck::Counted(BasicVerdict verdict) const {
  counts_[static_cast<std::size_t>(verdict.kind)].Add();
  return verdict;
}

BasicVerdict BasicCheck::Look(const BasicRequest& request) {
  return Counted(DecideQuickly(request));
}

BasicVerdict BasicCheck::Check(const BasicRequest& request) { return Counted(Decide(request)); }

BasicVerdict BasicCheck::DecideQuickly(const BasicRequest& request) {
  const BasicField field = FindBasic(request.authorization);
  if (std::optional<BasicVerdict> known = LookAt(request, field)) return std::move(*known);
  const KeyedDigest digest = ProcessHash(field.encoded);
  bool is_stale = false;
  {
    const Lock lock(mutex_);
    is_stale = IsStale(lock);
    const std::string* const user = is_stale ? nullptr : FindRemembered(digest, lock);
    if (user != nullptr) return {.kind = Kind::kRight, .user = *user};
    if (!is_stale && users_ == nullptr) return {.kind = Kind::kUnusable};
  }
  // Clients that guess are refused here, at no cost.
  const std::chrono::milliseconds wait = failures_.Wait(request.address);
  if (!is_stale && wait > wait.zero()) return Limited(wait);
  const PasswordQueue::Claim claim = ClaimOf(request, digest);
  const Lock lock(mutex_);
  return queue_.Admit(claim, lock) ? BasicVerdict{.kind = Kind::kUndecided} : Busy();
}

BasicVerdict BasicCheck::Decide(const BasicRequest& request) {
  const BasicField field = FindBasic(request.authorization);
  if (std::optional<BasicVerdict> known = LookAt(request, field)) return std::move(*known);
  const PasswordQueue::Claim claim = ClaimOf(request, ProcessHash(field.encoded));
  Lock lock(mutex_);
  if (IsStale(lock)) Reload(&lock);
  if (users_ == nullptr) {
    queue_.GiveUp(claim, lock);
    return {.kind = Kind::kUnusable};
  }
  std::string remembered;
  const auto is_remembered = [&] {
    const std::string* const user = FindRemembered(claim.digest, lock);
    if (user != nullptr) remembered = *user;
    return user != nullptr;
  };
  switch (queue_.Wait(claim, is_remembered, &lock)) {
    case PasswordQueue::Outcome::kDecided:
      return {.kind = Kind::kRight, .user = std::move(remembered)};
    case PasswordQueue::Outcome::kNone:
      return Busy();
    case PasswordQueue::Outcome::kMayCheck:
      break;
  }
  const Slot slot(this, claim);
  const std::shared_ptr<const UserList> users = users_;
  lock.unlock();
  BasicVerdict verdict = CheckInSlot(request, field, *users);
  const Lock noting(mutex_);
  if (verdict.kind == Kind::kRight) {
    queue_.standings().NoteSuccess(claim.network);
    // Results of a list that has been replaced are not remembered.
    if (users == users_) Remember(claim.digest, verdict.user, noting);
  } else if (verdict.kind != Kind::kBusy) {
    queue_.standings().NoteFailure(claim.network);
  }
  return verdict;
}

std::optional<BasicVerdict> BasicCheck::LookAt(const BasicRequest& request,
                                               const BasicField& field) {
  switch (field.form) {
    case BasicField::Form::kNone:
      return BasicVerdict{.kind = Kind::kNoCredentials};
    case BasicField::Form::kMalformed: {
      const std::chrono::milliseconds wait = failures_.Take(request.address);
      NoteFailure(request);
      return wait > wait.zero() ? Limited(wait) : BasicVerdict{.kind = Kind::kWrong};
    }
    case BasicField::Form::kGiven:
      break;
  }
  return std::nullopt;
}

PasswordQueue::Claim BasicCheck::ClaimOf(const BasicRequest& request, const KeyedDigest& digest) {
  return {.digest = digest, .network = base::ClientNetwork(request.address)};
}

void BasicCheck::NoteFailure(const BasicRequest& request) {
  const Lock lock(mutex_);
  queue_.standings().NoteFailure(base::ClientNetwork(request.address));
}

BasicVerdict BasicCheck::Limited(std::chrono::milliseconds wait) const {
  return {.kind = Kind::kLimited, .retry_after = std::chrono::ceil<std::chrono::seconds>(wait)};
}

BasicVerdict BasicCheck::CheckInSlot(const BasicRequest& request, const BasicField& field,
                                     const UserList& users) {
  const std::chrono::milliseconds wait = failures_.Take(request.address);
  if (wait > wait.zero()) return Limited(wait);
  const std::optional<BasicCredentials> credentials = DecodeBasic(field.encoded);
  if (!credentials) return {.kind = Kind::kWrong};
  const Result<bool> is_right =
      IsPassword(HashFor(users, credentials->name), credentials->password);
  if (!is_right) {
    failures_.GiveBack(request.address);
    return Busy();
  }
  if (!*is_right || users.Find(credentials->name) == nullptr) return {.kind = Kind::kWrong};
  failures_.GiveBack(request.address);
  return {.kind = Kind::kRight, .user = credentials->name};
}

bool BasicCheck::IsStale(const Lock& /*lock*/) {
  const Clock::time_point now = options_.now();
  if (now < next_look_) return false;
  if (base::MarkOf(path_) != mark_) return true;
  next_look_ = now + kLookAgain;
  return false;
}

void BasicCheck::Reload(Lock* lock) {
  // Others go on with the old list until the new one is read.
  next_look_ = options_.now() + kLookAgain;
  lock->unlock();
  std::string mark = base::MarkOf(path_);
  Result<UserList> users = LoadOrNone(path_);
  lock->lock();
  // A failed reading is tried again at the next look.
  mark_ = users ? std::move(mark) : std::string(kNoMark);
  const bool is_news = users.ok() == problem_.has_value();
  problem_ = users ? std::nullopt : std::optional(users.error());
  if (users) {
    users_ = std::make_shared<const UserList>(std::move(*users));
    remembered_.clear();
  }
  if (!is_news || !options_.report) return;
  const std::string message = problem_ ? problem_->message : "";
  lock->unlock();
  options_.report(message);
  lock->lock();
}

const std::string* BasicCheck::FindRemembered(const KeyedDigest& digest, const Lock& /*lock*/) {
  const auto found = remembered_.find(digest);
  if (found == remembered_.end()) return nullptr;
  if (options_.now() < found->second.until) return &found->second.user;
  remembered_.erase(found);
  return nullptr;
}

void BasicCheck::Remember(const KeyedDigest& digest, const std::string& user,
                          const Lock& /*lock*/) {
  const Clock::time_point now = options_.now();
  if (remembered_.size() >= kMostRemembered) {
    std::erase_if(remembered_, [now](const auto& entry) { return entry.second.until <= now; });
  }
  if (remembered_.size() >= kMostRemembered) remembered_.erase(remembered_.begin());
  remembered_[digest] = {.user = user, .until = now + kRememberedFor};
}

}  // namespace orgreg::auth
