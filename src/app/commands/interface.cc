// SPDX-License-Identifier: EUPL-1.2

#include <fmt/format.h>

#include <memory>
#include <string>

#include "api/interface_document/document.h"
#include "api/interface_document/node.h"
#include "api/interface_document/older_version.h"
#include "api/routes.h"
#include "app/commands.h"
#include "app/exit_code.h"

namespace orgreg::app {
namespace {

struct InterfaceArguments {
  std::string version = "3.1";
  bool is_yaml = false;
};

}  // namespace

void AddInterface(Command program) {
  Command command = program.Sub("openapi", "Print the document of the interface (OpenAPI)");
  const auto arguments = std::make_shared<InterfaceArguments>();
  command.Add("--as", &arguments->version, "The version of OpenAPI; 3.0 for older tools")
      .ShowDefault()
      .OneOf({"3.1", "3.0"});
  command.Add("--yaml", &arguments->is_yaml, "Print YAML in place of JSON");
  command.Does([arguments] {
    api::Node document = api::InterfaceDocument(api::Routes());
    if (arguments->version == "3.0") document = api::AsVersion30(document);
    fmt::print("{}", arguments->is_yaml ? api::ToYaml(document) : api::ToJson(document));
    return int{kDone};
  });
}

}  // namespace orgreg::app
