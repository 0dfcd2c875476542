// SPDX-License-Identifier: EUPL-1.2

#include "api/roles/held_roles.h"

#include <cstddef>
#include <string>
#include <utility>
#include <variant>

#include "api/extensions/unit_state.h"
#include "base/threads/per_thread.h"
#include "records/readers/json_reader.h"
#include "records/readers/problem.h"
#include "records/readers/role_record.h"

namespace orgreg::api {
namespace {

using base::OrgNumber;
using base::Result;
using model::Kind;

// Reads served records again: our own bytes, which were read before. One thread.
class ServedReader {
 public:
  Result<model::RoleList> Roles(const render::RecordView& record) {
    model::RoleList list;
    records::Problems problems;
    std::vector<std::string> unknown;
    const std::string& text = Padded(record);
    if (roles_.Read(text, records::RoleSource::kAnswer, &list, &problems, &unknown)) return list;
    return base::Error{base::Code::kCorrupt, problems.front().Text()};
  }

 private:
  const std::string& Padded(const render::RecordView& record) {
    padded_.clear();
    padded_.reserve(record.served().text().size() + records::JsonReader::kPadding);
    record.served().AppendPlainTo(&padded_);
    return padded_;
  }

  // The rule does not matter: an answer holds no identification number.
  records::RoleReader roles_ = records::RoleReader(base::ControlRule::kPresent);
  std::string padded_;
};

// The roles of `list` that the entity `holder` holds.
std::vector<model::Role> HeldBy(OrgNumber holder, model::RoleList list) {
  std::vector<model::Role> held;
  for (model::RoleGroup& group : list.groups) {
    for (model::Role& role : group.roles) {
      const auto* const entity = std::get_if<model::HolderEntity>(&role.holder);
      if (entity != nullptr && entity->number == holder) held.push_back(std::move(role));
    }
  }
  return held;
}

class Collector {
 public:
  Collector(const search::Catalog& catalog, OrgNumber holder)
      : catalog_(catalog), holder_(holder) {}

  // The roles held in entities of numbers above `after`, in order: in at most `most` entities.
  Result<std::vector<model::HeldRoles>> Collect(OrgNumber after, std::size_t most) {
    std::vector<model::HeldRoles> held;
    while (true) {
      const std::size_t wanted = most - held.size();
      const auto found = TRY(catalog_.FindByKey(Kind::kRoles, holder_.value(), after, wanted));
      for (const search::Numbered& record : found) {
        TRY(Take(record, &held));
      }
      if (held.size() == most || found.size() < wanted) return held;
      after = found.back().number;
    }
  }

 private:
  // A false match holds none, and removed entities are left out.
  base::Status Take(const search::Numbered& record, std::vector<model::HeldRoles>* held) {
    const auto found = TRY(catalog_.Lookup(Kind::kEntity, record.number));
    if (!found || found->state == model::State::kRemoved) return {};
    auto list = TRY(reader_.Roles(record.record));
    std::vector<model::Role> roles = HeldBy(holder_, std::move(list));
    if (roles.empty()) return {};
    UnitBrief entity = BriefOf({.kind = Kind::kEntity, .found = *found});
    held->push_back({.number = record.number,
                     .name = std::move(entity.name).value_or(""),
                     .roles = std::move(roles)});
    return {};
  }

  const search::Catalog& catalog_;
  OrgNumber holder_;
  ServedReader reader_;
};

}  // namespace

Result<std::vector<model::HeldRoles>> RolesHeldBy(const search::Catalog& catalog, OrgNumber holder,
                                                  OrgNumber after, std::size_t most) {
  return Collector(catalog, holder).Collect(after, most);
}

Result<model::RoleList> RolesOf(const render::RecordView& record) {
  static base::PerThread<ServedReader> readers;
  return readers.Get().Roles(record);
}

}  // namespace orgreg::api
