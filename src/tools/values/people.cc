// SPDX-License-Identifier: EUPL-1.2

#include "tools/values/people.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "base/values/date.h"
#include "tools/values/lists.h"
#include "tools/values/words.h"

namespace orgreg::tools {
namespace {

constexpr std::uint64_t kPlacesPerEntity = 3;
// So few that the individual numbers of every day suffice.
constexpr std::uint64_t kMostPlaces = 7'000'000;
constexpr std::uint64_t kFewestPlaces = 1'000;
constexpr unsigned kIndividuals = 500;  // Of one day in one century.

// The years of birth of people, and their percentages.
struct Band {
  std::int32_t first_day = 0;
  std::uint64_t percent = 0;
};
constexpr std::array<Band, 8> kBands = {{
    {-12'419, 6},  // 1936-01-01
    {-8'766, 15},  // 1946-01-01
    {-5'114, 24},  // 1956-01-01
    {-1'461, 25},  // 1966-01-01
    {2'191, 18},   // 1976-01-01
    {5'844, 9},    // 1986-01-01
    {9'496, 3},    // 1996-01-01
    {13'879, 0},   // 2008-01-01: nobody younger holds a role.
}};
constexpr base::Date kMillennium = base::Date::FromDays(10'957);  // 2000-01-01

// Larger than the number of places, and prime: its multiples scatter over them all.
constexpr std::uint64_t kPrime = 2'654'435'761;

// How many people have a second given name or a family name in the middle.
constexpr double kMiddleName = 22;
constexpr double kMiddleIsGiven = 60;
constexpr double kDoubleName = 7;
constexpr double kDead = 0.4;

}  // namespace

People::People(std::uint64_t seed, std::uint64_t entities)
    : seed_(seed),
      entities_(entities),
      places_(std::clamp(entities * kPlacesPerEntity, kFewestPlaces, kMostPlaces)) {
  constexpr std::uint64_t kEntitiesPerBusy = 143;
  constexpr int kOctaves = 7;
  last_octave_ = std::max(1, static_cast<int>(std::bit_width(entities / kEntitiesPerBusy))) - 1;
  first_octave_ = std::max(0, last_octave_ - kOctaves + 1);
}

std::uint64_t People::Draw(Random* random) const {
  constexpr double kBusy = 6;
  if (random->Percent(kBusy)) return Busy(random->Rank(first_octave_, last_octave_));
  return Taken(random->Below(places_));
}

std::uint64_t People::OwnerOf(std::uint64_t entity) const {
  return Taken((entity + 1) * kPrime % places_);
}

std::uint64_t People::Busy(std::uint64_t rank) const {
  return Taken((entities_ + rank) * kPrime % places_);
}

People::Birth People::BirthAt(std::uint64_t place) const {
  std::uint64_t percent = 0;
  std::size_t at = 0;
  while (place >= places_ * (percent + kBands[at].percent) / 100) percent += kBands[at++].percent;
  const std::uint64_t first = places_ * percent / 100;
  const std::uint64_t people = places_ * (percent + kBands[at].percent) / 100 - first;
  const auto days = static_cast<std::uint64_t>(kBands[at + 1].first_day - kBands[at].first_day);
  const std::uint64_t day = (place - first) * days / people;
  const std::uint64_t first_of_day = (day * people + days - 1) / days;
  const std::uint64_t rank = place - first - first_of_day;
  assert(rank < kIndividuals);
  constexpr std::uint64_t kStride = 137;  // It is coprime to kIndividuals.
  Birth birth = {.day = base::Date::FromDays(kBands[at].first_day + static_cast<int>(day)),
                 .individual = static_cast<unsigned>((rank * kStride + day * 61) % kIndividuals)};
  // The other half of the individual numbers, so that a number shows the century.
  if (birth.day >= kMillennium) birth.individual += kIndividuals;
  return birth;
}

std::uint64_t People::Taken(std::uint64_t place) const {
  while (true) {
    const Birth birth = BirthAt(place);
    if (base::IdentityNumber::MakeSynthetic(birth.day, birth.individual)) return place;
    place = (place + 1) % places_;
  }
}

model::Person People::At(std::uint64_t place) const {
  const Birth birth = BirthAt(place);
  Random random(seed_, Stream::kPerson, place);
  const WordLists& words = GetLists().words;
  // As in numbers in use, the last of the individual digits is even for women.
  const Words& given_names = birth.individual % 2 == 0 ? words.female_names : words.male_names;
  model::Person person;
  person.born_on = birth.day;
  person.number = base::IdentityNumber::MakeSynthetic(birth.day, birth.individual);
  person.name.first = std::string(PickOf(given_names, &random));
  if (random.Percent(kDoubleName)) {
    person.name.first->append(random.Percent(50) ? "-" : " ").append(PickOf(given_names, &random));
  }
  if (random.Percent(kMiddleName)) {
    std::string& middle = person.name.middle.emplace();
    if (random.Percent(kMiddleIsGiven)) {
      middle = PickOf(given_names, &random);
    } else {
      AppendSurname(&random, &middle);
    }
  }
  AppendSurname(&random, &person.name.last.emplace());
  person.is_dead = random.Percent(kDead);
  return person;
}

}  // namespace orgreg::tools
