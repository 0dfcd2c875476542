// SPDX-License-Identifier: EUPL-1.2

#include "tools/values/addresses.h"

#include <array>
#include <utility>

#include "tools/values/words.h"

namespace orgreg::tools {
namespace {

std::string MakeStreet(Random* random) {
  constexpr double kWithLetter = 14;
  const Lists& lists = GetLists();
  std::string line(lists.streets[lists.street_weights.Pick(random)]);
  line.append(" ").append(std::to_string(1 + random->EarlyOf(260)));
  if (random->Percent(kWithLetter)) line.push_back(static_cast<char>('A' + random->Below(6)));
  return line;
}

std::string MakeCareOf(Random* random) {
  std::string line = random->Percent(80) ? "c/o " : "v/";
  AppendPerson(random, &line);
  return line;
}

// Lines before the street: mostly none, then one, seldom two. Sometimes there is no line at all, or
// two texts in one line, like an error of input.
model::Lines MakeLines(std::string last_line, Random* random) {
  constexpr double kNone = 0.95;
  constexpr double kMoreThanOne = 17.5;
  constexpr double kThree = 5.2;  // Of those.
  constexpr double kBroken = 0.06;
  std::vector<std::optional<std::string>> lines;
  if (random->Percent(kNone)) return lines;
  if (random->Percent(kBroken))
    last_line.append("\n").append(PickOf(GetLists().words.building, random));
  if (random->Percent(kMoreThanOne)) {
    lines.emplace_back(MakeCareOf(random));
    if (random->Percent(kThree)) {
      lines.emplace_back(std::string(PickOf(GetLists().words.building, random)));
    }
  }
  lines.emplace_back(std::move(last_line));
  return lines;
}

model::Address InNorway(const MunicipalityPlaces& place, const PostalArea& area) {
  model::Address address;
  address.country = "Norge";
  address.country_code = "NO";
  address.postcode = area.postcode;
  address.city = area.city;
  address.municipality = place.municipality->name;
  address.municipality_number = place.municipality->number;
  return address;
}

void AppendDigits(int count, Random* random, std::string* out) {
  for (int i = 0; i < count; ++i) out->push_back(static_cast<char>('0' + random->Below(10)));
}

}  // namespace

model::Address StreetAddress(const MunicipalityPlaces& place, const PostalArea& area,
                             Random* random) {
  model::Address address = InNorway(place, area);
  address.lines = MakeLines(MakeStreet(random), random);
  return address;
}

model::Address BoxAddress(const MunicipalityPlaces& place, Random* random) {
  constexpr double kBox = 72;
  constexpr double kWithPlace = 30;
  if (!random->Percent(kBox)) {
    return StreetAddress(place, PickOf(place.street_areas, random), random);
  }
  model::Address address = InNorway(place, PickOf(place.box_areas, random));
  std::string line = "Postboks ";
  line.append(std::to_string(1 + random->EarlyOf(3000)));
  if (random->Percent(kWithPlace)) {
    line.push_back(' ');
    AppendPlaceWord(random, &line);
  }
  address.lines = MakeLines(std::move(line), random);
  return address;
}

std::string CityAbroad(const ForeignPlace& place, Random* random) {
  std::string city;
  for (const char c : place.city) {
    if (c == '#') {
      AppendDigits(1, random, &city);
    } else if (c == '@') {
      city.push_back(static_cast<char>('A' + random->Below(26)));
    } else {
      city.push_back(c);
    }
  }
  return city;
}

model::Address AddressAbroad(const ForeignPlace& place, Random* random) {
  model::Address address;
  address.country = place.country;
  address.country_code = place.country_code;
  address.city = CityAbroad(place, random);
  std::string line(PickOf(GetLists().words.foreign_street, random));
  line.append(" ").append(std::to_string(random->Between(1, 200)));
  address.lines = MakeLines(std::move(line), random);
  return address;
}

std::string MakePhone(Random* random) {
  constexpr std::array<std::string_view, 12> kFirst = {"22", "23", "32", "33", "37", "38",
                                                       "51", "55", "61", "70", "73", "77"};
  std::string phone(PickOf(kFirst, random));
  phone.append(" 00 ");
  AppendDigits(2, random, &phone);
  phone.push_back(' ');
  AppendDigits(2, random, &phone);
  return phone;
}

std::string MakeMobile(Random* random) {
  std::string mobile = random->Percent(65) ? "9" : "4";
  AppendDigits(2, random, &mobile);
  mobile.append(" 00 ");
  AppendDigits(3, random, &mobile);
  return mobile;
}

std::string MakeSite(std::string_view name, Random* random) {
  constexpr double kWithPath = 2;
  constexpr double kBare = 15;
  std::string site = random->Percent(kBare) ? "" : "www.";
  site.append(NetName(name.substr(0, 24))).append(".example");
  if (random->Percent(kWithPath)) site.append("/om-oss");
  return site;
}

std::string MakeMail(std::string_view name, Random* random) {
  constexpr std::array<std::string_view, 6> kBoxes = {"post",   "post",    "firmapost",
                                                      "styret", "kontakt", "regnskap"};
  std::string mail(PickOf(kBoxes, random));
  mail.append("@").append(NetName(name.substr(0, 24))).append(".example");
  return mail;
}

}  // namespace orgreg::tools
