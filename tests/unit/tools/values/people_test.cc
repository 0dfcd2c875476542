// SPDX-License-Identifier: EUPL-1.2

#include "tools/values/people.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <unordered_map>

#include "tools/generate/generate.h"

namespace orgreg::tools {
namespace {

using model::Person;

constexpr std::uint64_t kEntities = 5'000;

// How often each person was drawn, by identification number.
std::map<std::string, int> Drawn(const People& people, int draws) {
  Random random(1, Stream::kRoles, 0);
  std::map<std::string, int> times;
  for (int i = 0; i < draws; ++i) {
    ++times[std::string(people.At(people.Draw(&random)).number->Reveal())];
  }
  return times;
}

bool AreAlike(const Person& a, const Person& b) {
  return a.number == b.number && a.born_on == b.born_on && a.name == b.name &&
         a.is_dead == b.is_dead;
}

TEST(People, APlaceIsAlwaysTheSamePerson) {
  const People people(7, kEntities);
  const People again(7, kEntities);
  Random random(7, Stream::kRoles, 0);
  for (int i = 0; i < 1'000; ++i) {
    const std::uint64_t place = people.Draw(&random);
    EXPECT_TRUE(AreAlike(people.At(place), again.At(place)));
  }
}

TEST(People, AnotherSeedGivesOtherNames) {
  const People people(1, kEntities);
  const People others(2, kEntities);
  int same = 0;
  for (std::uint64_t entity = 0; entity < 200; ++entity) {
    const std::uint64_t place = people.OwnerOf(entity);
    same += people.At(place).name == others.At(place).name ? 1 : 0;
  }
  EXPECT_LT(same, 10);
}

TEST(People, NumbersAreSyntheticAndFitTheDayOfBirth) {
  const People people(1, kEntities);
  for (std::uint64_t entity = 0; entity < 2'000; ++entity) {
    const Person person = people.At(people.OwnerOf(entity));
    ASSERT_TRUE(person.number);
    EXPECT_TRUE(person.number->IsSynthetic());
    const std::string digits(person.number->Reveal());
    EXPECT_TRUE(base::IdentityNumber::Parse(digits, base::ControlRule::kPresent));
    const std::string day = person.born_on->ToString();  // yyyy-MM-dd
    EXPECT_EQ(digits.substr(0, 2), day.substr(8, 2));
    EXPECT_EQ(std::stoi(digits.substr(2, 2)), std::stoi(day.substr(5, 2)) + 80);
    EXPECT_EQ(digits.substr(4, 2), day.substr(2, 2));
    // Individual digits from 500 on belong to this century.
    EXPECT_EQ(digits[6] >= '5', day.starts_with("20")) << day;
  }
}

// In the largest register the individual numbers of a day are nearly used up.
TEST(People, NoTwoPeopleShareANumber) {
  const People people(1, kMaxGeneratedEntities);
  Random random(1, Stream::kRoles, 0);
  std::unordered_map<std::string, std::uint64_t> places;
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t place = people.Draw(&random);
    const auto at = places.emplace(people.At(place).number->Reveal(), place).first;
    ASSERT_EQ(at->second, place);
  }
}

TEST(People, FewPeopleOwnTwo) {
  const People people(1, kEntities);
  std::set<std::uint64_t> owners;
  for (std::uint64_t entity = 0; entity < kEntities; ++entity) {
    owners.insert(people.OwnerOf(entity));
  }
  EXPECT_GT(owners.size(), kEntities * 85 / 100);
}

TEST(People, MostAreDrawnOnceAndAFewByTheHundred) {
  const auto times = Drawn(People(1, kEntities), 10'000);
  int once = 0;
  int by_the_fifty = 0;
  for (const auto& [number, count] : times) {
    once += count == 1 ? 1 : 0;
    by_the_fifty += count > 50 ? 1 : 0;
  }
  EXPECT_GT(once, 4'000);
  EXPECT_GT(by_the_fifty, 0);
  EXPECT_LT(by_the_fifty, 20);
}

TEST(People, NamesHaveTheirParts) {
  const People people(1, kEntities);
  int middle = 0;
  int dead = 0;
  for (std::uint64_t entity = 0; entity < kEntities; ++entity) {
    const Person person = people.At(people.OwnerOf(entity));
    ASSERT_TRUE(person.name.first && person.name.last && person.is_dead);
    EXPECT_FALSE(person.name.first->empty() || person.name.last->empty());
    middle += person.name.middle ? 1 : 0;
    dead += *person.is_dead ? 1 : 0;
  }
  EXPECT_NEAR(middle * 100.0 / kEntities, 22, 3);
  EXPECT_NEAR(dead * 100.0 / kEntities, 0.4, 0.3);
}

// Every day has enough individual digits, in the largest register as in the smallest.
TEST(People, EverySizeHasRoomForAll) {
  for (const std::uint64_t entities :
       {std::uint64_t{1}, std::uint64_t{400}, std::uint64_t{1'170'000}, kMaxGeneratedEntities}) {
    const People people(1, entities);
    Random random(1, Stream::kRoles, 0);
    std::set<std::string> years;
    for (int i = 0; i < 20'000; ++i) {
      years.insert(people.At(people.Draw(&random)).born_on->ToString().substr(0, 4));
    }
    EXPECT_GE(*years.begin(), "1936");
    EXPECT_LE(*years.rbegin(), "2007");
  }
}

}  // namespace
}  // namespace orgreg::tools
