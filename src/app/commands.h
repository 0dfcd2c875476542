// SPDX-License-Identifier: EUPL-1.2

// The commands of the program. Each adds itself to the command line and, when it was
// chosen, runs and gives an exit code of exit_code.h.

#pragma once

#include <array>
#include <string>
#include <string_view>

#include "app/command_line.h"
#include "app/exit_code.h"
#include "base/result.h"

namespace orgreg::app {

// Prints the error on standard error; kFailed.
int Fail(const base::Error& error, std::string_view program = "orgreg");

// Prints on standard error that another process writes to the register, and how long the command
// waits.
void SayWaiting(const std::string& place, int wait_s);

void AddServe(Command program);
void AddImport(Command program);
void AddAdopt(Command program);
void AddApply(Command program);
void AddDownloads(Command program);
void AddVerify(Command program);
void AddBackup(Command program);
void AddUser(Command program);
void AddNumbers(Command program);
void AddAudit(Command program);
void AddRestore(Command program);
void AddOperations(Command program);
void AddInterface(Command program);
void AddPromote(Command program);
void AddStore(Command program);
void AddCluster(Command program);

// The commands in the order of the help.
inline constexpr auto kCommands = std::to_array<void (*)(Command)>(
    {AddServe, AddImport, AddApply, AddVerify, AddBackup, AddRestore, AddPromote, AddStore,
     AddCluster, AddDownloads, AddUser, AddNumbers, AddAudit, AddAdopt, AddOperations,
     AddInterface});

}  // namespace orgreg::app
