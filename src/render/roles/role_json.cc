#include "render/roles/role_json.h"

#include <string_view>

#include "formats/json/text.h"
#include "model/resources.h"
#include "model/roles/role_names.h"
#include "model/units/field.h"
#include "render/record_json.h"

namespace orgreg::render {
namespace {

namespace names = model::role_names;

// An object on its way into JSON: members that are absent are left out.
class ObjectWriter {
 public:
  explicit ObjectWriter(std::string* out) : out_(out) { out_->push_back('{'); }

  // Of our own names: nothing in them is escaped.
  void Name(std::string_view name) {
    if (!first_) out_->push_back(',');
    first_ = false;
    out_->append("\"").append(name).append("\":");
  }
  void Put(std::string_view name, const model::Text& text) {
    if (!text) return;
    Name(name);
    formats::AppendJsonString(*text, out_);
  }
  void Put(std::string_view name, const model::Flag& flag) {
    if (!flag) return;
    Name(name);
    out_->append(*flag ? "true" : "false");
  }
  void Put(std::string_view name, const model::Day& day) {
    if (!day) return;
    Name(name);
    out_->push_back('"');
    day->AppendTo(out_);
    out_->push_back('"');
  }
  void Put(std::string_view name, const model::Count& count) {
    if (!count) return;
    Name(name);
    formats::AppendInteger(*count, out_);
  }
  void Put(std::string_view name, base::OrgNumber number) {
    Name(name);
    out_->push_back('"');
    number.AppendTo(out_);
    out_->push_back('"');
  }
  void Put(std::string_view name, const model::Lines& lines) {
    if (!lines) return;
    Name(name);
    out_->push_back('[');
    for (const auto& line : *lines) {
      if (&line != lines->data()) out_->push_back(',');
      if (line) {
        formats::AppendJsonString(*line, out_);
      } else {
        out_->append("null");
      }
    }
    out_->push_back(']');
  }
  void PutWhereTrue(std::string_view name, const model::Flag& flag) {
    if (flag.value_or(false)) Put(name, flag);
  }
  void End() { out_->push_back('}'); }

 private:
  std::string* out_;
  bool first_ = true;
};

// The links of an object that only links to itself; nothing where links are not kept.
void LinkSelf(std::string_view collection, std::string_view item, ObjectWriter* object,
              FormWriter* out) {
  if (!out->keeps_insets()) return;
  out->BeginInset();
  object->Name(model::kLinksName);
  out->text()->append("{\"self\":");
  AppendHref(collection, item, out);
  out->text()->push_back('}');
  out->EndInset();
}

// `collection` of the code list, empty where there shall be no link.
void AppendCode(const model::CodedText& coded, std::string_view collection, FormWriter* out) {
  ObjectWriter object(out->text());
  object.Put(names::kCode, coded.code);
  object.Put(names::kText, coded.text);
  if (!collection.empty()) LinkSelf(collection, coded.code.value_or(""), &object, out);
  object.End();
}

void AppendAddress(const model::Address& address, std::string* out) {
  ObjectWriter object(out);
  object.Put(names::kCountry, address.country);
  object.Put(names::kCountryCode, address.country_code);
  object.Put(names::kPostcode, address.postcode);
  object.Put(names::kCity, address.city);
  object.Put(names::kLines, address.lines);
  object.Put(names::kMunicipality, address.municipality);
  object.Put(names::kMunicipalityNumber, address.municipality_number);
  object.End();
}

class ListWriter {
 public:
  ListWriter(RoleForm form, FormWriter* out) : form_(form), form_out_(out), out_(out->text()) {}

  void Write(const model::RoleList& list) {
    ObjectWriter object(out_);
    if (!form_out_->keeps_insets()) object.Put(names::kNumber, list.number);
    object.Name(names::kGroups);
    out_->push_back('[');
    for (const model::RoleGroup& group : list.groups) {
      if (&group != list.groups.data()) out_->push_back(',');
      AppendGroup(group);
    }
    out_->push_back(']');
    if (form_out_->keeps_insets()) AppendLinks(list.number, &object);
    object.End();
  }

 private:
  bool has_numbers() const {
    return form_ == RoleForm::kAuthorised || form_ == RoleForm::kInventory;
  }

  void AppendGroup(const model::RoleGroup& group) {
    ObjectWriter object(out_);
    object.Name(names::kType);
    AppendCode(group.type, model::kRoleGroupTypes, form_out_);
    object.Put(names::kChangedOn, group.changed_on);
    object.Name(names::kRoles);
    out_->push_back('[');
    for (const model::Role& role : group.roles) {
      if (&role != group.roles.data()) out_->push_back(',');
      AppendRole(role);
    }
    out_->push_back(']');
    object.End();
  }

  void AppendRole(const model::Role& role) {
    ObjectWriter object(out_);
    object.Name(names::kType);
    AppendCode(role.type, model::kRoleTypes, form_out_);
    AppendHolder(role, &object);
    object.Put(names::kShare, role.share);
    if (role.elected_by) {
      object.Name(names::kElectedBy);
      AppendCode(*role.elected_by, "", form_out_);
    }
    object.Put(names::kHasLeft, role.has_left);
    object.Put(names::kIsDeregistered, role.is_deregistered);
    object.Put(names::kOrder, role.order);
    object.PutWhereTrue(names::kHasFuturePower, role.has_confirmed_future_power);
    object.PutWhereTrue(names::kHasLimitedCapacity, role.has_limited_capacity);
    object.End();
  }

  void AppendHolder(const model::Role& role, ObjectWriter* object) {
    if (const auto* person = std::get_if<model::Person>(&role.holder)) {
      object->Name(names::kPerson);
      AppendPerson(*person);
    } else if (const auto* entity = std::get_if<model::HolderEntity>(&role.holder)) {
      object->Name(names::kEntity);
      AppendEntity(*entity);
    } else if (const auto* manager = std::get_if<model::EstateManager>(&role.holder)) {
      object->Name(names::kEstateManager);
      AppendEstateManager(*manager);
    }
  }

  void AppendPerson(const model::Person& person) {
    ObjectWriter object(out_);
    object.Put(names::kBornOn, person.born_on);
    object.Name(names::kName);
    AppendPersonName(person.name, out_);
    object.Put(names::kIsDead, person.is_dead);
    if (has_numbers() && person.number) {
      object.Name(names::kIdentityNumber);
      out_->append("\"").append(person.number->Reveal()).append("\"");
    }
    if (form_ == RoleForm::kStored) {
      object.Put(names::kSealed, person.sealed_number);
      object.Put(names::kBlind, person.blind_index);
    }
    object.End();
  }

  void AppendEntity(const model::HolderEntity& entity) {
    ObjectWriter object(out_);
    object.Put(names::kNumber, entity.number);
    if (entity.form.code || entity.form.text) {
      object.Name(names::kForm);
      AppendForm(entity.form);
    }
    object.Put(names::kName, entity.name);
    object.Put(names::kIsDeleted, entity.is_deleted);
    object.Put(names::kApproval, entity.approval);
    LinkSelf(model::kEntities, entity.number.ToString(), &object, form_out_);
    object.End();
  }

  void AppendForm(const model::OrganisationForm& form) {
    ObjectWriter object(out_);
    object.Put(names::kCode, form.code);
    object.Put(names::kText, form.text);
    object.Put(names::kFormExpiredOn, form.expired_on);
    if (form.code) LinkSelf(model::kForms, *form.code, &object, form_out_);
    object.End();
  }

  void AppendEstateManager(const model::EstateManager& manager) {
    ObjectWriter object(out_);
    object.Put(names::kName, manager.name);
    if (manager.address) {
      object.Name(names::kPostalAddress);
      AppendAddress(*manager.address, out_);
    }
    object.Put(names::kIsDead, manager.is_dead);
    object.End();
  }

  void AppendLinks(base::OrgNumber number, ObjectWriter* object) {
    form_out_->BeginInset();
    object->Name(model::kLinksName);
    const bool is_public = form_ == RoleForm::kPublic;
    out_->append("{\"self\":{\"href\":\"");
    form_out_->NoteOrigin();
    out_->append(is_public ? model::kApiPath : model::kAuthorisedApiPath);
    out_->append("/").append(model::kEntities).append("/");
    number.AppendTo(out_);
    out_->append("/").append(model::kRolesOfEntity).append("\"},\"");
    out_->append(names::kEntity).append("\":");
    AppendHref(model::kEntities, number.ToString(), form_out_);
    out_->push_back('}');
    form_out_->EndInset();
  }

  RoleForm form_;
  FormWriter* form_out_;
  std::string* out_;  // The text of the form.
};

}  // namespace

void AppendRoles(const model::RoleList& list, RoleForm form, std::string* out) {
  FormWriter writer(out);
  ListWriter(form, &writer).Write(list);
}

void AppendServedRoles(const model::RoleList& list, RoleForm form, PublicText* out) {
  FormWriter writer(out);
  ListWriter(form, &writer).Write(list);
}

void AppendRoleBrief(const model::Role& role, TypeLink link, FormWriter* out) {
  ObjectWriter object(out->text());
  object.Name(names::kType);
  AppendCode(role.type, link == TypeLink::kLinked ? model::kRoleTypes : std::string_view(), out);
  object.Put(names::kHasLeft, role.has_left);
  object.Put(names::kIsDeregistered, role.is_deregistered);
  object.Put(names::kOrder, role.order);
  object.Put(names::kShare, role.share);
  object.End();
}

void AppendPersonName(const model::PersonName& name, std::string* out) {
  ObjectWriter object(out);
  object.Put(names::kFirstName, name.first);
  object.Put(names::kMiddleName, name.middle);
  object.Put(names::kLastName, name.last);
  object.End();
}

}  // namespace orgreg::render
