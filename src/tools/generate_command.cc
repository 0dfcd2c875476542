// SPDX-License-Identifier: EUPL-1.2

#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "app/exit_code.h"
#include "app/progress_bar.h"
#include "tools/commands.h"
#include "tools/generate/generate.h"

namespace orgreg::tools {
namespace {

int RunGenerate(GenerateOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  auto counts = [&] {
    app::ProgressBar bar("generating");
    const auto expected = static_cast<double>(options.entities) * 1.75;  // With the sub-entities.
    options.progress = [&](std::uint64_t records) {
      bar.Show(records, static_cast<double>(records) / expected);
    };
    return Generate(options);
  }();
  if (!counts) {
    fmt::print(stderr, "{}: {}\n", kProgram, counts.error().message);
    return app::kFailed;
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  fmt::print("{} entities, {} sub-entities, {} deleted and {} removed records in {} ({:.1f} s)\n",
             counts->entities, counts->sub_entities, counts->deleted, counts->removed,
             options.directory, elapsed.count());
  fmt::print(
      "{} roles in {} entities, {} voluntary organisations, {} parties, "
      "cadastral units of {} entities\n",
      counts->roles, counts->role_lists, counts->voluntary, counts->parties,
      counts->cadastral_lists);
  fmt::print("{} statements of {} entities, {} documents\n", counts->filings, counts->filers,
             counts->documents);
  fmt::print("{} changes in {} batches of the weeks after\n", counts->changes, counts->batches);
  return app::kDone;
}

}  // namespace

void AddGenerate(app::Command program) {
  const auto options = std::make_shared<GenerateOptions>();
  app::Command command =
      program.Sub("generate", "Write the inventories of a fictional register, and changes to them");
  command.Add("directory", &options->directory, "The folder of the files; made if it is missing")
      .Required();
  command.Add("--entities", &options->entities, "How many entities; sub-entities follow from them")
      .Between(std::uint64_t{1}, kMaxGeneratedEntities)
      .ShowDefault();
  command.Add("--seed", &options->seed, "The same seed gives the same bytes").ShowDefault();
  command
      .Add("--documents", &options->documents,
           "At most this many copies of documents (PDF), in a folder of their own")
      .Between(std::uint64_t{0}, kMaxGeneratedDocuments)
      .ShowDefault();
  command.Footer("Everything in it is invented; it is distributed like a real register.");
  command.Does([options] { return RunGenerate(*options); });
}

}  // namespace orgreg::tools
