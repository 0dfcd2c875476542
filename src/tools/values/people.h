// SPDX-License-Identifier: EUPL-1.2

// The people of a fictional register, all invented. A person is a place on a line: day of birth,
// identification number and names follow from it, so that the same place always gives the same
// person, and nothing is stored about anyone.
//
// Numbers are synthetic (month + 80), with valid check digits, and no two people share one.
// Constant once built; safe from any thread.

#pragma once

#include <cstdint>

#include "base/values/date.h"
#include "model/roles/roles.h"
#include "tools/values/random.h"

namespace orgreg::tools {

class People {
 public:
  // There are about two and a half times as many people as entities.
  People(std::uint64_t seed, std::uint64_t entities);

  // A person. A few hold roles by the hundred, most one or two.
  std::uint64_t Draw(Random* random) const;
  // The person who owns only `entity`: hardly anyone owns two.
  std::uint64_t OwnerOf(std::uint64_t entity) const;
  // The people with the most roles, by rank; a rank beyond the last gives any person.
  std::uint64_t Busy(std::uint64_t rank) const;

  // The person at a place that one of the above gave.
  model::Person At(std::uint64_t place) const;

 private:
  struct Birth {
    base::Date day = {};
    unsigned individual = 0;  // Distinguishes people of one day.
  };
  Birth BirthAt(std::uint64_t place) const;
  // The first place from this one on that has a person: the others have no check digits.
  std::uint64_t Taken(std::uint64_t place) const;

  std::uint64_t seed_ = 0;
  std::uint64_t entities_ = 0;
  std::uint64_t places_ = 0;
  int first_octave_ = 0;  // Of the ranks of busy people.
  int last_octave_ = 0;
};

}  // namespace orgreg::tools
