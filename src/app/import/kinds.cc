// SPDX-License-Identifier: EUPL-1.2

#include "app/import/kinds.h"

#include <array>

#include "model/registers/documents.h"

namespace orgreg::app {
namespace {

using model::Kind;

constexpr auto kRows = std::to_array<ImportKindRow>({
    {.kind = Kind::kEntity,
     .help = "Entities: the total inventory as it is published",
     .needs =
         R"(Needs the total inventory of entities (enheter_alle): JSON of version 1 or 2, JSON lines, or
CSV with the published header. Deleted and removed entities may come in files of their own.)",
     .example = "import entities enheter_alle.json.gz"},
    {.kind = Kind::kSubEntity,
     .help = "Sub-entities: the total inventory as it is published",
     .needs =
         R"(Needs the total inventory of sub-entities (underenheter_alle): JSON of version 1 or 2, JSON
lines, or CSV with the published header. Import the entities too, before or after.)",
     .example = "import sub-entities underenheter_alle.json.gz"},
    {.kind = Kind::kRoles,
     .takes_numbers = true,
     .help = "Roles: the inventory of all roles, public or with identification numbers",
     .needs =
         R"(Needs the inventory of all roles (roller_alle) as JSON: one record for each entity, with its
groups of roles. A file with identification numbers needs --number-keys, because they are stored
sealed; orgreg numbers new-key makes a key. Roles are shown if their entity is in the register.)",
     .example = "import roles roller_alle.json.gz"},
    {.kind = Kind::kVoluntary,
     .help = "Entries in the register of non-profit organisations",
     .needs =
         R"(Needs the entries of the register of non-profit organisations as JSON or JSON lines: one record
for each organisation, with its status and its ICNPO categories.)",
     .example = "import voluntary-organisations voluntary.json.gz"},
    {.kind = Kind::kParty,
     .help = "Entries in the register of political parties",
     .needs =
         R"(Needs the entries of the register of political parties: JSON, JSON lines, or the published CSV
of twelve columns.)",
     .example = "import parties partier_alle.csv"},
    {.kind = Kind::kCadastral,
     .help = "The cadastral units of entities",
     .needs =
         R"(Needs the cadastral units as JSON or JSON lines: one record for each entity, with all
its units.)",
     .example = "import cadastral-units matrikkelenheter.json.gz"},
    {.kind = Kind::kStatements,
     .way = ImportWay::kFiles,
     .help = "Financial statements: bulk files (XML), or records with a statement each (JSON)",
     .needs =
         R"(Needs bulk files of statements (XML), or JSON with a statement in each record as it is served,
with its id. A bulk file is identified by its name without folders and .gz, and loaded once. The
same name with the same bytes does nothing; with other bytes the file is left out (6), unless
--again is given: then it replaces the statements of the file of that name.)",
     .example = "import statements 20250603040015-masse.xml.gz"},
    {.kind = Kind::kDocuments,
     .way = ImportWay::kFolders,
     .help = "Copies of documents: folders of PDF files",
     .needs =
         R"(Needs folders of PDF files with these names, in which NUMBER is the organisation number.)",
     .file_names = model::kFileNameForms,
     .example = "import documents FOLDER"},
});

}  // namespace

std::span<const ImportKindRow> ImportKindRows() { return kRows; }

}  // namespace orgreg::app
