// SPDX-License-Identifier: EUPL-1.2

// The field tables. Their order is the order on the wire (reference, Entity body and Sub-entity).
// Only this place in src/ has the Norwegian names of these fields.

#include <algorithm>
#include <array>

#include "model/codes/code_lists.h"
#include "model/codes/value_rule.h"
#include "model/kind.h"
#include "model/resources.h"
#include "model/schema/shared_rows.h"
#include "model/schema/value.h"
#include "model/unit.h"
#include "model/units/field.h"
#include "model/units/schema.h"

namespace orgreg::model {
namespace {

constexpr Versions kSince2 = {.first = 2};
constexpr Versions kOnly1 = {.last = 1};

constexpr Filter kAnyCode = {.match = Match::kAnyCode};
constexpr Filter kWordsFilter = {.match = Match::kWords};
constexpr Filter kFlagFilter = {.match = Match::kFlag};
constexpr Filter kDayRange = {.match = Match::kDayRange};

constexpr Traits kLinesAsOne = {.as_one = "is not a list of texts"};

constexpr std::array<Row, 4> kNoticeRows = {
    Plain<&Notice::type>("infotype", {.rule = Rule::kLine}), Plain<&Notice::text>("tekst"),
    Plain<&Notice::entered_on>("innfoertDato"),
    Kept<&Notice::unknown>("", Form::kStored | Form::kServed)};
constexpr SchemaOf<Notice> kNoticeSchema = {{.rows = kNoticeRows, .drops_empty = true}};

// Parts of tables that several records or places share are arrays, which Join joins.
template <std::size_t... sizes>
constexpr auto Join(const std::array<Field, sizes>&... parts) {
  std::array<Field, (sizes + ...)> all = {};
  std::size_t at = 0;
  const auto append = [&](const auto& part) {
    for (const Field& field : part) all[at++] = field;
  };
  (append(parts), ...);
  return all;
}

template <auto address>
constexpr std::array<Field, 7> AddressFields(std::string_view group) {
  using Rows = AddressRows<address>;
  return {{
      {.group = group, .row = Rows::kCountry},
      {.group = group, .row = Rows::kCountryCode, .filter = kAnyCode},
      {.group = group, .row = Rows::kPostcode, .filter = kAnyCode},
      {.group = group, .row = Rows::kCity, .filter = kWordsFilter},
      {.group = group, .row = Rows::Lines(kLinesAsOne), .filter = {.match = Match::kAnyWords}},
      {.group = group,
       .row = Rows::kMunicipality,
       .text_of = {.code = &At<address, &Address::municipality_number>, .find = NameOfMunicipality},
       .sort = Sort::kAlphabetical},
      {.group = group,
       .row = Rows::kMunicipalityNumber,
       .filter = kAnyCode,
       .sort = Sort::kByValue},
  }};
}

template <std::size_t index>
constexpr std::array<Field, 3> IndustryFields(std::string_view group) {
  return {{
      {.group = group,
       .row =
           Plain<&Unit::industries, index, &Industry::code>("kode", {.rule = Rule::kIndustryCode}),
       .sort = Sort::kByValue},
      {.group = group,
       .row = Plain<&Unit::industries, index, &Industry::text>("beskrivelse"),
       .text_of = {.code = &At<&Unit::industries, index, &Industry::code>, .find = TextOfIndustry}},
      {.group = group,
       .row = Plain<&Unit::industries, index, &Industry::is_helper_unit>("hjelpeenhetskode"),
       .versions = kOnly1},
  }};
}

constexpr std::array<Field, 5> kIdentity = {{
    {.row = Plain<&Unit::number>("organisasjonsnummer", {.rule = Rule::kOrgNumber}),
     .filter = {.match = Match::kNumbers},
     .sort = Sort::kByValue},
    {.row = Plain<&Unit::name>("navn", {.rule = Rule::kName}),
     .filter = {.match = Match::kName},
     .sort = Sort::kAlphabetical},
    {.group = "organisasjonsform",
     .row = FormRows<&Unit::form>::kCode,
     .filter = {.match = Match::kAnyCode, .parameter = "organisasjonsform"},
     .sort = Sort::kByValue},
    {.group = "organisasjonsform",
     .row = FormRows<&Unit::form>::kText,
     .text_of = {.code = &At<&Unit::form, &OrganisationForm::code>, .find = TextOfForm}},
    {.group = "organisasjonsform", .row = FormRows<&Unit::form>::kExpiredOn},
}};

constexpr std::array<Field, 2> kNamesAndSite = {{
    {.row = Plain<&Unit::former_names>("historiskeNavn"),
     .versions = kSince2,
     .audience = Audience::kStoreOnly},
    {.row = Plain<&Unit::website>("hjemmeside"),
     .filter = {.match = Match::kWebSite},
     .sort = Sort::kAlphabetical},
}};

constexpr std::array<Field, 3> kRegistration = {{
    {.row = Plain<&Unit::registered_on>("registreringsdatoEnhetsregisteret"),
     .filter = kDayRange,
     .sort = Sort::kByValue,
     .csv = {.entity = "registreringsdatoenhetsregisteret",
             .sub_entity = "registreringsdatoIEnhetsregisteret"}},  // The wire has this spelling.
    {.row = Plain<&Unit::in_vat_register>("registrertIMvaregisteret"),
     .filter = kFlagFilter,
     .sort = Sort::kByValue,
     .csv = {.entity = "registrertIMvaRegisteret"}},  // The wire has this spelling.
    {.row = Plain<&Unit::voluntary_vat_descriptions>("frivilligMvaRegistrertBeskrivelser",
                                                     kLinesAsOne)},
}};

constexpr auto kIndustriesAndStaff = Join(
    IndustryFields<0>("naeringskode1"), IndustryFields<1>("naeringskode2"),
    IndustryFields<2>("naeringskode3"),
    std::array<Field, 5>{{
        {.group = "hjelpeenhetskode",
         .row = Plain<&Unit::helper_unit, &CodedText::code>("kode", {.rule = Rule::kIndustryCode}),
         .sort = Sort::kByValue,
         .versions = kSince2},
        {.group = "hjelpeenhetskode",
         .row = Plain<&Unit::helper_unit, &CodedText::text>("beskrivelse"),
         .text_of = {.code = &At<&Unit::helper_unit, &CodedText::code>, .find = TextOfIndustry},
         .versions = kSince2},
        {.row = Plain<&Unit::employees>("antallAnsatte"),
         .filter = {.match = Match::kEmployees},
         .sort = Sort::kByValue},
        {.row = Plain<&Unit::has_employees>("harRegistrertAntallAnsatte"), .versions = kSince2},
        {.row = Plain<&Unit::superior>("overordnetEnhet", {.rule = Rule::kOrgNumber}),
         .filter = {.match = Match::kNumber},
         .sort = Sort::kByValue},
    }});

constexpr std::array<Field, 8> kRegisterDaysAndContact = {{
    {.row = Plain<&Unit::voluntary_vat_registered_on>(
         "registreringsdatoFrivilligMerverdiavgiftsregisteret"),
     .versions = kSince2},
    {.row = Plain<&Unit::vat_registered_on>("registreringsdatoMerverdiavgiftsregisteret"),
     .filter = kDayRange,
     .versions = kSince2},
    {.row = Plain<&Unit::vat_registered_here_on>(
         "registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret"),
     .versions = kSince2},
    {.row = Plain<&Unit::employees_registered_here_on>(
         "registreringsdatoAntallAnsatteEnhetsregisteret"),
     .versions = kSince2},
    {.row = Plain<&Unit::employees_registered_at_source_on>(
         "registreringsdatoAntallAnsatteNAVAaregisteret"),
     .versions = kSince2,
     .csv = {.entity = "registreringsdatoantallansatteNAVAaregisteret",
             .sub_entity =
                 "registreringsdatoantallansatteNAVAaregisteret"}},  // The wire has this spelling.
    {.row = Plain<&Unit::email>("epostadresse"), .versions = kSince2},
    {.row = Plain<&Unit::phone>("telefon"), .versions = kSince2},
    {.row = Plain<&Unit::mobile>("mobil"), .versions = kSince2},
}};

constexpr std::array<Field, 20> kEntityStatus = {{
    {.row = Plain<&Unit::founded_on>("stiftelsesdato"),
     .filter = kDayRange,
     .sort = Sort::kByValue},
    {.group = "institusjonellSektorkode",
     .row = Plain<&Unit::sector, &CodedText::code>("kode", {.rule = Rule::kFourDigits}),
     .filter = {.match = Match::kAnyCode, .parameter = "institusjonellSektorkode"},
     .sort = Sort::kByValue},
    {.group = "institusjonellSektorkode",
     .row = Plain<&Unit::sector, &CodedText::text>("beskrivelse"),
     .text_of = {.code = &At<&Unit::sector, &CodedText::code>, .find = TextOfSector}},
    {.row = Plain<&Unit::in_business_register>("registrertIForetaksregisteret"),
     .filter = kFlagFilter,
     .sort = Sort::kByValue},
    {.row = Plain<&Unit::in_foundation_register>("registrertIStiftelsesregisteret"),
     .filter = kFlagFilter,
     .sort = Sort::kByValue},
    {.row = Plain<&Unit::in_nonprofit_register>("registrertIFrivillighetsregisteret"),
     .filter = kFlagFilter,
     .sort = Sort::kByValue},
    {.row = Plain<&Unit::last_accounts_year>("sisteInnsendteAarsregnskap",
                                             {.rule = Rule::kFourDigits}),
     .filter = kAnyCode},
    {.row = Plain<&Unit::bankrupt>("konkurs"), .filter = kFlagFilter, .sort = Sort::kByValue},
    {.row = Plain<&Unit::bankrupt_on>("konkursdato"), .versions = kSince2},
    {.row = Plain<&Unit::winding_up>("underAvvikling"),
     .filter = kFlagFilter,
     .sort = Sort::kByValue},
    {.row = Plain<&Unit::winding_up_on>("underAvviklingDato"), .versions = kSince2},
    {.row = Plain<&Unit::compulsory_dissolution>("underTvangsavviklingEllerTvangsopplosning"),
     .filter = kFlagFilter,
     .sort = Sort::kByValue},
    {.row = Plain<&Unit::liquidated_undeleted_on>("tvangsavvikletPgaManglendeSlettingDato"),
     .versions = kSince2},
    {.row = Plain<&Unit::dissolved_no_manager_on>("tvangsopplostPgaManglendeDagligLederDato"),
     .versions = kSince2},
    {.row = Plain<&Unit::dissolved_no_auditor_on>("tvangsopplostPgaManglendeRevisorDato"),
     .versions = kSince2},
    {.row = Plain<&Unit::dissolved_no_accounts_on>("tvangsopplostPgaManglendeRegnskapDato"),
     .versions = kSince2},
    {.row = Plain<&Unit::dissolved_incomplete_board_on>("tvangsopplostPgaMangelfulltStyreDato"),
     .versions = kSince2},
    {.row = Plain<&Unit::language>("maalform", {.rule = Rule::kLine})},
    {.row = Plain<&Unit::articles_dated_on>("vedtektsdato"), .versions = kSince2},
    {.row = Plain<&Unit::purpose>("vedtektsfestetFormaal", kLinesAsOne), .versions = kSince2},
}};

constexpr std::array<Field, 11> kEntityRegisters = {{
    {.row = Plain<&Unit::activity>("aktivitet", kLinesAsOne), .versions = kSince2},
    {.row = Plain<&Unit::business_registered_on>("registreringsdatoForetaksregisteret"),
     .filter = kDayRange,
     .versions = kSince2},
    {.row = Plain<&Unit::nonprofit_registered_on>("registreringsdatoFrivillighetsregisteret"),
     .filter = kDayRange,
     .versions = kSince2},
    {.row = Plain<&Unit::in_party_register>("registrertIPartiregisteret"),
     .filter = kFlagFilter,
     .versions = kSince2},
    {.row = Plain<&Unit::party_registered_on>("registreringsdatoPartiregisteret"),
     .filter = kDayRange,
     .versions = kSince2},
    {.row = List<&Unit::notices>("paategninger", kNoticeSchema,
                                 {.as_one = "is not a list of notices"}),
     .versions = kSince2},
    {.row = Plain<&Unit::in_group>("erIKonsern"), .versions = kSince2},
    {.row = Plain<&Unit::foreign_insolvency_on>("underUtenlandskInsolvensbehandlingDato"),
     .versions = kSince2},
    {.row = Plain<&Unit::reconstruction_on>("underRekonstruksjonsforhandlingDato"),
     .versions = kSince2},
    {.row = Plain<&Unit::audit_waived_on>("fravalgRevisjonDato"), .versions = kSince2},
    {.row = Plain<&Unit::audit_waiver_decided_on>("fravalgRevisjonBeslutningsDato"),
     .versions = kSince2},
}};

constexpr std::array<Field, 18> kEntityCapitalAndOrigin = {{
    {.group = "kapital",
     .row = Plain<&Unit::capital, &Capital::amount>("belop", {.is_bare = true}),
     .versions = kSince2},
    {.group = "kapital",
     .row = Plain<&Unit::capital, &Capital::shares>("antallAksjer"),
     .versions = kSince2},
    {.group = "kapital",
     .row = Plain<&Unit::capital, &Capital::type>("type", {.rule = Rule::kLine}),
     .versions = kSince2},
    {.group = "kapital",
     .row = Plain<&Unit::capital, &Capital::restricted>("bundet", {.is_bare = true}),
     .versions = kSince2},
    {.group = "kapital",
     .row = Plain<&Unit::capital, &Capital::currency>("valuta", {.rule = Rule::kLine}),
     .versions = kSince2},
    {.group = "kapital",
     .row = Plain<&Unit::capital, &Capital::paid_in>("innbetalt", {.is_bare = true}),
     .versions = kSince2},
    {.group = "kapital",
     .row = Plain<&Unit::capital, &Capital::fully_paid_in>("fulltInnbetalt"),
     .versions = kSince2},
    {.group = "kapital",
     .row = Plain<&Unit::capital, &Capital::entered_on>("innfortDato"),
     .versions = kSince2},
    {.row =
         Plain<&Unit::home_country_number>("registreringsnummerIHjemlandet", {.rule = Rule::kLine}),
     .other_name = "registreringsnummerIHjemland",  // Spec, Entity: the name in the change history.
     .versions = kSince2},
    {.row = Plain<&Unit::foreign_register_name>("utenlandskRegisterNavn", {.rule = Rule::kLine}),
     .versions = kSince2},
    {.group = "utenlandskRegisterAdresse",
     .row = Plain<&Unit::foreign_register_address, &ForeignAddress::country>("land",
                                                                             {.rule = Rule::kLine}),
     .versions = kSince2},
    {.group = "utenlandskRegisterAdresse",
     .row = Plain<&Unit::foreign_register_address, &ForeignAddress::city>("poststed",
                                                                          {.rule = Rule::kLine}),
     .versions = kSince2},
    {.group = "utenlandskRegisterAdresse",
     .row = Plain<&Unit::foreign_register_address, &ForeignAddress::lines>("adresse", kLinesAsOne),
     .versions = kSince2},
    {.row = Plain<&Unit::governing_law_country>("underlagtLovgivningLand", {.rule = Rule::kLine}),
     .versions = kSince2},
    {.row = Plain<&Unit::governing_law_country_code>("underlagtLovgivningLandKode",
                                                     {.rule = Rule::kLine}),
     .versions = kSince2},
    {.group = "foretaksformIHjemlandet",
     .row = Plain<&Unit::home_country_form, &ForeignForm::code>("kode", {.rule = Rule::kLine}),
     .versions = kSince2},
    {.group = "foretaksformIHjemlandet",
     .row = Plain<&Unit::home_country_form, &ForeignForm::text>("beskrivelse"),
     .versions = kSince2},
    {.group = "foretaksformIHjemlandet",
     .row = Plain<&Unit::home_country_form, &ForeignForm::text_norwegian>("beskrivelseBokmaal"),
     .versions = kSince2},
}};

constexpr std::array<Field, 2> kSubEntityDays = {{
    {.row = Plain<&Unit::started_on>("oppstartsdato"), .filter = kDayRange, .sort = Sort::kByValue},
    {.row = Plain<&Unit::owner_changed_on>("datoEierskifte"),
     .filter = kDayRange,
     .sort = Sort::kByValue},
}};

constexpr std::array<Field, 1> kDeletion = {{
    {.row = Plain<&Unit::deleted_on>("slettedato"), .sort = Sort::kByValue},
}};
constexpr std::array<Field, 1> kClosure = {{
    {.row = Plain<&Unit::closed_on>("nedleggelsesdato"),
     .filter = kDayRange,
     .sort = Sort::kByValue},
}};
constexpr std::array<Field, 1> kNumberOnly = {kIdentity[0]};

// The voluntary registration for value added tax has another name in searches, and only entities
// are searched by it (spec, Entity search parameters).
constexpr auto WithVoluntaryVatFilter(std::array<Field, 3> fields) {
  fields[2].filter = {.match = Match::kAnyWholeText,
                      .parameter = "frivilligRegistrertIMvaregisteret"};
  return fields;
}

constexpr auto kEntityFields =
    Join(kIdentity, kNamesAndSite, AddressFields<&Unit::postal_address>("postadresse"),
         WithVoluntaryVatFilter(kRegistration), kIndustriesAndStaff, kRegisterDaysAndContact,
         AddressFields<&Unit::business_address>("forretningsadresse"), kEntityStatus,
         kEntityRegisters, kEntityCapitalAndOrigin);

constexpr auto kSubEntityFields =
    Join(kIdentity, kNamesAndSite, AddressFields<&Unit::postal_address>("postadresse"),
         kRegistration, kIndustriesAndStaff, kRegisterDaysAndContact, kSubEntityDays,
         AddressFields<&Unit::location_address>("beliggenhetsadresse"), kClosure, kDeletion);

// Spec, Deleted and removed records.
constexpr auto kDeletedEntityFields = Join(kIdentity, kDeletion);
constexpr auto kDeletedSubEntityFields = Join(kIdentity, kDeletion, kClosure);
constexpr auto kRemovedFields = Join(kNumberOnly, kDeletion);

constexpr FormSet kLinked = Form::kServed | Form::kServedV1;

constexpr std::array<UnitLink, 3> LinksOf(std::string_view collection) {
  return {{
      {.group = "organisasjonsform",
       .row = LinkTo<&Unit::form, &OrganisationForm::code>("self", kForms, kLinked)},
      {.row = LinkTo<&Unit::number>("self", collection, kLinked)},
      {.row = LinkTo<&Unit::superior>(kSuperiorRelation, kEntities, kLinked)},
  }};
}
constexpr auto kEntityLinks = LinksOf(kEntities);
constexpr auto kSubEntityLinks = LinksOf(kSubEntities);

// Spec, Versioning: version 2 searches the postal address too.
constexpr std::array<std::string_view, 2> kEntityMunicipalities = {
    "forretningsadresse.kommunenummer", "postadresse.kommunenummer"};
constexpr std::array<std::string_view, 2> kSubEntityMunicipalities = {
    "beliggenhetsadresse.kommunenummer", "postadresse.kommunenummer"};
constexpr std::array<std::string_view, 3> kIndustryCodes = {
    "naeringskode1.kode", "naeringskode2.kode", "naeringskode3.kode"};
constexpr std::array<std::string_view, 2> kInsolvencyFlags = {
    "konkurs", "underTvangsavviklingEllerTvangsopplosning"};

constexpr std::array<JointFilter, 3> kEntityJointFilters = {{
    {.parameter = "kommunenummer",
     .match = Match::kAnyCode,
     .paths = kEntityMunicipalities,
     .download_path = kEntityMunicipalities[0]},
    {.parameter = "naeringskode", .match = Match::kIndustry, .paths = kIndustryCodes},
    {.parameter = "underKonkursbehandling", .match = Match::kFlag, .paths = kInsolvencyFlags},
}};
constexpr std::array<JointFilter, 2> kSubEntityJointFilters = {{
    {.parameter = "kommunenummer",
     .match = Match::kAnyCode,
     .paths = kSubEntityMunicipalities,
     .download_path = kSubEntityMunicipalities[0]},
    {.parameter = "naeringskode", .match = Match::kIndustry, .paths = kIndustryCodes},
}};

template <std::size_t size>
constexpr bool PathsAreUnique(const std::array<Field, size>& fields) {
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = i + 1; j < size; ++j) {
      if (fields[i].group == fields[j].group && fields[i].row.name == fields[j].row.name)
        return false;
    }
  }
  return true;
}

constexpr bool Fits(Match match, ValueKind kind) {
  switch (match) {
    case Match::kNone:
      return true;
    case Match::kAnyCode:
    case Match::kIndustry:
    case Match::kName:
    case Match::kWords:
    case Match::kWebSite:
      return kind == ValueKind::kText;
    case Match::kFlag:
      return kind == ValueKind::kFlag;
    case Match::kDayRange:
      return kind == ValueKind::kDay;
    case Match::kEmployees:
      return kind == ValueKind::kWhole;
    case Match::kAnyWords:
    case Match::kAnyWholeText:
      return kind == ValueKind::kLines;
    case Match::kNumber:
    case Match::kNumbers:
      return kind == ValueKind::kCode;
  }
  return false;
}

// A rule is of texts; that of numbers is their type.
constexpr bool RuleFits(const Row& row) {
  if (row.kind == ValueKind::kCode) return row.traits.rule == Rule::kOrgNumber;
  return row.traits.rule == Rule::kText || row.kind == ValueKind::kText;
}

template <std::size_t size>
constexpr bool FieldsAreSound(const std::array<Field, size>& fields) {
  return PathsAreUnique(fields) && std::ranges::all_of(fields, [](const Field& field) {
           return Fits(field.filter.match, field.row.kind) && RuleFits(field.row);
         });
}

static_assert(FieldsAreSound(kEntityFields) && FieldsAreSound(kSubEntityFields));

}  // namespace

std::span<const Field> Fields(Kind kind) {
  if (!IsUnit(kind)) return {};
  if (kind == Kind::kEntity) return kEntityFields;
  return kSubEntityFields;
}

std::span<const Field> Fields(Kind kind, State state) {
  if (state == State::kLive) return Fields(kind);
  if (state == State::kRemoved) return kRemovedFields;
  if (kind == Kind::kEntity) return kDeletedEntityFields;
  return kDeletedSubEntityFields;
}

std::span<const UnitLink> Links(Kind kind) {
  if (kind == Kind::kEntity) return kEntityLinks;
  return kSubEntityLinks;
}

std::span<const JointFilter> JointFilters(Kind kind) {
  if (kind == Kind::kEntity) return kEntityJointFilters;
  return kSubEntityJointFilters;
}

std::string_view RecordClass(Kind kind, State state) {
  switch (state) {
    case State::kLive:
      return kind == Kind::kEntity ? "Enhet" : "Underenhet";
    case State::kDeleted:
      return kind == Kind::kEntity ? "SlettetEnhet"
                                   : "SlettetUnderEnhet";  // The wire has this spelling.
    case State::kRemoved:
      return "";
  }
  return "";
}

std::string Field::Path() const {
  std::string path(group);
  if (!path.empty()) path.push_back('.');
  return path.append(row.name);
}

std::string Field::CsvHeader(Kind kind) const {
  const std::string_view header = kind == Kind::kEntity ? csv.entity : csv.sub_entity;
  return header.empty() ? Path() : std::string(header);
}

}  // namespace orgreg::model
