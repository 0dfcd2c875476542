// SPDX-License-Identifier: EUPL-1.2

// The password is read first, without showing it on a terminal. Each subcommand then changes the
// file of users as a whole.

#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>

#include "app/commands.h"
#include "app/settings/setting_flags.h"
#include "app/settings/settings.h"
#include "auth/secrets/secret.h"
#include "auth/users/password_hash.h"
#include "auth/users/user_file.h"
#include "base/files/system_error.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;
using base::Status;

constexpr const char* kUserFooter =
    R"(A password is read from standard input: one line, or typed twice without being shown where
that is a terminal. A server that runs sees every change within a second.)";

// Passwords are shorter.
constexpr std::size_t kMostLineBytes = 4096;

struct UserArguments {
  std::string users;
  std::string name;
};

// The earlier state of the terminal, for the handler of signals.
termios shown_terminal = {};

// Restores the terminal; the signal then has its usual effect.
void ShowAndEnd(int signal) {
  tcsetattr(STDIN_FILENO, TCSANOW, &shown_terminal);
  raise(signal);
}

// Hides typed characters.
class SilentTerminal {
 public:
  SilentTerminal() {
    is_set_ = tcgetattr(STDIN_FILENO, &before_) == 0;
    shown_terminal = before_;
    struct sigaction ends = {};
    ends.sa_handler = ShowAndEnd;
    ends.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaction(signal, &ends, nullptr);
    termios silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    is_set_ = is_set_ && tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0;
  }
  SilentTerminal(const SilentTerminal&) = delete;
  SilentTerminal& operator=(const SilentTerminal&) = delete;
  ~SilentTerminal() {
    if (is_set_) tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
  }

  bool is_set() const { return is_set_; }

 private:
  termios before_ = {};
  bool is_set_ = false;
};

// A line of standard input without its end. Byte by byte, so that no buffer keeps it.
Result<std::string> ReadLine() {
  std::string line;
  line.reserve(kMostLineBytes);  // No copy is left behind in a smaller buffer.
  char c = '\0';
  ssize_t count = 0;
  while ((count = read(STDIN_FILENO, &c, 1)) == 1 && c != '\n') {
    if (line.size() == kMostLineBytes) {
      auth::Wipe(&line);
      return Error{Code::kLimit, "the password is too long"};
    }
    line.push_back(c);
  }
  if (count < 0) {
    Error error = base::IoError("the password was not read", errno);
    auth::Wipe(&line);
    return error;
  }
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

Result<std::string> Prompt(const char* text) {
  fmt::print(stderr, "{}", text);
  auto line = ReadLine();
  fmt::print(stderr, "\n");
  return line;
}

Result<std::string> ReadPassword() {
  if (isatty(STDIN_FILENO) == 0) return ReadLine();
  const SilentTerminal silent;
  if (!silent.is_set()) return Error{Code::kIo, "the terminal cannot hide the password"};
  auto first = Prompt("Password: ");
  if (!first) return first;
  auto second = Prompt("Once more: ");
  const bool is_same = second && *first == *second;
  if (second) auth::Wipe(&*second);
  if (is_same) return first;
  auth::Wipe(&*first);
  return Error{Code::kInvalid, "the passwords differ"};
}

int RunAdd(const UserArguments& arguments) {
  if (!auth::IsUserName(arguments.name)) {
    return Fail({Code::kInvalid, "a name has 1 to 64 visible characters and no colon"});
  }
  auto password = ReadPassword();
  if (!password) return Fail(password.error());
  const Status fits = auth::CheckNewPassword(*password);
  const auto hash = fits ? auth::HashPassword(*password) : Result<auth::PasswordHash>(fits.error());
  auth::Wipe(&*password);
  if (!hash) return Fail(hash.error());
  bool is_new = true;
  const Status changed = auth::ChangeUsers(arguments.users, [&](auth::UserList* users) {
    is_new = users->Find(arguments.name) == nullptr;
    return users->Set({.name = arguments.name, .hash = *hash});
  });
  if (!changed) return Fail(changed.error());
  fmt::print("{} {}\n", arguments.name, is_new ? "added" : "has a new password");
  return kDone;
}

int RunRemove(const UserArguments& arguments) {
  const Status changed = auth::ChangeUsers(arguments.users, [&arguments](auth::UserList* users) {
    return users->Remove(arguments.name);
  });
  if (!changed) return Fail(changed.error());
  fmt::print("{} removed\n", arguments.name);
  return kDone;
}

int RunList(const UserArguments& arguments) {
  const auto users = auth::UserList::Load(arguments.users);
  if (!users) return users.error().code == Code::kNotFound ? kDone : Fail(users.error());
  for (const auth::User& user : users->all()) fmt::print("{}\n", user.name);
  return kDone;
}

int RunRepair(const UserArguments& arguments) {
  const auto repair = auth::RepairUsers(arguments.users);
  if (!repair) return Fail(repair.error());
  for (const std::size_t line : repair->left_out) {
    fmt::print(stderr, "orgreg: line {} is damaged, and its user is left out\n", line);
  }
  fmt::print("{} users kept, {} lines left out\n", repair->kept, repair->left_out.size());
  return kDone;
}

}  // namespace

void AddUser(Command program) {
  const auto arguments = std::make_shared<UserArguments>();
  Command user = program.Sub("user", "Who may ask for statements with Basic credentials");
  user.Footer(kUserFooter);
  const auto add = [&](const char* name, const char* help, int (*run)(const UserArguments&)) {
    Command command = user.Sub(name, help);
    SettingFlags(command, {"users", "data", "store"}).Does([=](const Settings& settings) {
      if (settings.users.empty()) {
        if (base::Status right = PlaceOf(settings).Check(); !right) return Fail(right.error());
      }
      arguments->users = UsersPath(settings);
      return run(*arguments);
    });
    return command;
  };
  constexpr const char* kNameHelp = "The user's name: 1 to 64 visible characters, no colon";
  add("add", "Add a user, or change the password of one", RunAdd)
      .Add("NAME", &arguments->name, kNameHelp)
      .Required();
  add("remove", "Remove a user", RunRemove).Add("NAME", &arguments->name, kNameHelp).Required();
  add("list", "Print the users' names", RunList);
  add("repair", "Keep the users of a damaged file whose lines are intact", RunRepair);
}

}  // namespace orgreg::app
