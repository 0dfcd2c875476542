// SPDX-License-Identifier: EUPL-1.2

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "api/interface_changes/interface_changes.h"
#include "api/interface_document/document.h"
#include "api/interface_document/node.h"
#include "api/interface_document/older_version.h"
#include "api/routes.h"
#include "app/commands.h"
#include "app/exit_code.h"
#include "base/files/file_access.h"

namespace orgreg::app {
namespace {

struct InterfaceArguments {
  std::string version = "3.1";
  bool is_yaml = false;
  std::string older;
  std::string newer;
};

base::Result<std::string> ReadDocument(const std::string& path) {
  TRY(base::CheckFile(path, base::Access::kRead));
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) return base::Error{base::Code::kIo, path + ": cannot be read"};
  return text;
}

// That of this program, in the version of OpenAPI of the older document.
base::Result<std::string> OwnDocument(std::string_view older, const api::DocumentNames& names) {
  const std::string version = TRY(api::OpenApiVersionOf(older, names));
  const api::Node document = api::InterfaceDocument(api::Routes());
  return api::ToJson(api::IsOpenApi30(version) ? api::AsVersion30(document) : document);
}

// The lines that break clients come first.
base::Result<int> PrintChanges(const InterfaceArguments& arguments) {
  const bool is_own = arguments.newer.empty();
  const api::DocumentNames names = {
      .older = arguments.older,
      .newer = is_own ? std::string_view("the document of this program") : arguments.newer};
  const std::string older = TRY(ReadDocument(arguments.older));
  const std::string newer = TRY(is_own ? OwnDocument(older, names) : ReadDocument(arguments.newer));
  std::vector<api::Change> changes = TRY(api::CompareInterfaces(older, newer, names));
  const auto rest = std::ranges::stable_partition(changes, api::BreaksClients);
  for (const api::Change& change : changes) fmt::print("{}\n", api::ToText(change));
  const auto breaking = changes.size() - rest.size();
  fmt::print("{} changes, {} of them break clients\n", changes.size(), breaking);
  return breaking > 0 ? kFailed : kDone;
}

int RunInterface(const InterfaceArguments& arguments) {
  if (!arguments.older.empty()) {
    const base::Result<int> code = PrintChanges(arguments);
    return code ? *code : Fail(code.error());
  }
  if (!arguments.newer.empty()) {
    fmt::print(stderr, "orgreg: {} can only be compared with --diff\n", arguments.newer);
    return kMisused;
  }
  api::Node document = api::InterfaceDocument(api::Routes());
  if (arguments.version == "3.0") document = api::AsVersion30(document);
  fmt::print("{}", arguments.is_yaml ? api::ToYaml(document) : api::ToJson(document));
  return kDone;
}

}  // namespace

void AddInterface(Command program) {
  Command command = program.Sub("openapi", "Print the document of the interface (OpenAPI)");
  const auto arguments = std::make_shared<InterfaceArguments>();
  const Option version =
      command.Add("--as", &arguments->version, "The version of OpenAPI; 3.0 for older tools")
          .ShowDefault()
          .OneOf({"3.1", "3.0"});
  const Option yaml = command.Add("--yaml", &arguments->is_yaml, "Print YAML in place of JSON");
  command
      .Add("--diff", &arguments->older,
           "Print what changed since this document (JSON), and which changes break clients")
      .ExistingFile()
      .Excludes(version)
      .Excludes(yaml);
  command
      .Add("newer", &arguments->newer,
           "With --diff, the newer document; without it, that of this program")
      .ExistingFile();
  command.Footer("Exit codes: 0 done, 1 failed, or a change breaks clients, 2 used wrongly.");
  command.Does([arguments] { return RunInterface(*arguments); });
}

}  // namespace orgreg::app
