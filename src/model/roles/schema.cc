// Order: reference, Roles of an entity.

#include "model/roles/schema.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "model/codes/code_lists.h"
#include "model/roles/role_names.h"
#include "model/schema/problem.h"

namespace orgreg::model {
namespace {

namespace names = role_names;

constexpr std::array<Row, 2> kCodeRows = {
    Plain<&CodedText::code>(names::kCode, {.rule = Rule::kLine}),
    Plain<&CodedText::text>(names::kText),
};
constexpr SchemaOf<CodedText> kCode = {{.rows = kCodeRows}};

constexpr std::array<Row, 3> kFormRows = {
    Plain<&OrganisationForm::code>(names::kCode, {.rule = Rule::kOrganisationForm}),
    Plain<&OrganisationForm::text>(names::kText),
    Plain<&OrganisationForm::expired_on>(names::kFormExpiredOn),
};
void CompleteForm(OrganisationForm* form, const Checking& /*checking*/, Problems* /*problems*/) {
  if (!form->code || form->text) return;
  const std::string_view text = TextOfForm(*form->code);
  if (!text.empty()) form->text = text;
}
constexpr SchemaOf<OrganisationForm> kForm = {
    {.rows = kFormRows, .check = kCheckBy<OrganisationForm, CompleteForm>}};

constexpr std::array<Row, 7> kAddressRows = {
    Plain<&Address::country>(names::kCountry, {.rule = Rule::kLine}),
    Plain<&Address::country_code>(names::kCountryCode, {.rule = Rule::kLine}),
    Plain<&Address::postcode>(names::kPostcode, {.rule = Rule::kFourDigits}),
    Plain<&Address::city>(names::kCity, {.rule = Rule::kLine}),
    Plain<&Address::lines>(names::kLines),
    Plain<&Address::municipality>(names::kMunicipality, {.rule = Rule::kLine}),
    Plain<&Address::municipality_number>(names::kMunicipalityNumber, {.rule = Rule::kFourDigits}),
};
constexpr SchemaOf<Address> kAddress = {{.rows = kAddressRows}};

constexpr std::array<Row, 3> kNameRows = {
    Plain<&PersonName::first>(names::kFirstName, {.rule = Rule::kName}),
    Plain<&PersonName::middle>(names::kMiddleName, {.rule = Rule::kName}),
    Plain<&PersonName::last>(names::kLastName, {.rule = Rule::kName}),
};
constexpr SchemaOf<PersonName> kPersonName = {{.rows = kNameRows}};

constexpr std::array<Row, 6> kPersonRows = {
    Plain<&Person::born_on>(names::kBornOn),
    Object<&Person::name>(names::kName, kPersonName),
    Plain<&Person::is_dead>(names::kIsDead),
    Plain<&Person::number>(names::kIdentityNumber, {.forms = Form::kInventory}),
    Plain<&Person::sealed_number>(names::kSealed, {.forms = Form::kStored}),
    Plain<&Person::blind_index>(names::kBlind, {.forms = Form::kStored}),
};
constexpr SchemaOf<Person> kPerson = {{.rows = kPersonRows}};

constexpr std::array<Row, 5> kEntityRows = {
    Plain<&HolderEntity::number>(names::kNumber, {.is_required = true}),
    Object<&HolderEntity::form>(names::kForm, kForm),
    Plain<&HolderEntity::name>(names::kName, {.rule = Rule::kLine}),
    Plain<&HolderEntity::is_deleted>(names::kIsDeleted),
    Plain<&HolderEntity::approval>(names::kApproval),
};
constexpr SchemaOf<HolderEntity> kEntity = {{.rows = kEntityRows}};

constexpr std::array<Row, 3> kEstateManagerRows = {
    Plain<&EstateManager::name>(names::kName, {.rule = Rule::kName}),
    Object<&EstateManager::address>(names::kPostalAddress, kAddress),
    Plain<&EstateManager::is_dead>(names::kIsDead),
};
constexpr SchemaOf<EstateManager> kEstateManager = {{.rows = kEstateManagerRows}};

constexpr Traits kHolder = {.refuse = [](const void* role) {
  const bool has_holder = static_cast<const Role*>(role)->holder.index() != 0;
  return has_holder ? Reason("has more than one holder") : kTaken;
}};
constexpr std::array<Row, 11> kRoleRows = {
    Object<&Role::type>(names::kType, kCode),
    Alternative<&Role::holder>(names::kPerson, kPerson, kHolder),
    Alternative<&Role::holder>(names::kEntity, kEntity, kHolder),
    Alternative<&Role::holder>(names::kEstateManager, kEstateManager, kHolder),
    Plain<&Role::share>(names::kShare),
    Object<&Role::elected_by>(names::kElectedBy, kCode),
    Plain<&Role::has_left>(names::kHasLeft),
    Plain<&Role::is_deregistered>(names::kIsDeregistered),
    Plain<&Role::order>(names::kOrder),
    Plain<&Role::has_confirmed_future_power>(names::kHasFuturePower),
    Plain<&Role::has_limited_capacity>(names::kHasLimitedCapacity),
};

void CompleteCode(std::string_view name, std::span<const RoleCode> codes, CodedText* coded,
                  Problems* problems) {
  if (!coded->code || coded->code->empty()) {
    problems->push_back({std::string(name).append(".").append(names::kCode), "is missing"});
    return;
  }
  if (coded->text) return;
  const std::string_view text = TextOfRoleCode(codes, *coded->code);
  if (!text.empty()) coded->text = text;
}

void CompleteRole(Role* role, const Checking& /*checking*/, Problems* problems) {
  CompleteCode(names::kType, RoleTypes(), &role->type, problems);
  if (role->elected_by)
    CompleteCode(names::kElectedBy, Representatives(), &*role->elected_by, problems);
  if (role->holder.index() == 0) problems->push_back({.reason = "has no holder of a known kind"});
}
constexpr SchemaOf<Role> kRole = {{.rows = kRoleRows, .check = kCheckBy<Role, CompleteRole>}};

constexpr std::array<Row, 3> kGroupRows = {
    Object<&RoleGroup::type>(names::kType, kCode),
    Plain<&RoleGroup::changed_on>(names::kChangedOn),
    List<&RoleGroup::roles>(names::kRoles, kRole, {.not_list = "is not a list"}),
};
void CompleteGroup(RoleGroup* group, const Checking& /*checking*/, Problems* problems) {
  CompleteCode(names::kType, RoleGroupTypes(), &group->type, problems);
}
constexpr SchemaOf<RoleGroup> kGroup = {
    {.rows = kGroupRows, .check = kCheckBy<RoleGroup, CompleteGroup>}};

constexpr std::array<Row, 2> kListRows = {
    Plain<&RoleList::number>(names::kNumber,
                             {.is_required = true, .forms = Form::kInventory | Form::kStored}),
    List<&RoleList::groups>(names::kGroups, kGroup,
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

}  // namespace

constinit const SchemaOf<RoleList> kRoleListSchema = {
    {.rows = kListRows, .check = kCheckBy<RoleList, Normalise>}};

}  // namespace orgreg::model
