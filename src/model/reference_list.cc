#include "model/reference_list.h"

#include <memory>
#include <string>

#include "model/resources.h"

namespace orgreg::model {
namespace {

// Days as texts, kept for as long as the lists that show them.
std::string_view KeepText(base::Date day) {
  static std::vector<std::unique_ptr<const std::string>> kept;
  return *kept.emplace_back(std::make_unique<const std::string>(day.ToString()));
}

ReferenceList MakeFormList() {
  ReferenceList list{.collection = kForms,
                     .columns = {{"kode"}, {"beskrivelse", Sort::kAlphabetical}, {"utgaatt"}},
                     .items = {}};
  for (const FormEntry& form : Forms()) {
    std::optional<std::string_view> expired_on;
    if (form.expired_on) expired_on = KeepText(*form.expired_on);
    list.items.push_back({.values = {form.code, form.text, expired_on},
                          .used_by = form.used_by,
                          .is_listed = !form.expired_on});
  }
  return list;
}

ReferenceList MakeMunicipalityList() {
  ReferenceList list{.collection = kMunicipalities,
                     .columns = {{"nummer"}, {"navn", Sort::kAlphabetical}},
                     .items = {}};
  for (const MunicipalityEntry& entry : Municipalities()) {
    list.items.push_back({.values = {entry.number, entry.name, std::nullopt}});
  }
  return list;
}

ReferenceList MakeRoleCodeList(std::string_view collection, std::span<const RoleCode> codes) {
  ReferenceList list{.collection = collection,
                     .columns = {{"kode"}, {"beskrivelse", Sort::kAlphabetical}},
                     .items = {},
                     .is_paged = false};
  for (const RoleCode& code : codes) {
    list.items.push_back({.values = {code.code, code.text, std::nullopt}});
  }
  return list;
}

}  // namespace

const ReferenceList& FormList() {
  static const ReferenceList list = MakeFormList();
  return list;
}

const ReferenceList& MunicipalityList() {
  static const ReferenceList list = MakeMunicipalityList();
  return list;
}

const ReferenceList& RoleTypeList() {
  static const ReferenceList list = MakeRoleCodeList(kRoleTypes, RoleTypes());
  return list;
}

const ReferenceList& RoleGroupTypeList() {
  static const ReferenceList list = MakeRoleCodeList(kRoleGroupTypes, RoleGroupTypes());
  return list;
}

const ReferenceList& RepresentativeList() {
  static const ReferenceList list = MakeRoleCodeList(kRepresentatives, Representatives());
  return list;
}

}  // namespace orgreg::model
