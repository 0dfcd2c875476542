// SPDX-License-Identifier: EUPL-1.2

// The roles that an entity holds in others: found by its key, a page at a time.

#include <utility>
#include <variant>

#include "api/interface/ask.h"
#include "api/interface/outcome.h"
#include "api/interface/parameter_rows.h"
#include "api/roles/roles.h"
#include "base/result.h"
#include "base/values/percent.h"
#include "model/limits.h"
#include "model/roles/roles.h"
#include "records/readers/record_reader.h"
#include "records/readers/role_record.h"
#include "render/public_form.h"
#include "render/record_columns.h"
#include "render/roles/role_json.h"
#include "search/catalog.h"

namespace orgreg::api {
namespace {

using base::OrgNumber;
using base::Result;
using model::Kind;

// Reads served records again: our own bytes, which were read before. One thread.
class ServedReader {
 public:
  Result<model::Unit> Entity(const search::Found& found) {
    model::Unit unit;
    records::Problems problems;
    if (entities_.Read(Kind::kEntity, Padded(found.record), &unit, &problems)) return unit;
    return base::Error{base::Code::kCorrupt, problems.front().Text()};
  }

  Result<model::RoleList> Roles(const search::Numbered& record) {
    model::RoleList list;
    records::Problems problems;
    std::vector<std::string> unknown;
    const std::string& text = Padded(record.record);
    if (roles_.Read(text, records::RoleSource::kAnswer, &list, &problems, &unknown)) return list;
    return base::Error{base::Code::kCorrupt, problems.front().Text()};
  }

 private:
  const std::string& Padded(const render::RecordView& record) {
    padded_.clear();
    padded_.reserve(record.served().text().size() + records::RecordReader::kPadding);
    record.served().AppendPlainTo(&padded_);
    return padded_;
  }

  records::RecordReader entities_;
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
    auto list = TRY(reader_.Roles(record));
    std::vector<model::Role> roles = HeldBy(holder_, std::move(list));
    if (roles.empty()) return {};
    auto entity = TRY(reader_.Entity(*found));
    held->push_back({.number = record.number,
                     .name = std::move(entity.name).value_or(""),
                     .roles = std::move(roles)});
    return {};
  }

  const search::Catalog& catalog_;
  OrgNumber holder_;
  ServedReader reader_;
};

std::string SelfLink(const Context& context) {
  std::string link(context.request.raw_path);
  if (context.request.has_query) {
    link.push_back('?');
    base::AppendSafeQuery(context.request.query, &link);
  }
  return link;
}

std::string NextLink(const Context& context, std::size_t size, OrgNumber last) {
  std::string link(context.request.raw_path);
  link.append("?").append(model::kSearchAfterParameter).append("=");
  last.AppendTo(&link);
  return link.append("&").append(model::kSizeParameter).append("=").append(std::to_string(size));
}

}  // namespace

Outcome ListLegalRoles(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const OrgNumber number = *asked.Number(kNumberInPath);
  const auto size = static_cast<std::size_t>(asked.Whole(kLegalRolesSize));
  const auto holder = TRY(context.catalog->Lookup(Kind::kEntity, number));
  if (!holder || holder->state == model::State::kRemoved) return NotFound{};
  // One more, to know whether a page follows.
  const OrgNumber after = asked.Number(kSearchAfter).value_or(OrgNumber());
  auto held = TRY(Collector(*context.catalog, number).Collect(after, size + 1));
  // Reference, Legal roles: an entity without such roles is not found; a page after the last one is
  // empty.
  if (held.empty()) {
    const auto any = TRY(Collector(*context.catalog, number).Collect(OrgNumber(), 1));
    if (any.empty()) return NotFound{};
  }
  model::LegalRoles roles{.holder = number,
                          .is_deleted = holder->state == model::State::kDeleted,
                          .held = std::move(held)};
  const std::string self = SelfLink(context);
  std::string next;
  if (roles.held.size() > size) {
    roles.held.pop_back();
    next = NextLink(context, size, roles.held.back().number);
  }
  render::PublicText text;
  render::AppendLegalRoles(roles, {.self = self, .next = next}, &text);
  text.form().AppendTo(context.origin, &reply->body());
  return Body{.fingerprint = text.form().Fingerprint()};
}

}  // namespace orgreg::api
