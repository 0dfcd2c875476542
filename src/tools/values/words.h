// SPDX-License-Identifier: EUPL-1.2

// Words and persons that do not exist, but look real. Single words are drawn as in natural text: a
// few often, most hardly ever, millions in all. They are written with an initial capital. Pure;
// safe from any thread.

#pragma once

#include <string>
#include <string_view>

#include "tools/values/random.h"

namespace orgreg::tools {

// A place, farm or family: Solvik, Bjørnseth, Nordfjellhaug.
void AppendPlaceWord(Random* random, std::string* out);
// An invented brand: Novatek, Zenon.
void AppendBrandWord(Random* random, std::string* out);
// A trade: Transport, or a compound: Rørservice.
void AppendTradeWord(Random* random, std::string* out);

void AppendGivenName(Random* random, std::string* out);
void AppendSurname(Random* random, std::string* out);
// Given name, sometimes a second or an initial, surname.
void AppendPerson(Random* random, std::string* out);

// The text in capitals; letters of the Latin alphabets of Europe.
std::string InCapitals(std::string_view text);
// The text with a small first letter, if that is one of A–Z, Æ, Ø, Å.
std::string WithSmallInitial(std::string_view text);
// Only letters a–z and digits, for addresses on the net: "Bjørn & Ås" gives "bjornas".
std::string NetName(std::string_view text);

}  // namespace orgreg::tools
