// SPDX-License-Identifier: EUPL-1.2

#include "tools/roles/roles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <functional>
#include <map>
#include <set>

#include "model/roles/schema.h"
#include "records/readers/role_record.h"
#include "render/body_json.h"
#include "tools/values/series.h"
#include "unit/tools/generated_register.h"

namespace orgreg::tools {
namespace {

using model::HolderEntity;
using model::Person;
using model::Role;
using model::RoleGroup;
using model::RoleList;
using model::Unit;

constexpr std::string_view kPublic = "roller_alle.json.gz";
constexpr std::string_view kAuthorised = "roller_alle_autorisert.json.gz";

struct Register {
  GenerateCounts counts = {};
  std::unordered_map<std::uint32_t, Unit> live = {};
  std::unordered_map<std::uint32_t, Unit> retired = {};
  std::vector<std::string> public_records = {};
  std::vector<std::string> records = {};  // With identification numbers.
  std::vector<RoleList> lists = {};       // Those.

  const Unit& Of(const RoleList& list) const { return live.at(list.number.value()); }
};

RoleList Read(const std::string& record) {
  records::RoleReader reader(base::ControlRule::kPresent);
  RoleList list;
  records::Problems problems;
  std::vector<std::string> unknown;
  EXPECT_TRUE(reader.Read(record, records::RoleSource::kInventory, &list, &problems, &unknown))
      << record << problems.front().Text();
  EXPECT_TRUE(unknown.empty()) << record;
  return list;
}

Register Make(std::uint64_t entities) {
  const std::string folder = GeneratedFolder("roles");
  auto counts = Generate({.entities = entities, .directory = folder});
  EXPECT_TRUE(counts.ok());
  Register made{.counts = *counts};
  made.live = GeneratedUnits(folder + "/enheter_alle.json.gz");
  made.retired = GeneratedUnits(folder + "/utgaatte_enheter.ndjson");
  made.public_records = GeneratedRecords(folder + "/" + std::string(kPublic));
  made.records = GeneratedRecords(folder + "/" + std::string(kAuthorised));
  for (const std::string& record : made.records) made.lists.push_back(Read(record));
  std::filesystem::remove_all(folder);
  return made;
}

const Register& Small() {
  static const Register made = Make(3'000);
  return made;
}
const Register& Large() {
  static const Register made = Make(20'000);
  return made;
}

using Visit = std::function<void(const RoleList&, const RoleGroup&, const Role&)>;
void ForEachRole(const Register& made, const Visit& visit) {
  for (const RoleList& list : made.lists) {
    for (const RoleGroup& group : list.groups) {
      for (const Role& role : group.roles) visit(list, group, role);
    }
  }
}

int CountRoles(const Register& made, const std::function<bool(const Role&)>& is) {
  int count = 0;
  ForEachRole(made, [&](const auto&, const auto&, const Role& role) { count += is(role) ? 1 : 0; });
  return count;
}

std::string NameOf(const HolderEntity& holder) {
  std::string name;
  for (const auto& line : *holder.name) name.append(name.empty() ? "" : " ").append(*line);
  return name;
}

TEST(GenerateRoles, OneRecordAnEntityInOrderOfNumber) {
  const Register& made = Large();
  EXPECT_EQ(made.lists.size(), made.counts.role_lists);
  std::uint64_t roles = 0;
  base::OrgNumber last = {};
  for (const RoleList& list : made.lists) {
    EXPECT_LT(last, list.number);
    last = list.number;
    EXPECT_TRUE(made.live.contains(list.number.value()));
    EXPECT_FALSE(list.groups.empty());
    for (const RoleGroup& group : list.groups) {
      EXPECT_FALSE(group.roles.empty());
      roles += group.roles.size();
    }
  }
  EXPECT_EQ(roles, made.counts.roles);
}

TEST(GenerateRoles, RecordsAreReadBackAsTheyWereWritten) {
  const Register& made = Small();
  for (std::size_t i = 0; i < made.lists.size(); ++i) {
    std::string again;
    render::AppendBody(model::kRoleListSchema, made.lists[i], model::Form::kInventory, &again);
    ASSERT_EQ(again, made.records[i]);
  }
}

TEST(GenerateRoles, ThePublicFileIsTheSameWithoutNumbers) {
  const Register& made = Small();
  ASSERT_EQ(made.public_records.size(), made.lists.size());
  for (std::size_t i = 0; i < made.lists.size(); ++i) {
    std::string without;
    render::AppendBody(model::kRoleListSchema, made.lists[i], model::Form::kStored, &without);
    ASSERT_EQ(made.public_records[i], without);
    EXPECT_EQ(made.public_records[i].find("fodselsnummer"), std::string::npos);
  }
  EXPECT_NE(made.records[0].find("fodselsnummer"), std::string::npos);
}

TEST(GenerateRoles, OnlyTheOwnerMayReadTheFileWithNumbers) {
  const std::string folder = GeneratedFolder("mode");
  ASSERT_TRUE(Generate({.entities = 20, .directory = folder}).ok());
  const auto mode = [&](std::string_view name) {
    struct stat found = {};
    EXPECT_EQ(::stat((folder + "/" + std::string(name)).c_str(), &found), 0);
    return found.st_mode & 0777U;
  };
  EXPECT_EQ(mode(kAuthorised), 0600U);
  EXPECT_EQ(mode(kPublic) & 0600U, 0600U);
  std::filesystem::remove_all(folder);
}

// The kinds of roles of a real register, for which a third of the entities were measured; sole
// traders are more numerous in the whole.
TEST(GenerateRoles, TypesAreAsFrequentAsMeasured) {
  struct Share {
    std::string_view type;
    double percent;
    double within;
  };
  constexpr Share kShares[] = {{"LEDE", 22, 5},    {"DAGL", 21, 8},    {"REGN", 17, 3},
                               {"MEDL", 13, 8},    {"REVI", 11, 7},    {"INNH", 10, 5},
                               {"VARA", 4, 2},     {"BOBE", 0.9, 0.7}, {"DTPR", 0.8, 0.3},
                               {"DTSO", 0.6, 0.3}, {"KDEB", 0.6, 0.5}, {"HFOR", 0.4, 0.3}};
  std::map<std::string, int> types;
  ForEachRole(Large(),
              [&](const auto&, const auto&, const Role& role) { ++types[*role.type.code]; });
  const auto all = static_cast<double>(Large().counts.roles);
  for (const Share& share : kShares) {
    EXPECT_NEAR(types[std::string(share.type)] * 100 / all, share.percent, share.within)
        << share.type;
  }
}

TEST(GenerateRoles, AnEntityHasAboutThreeRolesAndACompanyFour) {
  const Register& made = Large();
  double groups = 0;
  double company_roles = 0;
  double companies = 0;
  for (const RoleList& list : made.lists) {
    groups += static_cast<double>(list.groups.size());
    if (made.Of(list).form.code != "AS") continue;
    ++companies;
    for (const RoleGroup& group : list.groups)
      company_roles += static_cast<double>(group.roles.size());
  }
  EXPECT_NEAR(static_cast<double>(made.counts.roles) / 20'000, 2.9, 0.15);
  EXPECT_NEAR(groups / 20'000, 2.2, 0.3);
  EXPECT_NEAR(company_roles / companies, 4, 0.3);
}

TEST(GenerateRoles, SevenOfTenHoldersArePeople) {
  const int people = CountRoles(
      Large(), [](const Role& role) { return std::holds_alternative<Person>(role.holder); });
  const int entities = CountRoles(
      Large(), [](const Role& role) { return std::holds_alternative<HolderEntity>(role.holder); });
  EXPECT_NEAR(people * 100.0 / static_cast<double>(Large().counts.roles), 71, 4);
  EXPECT_NEAR(entities * 100.0 / static_cast<double>(Large().counts.roles), 29, 5);
}

TEST(GenerateRoles, EveryHolderEntityIsAsItsRecordSays) {
  const Register& made = Large();
  ForEachRole(made, [&](const RoleList& list, const auto&, const Role& role) {
    const auto* const holder = std::get_if<HolderEntity>(&role.holder);
    if (holder == nullptr) return;
    EXPECT_NE(holder->number, list.number);
    const auto& units = *holder->is_deleted ? made.retired : made.live;
    const auto unit = units.find(holder->number.value());
    ASSERT_NE(unit, units.end()) << holder->number.ToString();
    EXPECT_EQ(NameOf(*holder), unit->second.name);
    EXPECT_EQ(holder->form.code, unit->second.form.code);
    EXPECT_EQ(holder->form.text, unit->second.form.text);
  });
}

TEST(GenerateRoles, ANumberIsAlwaysTheSamePerson) {
  std::map<std::string, Person> people;
  ForEachRole(Large(), [&](const auto&, const auto&, const Role& role) {
    const auto* const person = std::get_if<Person>(&role.holder);
    if (person == nullptr) return;
    ASSERT_TRUE(person->number);
    EXPECT_TRUE(person->number->IsSynthetic());
    const auto at = people.emplace(std::string(person->number->Reveal()), *person).first;
    EXPECT_EQ(at->second.name, person->name);
    EXPECT_EQ(at->second.born_on, person->born_on);
    EXPECT_EQ(at->second.is_dead, person->is_dead);
  });
  EXPECT_GT(people.size(), 20'000U);
  EXPECT_LT(people.size(), Large().counts.roles);
}

TEST(GenerateRoles, NoPersonIsTwiceInAGroup) {
  for (const RoleList& list : Large().lists) {
    for (const RoleGroup& group : list.groups) {
      std::set<std::string> people;
      std::set<std::uint32_t> entities;
      for (const Role& role : group.roles) {
        if (const auto* person = std::get_if<Person>(&role.holder)) {
          EXPECT_TRUE(people.emplace(person->number->Reveal()).second) << list.number.ToString();
        } else if (const auto* entity = std::get_if<HolderEntity>(&role.holder)) {
          EXPECT_TRUE(entities.insert(entity->number.value()).second) << list.number.ToString();
        }
      }
    }
  }
}

TEST(GenerateRoles, NothingHappensBeforeItsTimeAndOrderBeginsAtZero) {
  for (const RoleList& list : Large().lists) {
    std::set<std::string> types;
    for (const RoleGroup& group : list.groups) {
      EXPECT_TRUE(types.insert(*group.type.code).second) << list.number.ToString();
      EXPECT_FALSE(group.type.text->empty());
      EXPECT_GE(*group.changed_on, *Large().Of(list).registered_on);
      EXPECT_LE(*group.changed_on, SnapshotDay());
      std::int64_t order = 0;
      for (const Role& role : group.roles) {
        EXPECT_EQ(role.order, order++);
        EXPECT_FALSE(role.type.text->empty());
        EXPECT_EQ(role.has_left, role.is_deregistered);
      }
    }
  }
}

TEST(GenerateRoles, AFewFirmsHaveMostOfTheClients) {
  std::map<std::uint32_t, int> clients;
  int all = 0;
  ForEachRole(Large(), [&](const auto&, const auto&, const Role& role) {
    if (role.type.code != "REGN") return;
    ++clients[std::get<HolderEntity>(role.holder).number.value()];
    ++all;
  });
  std::vector<int> counts;
  for (const auto& [number, count] : clients) counts.push_back(count);
  std::ranges::sort(counts, std::greater());
  ASSERT_GT(counts.size(), 20U);
  int of_ten = 0;
  for (int i = 0; i < 10; ++i) of_ten += counts[static_cast<std::size_t>(i)];
  EXPECT_GT(of_ten, all * 4 / 10);
  EXPECT_GT(counts.back(), 0);
}

TEST(GenerateRoles, AccountsAreMostlyKeptByAccountants) {
  int all = 0;
  int by_accountants = 0;
  ForEachRole(Large(), [&](const auto&, const auto&, const Role& role) {
    if (role.type.code != "REGN") return;
    ++all;
    const Unit& firm = Large().live.at(std::get<HolderEntity>(role.holder).number.value());
    const model::Text& industry = firm.industries[0].code;
    by_accountants += industry && industry->starts_with("69.20") ? 1 : 0;
  });
  EXPECT_GT(by_accountants, all * 8 / 10);
}

TEST(GenerateRoles, APersonIsInManyCompaniesAndInAnAssociation) {
  std::map<std::string, std::map<std::string, int>> forms;
  ForEachRole(Small(), [&](const RoleList& list, const auto&, const Role& role) {
    const auto* const person = std::get_if<Person>(&role.holder);
    if (person != nullptr) {
      ++forms[std::string(person->number->Reveal())][*Small().Of(list).form.code];
    }
  });
  int found = 0;
  for (auto& [number, by_form] : forms) found += by_form["AS"] > 20 && by_form["FLI"] > 0 ? 1 : 0;
  EXPECT_GT(found, 0);
}

TEST(GenerateRoles, RareRolesOccurInASmallRegister) {
  const auto count = [](const std::function<bool(const Role&)>& is) {
    return CountRoles(Small(), is);
  };
  const auto elected_by = [&](std::string_view code) {
    return count(
        [code](const Role& role) { return role.elected_by && role.elected_by->code == code; });
  };
  EXPECT_GT(count([](const Role& r) { return r.has_limited_capacity == true; }), 0);
  EXPECT_GT(count([](const Role& r) { return r.has_confirmed_future_power == true; }), 0);
  EXPECT_GT(count([](const Role& r) { return r.type.code == "OBS"; }), 0);
  EXPECT_GT(count([](const Role& r) { return r.share && r.share->ends_with("%"); }), 0);
  EXPECT_GT(count([](const Role& r) { return r.share && r.share->starts_with("1/"); }), 0);
  for (const std::string_view code : {"A-AK", "B-AK", "C-AK", "AREP"}) {
    EXPECT_GT(elected_by(code), 0) << code;
  }
  EXPECT_GT(count([](const Role& role) {
              const auto* const holder = std::get_if<HolderEntity>(&role.holder);
              return holder != nullptr && holder->approval;
            }),
            0);
  EXPECT_GT(count([](const Role& role) {
              const auto* const holder = std::get_if<HolderEntity>(&role.holder);
              return holder != nullptr && holder->name->size() > 1;
            }),
            0);
}

TEST(GenerateRoles, ListsThatAreOddAreThereInASmallRegister) {
  int only_deleted = 0;
  int everybody_left = 0;
  std::size_t largest = 0;
  for (const RoleList& list : Small().lists) {
    bool all_deleted = true;
    bool all_left = true;
    for (const RoleGroup& group : list.groups) {
      largest = std::max(largest, group.roles.size());
      for (const Role& role : group.roles) {
        const auto* const holder = std::get_if<HolderEntity>(&role.holder);
        all_deleted = all_deleted && holder != nullptr && *holder->is_deleted;
        all_left = all_left && *role.is_deregistered;
      }
    }
    only_deleted += all_deleted ? 1 : 0;
    everybody_left += all_left && list.groups.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(only_deleted, 0);
  EXPECT_GT(everybody_left, 0);
  EXPECT_GE(largest, 30U);
}

TEST(GenerateRoles, FlagsAreAsFrequentAsMeasured) {
  const auto percent = [](const std::function<bool(const Role&)>& is) {
    return CountRoles(Large(), is) * 100.0 / static_cast<double>(Large().counts.roles);
  };
  EXPECT_NEAR(percent([](const Role& role) { return *role.is_deregistered; }), 1.4, 0.3);
  EXPECT_NEAR(percent([](const Role& role) { return role.elected_by.has_value(); }), 2, 0.6);
  EXPECT_LT(percent([](const Role& role) { return role.has_limited_capacity.has_value(); }), 0.1);
}

// The codes of the groups that entities of a form have, with how many of the entities.
std::map<std::string, int> GroupsOf(std::string_view form, int* entities) {
  std::map<std::string, int> groups;
  for (const RoleList& list : Large().lists) {
    if (Large().Of(list).form.code != form) continue;
    ++*entities;
    for (const RoleGroup& group : list.groups) ++groups[*group.type.code];
  }
  return groups;
}

TEST(GenerateRoles, TheFormDecidesTheGroups) {
  int traders = 0;
  auto groups = GroupsOf("ENK", &traders);
  EXPECT_EQ(groups["INNH"], traders);
  EXPECT_EQ(groups["STYR"], 0);
  int companies = 0;
  groups = GroupsOf("AS", &companies);
  EXPECT_EQ(groups["INNH"], 0);
  EXPECT_GT(groups["STYR"], companies * 95 / 100);
  EXPECT_GT(groups["DAGL"], companies * 90 / 100);
  int estates = 0;
  groups = GroupsOf("KBO", &estates);
  EXPECT_EQ(groups["BOBE"], estates);
  EXPECT_GT(groups["KDEB"], 0);
  EXPECT_EQ(groups.size(), 2U);
  int partnerships = 0;
  groups = GroupsOf("DA", &partnerships);
  EXPECT_EQ(groups["DELT"], partnerships);
  int branches = 0;
  groups = GroupsOf("NUF", &branches);
  EXPECT_GT(groups["HFOR"], branches / 2);
  int abroad = 0;
  GroupsOf("UTLA", &abroad);
  EXPECT_LT(abroad, 40);  // Of some 480: the others have no roles.
}

TEST(GenerateRoles, ACompanyThatWaivedTheAuditHasNoAuditor) {
  for (const RoleList& list : Large().lists) {
    if (!Large().Of(list).audit_waived_on) continue;
    for (const RoleGroup& group : list.groups) {
      const bool is_trait = group.roles.size() == 1 && list.groups.size() == 1;
      const auto* const holder = std::get_if<HolderEntity>(&group.roles.front().holder);
      const bool is_approved = holder != nullptr && holder->approval.has_value();
      EXPECT_TRUE(group.type.code != "REVI" || is_trait || is_approved) << list.number.ToString();
    }
  }
}

TEST(GenerateRoles, ABankruptCompanyHasAnEstateManagerWithAnAddress) {
  int bankrupt = 0;
  for (const RoleList& list : Large().lists) {
    const Unit& unit = Large().Of(list);
    if (!unit.bankrupt.value_or(false)) continue;
    ++bankrupt;
    int managers = 0;
    for (const RoleGroup& group : list.groups) {
      if (group.type.code != "BOBE") continue;
      const auto& manager = std::get<model::EstateManager>(group.roles.front().holder);
      EXPECT_TRUE(manager.name && manager.address && manager.address->postcode);
      ++managers;
    }
    EXPECT_EQ(managers, 1) << list.number.ToString();
  }
  EXPECT_GT(bankrupt, 20);
}

TEST(GenerateRoles, HomesOfBranchesAreForeignEntities) {
  ForEachRole(Large(), [](const RoleList& list, const RoleGroup& group, const Role& role) {
    if (group.type.code != "HFOR") return;
    EXPECT_EQ(Large().Of(list).form.code, "NUF");
    EXPECT_EQ(std::get<HolderEntity>(role.holder).form.code, "UTLA");
  });
}

TEST(GenerateRoles, TheSmallestRegistersHaveRoles) {
  for (const std::uint64_t entities : {1U, 2U, 65U}) {
    const std::string folder = GeneratedFolder("tiny");
    const auto counts = Generate({.entities = entities, .directory = folder});
    ASSERT_TRUE(counts.ok());
    EXPECT_LE(counts->role_lists, entities);
    for (const std::string& record : GeneratedRecords(folder + "/" + std::string(kAuthorised))) {
      Read(record);
    }
    std::filesystem::remove_all(folder);
  }
}

}  // namespace
}  // namespace orgreg::tools
