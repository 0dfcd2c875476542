#include "auth/user_file.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "auth/private_file.h"
#include "auth/visible_text.h"
#include "formats/file_writer.h"

namespace orgreg::auth {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

// What kMostUsers of the longest lines take.
constexpr std::size_t kMostFileBytes = UserList::kMostUsers * 512;
constexpr std::size_t kMostNameCharacters = 64;
constexpr std::size_t kLeastPasswordCharacters = 8;
constexpr std::size_t kMostPasswordCharacters = 256;

Result<User> ReadLine(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !IsUserName(line.substr(0, colon))) {
    return Error{Code::kInvalid, "does not begin with a user's name and a colon"};
  }
  const std::optional<PasswordHash> hash = ParsePasswordHash(line.substr(colon + 1));
  if (!hash) return Error{Code::kInvalid, "the name is not followed by a hash of this program"};
  return User{.name = std::string(line.substr(0, colon)), .hash = *hash};
}

}  // namespace

bool IsUserName(std::string_view name) {
  if (name.find(':') != std::string_view::npos) return false;
  const std::optional<TextCount> count = CountText(name);
  return count && count->invisible == 0 && count->characters >= 1 &&
         count->characters <= kMostNameCharacters;
}

Status CheckNewPassword(std::string_view password) {
  const std::optional<TextCount> count = CountText(password);
  if (!count) return Error{Code::kInvalid, "the password is not UTF-8"};
  if (count->controls != 0) return Error{Code::kInvalid, "the password has control characters"};
  if (count->characters < kLeastPasswordCharacters) {
    return Error{Code::kInvalid, "the password has less than 8 characters"};
  }
  if (count->characters > kMostPasswordCharacters) {
    return Error{Code::kInvalid, "the password has more than 256 characters"};
  }
  return {};
}

Result<UserList> UserList::Parse(std::string_view text) {
  UserList list;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    const std::string where = "line " + std::to_string(number);
    Result<User> user = ReadLine(line);
    if (!user) return std::move(user).error().At(where);
    if (list.Find(user->name) != nullptr) {
      return Error{Code::kInvalid, "the name is there twice"}.At(where);
    }
    if (Status set = list.Set(std::move(*user)); !set) return std::move(set).error().At(where);
  }
  return list;
}

Result<UserList> UserList::Load(const std::string& path) {
  const Result<Secret> text = ReadPrivateFile(path, kMostFileBytes);
  if (!text) return text.error();
  Result<UserList> list = Parse(text->text());
  if (!list) return std::move(list).error().At(path);
  return list;
}

const User* UserList::Find(std::string_view name) const {
  const auto found = std::ranges::lower_bound(users_, name, {}, &User::name);
  return found != users_.end() && found->name == name ? &*found : nullptr;
}

Status UserList::Set(User user) {
  if (!IsUserName(user.name)) {
    return Error{Code::kInvalid, "a name has 1 to 64 visible characters and no colon"};
  }
  const auto place = std::ranges::lower_bound(users_, user.name, {}, &User::name);
  if (place != users_.end() && place->name == user.name) {
    place->hash = user.hash;
    return {};
  }
  if (users_.size() == kMostUsers) return Error{Code::kLimit, "there are 4096 users already"};
  users_.insert(place, std::move(user));
  return {};
}

Status UserList::Remove(std::string_view name) {
  const auto found = std::ranges::lower_bound(users_, name, {}, &User::name);
  if (found == users_.end() || found->name != name) {
    return Error{Code::kNotFound, "there is no user of that name"};
  }
  users_.erase(found);
  return {};
}

std::string UserList::ToText() const {
  std::string text;
  for (const User& user : users_) text += user.name + ":" + auth::ToText(user.hash) + "\n";
  return text;
}

Status ChangeUsers(const std::string& path, const std::function<Status(UserList*)>& change) {
  // First, because it keeps others from changing the list between our reading and writing.
  auto file = formats::FileWriter::Create(path, formats::Readers::kOwner);
  if (!file) return std::move(file).error();
  Result<UserList> list = UserList::Load(path);
  if (!list && list.error().code != Code::kNotFound) return std::move(list).error();
  UserList changed = list ? std::move(*list) : UserList();
  if (Status done = change(&changed); !done) return done;
  Status status = (*file)->Append(changed.ToText());
  if (status) status = (*file)->Finish();
  return status ? (*file)->Publish() : std::move(status);
}

}  // namespace orgreg::auth
