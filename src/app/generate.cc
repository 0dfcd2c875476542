#include "ingest/generate.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>

#include "app/commands.h"
#include "app/progress_bar.h"

namespace orgreg::app {
namespace {

int RunGenerate(ingest::GenerateOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  auto counts = [&] {
    ProgressBar bar("generating");
    const auto expected = static_cast<double>(options.entities) * 1.75;  // With the sub-entities.
    options.progress = [&](std::uint64_t records) {
      bar.Show(records, static_cast<double>(records) / expected);
    };
    return ingest::Generate(options);
  }();
  if (!counts) {
    fmt::print(stderr, "orgreg: {}\n", counts.error().message);
    return kFailed;
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
  return kDone;
}

}  // namespace

void AddGenerate(CLI::App* program, Run* chosen) {
  const auto options = std::make_shared<ingest::GenerateOptions>();
  CLI::App* const command =
      program->add_subcommand("generate", "Write the inventories of a fictional register");
  command
      ->add_option("directory", options->directory, "Where the files go; made when it is missing")
      ->required();
  command
      ->add_option("--entities", options->entities,
                   "How many entities; sub-entities follow from them")
      ->check(CLI::Range(std::uint64_t{1}, ingest::kMaxGeneratedEntities))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "The same seed gives the same bytes")
      ->capture_default_str();
  command
      ->add_option("--documents", options->documents,
                   "At most so many copies of documents (PDF), in a folder of their own")
      ->check(CLI::Range(std::uint64_t{0}, ingest::kMaxGeneratedDocuments))
      ->capture_default_str();
  command->footer("Everything in it is invented; it is distributed like a real register.");
  command->callback([options, chosen] { *chosen = [options] { return RunGenerate(*options); }; });
}

}  // namespace orgreg::app
