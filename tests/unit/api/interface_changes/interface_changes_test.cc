// SPDX-License-Identifier: EUPL-1.2

#include "api/interface_changes/interface_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace orgreg::api {
namespace {

using Kind = ChangeKind;
using testing::StartsWith;

std::string Document(std::string_view paths) {
  std::string text = R"({"openapi":"3.1.0","paths":{)";
  return text.append(paths).append("}}");
}

// A document with one operation, which has these members besides its name.
std::string With(std::string_view members) {
  std::string path = R"("/a":{"get":{"operationId":"a")";
  return Document(path.append(members.empty() ? "" : ",").append(members).append("}}"));
}

// A parameter with this schema.
std::string Taken(std::string_view schema) {
  std::string list = R"("parameters":[{"name":"p","in":"query","schema":)";
  return With(list.append(schema).append("}]"));
}

// An answer with this schema.
std::string Sent(std::string_view schema) {
  std::string answers = R"("responses":{"200":{"content":{"application/json":{"schema":)";
  return With(answers.append(schema).append("}}}}"));
}

struct Case {
  Kind kind = {};
  bool breaks = false;
  std::string before;
  std::string after;
  std::string subject = {};
};

std::vector<Case> OperationCases() {
  const std::string plain = With("");
  const std::string parameter = With(R"("parameters":[{"name":"p","in":"query"}])");
  const std::string required = With(R"("parameters":[{"name":"p","in":"query","required":true}])");
  const std::string body = With(R"("requestBody":{"content":{"text/plain":{}}})");
  const std::string needed = With(R"("requestBody":{"required":true,"content":{"text/plain":{}}})");
  const std::string two_bodies =
      With(R"("requestBody":{"content":{"text/plain":{},"text/csv":{}}})");
  const std::string answer = With(R"("responses":{"200":{"content":{"text/plain":{}}}})");
  const std::string two_types =
      With(R"("responses":{"200":{"content":{"text/plain":{},"text/csv":{}}}})");
  const std::string with_header =
      With(R"("responses":{"200":{"content":{"text/plain":{}},"headers":{"ETag":{}}}})");
  const std::string two_answers =
      With(R"("responses":{"200":{"content":{"text/plain":{}}},"404":{}})");
  const std::string renamed = Document(R"("/a":{"get":{"operationId":"b"}})");
  const std::string other = Document(R"("/b":{"get":{"operationId":"a"}})");
  return {
      {Kind::kOperationRenamed, true, plain, renamed, "b"},
      {Kind::kOutdated, false, plain, With(R"("deprecated":true)")},
      {Kind::kAccessNarrowed, true, plain, With(R"("security":[{"basic":[]}])"), "nothing"},
      {Kind::kAccessNarrowed, true, With(R"("security":[{"bearer":["x"]},{"bearer":["y"]}])"),
       With(R"("security":[{"bearer":["x"]}])"), "bearer, bearer y"},
      {Kind::kParameterRemoved, true, parameter, plain, "p"},
      {Kind::kParameterAdded, false, plain, parameter, "p"},
      {Kind::kRequiredParameterAdded, true, plain, required, "p"},
      {Kind::kParameterRequired, true, parameter, required, "p"},
      {Kind::kParameterOptional, false, required, parameter, "p"},
      {Kind::kBodyRemoved, true, body, plain},
      {Kind::kBodyAdded, false, plain, body},
      {Kind::kBodyRequired, true, plain, needed},
      {Kind::kBodyRequired, true, body, needed},
      {Kind::kBodyTypeRemoved, true, two_bodies, body, "text/csv"},
      {Kind::kBodyTypeAdded, false, body, two_bodies, "text/csv"},
      {Kind::kStatusRemoved, true, two_answers, answer, "404"},
      {Kind::kStatusAdded, false, answer, two_answers, "404"},
      {Kind::kAnswerTypeRemoved, true, two_types, answer, "text/csv"},
      {Kind::kAnswerTypeAdded, false, answer, two_types, "text/csv"},
      {Kind::kHeaderRemoved, true, with_header, answer, "ETag"},
      {Kind::kHeaderAdded, false, answer, with_header, "ETag"},
      {Kind::kOperationAdded, false, Document(""), plain},
      {Kind::kOperationRemoved, true, plain, Document("")},
      {Kind::kParameterStyleChanged, true,
       With(R"("parameters":[{"name":"p","in":"query","style":"form"}])"),
       With(R"("parameters":[{"name":"p","in":"query","style":"pipeDelimited"}])"), "p"},
  };
}

// An answer with one header field, which has these members.
std::string WithHeader(std::string_view members) {
  std::string answers = R"("responses":{"200":{"headers":{"ETag":{)";
  return With(answers.append(members).append("}}}}"));
}

// A document without operations, which has these members.
std::string Root(std::string_view members) {
  std::string text = Document("");
  text.pop_back();
  return text.append(",").append(members).append("}");
}

// A parameter with these members.
std::string WithParameter(std::string_view members) {
  std::string list = R"("parameters":[{"name":"p","in":"query")";
  return With(list.append(members).append("}]"));
}

std::vector<Case> WholeDocumentCases() {
  const std::string operation = R"("/a":{"get":{"operationId":"a"})";
  const std::string on_path = operation + R"(,"parameters":[{"name":"p","in":"query"}]})";
  std::string secured = Document(operation + "}");
  secured.pop_back();
  secured.append(R"(,"security":[{"basic":[]}]})");
  return {
      {Kind::kOtherChanged, true, Root(R"("servers":[{"url":"/"}])"),
       Root(R"("servers":[{"url":"/b"}])"), "servers"},
      {Kind::kOtherChanged, true,
       Root(R"("components":{"securitySchemes":{"s":{"type":"http","scheme":"basic"}}})"),
       Root(R"("components":{"securitySchemes":{"s":{"type":"http","scheme":"bearer"}}})"),
       "securitySchemes.s"},
      {Kind::kAccessNarrowed, true, With(""), secured, "nothing"},
      {Kind::kParameterAdded, false, With(""), Document(on_path), "p"},
      {Kind::kParameterRemoved, true, Document(on_path), With(""), "p"},
      {Kind::kHeaderOptional, true, WithHeader(R"("required":true)"), WithHeader(""), "ETag"},
      {Kind::kTypeChanged, true,
       WithParameter(R"(,"content":{"text/csv":{"schema":{"type":"string"}}})"),
       WithParameter(R"(,"content":{"text/csv":{"schema":{"type":"integer"}}})"), "integer"},
      {Kind::kParameterStyleChanged, true, WithParameter(""),
       WithParameter(R"(,"content":{"text/csv":{}})"), "p"},
      {Kind::kParameterStyleChanged, true, WithParameter(""), WithParameter(R"(,"explode":false)"),
       "p"},
  };
}

// A change of a schema, and on which sides it breaks clients.
struct SchemaCase {
  Kind kind = {};
  bool breaks_requests = false;
  bool breaks_answers = false;
  std::string before;
  std::string after;
  std::string subject = {};
};

std::vector<SchemaCase> SchemaCases() {
  const std::string text = R"({"type":"string"})";
  const std::string object = R"({"properties":{"a":{}}})";
  const std::string object_of_two = R"({"properties":{"a":{},"b":{}}})";
  const std::string needed = R"({"properties":{"a":{}},"required":["a"]})";
  const std::string choice = R"({"anyOf":[{"type":"string"}]})";
  const std::string choices = R"({"anyOf":[{"type":"string"},{"type":"null"}]})";
  return {
      {Kind::kMemberRemoved, true, true, object_of_two, object, "b"},
      {Kind::kMemberAdded, false, false, object, object_of_two, "b"},
      {Kind::kMemberRequired, true, false, object, needed, "a"},
      {Kind::kMemberOptional, false, true, needed, object, "a"},
      {Kind::kTypeNarrowed, true, false, "{}", text, "string"},
      {Kind::kTypeNarrowed, true, false, R"({"type":"number"})", R"({"type":"integer"})",
       "integer"},
      {Kind::kTypeNarrowed, true, false, R"({"type":["string","null"]})", text, "string"},
      {Kind::kTypeWidened, false, true, text, R"({"type":["string","null"]})", "null, string"},
      {Kind::kTypeWidened, false, true, text, "{}", "any"},
      {Kind::kTypeChanged, true, true, text, R"({"type":"integer"})", "integer"},
      {Kind::kTypeChanged, true, true, R"({"items":{"type":"string"}})",
       R"({"items":{"type":"integer"}})", "integer"},
      {Kind::kValueRemoved, true, false, R"({"enum":["a","b"]})", R"({"enum":["a"]})", "b"},
      {Kind::kValueAdded, false, true, R"({"enum":["a"]})", R"({"enum":["a","b"]})", "b"},
      {Kind::kValueRemoved, true, false, R"({"x-sort-keys":["a","b"],"items":{"pattern":"a|b"}})",
       R"({"x-sort-keys":["a"],"items":{"pattern":"a"}})", "b"},
      {Kind::kBoundNarrowed, true, false, R"({"minimum":1})", R"({"minimum":2})", "minimum"},
      {Kind::kBoundNarrowed, true, false, "{}", R"({"maxLength":9})", "maxLength"},
      {Kind::kBoundWidened, false, true, R"({"maxItems":9})", R"({"maxItems":10})", "maxItems"},
      {Kind::kBoundWidened, false, true, R"({"minLength":1})", "{}", "minLength"},
      {Kind::kRuleAdded, true, false, "{}", R"({"pattern":"a"})", "pattern"},
      {Kind::kRuleAdded, true, false, "{}", R"({"enum":["a"]})", "enum"},
      {Kind::kRuleRemoved, false, true, R"({"format":"date"})", "{}", "format"},
      {Kind::kRuleChanged, true, true, R"({"pattern":"a"})", R"({"pattern":"b"})", "pattern"},
      {Kind::kValueRemoved, true, false, R"({"enum":["1",1]})", R"({"enum":["1"]})", "1"},
      {Kind::kRuleAdded, true, false, "{}", R"({"items":{"type":"string"}})", "items"},
      {Kind::kRuleRemoved, false, true, R"({"items":{"type":"string"}})", "{}", "items"},
      {Kind::kOtherChanged, true, true, text, R"({"anyOf":[{"type":"string"}],"maxLength":2})",
       "maxLength"},
      {Kind::kOtherChanged, true, true, R"({"anyOf":[{"type":"string"}],"maxLength":2})", text,
       "maxLength"},
      {Kind::kAlternativeRemoved, true, false, choices, choice, R"({"type":"null"})"},
      {Kind::kAlternativeAdded, false, true, choice, choices, R"({"type":"null"})"},
      {Kind::kAlternativeAdded, false, true, text, choices, R"({"type":"null"})"},
      {Kind::kDefaultChanged, true, true, R"({"default":1})", R"({"default":2})", "2"},
      {Kind::kDefaultChanged, true, true, R"({"default":1})", "{}", "none"},
      {Kind::kOtherChanged, true, true, "{}", R"({"uniqueItems":true})", "uniqueItems"},
      {Kind::kTypeChanged, true, true, R"({"additionalProperties":{"type":"string"}})",
       R"({"additionalProperties":{"type":"integer"}})", "integer"},
      {Kind::kOtherChanged, true, true, "{}", R"({"additionalProperties":false})",
       "additionalProperties"},
      {Kind::kOtherChanged, true, true, R"({"additionalProperties":true})",
       R"({"additionalProperties":{"type":"string"}})", "additionalProperties"},
      {Kind::kBoundNarrowed, true, false, R"({"allOf":[{"minimum":1}]})",
       R"({"allOf":[{"minimum":2}]})", "minimum"},
      {Kind::kOtherChanged, true, true, R"({"allOf":[{"minimum":1}]})", "{}", "allOf"},
      {Kind::kOtherChanged, true, true, "{}", R"({"allOf":[{"minimum":1}]})", "allOf"},
  };
}

// Fails unless this is the only change, and is judged so.
void Expect(const Case& row, Side side) {
  const auto changes = CompareInterfaces(row.before, row.after);
  ASSERT_TRUE(changes) << changes.error().message;
  ASSERT_EQ(changes->size(), 1U) << row.before << '\n' << row.after;
  const Change& change = changes->front();
  EXPECT_EQ(change.kind, row.kind) << ToText(change) << '\n' << row.before;
  EXPECT_EQ(change.subject, row.subject);
  EXPECT_EQ(BreaksClients(change), row.breaks) << ToText(change);
  if (change.kind >= Kind::kMemberRemoved) {
    EXPECT_EQ(change.side, side);
  }
}

TEST(CompareInterfaces, JudgesChangesOfOperations) {
  for (const Case& row : OperationCases()) Expect(row, Side::kRequest);
}

TEST(CompareInterfaces, JudgesChangesOfWholeDocumentsHeadersAndPaths) {
  for (const Case& row : WholeDocumentCases()) Expect(row, Side::kRequest);
  Expect({Kind::kTypeChanged, true, WithHeader(R"("schema":{"type":"string"})"),
          WithHeader(R"("schema":{"type":"integer"})"), "integer"},
         Side::kAnswer);
}

TEST(CompareInterfaces, TakesWrittenDefaultsAndBlanksOfMediaTypesForTheSame) {
  EXPECT_TRUE(
      CompareInterfaces(WithParameter(""), WithParameter(R"(,"style":"form","explode":true)"))
          ->empty());
  const auto answer = [](std::string_view type) {
    std::string answers = R"("responses":{"200":{"content":{")";
    return With(answers.append(type).append(R"(":{}}}})"));
  };
  EXPECT_TRUE(CompareInterfaces(answer("text/csv; charset=UTF-8"), answer("text/csv;charset=utf-8"))
                  ->empty());
  EXPECT_TRUE(CompareInterfaces(Root(R"("servers":[{"url":"/","description":"A."}])"),
                                Root(R"("servers":[{"url":"/"}])"))
                  ->empty());
  EXPECT_TRUE(CompareInterfaces(Document(""), Root(R"("servers":[{"url":"/"}])"))->empty());
}

TEST(CompareInterfaces, JudgesChangesOfSchemasByWhoSendsTheValue) {
  for (const SchemaCase& row : SchemaCases()) {
    Expect({row.kind, row.breaks_requests, Taken(row.before), Taken(row.after), row.subject},
           Side::kRequest);
    Expect({row.kind, row.breaks_answers, Sent(row.before), Sent(row.after), row.subject},
           Side::kAnswer);
  }
}

TEST(CompareInterfaces, HasACaseForEachRule) {
  std::set<Kind> tried;
  for (const Case& row : OperationCases()) tried.insert(row.kind);
  for (const Case& row : WholeDocumentCases()) tried.insert(row.kind);
  for (const SchemaCase& row : SchemaCases()) tried.insert(row.kind);
  for (const ChangeRule& rule : ChangeRules()) EXPECT_TRUE(tried.contains(rule.kind)) << rule.words;
}

TEST(CompareInterfaces, TakesAllMembersAllowedForTheSameAsNoRule) {
  for (const std::string_view all :
       {R"({"additionalProperties":true})", R"({"additionalProperties":{}})"}) {
    EXPECT_TRUE(CompareInterfaces(Sent("{}"), Sent(all))->empty()) << all;
    EXPECT_TRUE(CompareInterfaces(Sent(all), Sent("{}"))->empty()) << all;
  }
}

TEST(CompareInterfaces, TakesTheSchemasThatAllHoldInAnyOrder) {
  EXPECT_TRUE(CompareInterfaces(Sent(R"({"allOf":[{"type":"string"},{"minLength":1}]})"),
                                Sent(R"({"allOf":[{"minLength":1},{"type":"string"}]})"))
                  ->empty());
}

TEST(CompareInterfaces, FindsNothingInEqualDocumentsNorInWords) {
  const std::string before = With(R"("summary":"A.","description":"B.","x-a":1)");
  const std::string after = With(R"("summary":"C.","description":"D.","x-a":2)");
  EXPECT_TRUE(CompareInterfaces(before, before)->empty());
  EXPECT_TRUE(CompareInterfaces(before, after)->empty());
  EXPECT_TRUE(
      CompareInterfaces(Sent(R"({"description":"A."})"), Sent(R"({"example":1})"))->empty());
}

// A schema that two operations share, one of which takes it.
std::string Shared(std::string_view schema) {
  constexpr std::string_view kReference = R"({"$ref":"#/components/schemas/S"})";
  std::string text =
      R"({"openapi":"3.1.0","paths":{"/a":{"get":{"operationId":"a","responses":{"200":{"content":)";
  text.append(R"({"application/json":{"schema":)").append(kReference).append("}}}}},");
  text.append(R"("post":{"operationId":"b","requestBody":{"content":{"application/json":)");
  text.append(R"({"schema":)").append(kReference).append("}}}}}},");
  text.append(R"("components":{"schemas":{"S":)").append(schema).append("}}}");
  return text;
}

TEST(CompareInterfaces, JudgesASharedSchemaOnceForEachSide) {
  const auto changes = CompareInterfaces(Shared(R"({"type":"string"})"), Shared("{}"));
  ASSERT_TRUE(changes);
  ASSERT_EQ(changes->size(), 2U);
  EXPECT_EQ(changes->front().place, "S");
  EXPECT_TRUE(BreaksClients(changes->front()));
  EXPECT_FALSE(BreaksClients(changes->back()));
}

TEST(CompareInterfaces, EndsInASchemaThatContainsItself) {
  const std::string before =
      Shared(R"({"properties":{"s":{"$ref":"#/components/schemas/S"},"a":{}}})");
  const std::string after = Shared(R"({"properties":{"s":{"$ref":"#/components/schemas/S"}}})");
  EXPECT_EQ(CompareInterfaces(before, after)->size(), 2U);
  const std::string circle = Shared(R"({"$ref":"#/components/schemas/S"})");
  EXPECT_TRUE(CompareInterfaces(circle, circle)->empty());
}

TEST(CompareInterfaces, EndsInASchemaThatContainsItselfInOneDocument) {
  const std::string plain = Shared(R"({"type":"array"})");
  const std::string circle =
      Shared(R"({"type":"array","items":{"$ref":"#/components/schemas/S"}})");
  EXPECT_EQ(CompareInterfaces(plain, circle)->size(), 2U);
  EXPECT_EQ(CompareInterfaces(circle, plain)->size(), 2U);
}

TEST(CompareInterfaces, ComparesChoicesBehindAReference) {
  const auto changes = CompareInterfaces(Shared(R"({"anyOf":[{"type":"string"}]})"),
                                         Shared(R"({"anyOf":[{"type":"string"},{"enum":[1]}]})"));
  ASSERT_EQ(changes->size(), 2U);
  EXPECT_EQ(changes->front().kind, Kind::kAlternativeAdded);
  EXPECT_TRUE(BreaksClients(changes->front()));
  EXPECT_FALSE(BreaksClients(changes->back()));
}

// An answer with this schema, in a document with the shared schema S.
std::string SentWithShared(std::string_view schema, std::string_view shared) {
  std::string text = Sent(schema);
  text.pop_back();
  return text.append(R"(,"components":{"schemas":{"S":)").append(shared).append("}}}");
}

TEST(CompareInterfaces, FollowsReferencesInListsOfSchemasAndOfOtherMembers) {
  for (const std::string_view schema :
       {R"({"allOf":[{"$ref":"#/components/schemas/S"}]})",
        R"({"allOf":[{"type":"object"},{"$ref":"#/components/schemas/S"}]})",
        R"({"additionalProperties":{"$ref":"#/components/schemas/S"}})",
        R"({"additionalProperties":{"allOf":[{"$ref":"#/components/schemas/S"}]}})"}) {
    const std::string before = SentWithShared(schema, R"({"type":"string"})");
    const auto changes =
        CompareInterfaces(before, SentWithShared(schema, R"({"type":["string","null"]})"));
    ASSERT_EQ(changes->size(), 1U) << schema;
    EXPECT_EQ(changes->front().kind, Kind::kTypeWidened);
    EXPECT_EQ(changes->front().place, "S");
    EXPECT_TRUE(CompareInterfaces(before, before)->empty());
  }
}

TEST(CompareInterfaces, EndsInASchemaWhoseOtherMembersAreItself) {
  const std::string circle =
      Shared(R"({"additionalProperties":{"$ref":"#/components/schemas/S"}})");
  const std::string longer = Shared(
      R"({"additionalProperties":{"additionalProperties":{"$ref":"#/components/schemas/S"}}})");
  EXPECT_TRUE(CompareInterfaces(circle, circle)->empty());
  EXPECT_TRUE(CompareInterfaces(circle, longer));
  EXPECT_TRUE(CompareInterfaces(longer, circle));
  const std::string all = Shared(R"({"allOf":[{"$ref":"#/components/schemas/S"}]})");
  EXPECT_TRUE(CompareInterfaces(all, all)->empty());
}

// A parameter with this schema, in a document with the shared schema S.
std::string TakenWithShared(std::string_view schema) {
  std::string text = Taken(schema);
  text.pop_back();
  return text.append(R"(,"components":{"schemas":{"S":{"type":"string"}}}})");
}

TEST(CompareInterfaces, ComparesTheKeywordsNextToAReference) {
  const std::string plain = TakenWithShared(R"({"$ref":"#/components/schemas/S"})");
  const std::string shorter =
      TakenWithShared(R"({"$ref":"#/components/schemas/S","maxLength":3,"title":"A."})");
  const auto changes = CompareInterfaces(plain, shorter);
  ASSERT_EQ(changes->size(), 1U);
  EXPECT_EQ(ToText(changes->front()), "breaks  a, parameter p: the bound maxLength is narrower");
  const auto written_out = CompareInterfaces(shorter, TakenWithShared(R"({"type":"string"})"));
  ASSERT_EQ(written_out->size(), 1U);
  EXPECT_EQ(written_out->front().kind, Kind::kOtherChanged);
  EXPECT_TRUE(CompareInterfaces(plain, TakenWithShared(R"({"type":"string"})"))->empty());
}

TEST(CompareInterfaces, TakesAReferenceForAChoice) {
  const std::string one = TakenWithShared(R"({"$ref":"#/components/schemas/S"})");
  const auto changes = CompareInterfaces(
      one, TakenWithShared(R"({"anyOf":[{"$ref":"#/components/schemas/S"},{}]})"));
  ASSERT_EQ(changes->size(), 1U);
  EXPECT_EQ(changes->front().kind, Kind::kAlternativeAdded);
  EXPECT_EQ(changes->front().place, "a, parameter p");
}

TEST(CompareInterfaces, FollowsReferencesToParameters) {
  const auto document = [](std::string_view most) {
    std::string text =
        R"({"openapi":"3.1.0","paths":{"/a":{"get":{"operationId":"a","parameters":[)";
    text.append(R"({"$ref":"#/components/parameters/a~1b"}]}}},"components":{"parameters":)");
    text.append(R"({"a/b":{"name":"p","in":"query","schema":{"maximum":)").append(most);
    return text.append("}}}}}");
  };
  const auto changes = CompareInterfaces(document("10"), document("9"));
  ASSERT_TRUE(changes);
  ASSERT_EQ(changes->size(), 1U);
  EXPECT_EQ(ToText(changes->front()), "breaks  a, parameter p: the bound maximum is narrower");
}

TEST(CompareInterfaces, RefusesWhatIsNoDocument) {
  for (const std::string_view text :
       {"", "{", "[]", "{}", "1", R"({"openapi":"3.1.0"})", R"({"openapi":"3.1.0","paths":3})",
        R"({"paths":{}})", R"({"openapi":"2.0","paths":{}})", "openapi: 3.1.0"}) {
    EXPECT_FALSE(CompareInterfaces(text, With(""))) << text;
    EXPECT_FALSE(CompareInterfaces(With(""), text)) << text;
  }
}

TEST(CompareInterfaces, NamesTheDocumentThatIsWrong) {
  const DocumentNames names = {.older = "old.json", .newer = "new.json"};
  EXPECT_THAT(CompareInterfaces("{", With(""), names).error().message, StartsWith("old.json: "));
  EXPECT_THAT(CompareInterfaces(With(""), "{}", names).error().message, StartsWith("new.json: "));
  EXPECT_THAT(OpenApiVersionOf("[]", names).error().message, StartsWith("old.json: "));
}

TEST(CompareInterfaces, RefusesDocumentsOfTwoVersionsOfOpenApi) {
  const std::string newer = With("");
  std::string older = newer;
  older.replace(older.find("3.1.0"), 5, "3.0.3");
  EXPECT_TRUE(CompareInterfaces(older, older));
  for (const auto& changes : {CompareInterfaces(older, newer), CompareInterfaces(newer, older)}) {
    ASSERT_FALSE(changes);
    EXPECT_NE(changes.error().message.find("3.0.3"), std::string::npos);
    EXPECT_NE(changes.error().message.find("3.1.0"), std::string::npos);
  }
}

void ExpectOtherChange(const std::string& before, const std::string& after) {
  const auto changes = CompareInterfaces(before, after);
  ASSERT_TRUE(changes);
  ASSERT_EQ(changes->size(), 1U) << before << after;
  EXPECT_EQ(changes->front().kind, Kind::kOtherChanged);
}

TEST(CompareInterfaces, NotesReferencesThatLeadNowhere) {
  const std::string one = Sent(R"({"$ref":"other.json#/A"})");
  ExpectOtherChange(one, Sent(R"({"$ref":"other.json#/B"})"));
  EXPECT_TRUE(CompareInterfaces(one, one)->empty());
}

TEST(CompareInterfaces, NotesSchemasThatAreNoObjects) {
  ExpectOtherChange(Sent("true"), Sent("false"));
  ExpectOtherChange(Sent(R"({"properties":{"x":true}})"), Sent(R"({"properties":{"x":false}})"));
  EXPECT_TRUE(CompareInterfaces(Sent("true"), Sent("{}"))->empty());
}

// A chain of schemas, each of which is `step` with the next one; the last one has `type`.
std::string Chain(int length, std::string_view step, std::string_view type) {
  std::string text = Sent(R"({"$ref":"#/components/schemas/S0"})");
  text.pop_back();
  text.append(R"(,"components":{"schemas":{)");
  for (int at = 0; at < length; ++at) {
    text.append("\"S" + std::to_string(at) + "\":").append(step);
    text.insert(text.rfind('@'), "#/components/schemas/S" + std::to_string(at + 1));
    text.erase(text.rfind('@'), 1).append(",");
  }
  text.append("\"S" + std::to_string(length) + "\":{\"type\":\"").append(type);
  return text.append("\"}}}}");
}

TEST(CompareInterfaces, FollowsLongChainsOfReferences) {
  constexpr std::string_view kStep = R"({"$ref":"@"})";
  const auto changes = CompareInterfaces(Chain(20, kStep, "string"), Chain(20, kStep, "integer"));
  ASSERT_EQ(changes->size(), 1U);
  EXPECT_EQ(changes->front().kind, Kind::kTypeChanged);
}

TEST(CompareInterfaces, StopsWhereSchemasAreNestedTooDeep) {
  constexpr std::string_view kStep = R"({"allOf":[{"$ref":"@"}]})";
  ExpectOtherChange(Chain(5000, kStep, "string"), Chain(5000, kStep, "integer"));
}

}  // namespace
}  // namespace orgreg::api
