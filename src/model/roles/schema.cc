// SPDX-License-Identifier: EUPL-1.2

// Order: reference, Roles of an entity.

#include "model/roles/schema.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/codes/code_lists.h"
#include "model/resources.h"
#include "model/schema/problem.h"
#include "model/schema/shared_rows.h"

namespace orgreg::model {
namespace {

// Names that several objects share.
constexpr std::string_view kCode = "kode";
constexpr std::string_view kText = "beskrivelse";
constexpr std::string_view kType = "type";
constexpr std::string_view kName = "navn";
constexpr std::string_view kIsDead = "erDoed";  // The wire has this spelling.
constexpr std::string_view kIsDeleted = "erSlettet";
constexpr std::string_view kRoles = "roller";
constexpr std::string_view kHeldIn = "enheter";
constexpr std::string_view kElectedBy = "valgtAv";

constexpr FormSet kAnswers = Form::kServed | Form::kAuthorised;
constexpr Traits kEvenEmpty = {.empty_in = kAllForms};

constexpr Row kCodeRow = Plain<&CodedText::code>(kCode, {.rule = Rule::kLine});
constexpr Row kTextRow = Plain<&CodedText::text>(kText);
constexpr Row LinkToCode(std::string_view collection, FormSet forms) {
  return LinkTo<&CodedText::code>(kSelfRelation, collection, forms);
}
constexpr std::array<Row, 3> kGroupTypeRows = {kCodeRow, kTextRow,
                                               LinkToCode(kRoleGroupTypes, kAnswers)};
constexpr std::array<Row, 3> kRoleTypeRows = {kCodeRow, kTextRow, LinkToCode(kRoleTypes, kAnswers)};
constexpr std::array<Row, 3> kBriefTypeRows = {kCodeRow, kTextRow,
                                               LinkToCode(kRoleTypes, Form::kServed)};
constexpr std::array<Row, 2> kElectedByRows = {kCodeRow, kTextRow};
constexpr SchemaOf<CodedText> kGroupTypeSchema = {{.rows = kGroupTypeRows}};
constexpr SchemaOf<CodedText> kRoleTypeSchema = {{.rows = kRoleTypeRows}};
constexpr SchemaOf<CodedText> kBriefTypeSchema = {{.rows = kBriefTypeRows}};
constexpr SchemaOf<CodedText> kElectedBySchema = {{.rows = kElectedByRows}};

constexpr std::array<Row, 4> kFormRows = {
    FormRows<>::kCode, FormRows<>::kText, FormRows<>::kExpiredOn,
    LinkTo<&OrganisationForm::code>(kSelfRelation, kForms, kAnswers)};
// A form without code and text counts as missing.
void CompleteForm(OrganisationForm* form, const Checking& /*checking*/, Problems* /*problems*/) {
  if (!form->code && !form->text) *form = {};
  if (!form->code || form->text) return;
  const std::string_view text = TextOfForm(*form->code);
  if (!text.empty()) form->text = text;
}
constexpr SchemaOf<OrganisationForm> kFormSchema = {
    {.rows = kFormRows, .check = kCheckBy<OrganisationForm, CompleteForm>}};

using OfAddress = AddressRows<>;
constexpr std::array<Row, 7> kAddressRows = {
    OfAddress::kCountry, OfAddress::kCountryCode,  OfAddress::kPostcode,          OfAddress::kCity,
    OfAddress::Lines(),  OfAddress::kMunicipality, OfAddress::kMunicipalityNumber};
constexpr SchemaOf<Address> kAddressSchema = {{.rows = kAddressRows}};

constexpr std::array<Row, 3> kNameRows = {
    Plain<&PersonName::first>("fornavn", {.rule = Rule::kName}),
    Plain<&PersonName::middle>("mellomnavn", {.rule = Rule::kName}),
    Plain<&PersonName::last>("etternavn", {.rule = Rule::kName}),
};
constexpr SchemaOf<PersonName> kPersonNameSchema = {{.rows = kNameRows}};

constexpr std::string_view kBornOn = "fodselsdato";
constexpr std::array<Row, 6> kPersonRows = {
    Plain<&Person::born_on>(kBornOn),
    Object<&Person::name>(kName, kPersonNameSchema, kEvenEmpty),
    Plain<&Person::is_dead>(kIsDead),
    Plain<&Person::number>(kIdentityNumberName, {.forms = Form::kInventory | Form::kAuthorised}),
    Plain<&Person::sealed_number>("sealed", {.forms = Form::kStored}),
    Plain<&Person::blind_index>("blind", {.forms = Form::kStored}),
};
constexpr SchemaOf<Person> kPersonSchema = {{.rows = kPersonRows}};

constexpr std::array<Row, 6> kEntityRows = {
    Plain<&HolderEntity::number>(kRoleListNumberName, {.is_required = true}),
    Object<&HolderEntity::form>("organisasjonsform", kFormSchema),
    Plain<&HolderEntity::name>(kName, {.rule = Rule::kLine}),
    Plain<&HolderEntity::is_deleted>(kIsDeleted),
    Plain<&HolderEntity::approval>("godkjenningsstatus"),
    LinkTo<&HolderEntity::number>(kSelfRelation, kEntities, kAnswers),
};
constexpr SchemaOf<HolderEntity> kEntitySchema = {{.rows = kEntityRows}};

constexpr std::array<Row, 3> kEstateManagerRows = {
    Plain<&EstateManager::name>(kName, {.rule = Rule::kName}),
    Object<&EstateManager::address>("postadresse", kAddressSchema, kEvenEmpty),
    Plain<&EstateManager::is_dead>(kIsDead),
};
constexpr SchemaOf<EstateManager> kEstateManagerSchema = {{.rows = kEstateManagerRows}};

constexpr Traits kHolder = {
    .empty_in = kAllForms,
    .refuse =
        [](const void* role) {
          const bool has_holder = static_cast<const Role*>(role)->holder.index() != 0;
          return has_holder ? Reason("has more than one holder") : kTaken;
        },
};
constexpr Row kShare = Plain<&Role::share>("ansvarsandel");
constexpr Row kHasLeft = Plain<&Role::has_left>(kHasLeftName);
constexpr Row kIsDeregistered = Plain<&Role::is_deregistered>("avregistrert");
constexpr Row kOrder = Plain<&Role::order>("rekkefolge");
constexpr std::array<Row, 11> kRoleRows = {
    Object<&Role::type>(kType, kRoleTypeSchema, kEvenEmpty),
    Alternative<&Role::holder>("person", kPersonSchema, kHolder),
    Alternative<&Role::holder>(kEntityName, kEntitySchema, kHolder),
    Alternative<&Role::holder>("bostyrer", kEstateManagerSchema, kHolder),
    kShare,
    Object<&Role::elected_by>(kElectedBy, kElectedBySchema, kEvenEmpty),
    kHasLeft,
    kIsDeregistered,
    kOrder,
    Plain<&Role::has_confirmed_future_power>("stadfestetFremtidsfullmakt",
                                             {.sparse_in = kAllForms}),
    Plain<&Role::has_limited_capacity>("begrensetRettsligHandleevne", {.sparse_in = kAllForms}),
};

void CompleteCode(std::string_view name, std::span<const RoleCode> codes, CodedText* coded,
                  Problems* problems) {
  if (!coded->code || coded->code->empty()) {
    problems->push_back({std::string(name).append(".").append(kCode), "is missing"});
    return;
  }
  if (coded->text) return;
  const std::string_view text = TextOfRoleCode(codes, *coded->code);
  if (!text.empty()) coded->text = text;
}

void CompleteRole(Role* role, const Checking& /*checking*/, Problems* problems) {
  CompleteCode(kType, RoleTypes(), &role->type, problems);
  if (role->elected_by) CompleteCode(kElectedBy, Representatives(), &*role->elected_by, problems);
  if (role->holder.index() == 0) problems->push_back({.reason = "has no holder of a known kind"});
}
constexpr SchemaOf<Role> kRoleSchema = {{.rows = kRoleRows, .check = kCheckBy<Role, CompleteRole>}};

constexpr std::array<Row, 3> kGroupRows = {
    Object<&RoleGroup::type>(kType, kGroupTypeSchema, kEvenEmpty),
    Plain<&RoleGroup::changed_on>("sistEndret"),
    List<&RoleGroup::roles>(kRoles, kRoleSchema, {.not_list = "is not a list"}),
};
void CompleteGroup(RoleGroup* group, const Checking& /*checking*/, Problems* problems) {
  CompleteCode(kType, RoleGroupTypes(), &group->type, problems);
}
constexpr SchemaOf<RoleGroup> kGroupSchema = {
    {.rows = kGroupRows, .check = kCheckBy<RoleGroup, CompleteGroup>}};

constexpr std::string_view kGroups = "rollegrupper";
constexpr std::array<Row, 2> kListRows = {
    Plain<&RoleList::number>(kRoleListNumberName,
                             {.is_required = true, .forms = Form::kInventory | Form::kStored}),
    List<&RoleList::groups>(kGroups, kGroupSchema,
                            {.is_required = true, .not_list = "is not a list"}),
};

// The position of a role in its group; roles without an order come last.
std::int64_t OrderOf(const Role& role) {
  return role.order.value_or(std::numeric_limits<std::int64_t>::max());
}

void Normalise(RoleList* list, const Checking& checking, Problems* /*problems*/) {
  if (!checking.is_whole) return;
  for (RoleGroup& group : list->groups) {
    for (Role& role : group.roles) {
      if (!role.has_left) role.has_left = role.is_deregistered;
      if (!role.is_deregistered) role.is_deregistered = role.has_left;
    }
    if (std::ranges::is_sorted(group.roles, {}, OrderOf)) continue;
    std::ranges::stable_sort(group.roles, {}, OrderOf);
  }
}

// The members of a role next to its holder. The authorised form leaves links out.
constexpr std::array<Row, 5> kBriefRows = {
    Object<&Role::type>(kType, kBriefTypeSchema, kEvenEmpty),
    kHasLeft,
    kIsDeregistered,
    kOrder,
    kShare,
};
constexpr SchemaOf<Role> kBriefSchema = {{.rows = kBriefRows}};

constexpr std::array<Row, 4> kHeldRows = {
    Plain<&HeldRoles::number>(kRoleListNumberName),
    Plain<&HeldRoles::name>(kName),
    List<&HeldRoles::roles>(kRoles, kBriefSchema),
    LinkTo<&HeldRoles::number>(kEntityName, kEntities, kAnswers),
};
constexpr SchemaOf<HeldRoles> kHeldSchema = {{.rows = kHeldRows}};

constexpr std::array<Row, 4> kStatementRows = {
    Plain<&RoleStatement::born_on>(kBornOn),
    Object<&RoleStatement::name>(kName, kPersonNameSchema, kEvenEmpty),
    Plain<&RoleStatement::is_dead>(kIsDead),
    List<&RoleStatement::held>(kHeldIn, kHeldSchema),
};

constexpr std::array<Row, 3> kLegalRows = {
    Plain<&LegalRoles::holder>(kRoleListNumberName),
    Plain<&LegalRoles::is_deleted>(kIsDeleted),
    List<&LegalRoles::held>(kHeldIn, kHeldSchema),
};

// The members of a list that lead to the entities in it. Each object on the way is read into the
// same list of numbers.
using Numbers = std::vector<base::OrgNumber>;
constexpr auto kSame = [](void* numbers) { return numbers; };
constexpr ListType kSameNumbers = {.begin = [](void* /*numbers*/) {}, .add = kSame};
constexpr ValueType kAddedNumber = {.kind = ValueKind::kCode,
                                    .otherwise = Codec<base::OrgNumber>::kOtherwise,
                                    .take = [](const Given& given, void* numbers) {
                                      const auto number = Codec<base::OrgNumber>::Read(given);
                                      if (!number) return Codec<base::OrgNumber>::kOtherwise;
                                      static_cast<Numbers*>(numbers)->push_back(*number);
                                      return kTaken;
                                    }};
constexpr Row ListOfSame(std::string_view name, const Schema& schema) {
  return {.name = name, .schema = &schema, .list = &kSameNumbers, .place = kSame};
}
constexpr std::array<Row, 1> kNumberRows = {
    Row{.name = kRoleListNumberName, .type = &kAddedNumber, .place = kSame}};
constexpr Schema kNumber = {.rows = kNumberRows};
constexpr std::array<Row, 1> kHolderRows = {Group(kEntityName, kNumber)};
constexpr Schema kHolders = {.rows = kHolderRows};
constexpr std::array<Row, 1> kGroupHolderRows = {ListOfSame(kRoles, kHolders)};
constexpr Schema kGroupHolders = {.rows = kGroupHolderRows};
constexpr std::array<Row, 1> kListHolderRows = {ListOfSame(kGroups, kGroupHolders)};

}  // namespace

constinit const SchemaOf<RoleList> kRoleListSchema = {
    {.rows = kListRows, .check = kCheckBy<RoleList, Normalise>}};

constinit const SchemaOf<RoleStatement> kRoleStatementSchema = {{.rows = kStatementRows}};
constinit const SchemaOf<LegalRoles> kLegalRolesSchema = {{.rows = kLegalRows}};
constinit const SchemaOf<std::vector<base::OrgNumber>> kHolderEntitiesSchema = {
    {.rows = kListHolderRows}};

}  // namespace orgreg::model
