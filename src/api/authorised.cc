// SPDX-License-Identifier: EUPL-1.2

// A look-up opens the numbers of stored roles; the inventory streams all roles from the store,
// after an inspection of all numbers; a role statement collects the roles of the person whose
// number is in the body.

#include "api/authorised.h"

#include <simdjson.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "api/answers/causes.h"
#include "api/answers/media_types.h"
#include "api/authority/number_keys_check.h"
#include "api/authority/role_numbers.h"
#include "api/interface/ask.h"
#include "api/interface/parameter_rows.h"
#include "api/interface/publication.h"
#include "api/registers/downloads.h"
#include "auth/numbers/vault.h"
#include "auth/secrets/freed_memory.h"
#include "base/threads/fair_share.h"
#include "base/values/ascii.h"
#include "base/values/identity_number.h"
#include "downloads/file_table.h"
#include "downloads/text_packer.h"
#include "formats/byte_sink.h"
#include "http/message/body.h"
#include "model/roles/schema.h"
#include "render/body_json.h"
#include "render/public_form.h"
#include "render/roles/role_bulk_json.h"
#include "render/roles/role_json.h"

namespace orgreg::api {
namespace {

using base::OrgNumber;
using base::Result;
using base::Status;
using model::Kind;
using model::RoleList;

constexpr std::string_view kForm = "ENK";
constexpr std::size_t kPartBytes = std::size_t{256} << 10;
constexpr std::size_t kPartRows = 500;
constexpr std::size_t kMostKeyed = 1'000'000;

std::uint64_t CountRoles(const RoleList& list) {
  std::uint64_t count = 0;
  for (const model::RoleGroup& group : list.groups) count += group.roles.size();
  return count;
}

// Spec, Authentication, 3; reference, Authorised API: entities in the register of business
// enterprises, and every sole proprietor.
bool IsCommercial(const model::Unit& entity) {
  return entity.in_business_register == true || entity.form.code == kForm;
}

// The roles of one person, so far as they may be shown together.
class PersonsRoles {
 public:
  PersonsRoles(const Context& context, const base::IdentityNumber& number)
      : context_(context), opener_(*context.authority), number_(number) {}

  Status Collect() {
    auto view = TRY(context_.authority->source->Read());
    for (const std::string& blind : context_.authority->vault->BlindAll(number_)) {
      const auto key = auth::BlindKey64(blind);
      if (!key) continue;
      const auto found =
          TRY(context_.catalog->FindByKey(Kind::kRoles, *key, OrgNumber(), kMostKeyed));
      for (const search::Numbered& entity : found) {
        TRY(Take(&view, entity.number));
      }
    }
    // A number may be under two keys while numbers are resealed.
    std::vector<model::HeldRoles>& held = statement_.held;
    std::ranges::sort(held, {}, &model::HeldRoles::number);
    const auto same = std::ranges::unique(held, {}, &model::HeldRoles::number);
    held.erase(same.begin(), same.end());
    return {};
  }

  bool is_empty() const { return statement_.held.empty(); }
  std::uint64_t role_count() const {
    std::uint64_t count = 0;
    for (const model::HeldRoles& held : statement_.held) count += held.roles.size();
    return count;
  }
  void AppendTo(render::PublicText* out) const {
    render::FormWriter writer(out);
    render::AppendBody(model::kRoleStatementSchema, statement_, model::Form::kAuthorised, &writer);
  }

 private:
  Status Take(records::View* view, OrgNumber number) {
    auto entity = TRY(EntityInState(*context_.catalog, number, model::State::kLive));
    if (!entity || !IsCommercial(*entity)) return {};
    auto list = TRY(opener_.Read(view, number));
    if (!list) return {};
    model::HeldRoles held{.number = number, .name = entity->name.value_or("")};
    for (model::RoleGroup& group : list->groups) {
      for (model::Role& role : group.roles) {
        const auto* const person = std::get_if<model::Person>(&role.holder);
        if (person == nullptr || !person->number || !(*person->number == number_)) continue;
        statement_.born_on = person->born_on;
        statement_.name = person->name;
        statement_.is_dead = person->is_dead.value_or(false);
        held.roles.push_back(std::move(role));
      }
    }
    if (!held.roles.empty()) statement_.held.push_back(std::move(held));
    return {};
  }

  const Context& context_;
  RoleOpener opener_;
  const base::IdentityNumber& number_;
  model::RoleStatement statement_;
};

// All roles, packed, read from the store part by part: each part is of the store's state at that
// time, so that records removed meanwhile are not sent (docs/choices.md).
class AllRolesBody final : public http::BodyStream {
 public:
  // The place is one for expensive work.
  AllRolesBody(const Authority& authority, downloads::Format format, base::FairShare::Part place)
      : authority_(authority),
        opener_(authority),
        packer_(format, downloads::kAuthorisedRolesTextName, &sink_),
        place_(std::move(place)) {}

  Result<bool> Next(std::string* out) override {
    while (part_.size() < kPartBytes && !is_over_) {
      TRY(Encode());
    }
    auth::WipeUnusedStack();
    out->append(part_);
    part_.clear();
    // This comes before the last bytes are sent, so that a client that has them all finds it free.
    if (is_over_) place_.GiveBack();
    return !is_over_;
  }

 private:
  // Has a stack frame of its own, which is wiped afterwards.
  [[gnu::noinline]] Status Encode() {
    auto view = authority_.source->Read();
    if (!view) return std::move(view).error();
    records::WithheldNames names([&view](OrgNumber named) { return view->IsRemoved(named); });
    std::size_t rows = 0;
    Status status = view->ScanRowsAfter(Kind::kRoles, last_, kPartRows,
                                        [&](const store::RowView& row) -> Status {
                                          ++rows;
                                          last_ = row.number;
                                          return Add({.view = &*view, .names = &names}, row);
                                        });
    if (!status || rows == kPartRows) return status;
    is_over_ = true;
    TRY(packer_.Append(is_begun_ ? "\n]\n" : "[\n]\n"));
    return packer_.Finish();
  }

  struct Part {
    records::View* view = nullptr;
    records::WithheldNames* names = nullptr;
  };

  // Roles that cannot be looked up are not in the inventory either.
  Status Add(const Part& part, const store::RowView& row) {
    if (row.state != store::RowState::kLive) return {};
    const auto entity = TRY(part.view->FindRow(Kind::kEntity, row.number));
    if (!entity || entity->state == store::RowState::kRemoved) return {};
    auto list = TRY(opener_.Open(row, part.names));
    if (records::IsEmpty(list)) return {};
    text_.assign(is_begun_ ? ",\n" : "[\n");
    is_begun_ = true;
    served_.Clear();
    render::AppendServedRoles(list, model::Form::kAuthorised, &served_);
    if (!render::AppendBulkRoles(row.number, served_.form(), &text_)) {
      return base::Error{base::Code::kCorrupt, row.number.ToString() + ": cannot be encoded"};
    }
    return packer_.Append(text_);
  }

  const Authority& authority_;
  RoleOpener opener_;
  OrgNumber last_;
  bool is_begun_ = false;
  bool is_over_ = false;
  std::string part_;
  formats::StringSink sink_{&part_};
  downloads::TextPacker packer_;
  base::FairShare::Part place_;
  // Reused from row to row.
  std::string text_;
  render::PublicText served_;
};

// This comes before the first byte is sent, which is the last moment to answer with a status.
Status InspectNumbers(const Context& context) {
  const Authority& authority = *context.authority;
  TRY(RequireNumberKeys(authority, *context.catalog));
  auto view = TRY(authority.source->Read());
  return authority.inspector->Inspect(authority, &view);
}

constexpr std::string_view kBlanks = " \t\r\n";

// The one text member of {"fodselsnummer":"…"}; nothing if the body is anything else.
std::optional<base::IdentityNumber> NumberInJson(std::string_view body, base::ControlRule rule) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  if (parser.parse(body.data(), body.size()).get(object) != simdjson::SUCCESS) return std::nullopt;
  std::string_view text;
  if (object.size() != 1) return std::nullopt;
  if (object[model::kIdentityNumberName].get(text) != simdjson::SUCCESS) return std::nullopt;
  return base::IdentityNumber::Parse(text, rule);
}

enum class BodyType { kText, kJson, kOther };

BodyType TypeOf(const http::Request& request) {
  const std::string_view type = request.Header("Content-Type");
  const std::string_view name = base::Trim(type.substr(0, type.find(';')), kBlanks);
  if (name.empty() || base::EqualsIgnoringCase(name, "text/plain")) return BodyType::kText;
  return base::EqualsIgnoringCase(name, "application/json") ? BodyType::kJson : BodyType::kOther;
}

// The parameters, and the person whose number is the body.
Asked AskForPerson(const Context& context, std::optional<base::IdentityNumber>* person) {
  // Without a copy of the text, which would have to be wiped.
  const std::string_view body = context.request.body;
  const base::ControlRule rule = context.authority->rule;
  *person = TypeOf(context.request) == BodyType::kJson
                ? NumberInJson(body, rule)
                : base::IdentityNumber::Parse(base::Trim(body, kBlanks), rule);
  Asked asked = Ask(context);
  if (!*person) {
    asked.problems.push_back({.reason = Reason::kNotIdentityNumber,
                              .parameters = {std::string(model::kIdentityNumberName)}});
  }
  return asked;
}

}  // namespace

Outcome LookUpAuthorisedRoles(const Context& context, Reply* reply) {
  if (const auto asked_for = OrgNumber::Parse(context.Capture(0))) {
    reply->audit().object = asked_for->ToString();
  }
  const search::Values asked = TRY(Ask(context));
  const OrgNumber number = *asked.Number(kNumberInPath);
  const auto entity = TRY(context.catalog->Lookup(Kind::kEntity, number));
  if (!entity || entity->state == model::State::kRemoved) return NotFound{};
  auto view = TRY(context.authority->source->Read());
  const auto list = TRY(RoleOpener(*context.authority).Read(&view, number));
  if (!list) return NotFound{};
  reply->audit().role_count = CountRoles(*list);
  render::PublicText served;
  render::AppendServedRoles(*list, model::Form::kAuthorised, &served);
  served.form().AppendTo(context.origin, &reply->body());
  return Body{};
}

Outcome DownloadAuthorisedRoles(const Context& context, Reply* reply) {
  TRY(Ask(context));
  TRY(InspectNumbers(context));
  base::FairShare::Part place = context.shares.reserved_files.Take(context.counts_as);
  if (!place.is_held()) return Cause::kTooMuchWork;
  const bool is_zip = context.offer.type == kZipFile;
  AddFileFields(is_zip ? downloads::kAuthorisedRolesZipName : downloads::kAuthorisedRolesName,
                context.catalog->state().last_change, reply);
  return Stream{.body = std::make_unique<AllRolesBody>(
                    *context.authority, is_zip ? downloads::Format::kZip : downloads::Format::kJson,
                    std::move(place))};
}

Outcome MakeRoleStatement(const Context& context, Reply* reply) {
  if (TypeOf(context.request) == BodyType::kOther) return WrongType{};
  std::optional<base::IdentityNumber> person;
  TRY(AskForPerson(context, &person));
  const auth::NumberVault* const vault = context.authority->vault;
  if (vault != nullptr) reply->audit().object = vault->Mark(*person);
  // This comes before any look-up, so that the answer says nothing of the person.
  TRY(RequireNumberKeys(*context.authority, *context.catalog));
  // Then no number is stored, and no person can be found.
  if (vault == nullptr) return NotFound{};
  PersonsRoles statement(context, *person);
  TRY(statement.Collect());
  if (statement.is_empty()) return NotFound{};
  reply->audit().role_count = statement.role_count();
  render::PublicText served;
  statement.AppendTo(&served);
  served.form().AppendTo(context.origin, &reply->body());
  return Body{};
}

}  // namespace orgreg::api
