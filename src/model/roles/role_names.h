// The names of the members of a role list: on the wire (reference, Roles of an entity), in
// inventories and in the store. Declared once for reading and for writing. Constants.

#pragma once

#include <string_view>

namespace orgreg::model::role_names {

inline constexpr std::string_view kNumber = "organisasjonsnummer";
inline constexpr std::string_view kGroups = "rollegrupper";
inline constexpr std::string_view kType = "type";
inline constexpr std::string_view kCode = "kode";
inline constexpr std::string_view kText = "beskrivelse";
inline constexpr std::string_view kChangedOn = "sistEndret";
inline constexpr std::string_view kRoles = "roller";

// Members of a role. Its holder has one of three names.
inline constexpr std::string_view kPerson = "person";
inline constexpr std::string_view kEntity = "enhet";
inline constexpr std::string_view kEstateManager = "bostyrer";
inline constexpr std::string_view kShare = "ansvarsandel";
inline constexpr std::string_view kElectedBy = "valgtAv";
inline constexpr std::string_view kHasLeft = "fratraadt";
inline constexpr std::string_view kIsDeregistered = "avregistrert";
inline constexpr std::string_view kHasFuturePower = "stadfestetFremtidsfullmakt";
inline constexpr std::string_view kHasLimitedCapacity = "begrensetRettsligHandleevne";
inline constexpr std::string_view kOrder = "rekkefolge";

// Members of a holder.
inline constexpr std::string_view kName = "navn";
inline constexpr std::string_view kBornOn = "fodselsdato";
inline constexpr std::string_view kFirstName = "fornavn";
inline constexpr std::string_view kMiddleName = "mellomnavn";
inline constexpr std::string_view kLastName = "etternavn";
inline constexpr std::string_view kIsDead = "erDoed";  // The wire has this spelling.
inline constexpr std::string_view kIdentityNumber = "fodselsnummer";
inline constexpr std::string_view kForm = "organisasjonsform";
inline constexpr std::string_view kFormExpiredOn = "utgaatt";
inline constexpr std::string_view kIsDeleted = "erSlettet";
inline constexpr std::string_view kApproval = "godkjenningsstatus";
inline constexpr std::string_view kPostalAddress = "postadresse";

// Members of an address.
inline constexpr std::string_view kCountry = "land";
inline constexpr std::string_view kCountryCode = "landkode";
inline constexpr std::string_view kPostcode = "postnummer";
inline constexpr std::string_view kCity = "poststed";
inline constexpr std::string_view kLines = "adresse";
inline constexpr std::string_view kMunicipality = "kommune";
inline constexpr std::string_view kMunicipalityNumber = "kommunenummer";

// Members of a person in the store, which are never served.
inline constexpr std::string_view kSealed = "sealed";
inline constexpr std::string_view kBlind = "blind";

// The list of what an entity holds elsewhere (reference, Legal roles).
inline constexpr std::string_view kHeldIn = "enheter";

}  // namespace orgreg::model::role_names
