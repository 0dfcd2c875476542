// SPDX-License-Identifier: EUPL-1.2

#include "api/interface_document/document.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "api/interface_document/body_rows.h"
#include "api/interface_document/older_version.h"
#include "api/interface_document/operation.h"
#include "api/routes.h"
#include "model/meanings/meanings.h"

namespace orgreg::api {
namespace {

const Node& Document() {
  static const Node document = InterfaceDocument(Routes());
  return document;
}

// The names of all members of an object, and of the objects in it.
void Collect(const Node& node, std::multiset<std::string>* names) {
  for (const std::string& name : node.names()) names->insert(name);
  for (const Node& item : node.items()) Collect(item, names);
}

TEST(InterfaceDocument, HasEachOperationOnce) {
  std::multiset<std::string> operations;
  for (const Node& path : Document().Find("paths")->items()) {
    for (const Node& operation : path.items())
      operations.insert(operation.Find("operationId")->text());
  }
  for (const RouteRow& row : Routes())
    EXPECT_EQ(operations.count(std::string(row.at.operation)), 1U) << row.at.operation;
  EXPECT_EQ(operations.size(), Routes().size());
}

TEST(InterfaceDocument, DescribesEachBodyThatARowNames) {
  const Node& schemas = *Document().Find("components")->Find("schemas");
  for (const RouteRow& row : Routes()) {
    if (row.answers.body.empty()) continue;
    EXPECT_NE(schemas.Find(row.answers.body), nullptr) << row.answers.body;
  }
}

TEST(InterfaceDocument, LeavesOutMembersThatNoAnswerHas) {
  const Node& schemas = *Document().Find("components")->Find("schemas");
  EXPECT_EQ(schemas.Find("Entity")->Find("properties")->Find("historiskeNavn"), nullptr);
  EXPECT_EQ(schemas.Find("Person")->Find("properties")->Find("fodselsnummer"), nullptr);
  EXPECT_NE(schemas.Find("PersonAuthorised")->Find("properties")->Find("fodselsnummer"), nullptr);
}

const Node& AnswerOf(std::string_view path, std::string_view status) {
  return *Document().Find("paths")->Find(path)->Find("get")->Find("responses")->Find(status);
}

TEST(InterfaceDocument, NamesFieldsOfFilesOnlyWhereTheyAreSent) {
  const Node& headers = *AnswerOf("/enhetsregisteret/api/enheter/lastned", "200").Find("headers");
  EXPECT_NE(headers.Find("Register-Position"), nullptr);
  EXPECT_NE(headers.Find("Content-Disposition"), nullptr);
  const Node& notes = *AnswerOf(kVersionNotesPath, "200").Find("headers");
  EXPECT_EQ(notes.Find("Register-Position"), nullptr);
  EXPECT_EQ(notes.Find("Content-Disposition"), nullptr);
}

TEST(InterfaceDocument, HasPatternsOfParametersWithAnOwnCheck) {
  const Node& parameters = *Document()
                                .Find("paths")
                                ->Find("/enhetsregisteret/api/matrikkelenhet")
                                ->Find("get")
                                ->Find("parameters");
  const std::string json = ToJson(parameters) + ToJson(*Document().Find("components"));
  EXPECT_NE(json.find("^[0-9]{1,18}$"), std::string::npos);
  EXPECT_NE(json.find("^[0-9]{4}-[0-9]{1,9}(/[0-9]{1,9}){1,3}$"), std::string::npos);
}

// The schema of the parameter `size`.
const Node& SizeOf(std::string_view path) {
  const Node& list = *Document().Find("paths")->Find(path)->Find("get")->Find("parameters");
  for (const Node& item : list.items()) {
    const Node* const name = item.Find("name");
    if (name != nullptr && name->text() == "size") return *item.Find("schema");
  }
  return *Document().Find("components")->Find("parameters")->Find("size")->Find("schema");
}

TEST(InterfaceDocument, NamesADefaultOnlyIfItIsWhatHappensWithoutAValue) {
  EXPECT_NE(SizeOf("/enhetsregisteret/api/enheter").Find("default"), nullptr);
  for (const std::string_view path :
       {"/enhetsregisteret/api/enheter/lastned", "/enhetsregisteret/api/enheter/lastned/regneark",
        "/enhetsregisteret/api/underenheter/lastned", "/enhetsregisteret/api/roller/rolletyper",
        "/api/ext/v1/explain/entities"})
    EXPECT_EQ(SizeOf(path).Find("default"), nullptr) << path;
}

TEST(InterfaceDocument, RequiresWhatEachUnitHas) {
  const Node& schemas = *Document().Find("components")->Find("schemas");
  for (const std::string_view body : {"Entity", "SubEntity", "DeletedEntity", "RemovedUnit"}) {
    const std::string required = ToJson(*schemas.Find(body)->Find("required"));
    EXPECT_NE(required.find("\"organisasjonsnummer\""), std::string::npos) << body;
    EXPECT_NE(required.find("\"_links\""), std::string::npos) << body;
  }
}

TEST(InterfaceDocument, LeavesOutObjectsThatHaveNoMembersInAForm) {
  const Node& schemas = *Document().Find("components")->Find("schemas");
  EXPECT_NE(schemas.Find("Entity")->Find("properties")->Find("kapital"), nullptr);
  EXPECT_EQ(schemas.Find("EntityV1")->Find("properties")->Find("kapital"), nullptr);
}

TEST(InterfaceDocument, HasNothingNewInVersion30) {
  std::multiset<std::string> names;
  Collect(AsVersion30(Document()), &names);
  EXPECT_EQ(names.count("identifier"), 0U);
  EXPECT_GT(names.count("nullable"), 0U);
}

TEST(OperationWords, AreThereForEachOperationAndForNoOther) {
  std::set<std::string_view> operations;
  for (const RouteRow& row : Routes()) {
    operations.insert(row.at.operation);
    const OperationWords* const words = FindOperationWords(row.at.operation);
    ASSERT_NE(words, nullptr) << row.at.operation;
    EXPECT_TRUE(words->english.ends_with('.')) << row.at.operation;
    EXPECT_TRUE(words->norwegian.ends_with('.')) << row.at.operation;
  }
  for (const OperationWords& words : AllOperationWords())
    EXPECT_TRUE(operations.contains(words.operation)) << words.operation;
}

// Parts of other documents have rows of their own here, and most links are written without a row.
TEST(Meanings, SayTheFormOfAMemberOnlyIfNoRowDoes) {
  for (const model::Meaning& meaning : model::Meanings()) {
    const bool says_none = meaning.form.empty() || meaning.form == "!";
    if (says_none || meaning.form.find('|') != std::string_view::npos || meaning.body == "Link")
      continue;
    for (const model::Row* const row : BodyRows::Get().Of(meaning)) {
      EXPECT_TRUE(row->kind == model::ValueKind::kPart || row->kind == model::ValueKind::kRaw)
          << meaning.body << " " << meaning.path;
    }
  }
}

}  // namespace
}  // namespace orgreg::api
