// The commands of the program. Each adds itself to the command line and, when it was
// chosen, runs and gives the exit code: 0 done, 1 failed, 2 used wrongly, 3 input refused.

#pragma once

#include <CLI/App.hpp>
#include <functional>

namespace orgreg::app {

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kMisused = 2;
inline constexpr int kRefused = 3;

// What the chosen command will run.
using Run = std::function<int()>;

void AddServe(CLI::App* program, Run* chosen);
void AddImport(CLI::App* program, Run* chosen);
void AddApply(CLI::App* program, Run* chosen);
void AddDownloads(CLI::App* program, Run* chosen);
void AddGenerate(CLI::App* program, Run* chosen);
void AddVerify(CLI::App* program, Run* chosen);
void AddBackup(CLI::App* program, Run* chosen);
void AddToken(CLI::App* program, Run* chosen);
void AddUser(CLI::App* program, Run* chosen);
void AddNumbers(CLI::App* program, Run* chosen);
void AddAudit(CLI::App* program, Run* chosen);
void AddRestore(CLI::App* program, Run* chosen);

}  // namespace orgreg::app
