// The field tables. Their order is the order on the wire (reference, Entity body and Sub-entity).
// Only this place in src/ has the Norwegian names of these fields.

#include <array>
#include <type_traits>
#include <variant>

#include "base/values/org_number.h"
#include "model/codes/code_lists.h"
#include "model/kind.h"
#include "model/unit.h"
#include "model/units/field.h"

namespace orgreg::model {
namespace {

constexpr Versions kSince2 = {.first = 2};
constexpr Versions kOnly1 = {.last = 1};

constexpr Filter kAnyCode = {.match = Match::kAnyCode};
constexpr Filter kWordsFilter = {.match = Match::kWords};
constexpr Filter kFlagFilter = {.match = Match::kFlag};
constexpr Filter kDayRange = {.match = Match::kDayRange};

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
  return {{
      {.group = group,
       .name = "land",
       .value = At<address, &Address::country>,
       .rule = Rule::kLine},
      {.group = group,
       .name = "landkode",
       .value = At<address, &Address::country_code>,
       .rule = Rule::kLine,
       .filter = kAnyCode},
      {.group = group,
       .name = "postnummer",
       .value = At<address, &Address::postcode>,
       .rule = Rule::kFourDigits,
       .filter = kAnyCode},
      {.group = group,
       .name = "poststed",
       .value = At<address, &Address::city>,
       .rule = Rule::kLine,
       .filter = kWordsFilter},
      {.group = group,
       .name = "adresse",
       .value = At<address, &Address::lines>,
       .filter = {.match = Match::kAnyWords}},
      {.group = group,
       .name = "kommune",
       .value = At<address, &Address::municipality>,
       .rule = Rule::kLine,
       .text_of = {.code = At<address, &Address::municipality_number>, .find = NameOfMunicipality},
       .sort = Sort::kAlphabetical},
      {.group = group,
       .name = "kommunenummer",
       .value = At<address, &Address::municipality_number>,
       .rule = Rule::kFourDigits,
       .filter = kAnyCode,
       .sort = Sort::kByValue},
  }};
}

template <std::size_t index>
constexpr std::array<Field, 3> IndustryFields(std::string_view group) {
  return {{
      {.group = group,
       .name = "kode",
       .value = At<&Unit::industries, index, &Industry::code>,
       .rule = Rule::kIndustryCode,
       .sort = Sort::kByValue},
      {.group = group,
       .name = "beskrivelse",
       .value = At<&Unit::industries, index, &Industry::text>,
       .text_of = {.code = At<&Unit::industries, index, &Industry::code>, .find = TextOfIndustry}},
      {.group = group,
       .name = "hjelpeenhetskode",
       .value = At<&Unit::industries, index, &Industry::is_helper_unit>,
       .versions = kOnly1},
  }};
}

constexpr std::array<Field, 5> kIdentity = {{
    {.name = "organisasjonsnummer",
     .value = At<&Unit::number>,
     .rule = Rule::kOrgNumber,
     .filter = {.match = Match::kNumbers},
     .sort = Sort::kByValue},
    {.name = "navn",
     .value = At<&Unit::name>,
     .rule = Rule::kName,
     .filter = {.match = Match::kName},
     .sort = Sort::kAlphabetical},
    {.group = "organisasjonsform",
     .name = "kode",
     .value = At<&Unit::form, &OrganisationForm::code>,
     .rule = Rule::kOrganisationForm,
     .filter = {.match = Match::kAnyCode, .parameter = "organisasjonsform"},
     .sort = Sort::kByValue},
    {.group = "organisasjonsform",
     .name = "beskrivelse",
     .value = At<&Unit::form, &OrganisationForm::text>,
     .text_of = {.code = At<&Unit::form, &OrganisationForm::code>, .find = TextOfForm}},
    {.group = "organisasjonsform",
     .name = "utgaatt",
     .value = At<&Unit::form, &OrganisationForm::expired_on>},
}};

constexpr std::array<Field, 2> kNamesAndSite = {{
    {.name = "historiskeNavn",
     .value = At<&Unit::former_names>,
     .versions = kSince2,
     .audience = Audience::kStoreOnly},
    {.name = "hjemmeside",
     .value = At<&Unit::website>,
     .filter = {.match = Match::kWebSite},
     .sort = Sort::kAlphabetical},
}};

constexpr std::array<Field, 3> kRegistration = {{
    {.name = "registreringsdatoEnhetsregisteret",
     .value = At<&Unit::registered_on>,
     .filter = kDayRange,
     .sort = Sort::kByValue,
     .csv = {.entity = "registreringsdatoenhetsregisteret",
             .sub_entity = "registreringsdatoIEnhetsregisteret"}},  // The wire has this spelling.
    {.name = "registrertIMvaregisteret",
     .value = At<&Unit::in_vat_register>,
     .filter = kFlagFilter,
     .sort = Sort::kByValue,
     .csv = {.entity = "registrertIMvaRegisteret"}},  // The wire has this spelling.
    {.name = "frivilligMvaRegistrertBeskrivelser", .value = At<&Unit::voluntary_vat_descriptions>},
}};

constexpr auto kIndustriesAndStaff =
    Join(IndustryFields<0>("naeringskode1"), IndustryFields<1>("naeringskode2"),
         IndustryFields<2>("naeringskode3"),
         std::array<Field, 5>{{
             {.group = "hjelpeenhetskode",
              .name = "kode",
              .value = At<&Unit::helper_unit, &CodedText::code>,
              .rule = Rule::kIndustryCode,
              .sort = Sort::kByValue,
              .versions = kSince2},
             {.group = "hjelpeenhetskode",
              .name = "beskrivelse",
              .value = At<&Unit::helper_unit, &CodedText::text>,
              .text_of = {.code = At<&Unit::helper_unit, &CodedText::code>, .find = TextOfIndustry},
              .versions = kSince2},
             {.name = "antallAnsatte",
              .value = At<&Unit::employees>,
              .filter = {.match = Match::kEmployees},
              .sort = Sort::kByValue},
             {.name = "harRegistrertAntallAnsatte",
              .value = At<&Unit::has_employees>,
              .versions = kSince2},
             {.name = "overordnetEnhet",
              .value = At<&Unit::superior>,
              .rule = Rule::kOrgNumber,
              .filter = {.match = Match::kNumber},
              .sort = Sort::kByValue},
         }});

constexpr std::array<Field, 8> kRegisterDaysAndContact = {{
    {.name = "registreringsdatoFrivilligMerverdiavgiftsregisteret",
     .value = At<&Unit::voluntary_vat_registered_on>,
     .versions = kSince2},
    {.name = "registreringsdatoMerverdiavgiftsregisteret",
     .value = At<&Unit::vat_registered_on>,
     .filter = kDayRange,
     .versions = kSince2},
    {.name = "registreringsdatoMerverdiavgiftsregisteretEnhetsregisteret",
     .value = At<&Unit::vat_registered_here_on>,
     .versions = kSince2},
    {.name = "registreringsdatoAntallAnsatteEnhetsregisteret",
     .value = At<&Unit::employees_registered_here_on>,
     .versions = kSince2},
    {.name = "registreringsdatoAntallAnsatteNAVAaregisteret",
     .value = At<&Unit::employees_registered_at_source_on>,
     .versions = kSince2,
     .csv = {.entity = "registreringsdatoantallansatteNAVAaregisteret",
             .sub_entity =
                 "registreringsdatoantallansatteNAVAaregisteret"}},  // The wire has this spelling.
    {.name = "epostadresse", .value = At<&Unit::email>, .versions = kSince2},
    {.name = "telefon", .value = At<&Unit::phone>, .versions = kSince2},
    {.name = "mobil", .value = At<&Unit::mobile>, .versions = kSince2},
}};

constexpr std::array<Field, 20> kEntityStatus = {{
    {.name = "stiftelsesdato",
     .value = At<&Unit::founded_on>,
     .filter = kDayRange,
     .sort = Sort::kByValue},
    {.group = "institusjonellSektorkode",
     .name = "kode",
     .value = At<&Unit::sector, &CodedText::code>,
     .rule = Rule::kFourDigits,
     .filter = {.match = Match::kAnyCode, .parameter = "institusjonellSektorkode"},
     .sort = Sort::kByValue},
    {.group = "institusjonellSektorkode",
     .name = "beskrivelse",
     .value = At<&Unit::sector, &CodedText::text>,
     .text_of = {.code = At<&Unit::sector, &CodedText::code>, .find = TextOfSector}},
    {.name = "registrertIForetaksregisteret",
     .value = At<&Unit::in_business_register>,
     .filter = kFlagFilter,
     .sort = Sort::kByValue},
    {.name = "registrertIStiftelsesregisteret",
     .value = At<&Unit::in_foundation_register>,
     .filter = kFlagFilter,
     .sort = Sort::kByValue},
    {.name = "registrertIFrivillighetsregisteret",
     .value = At<&Unit::in_nonprofit_register>,
     .filter = kFlagFilter,
     .sort = Sort::kByValue},
    {.name = "sisteInnsendteAarsregnskap",
     .value = At<&Unit::last_accounts_year>,
     .rule = Rule::kFourDigits,
     .filter = kAnyCode},
    {.name = "konkurs",
     .value = At<&Unit::bankrupt>,
     .filter = kFlagFilter,
     .sort = Sort::kByValue},
    {.name = "konkursdato", .value = At<&Unit::bankrupt_on>, .versions = kSince2},
    {.name = "underAvvikling",
     .value = At<&Unit::winding_up>,
     .filter = kFlagFilter,
     .sort = Sort::kByValue},
    {.name = "underAvviklingDato", .value = At<&Unit::winding_up_on>, .versions = kSince2},
    {.name = "underTvangsavviklingEllerTvangsopplosning",
     .value = At<&Unit::compulsory_dissolution>,
     .filter = kFlagFilter,
     .sort = Sort::kByValue},
    {.name = "tvangsavvikletPgaManglendeSlettingDato",
     .value = At<&Unit::liquidated_undeleted_on>,
     .versions = kSince2},
    {.name = "tvangsopplostPgaManglendeDagligLederDato",
     .value = At<&Unit::dissolved_no_manager_on>,
     .versions = kSince2},
    {.name = "tvangsopplostPgaManglendeRevisorDato",
     .value = At<&Unit::dissolved_no_auditor_on>,
     .versions = kSince2},
    {.name = "tvangsopplostPgaManglendeRegnskapDato",
     .value = At<&Unit::dissolved_no_accounts_on>,
     .versions = kSince2},
    {.name = "tvangsopplostPgaMangelfulltStyreDato",
     .value = At<&Unit::dissolved_incomplete_board_on>,
     .versions = kSince2},
    {.name = "maalform", .value = At<&Unit::language>, .rule = Rule::kLine},
    {.name = "vedtektsdato", .value = At<&Unit::articles_dated_on>, .versions = kSince2},
    {.name = "vedtektsfestetFormaal", .value = At<&Unit::purpose>, .versions = kSince2},
}};

constexpr std::array<Field, 11> kEntityRegisters = {{
    {.name = "aktivitet", .value = At<&Unit::activity>, .versions = kSince2},
    {.name = "registreringsdatoForetaksregisteret",
     .value = At<&Unit::business_registered_on>,
     .filter = kDayRange,
     .versions = kSince2},
    {.name = "registreringsdatoFrivillighetsregisteret",
     .value = At<&Unit::nonprofit_registered_on>,
     .filter = kDayRange,
     .versions = kSince2},
    {.name = "registrertIPartiregisteret",
     .value = At<&Unit::in_party_register>,
     .filter = kFlagFilter,
     .versions = kSince2},
    {.name = "registreringsdatoPartiregisteret",
     .value = At<&Unit::party_registered_on>,
     .filter = kDayRange,
     .versions = kSince2},
    {.name = "paategninger", .value = At<&Unit::notices>, .versions = kSince2},
    {.name = "erIKonsern", .value = At<&Unit::in_group>, .versions = kSince2},
    {.name = "underUtenlandskInsolvensbehandlingDato",
     .value = At<&Unit::foreign_insolvency_on>,
     .versions = kSince2},
    {.name = "underRekonstruksjonsforhandlingDato",
     .value = At<&Unit::reconstruction_on>,
     .versions = kSince2},
    {.name = "fravalgRevisjonDato", .value = At<&Unit::audit_waived_on>, .versions = kSince2},
    {.name = "fravalgRevisjonBeslutningsDato",
     .value = At<&Unit::audit_waiver_decided_on>,
     .versions = kSince2},
}};

constexpr std::array<Field, 18> kEntityCapitalAndOrigin = {{
    {.group = "kapital",
     .name = "belop",
     .value = At<&Unit::capital, &Capital::amount>,
     .versions = kSince2},
    {.group = "kapital",
     .name = "antallAksjer",
     .value = At<&Unit::capital, &Capital::shares>,
     .versions = kSince2},
    {.group = "kapital",
     .name = "type",
     .value = At<&Unit::capital, &Capital::type>,
     .rule = Rule::kLine,
     .versions = kSince2},
    {.group = "kapital",
     .name = "bundet",
     .value = At<&Unit::capital, &Capital::restricted>,
     .versions = kSince2},
    {.group = "kapital",
     .name = "valuta",
     .value = At<&Unit::capital, &Capital::currency>,
     .rule = Rule::kLine,
     .versions = kSince2},
    {.group = "kapital",
     .name = "innbetalt",
     .value = At<&Unit::capital, &Capital::paid_in>,
     .versions = kSince2},
    {.group = "kapital",
     .name = "fulltInnbetalt",
     .value = At<&Unit::capital, &Capital::fully_paid_in>,
     .versions = kSince2},
    {.group = "kapital",
     .name = "innfortDato",
     .value = At<&Unit::capital, &Capital::entered_on>,
     .versions = kSince2},
    {.name = "registreringsnummerIHjemlandet",
     .other_name = "registreringsnummerIHjemland",  // Spec, Entity: the name in the change history.
     .value = At<&Unit::home_country_number>,
     .rule = Rule::kLine,
     .versions = kSince2},
    {.name = "utenlandskRegisterNavn",
     .value = At<&Unit::foreign_register_name>,
     .rule = Rule::kLine,
     .versions = kSince2},
    {.group = "utenlandskRegisterAdresse",
     .name = "land",
     .value = At<&Unit::foreign_register_address, &ForeignAddress::country>,
     .rule = Rule::kLine,
     .versions = kSince2},
    {.group = "utenlandskRegisterAdresse",
     .name = "poststed",
     .value = At<&Unit::foreign_register_address, &ForeignAddress::city>,
     .rule = Rule::kLine,
     .versions = kSince2},
    {.group = "utenlandskRegisterAdresse",
     .name = "adresse",
     .value = At<&Unit::foreign_register_address, &ForeignAddress::lines>,
     .versions = kSince2},
    {.name = "underlagtLovgivningLand",
     .value = At<&Unit::governing_law_country>,
     .rule = Rule::kLine,
     .versions = kSince2},
    {.name = "underlagtLovgivningLandKode",
     .value = At<&Unit::governing_law_country_code>,
     .rule = Rule::kLine,
     .versions = kSince2},
    {.group = "foretaksformIHjemlandet",
     .name = "kode",
     .value = At<&Unit::home_country_form, &ForeignForm::code>,
     .rule = Rule::kLine,
     .versions = kSince2},
    {.group = "foretaksformIHjemlandet",
     .name = "beskrivelse",
     .value = At<&Unit::home_country_form, &ForeignForm::text>,
     .versions = kSince2},
    {.group = "foretaksformIHjemlandet",
     .name = "beskrivelseBokmaal",
     .value = At<&Unit::home_country_form, &ForeignForm::text_norwegian>,
     .versions = kSince2},
}};

constexpr std::array<Field, 2> kSubEntityDays = {{
    {.name = "oppstartsdato",
     .value = At<&Unit::started_on>,
     .filter = kDayRange,
     .sort = Sort::kByValue},
    {.name = "datoEierskifte",
     .value = At<&Unit::owner_changed_on>,
     .filter = kDayRange,
     .sort = Sort::kByValue},
}};

constexpr std::array<Field, 1> kDeletion = {{
    {.name = "slettedato", .value = At<&Unit::deleted_on>, .sort = Sort::kByValue},
}};
constexpr std::array<Field, 1> kClosure = {{
    {.name = "nedleggelsesdato",
     .value = At<&Unit::closed_on>,
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

constexpr std::array<Link, 3> kLinks = {{
    {.group = "organisasjonsform", .name = "self", .target = LinkTarget::kOrganisationForm},
    {.group = "", .name = "self", .target = LinkTarget::kUnit},
    {.group = "", .name = "overordnetEnhet", .target = LinkTarget::kSuperior},
}};

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
      if (fields[i].group == fields[j].group && fields[i].name == fields[j].name) return false;
    }
  }
  return true;
}

constexpr bool Fits(Match match, Type type) {
  switch (match) {
    case Match::kNone:
      return true;
    case Match::kAnyCode:
    case Match::kIndustry:
    case Match::kName:
      return type == Type::kText;
    case Match::kFlag:
      return type == Type::kFlag;
    case Match::kDayRange:
      return type == Type::kDay;
    case Match::kEmployees:
      return type == Type::kCount;
    case Match::kWords:
    case Match::kWebSite:
      return type == Type::kText;
    case Match::kAnyWords:
    case Match::kAnyWholeText:
      return type == Type::kLines;
    case Match::kNumber:
      return type == Type::kNumber;
    case Match::kNumbers:
      return type == Type::kKey;
  }
  return false;
}

template <std::size_t size>
constexpr bool FiltersFitTypes(const std::array<Field, size>& fields) {
  for (const Field& field : fields) {
    if (!Fits(field.filter.match, field.value.type)) return false;
  }
  return true;
}

// Rules apply to texts; numbers have the rule of their type.
constexpr bool Fits(Rule rule, Type type) {
  if (type == Type::kKey || type == Type::kNumber) return rule == Rule::kOrgNumber;
  return rule == Rule::kText || type == Type::kText;
}

template <std::size_t size>
constexpr bool RulesFitTypes(const std::array<Field, size>& fields) {
  for (const Field& field : fields) {
    if (!Fits(field.rule, field.value.type)) return false;
  }
  return true;
}

static_assert(PathsAreUnique(kEntityFields) && PathsAreUnique(kSubEntityFields));
static_assert(FiltersFitTypes(kEntityFields) && FiltersFitTypes(kSubEntityFields));
static_assert(RulesFitTypes(kEntityFields) && RulesFitTypes(kSubEntityFields));

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

std::span<const Link> Links() { return kLinks; }

std::span<const JointFilter> JointFilters(Kind kind) {
  if (kind == Kind::kEntity) return kEntityJointFilters;
  return kSubEntityJointFilters;
}

const NoticeNames kNoticeNames = {
    .type = "infotype", .text = "tekst", .entered_on = "innfoertDato"};

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
  return path.append(name);
}

std::string Field::CsvHeader(Kind kind) const {
  const std::string_view header = kind == Kind::kEntity ? csv.entity : csv.sub_entity;
  return header.empty() ? Path() : std::string(header);
}

bool IsPresent(const ConstSlot& slot) {
  return std::visit(
      [](const auto* value) {
        if constexpr (std::is_same_v<decltype(value), const base::OrgNumber*>) {
          return true;
        } else {
          return value->has_value();
        }
      },
      slot);
}

}  // namespace orgreg::model
