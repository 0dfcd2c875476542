// The commands of the program. Each adds itself to the command line and, when it was
// chosen, runs and gives the exit code: 0 done, 1 failed, 2 used wrongly, 3 input refused.

#pragma once

#include <array>

#include "app/command_line.h"
#include "base/result.h"

namespace orgreg::app {

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kMisused = 2;
inline constexpr int kRefused = 3;

// Tells the error on standard error; kFailed.
int Fail(const base::Error& error);

void AddServe(Command program);
void AddImport(Command program);
void AddApply(Command program);
void AddDownloads(Command program);
void AddGenerate(Command program);
void AddVerify(Command program);
void AddBackup(Command program);
void AddToken(Command program);
void AddUser(Command program);
void AddNumbers(Command program);
void AddAudit(Command program);
void AddRestore(Command program);

// In the order of the help.
inline constexpr auto kCommands = std::to_array<void (*)(Command)>(
    {AddServe, AddImport, AddApply, AddVerify, AddBackup, AddRestore, AddDownloads, AddToken,
     AddUser, AddNumbers, AddAudit, AddGenerate});

}  // namespace orgreg::app
