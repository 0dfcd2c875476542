// SPDX-License-Identifier: EUPL-1.2

#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands.h"
#include "app/import/code_lists.h"
#include "app/import/kinds.h"
#include "app/import/run.h"
#include "app/settings/setting_flags.h"
#include "app/settings/settings.h"

namespace orgreg::app {
namespace {

constexpr const char* kImportFooter =
    R"(orgreg import KIND --help says what the kind needs.
Bad records are reported with position and reason, and the others are loaded. A complaint that many
records share is made once, with a count. A file that is cut off or damaged is refused whole.)";

constexpr const char* kInventoryRule =
    R"(All files of a run together are the inventory of their kind. The first one is loaded as
it is; a newer one becomes changes in the update feed, and live records that it lacks are
deleted as of today. More than 2 % missing is taken for a broken inventory and refused.
Files of deleted and removed records alone delete nothing.)";

constexpr const char* kAddedRule =
    R"(Files or folders are added one after the other; nothing else is deleted.)";

constexpr const char* kFileRule = "Files may be packed with gzip; - reads standard input.";
constexpr const char* kFolderRule = "Folders within the folders are ignored.";

constexpr std::array kImportCodes = {kDone, kFailed, kMisused, kSomeBad, kNoneTaken, kLeftOut};
constexpr int kMostWaitSeconds = 86'400;

std::string FooterOf(const ImportKindRow& row) {
  const char* const rule = row.way == ImportWay::kInventory ? kInventoryRule : kAddedRule;
  const std::string names =
      row.file_names.empty() ? "" : fmt::format("File names: {}\n", row.file_names);
  return fmt::format("{}\n{}{}\n{}\n\nExample: orgreg {}\n\n{}", row.needs, names, rule,
                     row.way == ImportWay::kFolders ? kFolderRule : kFileRule, row.example,
                     ExitCodeHelp(kImportCodes));
}

void AddCommonOptions(Command command, ImportArguments* arguments) {
  command.Add("--strict", &arguments->strict,
              "Stop at the first bad record and store nothing of its file");
  command.Add("--wait", &arguments->wait_s, "Seconds to wait for another process that writes")
      .Between(0, kMostWaitSeconds)
      .ShowDefault();
}

void AddInventoryOptions(Command command, ImportArguments* arguments) {
  command.Add("--add", &arguments->adds_only,
              "Only add and change; records that the files lack stay as they are");
  command.Add("--allow-shrink", &arguments->may_shrink,
              "Delete the records that the files lack, however many");
}

void AddKind(Command parent, const ImportKindRow& row,
             const std::shared_ptr<ImportArguments>& arguments) {
  Command command = parent.Sub(std::string(model::RowOf(row.kind).many), std::string(row.help));
  const bool is_of_folders = row.way == ImportWay::kFolders;
  command
      .Add(is_of_folders ? "folders" : "files", &arguments->from,
           is_of_folders ? "Folders of PDF files" : "The files; - reads standard input")
      .Required();
  AddCommonOptions(command, arguments.get());
  if (row.way == ImportWay::kInventory) AddInventoryOptions(command, arguments.get());
  if (row.way == ImportWay::kFiles) {
    command.Add("--again", &arguments->again, "Replace the statements of a file of the same name");
  }
  command.Footer(FooterOf(row));
  std::vector<std::string_view> settings = {"data", "store", "accept_clock"};
  if (is_of_folders) {
    settings.insert(settings.end(), {"blobs", "blobs_endpoint", "blobs_region", "blobs_credentials",
                                     "blobs_ca_file"});
  }
  if (row.takes_numbers) settings.insert(settings.end(), {"number_keys", "number_rule"});
  SettingFlags(command, settings).Does([arguments, &row](const Settings& given) {
    arguments->row = &row;
    arguments->place = PlaceOf(given);
    arguments->accepts_clock = given.accept_clock;
    arguments->numbers = NumberOptionsOf(given);
    return RunImport(*arguments);
  });
}

}  // namespace

void AddImport(Command program) {
  Command command =
      program.Sub("import", "Load total inventories, statements, documents and codes");
  // One of the kinds is chosen, so they share their arguments.
  const auto arguments = std::make_shared<ImportArguments>();
  for (const ImportKindRow& row : ImportKindRows()) AddKind(command, row, arguments);
  AddCodeListImport(command);
  command.Footer(fmt::format("{}\n{}", kImportFooter, ExitCodeHelp(kImportCodes)));
}

}  // namespace orgreg::app
