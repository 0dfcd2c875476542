// SPDX-License-Identifier: EUPL-1.2

// The users who may request statements are in a text file, with a checksum in its first line and
// then one line for each user,
//
//   sha256:SUM
//   NAME:ln=15,r=8,p=3:SALT:HASH:CHECK
//
// (password_hash.h), in order of name; only its owner can read it. SUM is the SHA-256 of all that
// follows its line. CHECK is the first 16 digits of the SHA-256 of the line before the last colon.
// So a damaged file is refused, and its whole lines can be kept (RepairUsers). Files of earlier
// versions have neither and are read too; a change writes both. An empty file is damaged: a list
// without users has its first line. The file is replaced as a whole, so that a reader sees either
// the old list or the new one; two concurrent changes are both kept. `orgreg user` writes it and a
// server reads it again whenever it changed. A UserList does not change; any number of threads may
// read it.

#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "auth/users/password_hash.h"
#include "base/result.h"

namespace orgreg::auth {

struct User {
  std::string name = {};
  PasswordHash hash = {};
};

// 1–64 characters of well-formed UTF-8, all of them visible, none of them a colon, which ends
// the name in a header field (RFC 7617, section 2).
bool IsUserName(std::string_view name);

// Checks a new password: 8–256 characters of well-formed UTF-8 without control characters
// (RFC 7617, section 2). The error says which rule is broken and never repeats the password.
base::Status CheckNewPassword(std::string_view password);

class UserList {
 public:
  static constexpr std::size_t kMostUsers = 4096;

  // kCorrupt where a checksum does not fit, kInvalid where a line breaks the rules. Errors name the
  // line, and never its content.
  static base::Result<UserList> Parse(std::string_view text);
  // kNotFound if there is no file; kInvalid if others than its owner may use it.
  static base::Result<UserList> Load(const std::string& path);

  const User* Find(std::string_view name) const;
  // The users in order of name.
  std::span<const User> all() const { return users_; }

  // Adds the user, or changes the password of an existing one. kInvalid if it is not a valid name,
  // kLimit if there are kMostUsers already.
  base::Status Set(User user);
  // kNotFound if no user has that name.
  base::Status Remove(std::string_view name);

  std::string ToText() const;

 private:
  std::vector<User> users_;
};

using UserChange = std::function<base::Status(UserList*)>;

// Reads the list (an empty one if there is no file), lets `change` change it and puts it in place,
// on the disk. Nothing happens if `change` fails. kUnavailable while another process changes it.
base::Status ChangeUsers(const std::string& path, const UserChange& change);

// Puts the list in place of the file, if that has another one or cannot be read. True if it did.
// Errors are those of writing.
base::Result<bool> PutUsers(const std::string& path, const UserList& list);

// The users that are still whole in a damaged file.
struct UserRepair {
  std::size_t kept = 0;
  std::vector<std::size_t> left_out = {};  // lines that are damaged, by number
};

// Writes the file again with the users whose lines are whole. Errors are those of ChangeUsers, and
// kNotFound if there is no file.
base::Result<UserRepair> RepairUsers(const std::string& path);

}  // namespace orgreg::auth
