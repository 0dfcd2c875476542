// SPDX-License-Identifier: EUPL-1.2

// Addresses: Norwegian ones in a municipality, by its own post codes, and foreign ones, whose post
// code is part of the city. They have zero to three lines. Also telephone, mail and web site, all
// under names that do not exist. Pure; safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "model/unit.h"
#include "tools/values/lists.h"

namespace orgreg::tools {

model::Address StreetAddress(const MunicipalityPlaces& place, const PostalArea& area,
                             Random* random);
model::Address BoxAddress(const MunicipalityPlaces& place, Random* random);
model::Address AddressAbroad(const ForeignPlace& place, Random* random);

// The city as it is written in an address, with digits and letters for its post code.
std::string CityAbroad(const ForeignPlace& place, Random* random);

// Landline numbers have a first pair, mobile ones a first three; the middle is zeros, which
// no subscriber has.
std::string MakePhone(Random* random);
std::string MakeMobile(Random* random);
// The name of a site that does not exist, taken from the unit's name.
std::string MakeSite(std::string_view name, Random* random);
std::string MakeMail(std::string_view name, Random* random);

}  // namespace orgreg::tools
