// SPDX-License-Identifier: EUPL-1.2

#include "app/commands/typed_password.h"

#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

#include "auth/secrets/secret.h"
#include "base/files/system_error.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Result;

// Passwords are shorter.
constexpr std::size_t kMostLineBytes = 4096;

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

}  // namespace

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

}  // namespace orgreg::app
