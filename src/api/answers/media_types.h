// SPDX-License-Identifier: EUPL-1.2

// The media types of each resource, declared once; a request's Accept chooses among them (spec,
// Versioning). Constants, built at first use; safe from any thread.

#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "http/message/request.h"

namespace orgreg::api {

// The content of a route's answer.
enum class Resource {
  kRoot,
  kEntity,    // looked up
  kEntities,  // searched
  kSubEntity,
  kSubEntities,
  kForms,
  kMunicipalities,
  kEntityUpdates,
  kSubEntityUpdates,
  kRoleUpdates,
  kRoles,  // of one entity
  kLegalRoles,
  kRoleTypes,
  kRoleGroupTypes,
  kRepresentatives,
  kEntityFile,  // JSON, packed
  kEntityCsvFile,
  kEntitySheet,
  kSubEntityFile,
  kSubEntityCsvFile,
  kSubEntitySheet,
  kRoleFile,
  kAuthorisedRoles,
  kAuthorisedRoleFile,
  kRoleStatement,
  kManifest,
  kCadastralUnits,
  kVoluntary,  // and its code lists
  kRegisterCsv,
  kStatements,    // of one organisation, or one of them
  kStatementLog,  // names of bulk files
  kDocumentList,
  kDocument,
  kStatistics,
  kExtension,  // any operation that the specification does not have, but
  kMatches,    // an outcome on each line
  kInterfaceJson,
  kInterfaceYaml,
  kApiCatalogue,
  kDataCatalogue,
  kPage,   // for people
  kStyle,  // of pages
  kScript,
  kImage,
  kAtom,          // changes, for readers of feeds
  kVersionNotes,  // and other notes for people; stays last
};

// Spec, Endpoints: the types of statements, in the order of render::StatementFormat.
inline constexpr std::array<std::string_view, 6> kStatementTypes = {
    "application/json",     "application/xml",     "application/ld+json",
    "application/rdf+json", "application/rdf+xml", "text/turtle"};
inline constexpr std::string_view kXmlType = kStatementTypes[1];

inline constexpr std::string_view kAtomType = "application/atom+xml";

inline constexpr std::string_view kGzipFile = "application/gzip";
inline constexpr std::string_view kZipFile = "application/zip";

struct Offer {
  std::string type;       // As sent in Content-Type.
  int version = 2;        // Of the record's shape.
  bool outdated = false;  // Still served, with a notice of its end.
  bool streamed = false;  // One record on each line, all matches.
  bool as_first = false;  // Accepted, with the answer of the first one.
};

// The types offered for a resource; `*/*` gets the first.
std::span<const Offer> OffersOf(Resource resource);

// The offer for the client: the one with the highest q-value, then the one that it named first.
// Nothing if it accepts none of them. A missing Accept accepts anything.
const Offer* Negotiate(Resource resource, const http::Request& request);

}  // namespace orgreg::api
