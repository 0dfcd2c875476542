// SPDX-License-Identifier: EUPL-1.2

// Tables declare the types: versioned ones, fixed ones, further offers and other names. MakeOffers
// derives the offers of a resource from them once; Negotiate picks the offer that the items of
// Accept want most.

#include "api/answers/media_types.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "api/answers/accept.h"

namespace orgreg::api {
namespace {

// One versioned type of a resource.
struct Versioned {
  Resource resource;
  std::string_view name;  // Between the vendor and the version.
  int number;             // In the type's name.
  bool outdated = false;
  std::string_view suffix = "json";
};

constexpr std::string_view kGzip = "gzip;charset=UTF-8";
constexpr std::string_view kSheet =
    "vnd.openxmlformats-officedocument.spreadsheetml.sheet;charset=UTF-8";

// Spec, Versioning: media types in use. Version 1 exists only for look-ups, no longer for search
// and downloads (docs/choices.md).
constexpr std::array kVersioned = {
    Versioned{Resource::kRoot, "enhetsregisteret", 1},
    Versioned{Resource::kEntity, "enhetsregisteret.enhet", 2},
    Versioned{Resource::kEntity, "enhetsregisteret.enhet", 1, true},
    Versioned{Resource::kEntities, "enhetsregisteret.enhet", 2},
    Versioned{Resource::kSubEntity, "enhetsregisteret.underenhet", 2},
    Versioned{Resource::kSubEntity, "enhetsregisteret.underenhet", 1, true},
    Versioned{Resource::kSubEntities, "enhetsregisteret.underenhet", 2},
    Versioned{Resource::kForms, "enhetsregisteret.organisasjonsform", 1},
    Versioned{Resource::kMunicipalities, "enhetsregisteret.kommune", 1},
    Versioned{Resource::kEntityUpdates, "enhetsregisteret.oppdatering.enhet", 1},
    Versioned{Resource::kSubEntityUpdates, "enhetsregisteret.oppdatering.underenhet", 1},
    Versioned{Resource::kRoles, "enhetsregisteret.rolle", 1},
    Versioned{Resource::kRoleTypes, "enhetsregisteret.rolletype", 1},
    Versioned{Resource::kRoleGroupTypes, "enhetsregisteret.rollegruppetype", 1},
    Versioned{Resource::kRepresentatives, "enhetsregisteret.representant", 1},
    Versioned{Resource::kEntityFile, "enhetsregisteret.enhet", 2, false, kGzip},
    Versioned{Resource::kEntityCsvFile, "enhetsregisteret.enhet", 2, false, kGzip},
    Versioned{Resource::kEntitySheet, "enhetsregisteret.enhet", 2, false, kSheet},
    Versioned{Resource::kSubEntityFile, "enhetsregisteret.underenhet", 2, false, kGzip},
    Versioned{Resource::kSubEntityCsvFile, "enhetsregisteret.underenhet", 2, false, kGzip},
    Versioned{Resource::kSubEntitySheet, "enhetsregisteret.underenhet", 2, false, kSheet},
    // Published programs ask for the inventory of roles by these (docs/choices.md, Roles).
    Versioned{Resource::kRoleFile, "enhetsregisteret.rolle", 1, false, "gzip"},
    Versioned{Resource::kRoleFile, "enhetsregisteret.rolleoversikt", 2, false, "gzip"},
    Versioned{Resource::kAuthorisedRoleFile, "enhetsregisteret.rolle", 1, false, "gzip"},
    Versioned{Resource::kAuthorisedRoleFile, "enhetsregisteret.rolleoversikt", 2, false, "gzip"},
};

constexpr std::string_view kNdjson = "application/x-ndjson";
constexpr std::string_view kJson = "application/json";
constexpr std::string_view kCsv = "text/csv";
constexpr std::string_view kBytes = "application/octet-stream";

// The types of resources that are not HAL and have no versions, in order of preference.
struct Fixed {
  Resource resource;
  std::string_view type;
};
constexpr std::array kFixed = {
    // The events are JSON too, for clients that ask only for that (docs/choices.md).
    Fixed{Resource::kRoleUpdates, "application/cloudevents-batch+json"},
    Fixed{Resource::kRoleUpdates, "application/json"},
    Fixed{Resource::kAuthorisedRoles, "application/json"},
    Fixed{Resource::kAuthorisedRoleFile, kGzipFile},
    Fixed{Resource::kAuthorisedRoleFile, kZipFile},
    Fixed{Resource::kRoleStatement, "application/json"},
    // The specification names no type of its own for these (docs/choices.md, Roles).
    Fixed{Resource::kLegalRoles, "application/json"},
    Fixed{Resource::kLegalRoles, "application/hal+json"},
    Fixed{Resource::kRoleFile, kGzipFile},
    Fixed{Resource::kRoleFile, kZipFile},
    Fixed{Resource::kManifest, "application/json"},
    Fixed{Resource::kCadastralUnits, "application/json"},
    Fixed{Resource::kCadastralUnits, "application/hal+json"},
    // Reference, Voluntary and party registers.
    Fixed{Resource::kVoluntary, "application/hal+json"},
    Fixed{Resource::kVoluntary, "application/json"},
    Fixed{Resource::kRegisterCsv, "text/csv;charset=UTF-8"},
    Fixed{Resource::kRegisterCsv, "text/plain;charset=UTF-8"},
    Fixed{Resource::kStatements, kStatementTypes[0]},
    Fixed{Resource::kStatements, kStatementTypes[1]},
    Fixed{Resource::kStatements, kStatementTypes[2]},
    Fixed{Resource::kStatements, kStatementTypes[3]},
    Fixed{Resource::kStatements, kStatementTypes[4]},
    Fixed{Resource::kStatements, kStatementTypes[5]},
    Fixed{Resource::kStatementLog, "application/json"},
    Fixed{Resource::kStatementLog, kXmlType},
    Fixed{Resource::kDocumentList, "application/json"},
    // As specified, and under its own type if the client names it (docs/choices.md).
    Fixed{Resource::kDocument, "application/octet-stream"},
    Fixed{Resource::kDocument, "application/pdf"},
    Fixed{Resource::kStatistics, "application/json"},
    Fixed{Resource::kExtension, "application/json"},
    Fixed{Resource::kMatches, "application/x-ndjson"},
    Fixed{Resource::kInterfaceJson, "application/json"},
    Fixed{Resource::kInterfaceJson, "application/openapi+json"},
    Fixed{Resource::kInterfaceYaml, "application/yaml"},
    Fixed{Resource::kInterfaceYaml, "application/openapi+yaml"},
    // RFC 9264.
    Fixed{Resource::kApiCatalogue, "application/linkset+json"},
    Fixed{Resource::kApiCatalogue, "application/json"},
    Fixed{Resource::kDataCatalogue, kStatementTypes[5]},
    Fixed{Resource::kPage, "text/html;charset=UTF-8"},
    Fixed{Resource::kStyle, "text/css;charset=UTF-8"},
    Fixed{Resource::kScript, "text/javascript;charset=UTF-8"},
    Fixed{Resource::kImage, "image/svg+xml"},
    Fixed{Resource::kAtom, kAtomType},
    Fixed{Resource::kVersionNotes, "text/plain;charset=UTF-8"},
};

// Further offers, after the rest.
constexpr std::array kBesides = {
    Fixed{Resource::kEntities, kNdjson},
    Fixed{Resource::kSubEntities, kNdjson},
    Fixed{Resource::kEntityFile, kGzipFile},
    Fixed{Resource::kEntityCsvFile, kGzipFile},
    Fixed{Resource::kSubEntityFile, kGzipFile},
    Fixed{Resource::kSubEntityCsvFile, kGzipFile},
    Fixed{Resource::kEntitySheet,
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
    Fixed{Resource::kSubEntitySheet,
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
};

// Other names that clients use for a file: by its packed content, or by its bytes. They get the
// same answer as `*/*` (docs/choices.md, Files).
constexpr std::array kOtherNames = {
    Fixed{Resource::kEntityFile, kJson},        Fixed{Resource::kEntityFile, kBytes},
    Fixed{Resource::kEntityCsvFile, kCsv},      Fixed{Resource::kEntityCsvFile, kBytes},
    Fixed{Resource::kEntitySheet, kBytes},      Fixed{Resource::kSubEntityFile, kJson},
    Fixed{Resource::kSubEntityFile, kBytes},    Fixed{Resource::kSubEntityCsvFile, kCsv},
    Fixed{Resource::kSubEntityCsvFile, kBytes}, Fixed{Resource::kSubEntitySheet, kBytes},
    Fixed{Resource::kRegisterCsv, kBytes},
};

// The specification's vendor, then the one that clients of the real service send.
constexpr std::array<std::string_view, 2> kVendors = {"reg", "brreg"};

// Spec, Versioning, 2: types without a version give the latest one.
constexpr std::array<std::string_view, 2> kUnversioned = {"application/json",
                                                          "application/hal+json"};

void AddVersioned(const Versioned& row, std::vector<Offer>* offers) {
  for (const std::string_view vendor : kVendors) {
    std::string type("application/vnd.");
    type.append(vendor).append(".").append(row.name).append(".v");
    type.append(std::to_string(row.number)).append("+").append(row.suffix);
    offers->push_back({.type = std::move(type),
                       .version = row.outdated ? row.number : 2,
                       .outdated = row.outdated});
  }
}

std::vector<Offer> MakeOffers(Resource resource) {
  std::vector<Offer> offers;
  for (const Fixed& row : kFixed) {
    if (row.resource == resource) offers.push_back({.type = std::string(row.type)});
  }
  const auto is_json = [resource](const Versioned& row) {
    return row.resource == resource && row.suffix == "json";
  };
  if (std::ranges::any_of(kVersioned, is_json)) {
    for (const std::string_view type : kUnversioned) offers.push_back({.type = std::string(type)});
  }
  for (const Versioned& row : kVersioned) {
    if (row.resource == resource) AddVersioned(row, &offers);
  }
  for (const Fixed& row : kBesides) {
    if (row.resource != resource) continue;
    offers.push_back({.type = std::string(row.type), .streamed = row.type == kNdjson});
  }
  for (const Fixed& row : kOtherNames) {
    if (row.resource != resource) continue;
    offers.push_back({.type = std::string(row.type), .as_first = true});
  }
  return offers;
}

}  // namespace

std::span<const Offer> OffersOf(Resource resource) {
  static const std::vector<std::vector<Offer>> offers = [] {
    std::vector<std::vector<Offer>> all;
    for (int index = 0; index <= static_cast<int>(Resource::kVersionNotes); ++index) {
      all.push_back(MakeOffers(static_cast<Resource>(index)));
    }
    return all;
  }();
  return offers[static_cast<std::size_t>(resource)];
}

const Offer* Negotiate(Resource resource, const http::Request& request) {
  const std::span<const Offer> offers = OffersOf(resource);
  const WeightedList accepted(request, "Accept");
  if (accepted.items().empty()) return &offers.front();
  const Offer* best = nullptr;
  Wish best_wish;
  for (const Offer& offer : offers) {
    const Wish wish = WishFor(offer.type, accepted);
    const bool sooner =
        best != nullptr && wish.quality == best_wish.quality && wish.item < best_wish.item;
    if (wish.quality > best_wish.quality || (wish.quality > 0 && sooner)) {
      best = &offer;
      best_wish = wish;
    }
  }
  return best != nullptr && best->as_first ? &offers.front() : best;
}

}  // namespace orgreg::api
