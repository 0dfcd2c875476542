// The users who may ask for statements: a text file with a checksum in its first line, then one
// line a user,
//
//   sha256:SUM
//   NAME:ln=15,r=8,p=3:SALT:HASH:CHECK
//
// (password_hash.h), in order of name, readable to its owner alone. SUM is the SHA-256 of all that
// follows its line, CHECK the first 16 digits of that of the line before the last colon: so a file
// that is damaged anywhere is refused, and what is whole of it can be kept (RepairUsers). Files of
// earlier versions have neither and are read too; whoever changes them writes both. An empty file
// is damaged: a list without users has its first line. The file is replaced as a whole,
// so that whoever reads it sees either the old list or the new one; two who change it at a time
// do not lose each other's change. `orgreg user` writes it and a server reads it again whenever
// it changed. A UserList does not change; any number of threads may read it.

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

// What a new password may be: 8–256 characters of well-formed UTF-8 without control characters
// (RFC 7617, section 2). The error says which rule is broken and never repeats the password.
base::Status CheckNewPassword(std::string_view password);

class UserList {
 public:
  static constexpr std::size_t kMostUsers = 4096;

  // kCorrupt where a checksum does not fit, kInvalid where a line breaks the rules. Errors name the
  // line, and never its content.
  static base::Result<UserList> Parse(std::string_view text);
  // kNotFound where there is no file; kInvalid where others than its owner may use it.
  static base::Result<UserList> Load(const std::string& path);

  const User* Find(std::string_view name) const;
  // In order of name.
  std::span<const User> all() const { return users_; }

  // Adds the user, or changes the password of one that is there. kInvalid where it is no name,
  // kLimit where there are kMostUsers already.
  base::Status Set(User user);
  // kNotFound where nobody has that name.
  base::Status Remove(std::string_view name);

  std::string ToText() const;

 private:
  std::vector<User> users_;
};

// Reads the list (an empty one where there is no file), lets `change` change it and puts it in
// place, on the disk. Nothing happens where `change` fails. kUnavailable while somebody else
// changes it.
base::Status ChangeUsers(const std::string& path,
                         const std::function<base::Status(UserList*)>& change);

// What a damaged file still has of its users.
struct UserRepair {
  std::size_t kept = 0;
  std::vector<std::size_t> left_out = {};  // lines that are damaged, by number
};

// Writes the file anew with the users whose lines are whole. Errors as those of ChangeUsers, and
// kNotFound where there is no file.
base::Result<UserRepair> RepairUsers(const std::string& path);

}  // namespace orgreg::auth
