// The users who may ask for statements: a text file, one line a user,
//
//   NAME:ln=15,r=8,p=3:SALT:HASH
//
// (password_hash.h), in order of name, readable to its owner alone. It is replaced as a whole,
// so that whoever reads it sees either the old list or the new one; two who change it at a time
// do not lose each other's change. `orgreg user` writes it and a server reads it again whenever
// it changed. A UserList does not change; any number of threads may read it.

#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "auth/password_hash.h"
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

  // Errors name the line, and never its content.
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

}  // namespace orgreg::auth
