// SPDX-License-Identifier: EUPL-1.2

#include "tools/generate/supplements.h"

#include "model/roles/schema.h"
#include "render/body_json.h"
#include "render/party_csv.h"
#include "tools/roles/registers.h"

namespace orgreg::tools {
namespace {

// An inventory has what the store has.
template <typename T, const model::SchemaOf<T>* schema>
void AppendStored(const T& body, std::string* out) {
  render::AppendBody(*schema, body, model::Form::kStored, out);
}

}  // namespace

void SupplementWriter::Run(BlockChannel* blocks) {
  while (const auto block = blocks->Receive()) {
    status_ = Write(**block);
    if (status_.ok()) continue;
    blocks->Close();
    return;
  }
}

void SupplementWriter::AddTo(GenerateCounts* counts) const {
  counts->role_lists += counts_.role_lists;
  counts->roles += counts_.roles;
  counts->voluntary += counts_.voluntary;
  counts->parties += counts_.parties;
  counts->cadastral_lists += counts_.cadastral_lists;
}

base::Status SupplementWriter::Write(const EntityBlock& block) {
  roles_.BeginBlock(block.block, block.units);
  for (const MadeEntity& entity : block.entities) {
    if (base::Status status = WriteRoles(entity); !status.ok()) return status;
    if (base::Status status = WriteRegisters(entity); !status.ok()) return status;
  }
  return {};
}

base::Status SupplementWriter::WriteRoles(const MadeEntity& entity) {
  if (!roles_.Make(entity.planned, entity.unit, &role_list_)) return {};
  ++counts_.role_lists;
  for (const model::RoleGroup& group : role_list_.groups) counts_.roles += group.roles.size();
  text_.clear();
  render::AppendBody(model::kRoleListSchema, role_list_, model::Form::kInventory, &text_);
  base::Status status = files_->Append(GeneratedFile::kAuthorisedRoles, text_);
  if (!status.ok()) return status;
  // The list is not sealed: its stored form would have no numbers at all.
  text_.clear();
  render::AppendBody(model::kRoleListSchema, role_list_, model::Form::kStored, &text_);
  return files_->Append(GeneratedFile::kRoles, text_);
}

base::Status SupplementWriter::WriteRegisters(const MadeEntity& entity) {
  const auto append = [this](const auto& made, GeneratedFile file, auto render,
                             std::uint64_t* count) -> base::Status {
    if (!made) return {};
    ++*count;
    text_.clear();
    render(*made, &text_);
    return files_->Append(file, text_);
  };
  const std::uint64_t index = entity.planned.index;
  base::Status status =
      append(MakeVoluntary(plan_.seed(), index, entity.unit), GeneratedFile::kVoluntary,
             AppendStored<model::Voluntary, &model::kVoluntarySchema>, &counts_.voluntary);
  if (!status.ok()) return status;
  status = append(MakeParty(entity.unit), GeneratedFile::kParties, render::AppendStoredParty,
                  &counts_.parties);
  if (!status.ok()) return status;
  return append(MakeCadastral(plan_.seed(), index, entity.unit), GeneratedFile::kCadastral,
                AppendStored<model::CadastralList, &model::kCadastralSchema>,
                &counts_.cadastral_lists);
}

}  // namespace orgreg::tools
