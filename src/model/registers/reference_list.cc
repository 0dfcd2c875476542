// SPDX-License-Identifier: EUPL-1.2

#include "model/registers/reference_list.h"

#include "model/codes/code_lists.h"
#include "model/codes/per_code_lists.h"
#include "model/resources.h"

namespace orgreg::model {
namespace {

ReferenceList MakeFormList() {
  ReferenceList list{.collection = kForms,
                     .columns = {{"kode"}, {"beskrivelse", Sort::kAlphabetical}, {"utgaatt"}},
                     .items = {}};
  for (const FormEntry& form : Forms()) {
    std::optional<std::string> expired_on;
    if (form.expired_on) expired_on = form.expired_on->ToString();
    list.items.push_back({.values = {std::string(form.code), std::string(form.text), expired_on},
                          .used_by = form.used_by,
                          .retired_on = form.expired_on});
  }
  return list;
}

ReferenceList MakeMunicipalityList() {
  ReferenceList list{.collection = kMunicipalities,
                     .columns = {{"nummer"}, {"navn", Sort::kAlphabetical}},
                     .items = {}};
  for (const MunicipalityEntry& entry : Municipalities()) {
    list.items.push_back(
        {.values = {std::string(entry.number), std::string(entry.name), std::nullopt},
         .retired_on = entry.retired_on});
  }
  return list;
}

ReferenceList MakeRoleCodeList(std::string_view collection, std::span<const RoleCode> codes) {
  ReferenceList list{.collection = collection,
                     .columns = {{"kode"}, {"beskrivelse", Sort::kAlphabetical}},
                     .items = {},
                     .is_paged = false};
  for (const RoleCode& code : codes) {
    list.items.push_back({.values = {std::string(code.code), std::string(code.text), std::nullopt},
                          .retired_on = code.retired_on});
  }
  return list;
}

ReferenceList MakeRoleTypeList() { return MakeRoleCodeList(kRoleTypes, RoleTypes()); }
ReferenceList MakeRoleGroupTypeList() {
  return MakeRoleCodeList(kRoleGroupTypes, RoleGroupTypes());
}
ReferenceList MakeRepresentativeList() {
  return MakeRoleCodeList(kRepresentatives, Representatives());
}

}  // namespace

const ReferenceList& FormList() {
  static PerCodeLists<ReferenceList> list(MakeFormList);
  return list.Get();
}

const ReferenceList& MunicipalityList() {
  static PerCodeLists<ReferenceList> list(MakeMunicipalityList);
  return list.Get();
}

const ReferenceList& RoleTypeList() {
  static PerCodeLists<ReferenceList> list(MakeRoleTypeList);
  return list.Get();
}

const ReferenceList& RoleGroupTypeList() {
  static PerCodeLists<ReferenceList> list(MakeRoleGroupTypeList);
  return list.Get();
}

const ReferenceList& RepresentativeList() {
  static PerCodeLists<ReferenceList> list(MakeRepresentativeList);
  return list.Get();
}

}  // namespace orgreg::model
