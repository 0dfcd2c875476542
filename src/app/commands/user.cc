// SPDX-License-Identifier: EUPL-1.2

// Each subcommand changes the list of users as a whole: a file, or the list that the nodes of a
// database share. A password is read first.

#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>

#include "app/commands.h"
#include "app/commands/opened_database.h"
#include "app/commands/typed_password.h"
#include "app/settings/setting_flags.h"
#include "app/settings/settings.h"
#include "app/shared/shared_users.h"
#include "auth/secrets/secret.h"
#include "auth/users/password_hash.h"
#include "auth/users/user_file.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Result;
using base::Status;

constexpr const char* kUserFooter =
    R"(A password is read from standard input: one line, or typed twice without being shown where
that is a terminal. A server that runs sees every change within a second; with --shared-users
all nodes of the database do, within some seconds.)";

struct UserArguments {
  const Settings* settings = nullptr;
  std::string name;  // or the file to take users from
};

Status Change(const Settings& settings, const auth::UserChange& change) {
  if (!settings.shared_users) return auth::ChangeUsers(UsersPath(settings), change);
  const auto store = TRY(OpenDatabase(settings));
  return ChangeSharedUsers(store->cluster(), change);
}

// Empty if there is no list yet.
Result<auth::UserList> Load(const Settings& settings) {
  if (settings.shared_users) {
    const auto store = TRY(OpenDatabase(settings));
    const auto shared = TRY(ReadSharedUsers(store->cluster()));
    return shared ? shared->list : auth::UserList();
  }
  auto users = auth::UserList::Load(UsersPath(settings));
  if (!users && users.error().code == Code::kNotFound) return auth::UserList();
  return users;
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
  const Status changed = Change(*arguments.settings, [&](auth::UserList* users) {
    is_new = users->Find(arguments.name) == nullptr;
    return users->Set({.name = arguments.name, .hash = *hash});
  });
  if (!changed) return Fail(changed.error());
  fmt::print("{} {}\n", arguments.name, is_new ? "added" : "has a new password");
  return kDone;
}

int RunRemove(const UserArguments& arguments) {
  const Status changed = Change(*arguments.settings, [&arguments](auth::UserList* users) {
    return users->Remove(arguments.name);
  });
  if (!changed) return Fail(changed.error());
  fmt::print("{} removed\n", arguments.name);
  return kDone;
}

int RunList(const UserArguments& arguments) {
  const auto users = Load(*arguments.settings);
  if (!users) return Fail(users.error());
  for (const auth::User& user : users->all()) fmt::print("{}\n", user.name);
  return kDone;
}

// Users who are there already get the password of the file.
int RunTake(const UserArguments& arguments) {
  const auto taken = auth::UserList::Load(arguments.name);
  if (!taken) return Fail(taken.error());
  std::size_t added = 0;
  const Status changed = Change(*arguments.settings, [&](auth::UserList* users) -> Status {
    added = 0;
    for (const auth::User& user : taken->all()) {
      added += users->Find(user.name) == nullptr ? 1 : 0;
      TRY(users->Set(user));
    }
    return {};
  });
  if (!changed) return Fail(changed.error());
  fmt::print("{} users taken, {} of them new\n", taken->all().size(), added);
  return kDone;
}

int RunRepair(const UserArguments& arguments) {
  if (arguments.settings->shared_users) {
    return Fail({Code::kInvalid,
                 "the users are in the database, and each node replaces a damaged file by itself"});
  }
  const auto repair = auth::RepairUsers(UsersPath(*arguments.settings));
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
    SettingFlags(command, {"users", "data", "store", "store_durability", "shared_users"})
        .Does([=](const Settings& settings) {
          if (settings.users.empty() && !settings.shared_users) {
            if (base::Status right = PlaceOf(settings).Check(); !right) return Fail(right.error());
          }
          arguments->settings = &settings;
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
  add("take", "Add the users of a file, with their passwords", RunTake)
      .Add("FILE", &arguments->name, "A file of users, such as that of a server of before")
      .Required();
  add("repair", "Keep the users of a damaged file whose lines are intact", RunRepair);
}

}  // namespace orgreg::app
