#include "auth/basic_check.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "auth/password_hash.h"
#include "auth/private_file.h"

namespace orgreg::auth {
namespace {

using base::Code;
using base::Error;
using base::Result;
using Kind = BasicVerdict::Kind;

constexpr std::chrono::seconds kBusyPause{1};
// Differs from that of any file, and of none.
constexpr std::string_view kNoMark = "unread";

bool IsRealm(std::string_view realm) {
  return std::ranges::all_of(realm,
                             [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
}

// The hash that the password is checked with: the user's own, or that of another for a name
// that nobody has, so that both cost the same.
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
class BasicCheck::Turn {
 public:
  Turn(BasicCheck* check, const KeyedDigest& digest, const Lock& /*lock*/)
      : check_(check), digest_(digest) {
    check_->under_way_.insert(digest_);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
    {
      const Lock lock(check_->mutex_);
      check_->under_way_.erase(digest_);
    }
    check_->changed_.notify_all();
  }

 private:
  BasicCheck* check_;
  const KeyedDigest& digest_;
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
  std::string mark = FileMark(path);
  Result<UserList> users = LoadOrNone(path);
  if (!users) return std::move(users).error();
  std::unique_ptr<BasicCheck> check(new BasicCheck(std::move(path), std::move(options)));
  check->users_ = std::make_shared<const UserList>(std::move(*users));
  check->mark_ = std::move(mark);
  check->next_look_ = check->options_.now() + kLookAgain;
  return check;
}

BasicCheck::BasicCheck(std::string path, BasicCheckOptions options)
    : path_(std::move(path)),
      options_(std::move(options)),
      challenge_("Basic realm=\"" + options_.realm + "\", charset=\"UTF-8\""),
      failures_(options_.failures) {}

BasicCheck::~BasicCheck() = default;

std::size_t BasicCheck::user_count() const {
  const Lock lock(mutex_);
  return users_->all().size();
}

BasicVerdict BasicCheck::Look(const BasicRequest& request) {
  const BasicField field = FindBasic(request.authorization);
  if (std::optional<BasicVerdict> known = LookAt(request, field)) return std::move(*known);
  const KeyedDigest digest = ProcessHash(field.encoded);
  {
    const Lock lock(mutex_);
    if (IsStale(lock)) return {.kind = Kind::kUndecided};
    const std::string* const user = FindRemembered(digest, lock);
    if (user != nullptr) return {.kind = Kind::kRight, .user = *user};
  }
  // Those who try at random are turned away here, at no cost.
  const std::chrono::milliseconds wait = failures_.Wait(request.address);
  return wait > wait.zero() ? Limited(wait) : BasicVerdict{.kind = Kind::kUndecided};
}

BasicVerdict BasicCheck::Check(const BasicRequest& request) {
  const BasicField field = FindBasic(request.authorization);
  if (std::optional<BasicVerdict> known = LookAt(request, field)) return std::move(*known);
  const KeyedDigest digest = ProcessHash(field.encoded);
  std::shared_ptr<const UserList> users;
  std::optional<Turn> turn;
  {
    Lock lock(mutex_);
    if (IsStale(lock)) Reload(&lock);
    const bool has_turn = WaitForTurn(digest, &lock);
    const std::string* const user = FindRemembered(digest, lock);
    if (user != nullptr) return {.kind = Kind::kRight, .user = *user};
    if (!has_turn) return {.kind = Kind::kBusy, .retry_after = kBusyPause};
    turn.emplace(this, digest, lock);
    users = users_;
  }
  const std::chrono::milliseconds wait = failures_.Take(request.address);
  if (wait > wait.zero()) return Limited(wait);
  const std::optional<BasicCredentials> credentials = DecodeBasic(field.encoded);
  if (!credentials) return {.kind = Kind::kWrong};
  const BasicVerdict verdict = CheckInTurn(request, *credentials, *users);
  if (verdict.kind == Kind::kRight) {
    const Lock lock(mutex_);
    // Of a list that was replaced meanwhile nothing is remembered.
    if (users == users_) Remember(digest, verdict.user, lock);
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
      return wait > wait.zero() ? Limited(wait) : BasicVerdict{.kind = Kind::kWrong};
    }
    case BasicField::Form::kGiven:
      break;
  }
  return std::nullopt;
}

BasicVerdict BasicCheck::Limited(std::chrono::milliseconds wait) const {
  return {.kind = Kind::kLimited, .retry_after = std::chrono::ceil<std::chrono::seconds>(wait)};
}

BasicVerdict BasicCheck::CheckInTurn(const BasicRequest& request,
                                     const BasicCredentials& credentials, const UserList& users) {
  const Result<bool> is_right = IsPassword(HashFor(users, credentials.name), credentials.password);
  if (!is_right) {
    failures_.GiveBack(request.address);
    return {.kind = Kind::kBusy, .retry_after = kBusyPause};
  }
  if (!*is_right || users.Find(credentials.name) == nullptr) return {.kind = Kind::kWrong};
  failures_.GiveBack(request.address);
  return {.kind = Kind::kRight, .user = credentials.name};
}

bool BasicCheck::IsStale(const Lock& /*lock*/) {
  const Clock::time_point now = options_.now();
  if (now < next_look_) return false;
  if (FileMark(path_) != mark_) return true;
  next_look_ = now + kLookAgain;
  return false;
}

void BasicCheck::Reload(Lock* lock) {
  // Others go on with the old list until the new one is read.
  next_look_ = options_.now() + kLookAgain;
  lock->unlock();
  std::string mark = FileMark(path_);
  Result<UserList> users = LoadOrNone(path_);
  lock->lock();
  // What could not be read is tried again at the next look.
  mark_ = users ? std::move(mark) : std::string(kNoMark);
  const bool is_news = users.ok() == failed_last_;
  failed_last_ = !users;
  if (users) {
    users_ = std::make_shared<const UserList>(std::move(*users));
    remembered_.clear();
  }
  if (!is_news || !options_.report) return;
  lock->unlock();
  options_.report(users ? "" : users.error().message);
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

bool BasicCheck::WaitForTurn(const KeyedDigest& digest, Lock* lock) {
  const auto is_ready = [&] {
    return FindRemembered(digest, *lock) != nullptr ||
           (!under_way_.contains(digest) && under_way_.size() < options_.most_at_once);
  };
  if (is_ready()) return true;
  if (waiting_ >= options_.most_waiting) return false;
  ++waiting_;
  const bool has_turn = changed_.wait_for(*lock, options_.longest_wait, is_ready);
  --waiting_;
  return has_turn;
}

}  // namespace orgreg::auth
