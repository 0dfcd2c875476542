// SPDX-License-Identifier: EUPL-1.2

// The table of meanings next to the tables of members: each member of each body has a meaning, and
// each meaning a member. Bodies that no table describes are typed in: the one wanted repetition.

#include "model/meanings/meanings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "model/changes/update.h"
#include "model/registers/cadastral.h"
#include "model/registers/documents.h"
#include "model/registers/reference_list.h"
#include "model/registers/register_columns.h"
#include "model/registers/voluntary.h"
#include "model/roles/schema.h"
#include "model/statements/fields.h"
#include "model/units/field.h"

namespace orgreg::model {
namespace {

struct Member {
  std::string body;
  std::string path;  // Empty: the body itself.
};

class Members {
 public:
  void Add(const std::string& body, const std::vector<std::string>& paths) {
    all_.push_back({body, ""});
    for (const std::string& path : paths) all_.push_back({body, path});
  }

  // Members that the store alone has are left out.
  void Add(const std::string& body, const Schema& schema) {
    all_.push_back({body, ""});
    AddRows(body, "", schema);
  }

  void Add(const std::string& body, Kind kind, State state) {
    std::vector<std::string> paths;
    for (const Field& field : Fields(kind, state)) {
      if (!field.group.empty()) paths.emplace_back(field.group);
      paths.push_back(field.Path());
      if (field.row.schema != nullptr) AddRows(body, field.Path() + ".", *field.row.schema);
    }
    for (const UnitLink& link : Links(kind)) {
      AddLink(body, link.group.empty() ? "" : std::string(link.group) + ".", link.row);
    }
    if (state != State::kRemoved) paths.emplace_back(kRecordClassName);
    Add(body, paths);
  }

  const std::vector<Member>& all() const { return all_; }

 private:
  void AddRows(const std::string& body, const std::string& before, const Schema& schema) {
    for (const Row& row : schema.rows) {
      const FormSet& forms = row.traits.forms;
      const bool is_shown = forms.Include(Form::kInventory) || forms.Include(Form::kServed) ||
                            forms.Include(Form::kAuthorised);
      if (row.is_kept() || !is_shown) continue;
      if (row.is_link()) {
        AddLink(body, before, row);
        continue;
      }
      const std::string path = before + std::string(row.name);
      all_.push_back({body, path});
      if (row.schema != nullptr) AddRows(body, path + ".", *row.schema);
    }
  }

  // The name of a link's row is its relation.
  void AddLink(const std::string& body, const std::string& before, const Row& row) {
    const std::string path = before + std::string(kLinksName);
    for (const std::string& below : {std::string(), "." + std::string(row.name)})
      all_.push_back({body, path + below});
  }

  std::vector<Member> all_;
};

void AddUnits(Members* members) {
  members->Add("Entity", Kind::kEntity, State::kLive);
  members->Add("SubEntity", Kind::kSubEntity, State::kLive);
  members->Add("DeletedEntity", Kind::kEntity, State::kDeleted);
  members->Add("DeletedSubEntity", Kind::kSubEntity, State::kDeleted);
  members->Add("RemovedUnit", Kind::kEntity, State::kRemoved);
}

void AddOtherRegisters(Members* members) {
  members->Add("RoleList", kRoleListSchema.schema);
  members->Add("RoleList", {"_links", "_links.self", "_links.enhet"});
  members->Add("AuthorisedRoleList", kRoleListSchema.schema);
  members->Add("LegalRoles", kLegalRolesSchema.schema);
  members->Add("LegalRoles", {"_links", "_links.self", "_links.next"});
  members->Add("RoleStatement", kRoleStatementSchema.schema);
  members->Add("VoluntaryOrganisation", kVoluntarySchema.schema);
  members->Add("VoluntaryOrganisation", {"_links", "_links.self"});
  members->Add("CadastralUnits", kServedCadastralSchema.schema);
  members->Add("CadastralList", kCadastralSchema.schema);
  members->Add("DocumentList", kDocumentListSchema.schema);
  members->Add("Statement", StatementSchema().schema);
  members->Add("Statements", StatementSchema().schema);
  for (const RegisterColumn& column : PartyColumns()) members->Add("Party", {column.header});
}

void AddReferenceLists(Members* members) {
  const auto add = [&](const std::string& body, const ReferenceList& list) {
    std::vector<std::string> paths = {"_links", "_links.self"};
    for (const ReferenceColumn& column : list.columns) paths.emplace_back(column.name);
    members->Add(body, paths);
    const std::string collection(list.collection.substr(list.collection.rfind('/') + 1));
    members->Add(body + "Page", {"_embedded", "_embedded." + collection, "_links.self"});
  };
  add("OrganisationForm", FormList());
  add("Municipality", MunicipalityList());
  add("RoleType", RoleTypeList());
  add("RoleGroupType", RoleGroupTypeList());
  add("Representative", RepresentativeList());
  members->Add("OrganisationFormPage", {"_links.enheter", "_links.underenheter"});
  members->Add("Category", {"icnpoNummer", "navn", "spraakkode"});
  members->Add("CategoryList", {"_embedded.icnpoKategorier"});
  members->Add("InformationType", {"identifikator", "navn", "spraakkode", "_links.self"});
  members->Add("InformationTypeList", {"_embedded.informasjonstyper"});
}

void AddFrames(Members* members) {
  members->Add("Root",
               {"_links", "_links.self", "_links.enheter", "_links.underenheter",
                "_links.organisasjonsformer", "_links.oppdateringer/enheter",
                "_links.oppdateringer/underenheter", "_links.kommuner", "_links.kommuner.href"});
  for (const char* const body : {"EntityPage", "SubEntityPage"}) {
    members->Add(body, {"_embedded", "_links", "_links.first", "_links.prev", "_links.self",
                        "_links.next", "_links.last", "_links.last.href", "page", "page.size",
                        "page.totalElements", "page.totalPages", "page.number"});
  }
  members->Add("EntityPage", {"_embedded.enheter", "_embedded.enheter.postadresse.poststed"});
  members->Add("SubEntityPage", {"_embedded.underenheter", "_embedded.underenheter.navn"});
  members->Add("VoluntaryList", {"_embedded.frivilligeOrganisasjoner", "_links.next"});
  members->Add("Manifest", {"files", "files.name", "files.size", "files.sha256", "files.records",
                            "files.position", "files.time"});
  members->Add("InterimBalances", {std::string(kBalanceYear), std::string(kBalanceId)});
  for (const char* const body : {"Years", "FileNames", "CallCounts"})
    members->Add(body, std::vector<std::string>());
}

void AddFeeds(Members* members) {
  for (const char* const body : {"EntityUpdate", "SubEntityUpdate"}) {
    members->Add(body, kUpdateWithChangesSchema.schema);
    members->Add(body, {"endringer.op", "endringer.path", "endringer.value", "_links"});
  }
  members->Add("EntityUpdate", {"_links.enhet"});
  members->Add("SubEntityUpdate", {"_links.underenhet"});
  members->Add("EntityUpdatePage", {"_embedded.oppdaterteEnheter"});
  members->Add("SubEntityUpdatePage", {"_embedded.oppdaterteUnderenheter"});
  members->Add("RoleEvents", kRoleEventSchema.schema);
}

// Their bodies have schemas above the model.
void AddExtensions(Members* members) {
  members->Add("UnitState",
               {"organisationNumber", "status", "kind", "name", "deletedOn", "superiorUnit",
                "entityCount", "subEntityCount", "_links", "_links.self", "_links.record",
                "_links.superiorUnit", "_links.entities", "_links.subEntities"});
  for (const char* const body : {"EntityPart", "SubEntityPart"}) {
    members->Add(body, {"items", "total", "nextCursor", "_links", "_links.self", "_links.next"});
  }
}

// The same for suggestions.
void AddSuggestions(Members* members) {
  const std::string one = "suggestions";
  members->Add(
      "Suggestions",
      {one, one + ".kind", one + ".label", one + ".organisationNumber", one + ".code",
       one + ".form", one + ".place", one + ".inactive", one + ".matched", one + ".matched.start",
       one + ".matched.end", one + ".entityFilter", one + ".subEntityFilter", one + "._links",
       one + "._links.record", one + "._links.entities", one + "._links.subEntities"});
}

// The same for matching and reconciliation.
void AddMatching(Members* members) {
  const std::string one = "candidates";
  members->Add("MatchOutcome",
               {"line", "organisationNumber", "status", "reason", "kind", "name", "deletedOn",
                "superiorUnit", one, one + ".organisationNumber", one + ".kind", one + ".name",
                one + ".place", one + ".score", one + ".certain"});
  members->Add("MatchQuestion", {"number", "name", "place"});
  members->Add("Reconciliation", std::vector<std::string>());
}

// The same for counts per value and for code lists.
void AddCounts(Members* members) {
  const std::string values = "facets.values";
  const std::string reasons = "reasons";
  const std::string better = "reasons.suggestions";
  members->Add("Explanation", {"total", "filters", "filters.parameter", "filters.totalAlone",
                               "filters.totalWithout", reasons, reasons + ".code",
                               reasons + ".parameter", reasons + ".value", reasons + ".explanation",
                               better, better + ".value", better + ".text", better + ".total",
                               better + ".search", reasons + ".unit", "_links", "_links.search"});
  members->Add("Facets", {"total", "facets", "facets.field", "facets.valueCount",
                          "facets.otherCount", "facets.missingCount", values, values + ".value",
                          values + ".text", values + ".count"});
  const std::string codes = "codes";
  members->Add("CodeList", {"list", "version", "count", codes, codes + ".code", codes + ".name",
                            codes + ".nameEnglish", codes + ".level", codes + ".parent",
                            codes + ".usedBy", codes + ".validFrom", codes + ".retiredOn",
                            codes + ".entityCount", codes + ".subEntityCount"});
}

void AddErrors(Members* members) {
  const std::string problem = "valideringsfeil";
  members->Add("ValidationProblems",
               {"tidsstempel", "status", "feilmelding", problem, problem + ".feilmelding",
                problem + ".parametere", problem + ".feilaktigVerdi", "sti", "antallFeil"});
  members->Add("EnglishValidationProblems",
               {"timestamp", "status", "error", "path", "errorCount", "validationErrors",
                "validationErrors.errorMessage", "validationErrors.parameters",
                "validationErrors.incorrectValue"});
  for (const char* const body : {"ServerError", "StatementError", "BatchFailure"})
    members->Add(body, {"timestamp", "status", "error", "message", "path", "trace"});
  members->Add("BatchFailure", {"failed"});
  const std::string errors = "errors";
  members->Add("Problem", {"type", "title", "status", "detail", "instance", "trace", "offered",
                           errors, errors + ".parameters", errors + ".value", errors + ".code",
                           errors + ".reason", errors + ".suggestion", errors + ".type"});
  members->Add("TooManyRequests", {"message"});
  members->Add("IdentityNumber", {"fodselsnummer"});
  members->Add("InterfaceDocument", std::vector<std::string>());
  members->Add("ApiCatalogue",
               {"linkset", "linkset.anchor", "linkset.service-desc", "linkset.service-desc.href",
                "linkset.service-desc.type", "linkset.describedby", "linkset.describedby.href",
                "linkset.describedby.type"});
}

void AddBatches(Members* members) {
  members->Add("BatchHead", {"batch", "operations", "time"});
  members->Add("BatchOperation",
               {"operation", "kind", "organisasjonsnummer", "slettedato", "record"});
  members->Add("BatchAcknowledgement", {"batch", "repeated", "commit", "operations", "updates",
                                        "firstUpdate", "lastUpdate"});
  members->Add("BatchRefusal", {"refused", "count", "problems"});
  // Its filings have the members of a statement, which has its own description.
  std::vector<std::string> filings;
  for (const Row& row : FilingsSchema().schema.rows) filings.emplace_back(row.name);
  members->Add("Filings", filings);
}

std::vector<Member> AllMembers() {
  Members members;
  AddUnits(&members);
  AddOtherRegisters(&members);
  AddReferenceLists(&members);
  AddFrames(&members);
  AddFeeds(&members);
  AddExtensions(&members);
  AddSuggestions(&members);
  AddCounts(&members);
  AddMatching(&members);
  AddErrors(&members);
  AddBatches(&members);
  return members.all();
}

std::size_t Characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

TEST(Meanings, EachMemberOfEachBodyHasOne) {
  for (const Member& member : AllMembers())
    EXPECT_NE(FindMeaning(member.body, member.path), nullptr) << member.body << " " << member.path;
}

TEST(Meanings, EachIsOfAMemberThatSomeBodyHas) {
  std::set<const Meaning*> used;
  for (const Member& member : AllMembers()) {
    const Meaning* found = FindMeaning(member.body, member.path);
    // What an object is made of is used with it.
    for (; found != nullptr && used.insert(found).second; found = FindMeaning(found->members, ""))
      if (found->members.empty()) break;
  }
  for (const Meaning& meaning : Meanings())
    EXPECT_TRUE(used.contains(&meaning)) << meaning.body << " " << meaning.path;
}

TEST(Meanings, StandOnceEach) {
  const std::span<const Meaning> table = Meanings();
  const auto twice = std::ranges::adjacent_find(table, [](const Meaning& a, const Meaning& b) {
    return std::tie(a.body, a.path) == std::tie(b.body, b.path);
  });
  EXPECT_EQ(twice, table.end()) << twice->body << " " << twice->path;
}

TEST(Meanings, NameBodiesOnlyThatHaveOneThemselves) {
  for (const Meaning& meaning : Meanings()) {
    EXPECT_NE(FindMeaning(meaning.body, ""), nullptr) << meaning.body;
    if (meaning.members.empty()) continue;
    EXPECT_NE(FindMeaning(meaning.members, ""), nullptr) << meaning.members;
    EXPECT_NE(meaning.members, meaning.body) << meaning.path;
  }
}

TEST(Meanings, AreShortSentencesThatDifferByLanguage) {
  constexpr std::size_t kLongest = 200;
  for (const Meaning& meaning : Meanings()) {
    for (const std::string_view text : {meaning.english, meaning.norwegian}) {
      EXPECT_GT(text.size(), 1U) << meaning.body << " " << meaning.path;
      EXPECT_LE(Characters(text), kLongest) << text;
      EXPECT_TRUE(text.ends_with('.')) << text;
      EXPECT_FALSE(text.starts_with(' ')) << text;
    }
    EXPECT_NE(meaning.english, meaning.norwegian);
  }
}

TEST(FindMeaning, LooksIntoTheBodiesThatObjectsAreMadeOf) {
  const Meaning* const found = FindMeaning("EntityPage", "_embedded.enheter.postadresse.land");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->body, "Address");
  EXPECT_EQ(found->path, "land");
}

TEST(FindMeaning, PrefersTheLineOfTheObjectItself) {
  const Meaning* const found = FindMeaning("VoluntaryOrganisation", "icnpoKategorier.navn");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->body, "VoluntaryOrganisation");
}

TEST(FindMeaning, FindsNothingForUnknownMembers) {
  for (const auto& [body, path] :
       std::vector<std::pair<std::string, std::string>>{{"", ""},
                                                        {"", "navn"},
                                                        {"Enhet", ""},
                                                        {"Entity", "nav"},
                                                        {"Entity", "navn."},
                                                        {"Entity", ".navn"},
                                                        {"Entity", "navn.navn"},
                                                        {"Entity", "postadresse.naeringskode1"},
                                                        {"Entity", "oppstartsdato"}}) {
    EXPECT_EQ(FindMeaning(body, path), nullptr) << body << " " << path;
  }
}

}  // namespace
}  // namespace orgreg::model
