// SPDX-License-Identifier: EUPL-1.2

// Lines with a checksum are the present form; plain lines come from earlier versions. A change
// reads the whole file, and publishes a new one under the same name.

#include "auth/users/user_file.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "auth/secrets/private_file.h"
#include "auth/visible_text.h"
#include "base/values/ascii.h"
#include "formats/file_writer.h"
#include "formats/sha256.h"

namespace orgreg::auth {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

// The size of kMostUsers of the longest lines.
constexpr std::size_t kMostFileBytes = UserList::kMostUsers * 512;
constexpr std::size_t kMostNameCharacters = 64;
constexpr std::size_t kLeastPasswordCharacters = 8;
constexpr std::size_t kMostPasswordCharacters = 256;

constexpr std::string_view kSumName = "sha256:";
constexpr std::size_t kSumDigits = 64;
constexpr std::size_t kCheckDigits = 16;

std::string SumOf(std::string_view text) {
  formats::Sha256 sum;
  sum.Add(text);
  return sum.Finish();
}

std::string CheckOf(std::string_view line) { return SumOf(line).substr(0, kCheckDigits); }

// No user has such a line: what follows a name is longer.
bool IsSumLine(std::string_view line) {
  return line.starts_with(kSumName) && line.size() == kSumName.size() + kSumDigits;
}

// A line as earlier versions wrote it.
Result<User> ReadPlainLine(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !IsUserName(line.substr(0, colon))) {
    return Error{Code::kInvalid, "does not begin with a user's name and a colon"};
  }
  const std::optional<PasswordHash> hash = ParsePasswordHash(line.substr(colon + 1));
  if (!hash) return Error{Code::kInvalid, "the name is not followed by a hash of this program"};
  return User{.name = std::string(line.substr(0, colon)), .hash = *hash};
}

Result<User> ReadCheckedLine(std::string_view line) {
  const std::size_t colon = line.rfind(':');
  const bool is_whole =
      colon != std::string_view::npos && line.substr(colon + 1) == CheckOf(line.substr(0, colon));
  if (!is_whole) return Error{Code::kCorrupt, "is damaged"};
  return ReadPlainLine(line.substr(0, colon));
}

// Adds the user of a line to the list.
Status TakeUser(Result<User> user, UserList* list) {
  if (!user) return std::move(user).error();
  if (list->Find(user->name) != nullptr) {
    return Error{Code::kInvalid, "the name is there twice"};
  }
  return list->Set(std::move(*user));
}

// Puts the list in place of the file that `file` began to write.
Status Publish(formats::FileWriter* file, const UserList& list) {
  Status status = file->Append(list.ToText());
  if (status) status = file->Finish();
  return status ? file->Publish() : std::move(status);
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
  if (text.empty()) return Error{Code::kCorrupt, "is empty, as no file of users is"};
  UserList list;
  std::string_view rest = text;
  const std::string_view first = base::TakeUntil('\n', &rest);
  const bool has_sum = IsSumLine(first);
  if (has_sum && first.substr(kSumName.size()) != SumOf(rest)) {
    return Error{
        Code::kCorrupt,
        "is damaged: its lines do not have the checksum in the first one; orgreg user repair "
        "keeps the intact lines"};
  }
  if (!has_sum) rest = text;
  for (std::size_t number = has_sum ? 2 : 1; !rest.empty(); ++number) {
    const std::string_view line = base::TakeUntil('\n', &rest);
    if (line.empty()) continue;
    Status taken = TakeUser(has_sum ? ReadCheckedLine(line) : ReadPlainLine(line), &list);
    if (!taken) return std::move(taken).error().At("line " + std::to_string(number));
  }
  return list;
}

Result<UserList> UserList::Load(const std::string& path) {
  return LoadPrivateFile(path, kMostFileBytes, Parse);
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
  for (const User& user : users_) {
    const std::string line = user.name + ":" + auth::ToText(user.hash);
    text += line + ":" + CheckOf(line) + "\n";
  }
  return std::string(kSumName) + SumOf(text) + "\n" + text;
}

Status ChangeUsers(const std::string& path, const UserChange& change) {
  // First, because it keeps others from changing the list between our reading and writing.
  auto file = TRY(formats::FileWriter::Create(path, formats::Readers::kOwner));
  Result<UserList> list = UserList::Load(path);
  if (!list && list.error().code != Code::kNotFound) return std::move(list).error();
  UserList changed = list ? std::move(*list) : UserList();
  TRY(change(&changed));
  return Publish(file.get(), changed);
}

Result<bool> PutUsers(const std::string& path, const UserList& list) {
  const Result<UserList> present = UserList::Load(path);
  if (present && present->ToText() == list.ToText()) return false;
  auto file = TRY(formats::FileWriter::Create(path, formats::Readers::kOwner));
  TRY(Publish(file.get(), list));
  return true;
}

Result<UserRepair> RepairUsers(const std::string& path) {
  auto file = TRY(formats::FileWriter::Create(path, formats::Readers::kOwner));
  const auto text = TRY(ReadPrivateFile(path, kMostFileBytes));
  UserRepair repair;
  UserList list;
  std::string_view rest = text.text();
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::string_view line = base::TakeUntil('\n', &rest);
    const bool is_sum = number == 1 && IsSumLine(line);
    if (line.empty() || is_sum) continue;
    Result<User> user = ReadCheckedLine(line);
    if (!user) user = ReadPlainLine(line);
    if (!TakeUser(std::move(user), &list)) repair.left_out.push_back(number);
  }
  repair.kept = list.all().size();
  TRY(Publish(file.get(), list));
  return repair;
}

}  // namespace orgreg::auth
