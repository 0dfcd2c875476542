#include "api/authorised.h"

#include <simdjson.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "api/answers/errors.h"
#include "api/authority/number_keys_check.h"
#include "api/authority/role_numbers.h"
#include "api/interface/failures.h"
#include "api/interface/list_frame.h"
#include "api/interface/number_in_path.h"
#include "api/interface/publication.h"
#include "api/registers/downloads.h"
#include "auth/secrets/freed_memory.h"
#include "base/values/shown_name.h"
#include "downloads/file_table.h"
#include "downloads/text_packer.h"
#include "formats/byte_sink.h"
#include "model/roles/role_names.h"
#include "render/roles/role_bulk_json.h"
#include "render/roles/role_json.h"
#include "render/roles/role_statement.h"

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

// 400, which says no number again that stood in the wrong place.
void AnswerRefused(search::Problems problems, const Context& context, Answer* answer) {
  for (search::Problem& problem : problems) {
    for (std::string& parameter : problem.parameters) parameter = base::MaskedNumbers(parameter);
    if (problem.value) problem.value = base::MaskedNumbers(*problem.value);
    problem.subject = base::MaskedNumbers(problem.subject);
  }
  AnswerProblems(problems, context.language, context.shown_path, &answer->response);
}

// Spec, Authentication, 3; reference, Authorised API: what is in the register of business
// enterprises, and every sole proprietor.
bool IsCommercial(const model::Unit& entity) {
  return entity.in_business_register == true || entity.form.code == kForm;
}

// The roles of one person, as far as they may be shown together.
class Statement {
 public:
  Statement(const Context& context, const base::IdentityNumber& number)
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
    // Under two keys, while numbers are sealed anew.
    std::ranges::sort(held_, {}, &render::HeldRoles::number);
    const auto same = std::ranges::unique(held_, {}, &render::HeldRoles::number);
    held_.erase(same.begin(), same.end());
    return {};
  }

  bool is_empty() const { return held_.empty(); }
  std::uint64_t role_count() const {
    std::uint64_t count = 0;
    for (const render::HeldRoles& held : held_) count += held.roles.size();
    return count;
  }
  void AppendTo(render::PublicText* out) const { render::AppendRoleStatement(person_, held_, out); }

 private:
  Status Take(records::View* view, OrgNumber number) {
    auto entity = TRY(EntityInState(*context_.catalog, number, model::State::kLive));
    if (!entity || !IsCommercial(*entity)) return {};
    auto list = TRY(opener_.Read(view, number));
    if (!list) return {};
    render::HeldRoles held{.number = number, .name = entity->name.value_or("")};
    for (model::RoleGroup& group : list->groups) {
      for (model::Role& role : group.roles) {
        const auto* const person = std::get_if<model::Person>(&role.holder);
        if (person == nullptr || !person->number || !(*person->number == number_)) continue;
        person_ = *person;
        held.roles.push_back(std::move(role));
      }
    }
    if (!held.roles.empty()) held_.push_back(std::move(held));
    return {};
  }

  const Context& context_;
  RoleOpener opener_;
  const base::IdentityNumber& number_;
  model::Person person_;
  std::vector<render::HeldRoles> held_;
};

// All roles, packed, read from the store part by part: each part is of the state that the store
// has then, so that nothing that is removed meanwhile is sent (docs/choices.md).
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
    // Before the last bytes are sent, so that a client that has them all finds it free.
    if (is_over_) place_.GiveBack();
    return !is_over_;
  }

 private:
  // Has a frame of its own, which is wiped after it.
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

  // Where nobody could look the roles up, they are not in the inventory either.
  Status Add(const Part& part, const store::RowView& row) {
    if (row.state != store::RowState::kLive) return {};
    const auto entity = TRY(part.view->FindRow(Kind::kEntity, row.number));
    if (!entity || entity->state == store::RowState::kRemoved) return {};
    auto list = TRY(opener_.Open(row, part.names));
    if (records::IsEmpty(list)) return {};
    text_.assign(is_begun_ ? ",\n" : "[\n");
    is_begun_ = true;
    served_.Clear();
    render::AppendServedRoles(list, render::RoleForm::kAuthorised, &served_);
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
  // Used again from row to row.
  std::string text_;
  render::PublicText served_;
};

// Before the first byte is sent, which is the last moment to answer with a status.
Status InspectNumbers(const Context& context) {
  const Authority& authority = *context.authority;
  TRY(RequireNumberKeys(authority, *context.catalog));
  auto view = TRY(authority.source->Read());
  return authority.inspector->Inspect(authority, &view);
}

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

// The one text member of {"fodselsnummer":"…"}; nothing where the body is anything else.
std::optional<base::IdentityNumber> NumberInJson(std::string_view body, base::ControlRule rule) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  if (parser.parse(body.data(), body.size()).get(object) != simdjson::SUCCESS) return std::nullopt;
  std::string_view text;
  if (object.size() != 1) return std::nullopt;
  if (object[model::role_names::kIdentityNumber].get(text) != simdjson::SUCCESS)
    return std::nullopt;
  return base::IdentityNumber::Parse(text, rule);
}

enum class BodyType { kText, kJson, kOther };

BodyType TypeOf(const http::Request& request) {
  const std::string_view type = request.Header("Content-Type");
  const std::string_view name = Trimmed(type.substr(0, type.find(';')));
  if (name.empty() || http::EqualsIgnoringCase(name, "text/plain")) return BodyType::kText;
  return http::EqualsIgnoringCase(name, "application/json") ? BodyType::kJson : BodyType::kOther;
}

// Nothing, and an answer, where the body holds no identification number.
std::optional<base::IdentityNumber> NumberInBody(const Context& context, Answer* answer) {
  const BodyType type = TypeOf(context.request);
  if (type == BodyType::kOther) {
    answer->response.set_status(415);
    return std::nullopt;
  }
  // Without a copy of the text, which would have to be wiped.
  const std::string_view body = context.request.body;
  const base::ControlRule rule = context.authority->rule;
  std::optional<base::IdentityNumber> number =
      type == BodyType::kJson ? NumberInJson(body, rule)
                              : base::IdentityNumber::Parse(Trimmed(body), rule);
  search::Problems problems = RefuseArguments(context.query);
  if (!number) {
    problems.push_back({.reason = search::Reason::kNotIdentityNumber,
                        .parameters = {std::string(model::role_names::kIdentityNumber)}});
  }
  if (problems.empty()) return number;
  AnswerRefused(std::move(problems), context, answer);
  return std::nullopt;
}

}  // namespace

void LookUpAuthorisedRoles(const Context& context, Answer* answer) {
  search::Problems problems = RefuseArguments(context.query);
  const std::optional<OrgNumber> number = NumberInPath(context, &problems);
  if (number) answer->object = number->ToString();
  if (!problems.empty()) return AnswerRefused(std::move(problems), context, answer);
  const auto entity = context.catalog->Lookup(Kind::kEntity, *number);
  if (!entity) return AnswerFailed(entity.error(), context, answer);
  if (!*entity || (*entity)->state == model::State::kRemoved) {
    return AnswerNotFound(&answer->response);
  }
  auto view = context.authority->source->Read();
  if (!view) return AnswerFailed(view.error(), context, answer);
  const auto list = RoleOpener(*context.authority).Read(&*view, *number);
  if (!list) return AnswerFailed(list.error(), context, answer);
  if (!*list) return AnswerNotFound(&answer->response);
  answer->role_count = CountRoles(**list);
  render::PublicText served;
  render::AppendServedRoles(**list, render::RoleForm::kAuthorised, &served);
  served.form().AppendTo(context.origin, &answer->response.body());
}

void DownloadAuthorisedRoles(const Context& context, Answer* answer) {
  search::Problems problems = RefuseArguments(context.query);
  if (!problems.empty()) return AnswerRefused(std::move(problems), context, answer);
  if (Status opens = InspectNumbers(context); !opens) {
    return AnswerFailed(opens.error(), context, answer);
  }
  base::FairShare::Part place = context.expensive.Take(context.counts_as);
  if (!place.is_held()) return AnswerLater(Cause::kTooMuchWork, &answer->response);
  const bool is_zip = context.offer.type == kZipFile;
  AddFileFields(is_zip ? downloads::kAuthorisedRolesZipName : downloads::kAuthorisedRolesName,
                context.catalog->state().last_change, &answer->response);
  answer->response.set_stream(std::make_unique<AllRolesBody>(
      *context.authority, is_zip ? downloads::Format::kZip : downloads::Format::kJson,
      std::move(place)));
}

void MakeRoleStatement(const Context& context, Answer* answer) {
  const auto number = NumberInBody(context, answer);
  if (!number) return;
  const auth::NumberVault* const vault = context.authority->vault;
  if (vault != nullptr) answer->object = vault->Mark(*number);
  // Before any look-up, so that the answer says nothing of the person.
  if (Status usable = RequireNumberKeys(*context.authority, *context.catalog); !usable) {
    return AnswerFailed(usable.error(), context, answer);
  }
  // No number is stored then, and no person can be found.
  if (vault == nullptr) return AnswerNotFound(&answer->response);
  Statement statement(context, *number);
  if (Status collected = statement.Collect(); !collected) {
    return AnswerFailed(collected.error(), context, answer);
  }
  if (statement.is_empty()) return AnswerNotFound(&answer->response);
  answer->role_count = statement.role_count();
  render::PublicText served;
  statement.AppendTo(&served);
  served.form().AppendTo(context.origin, &answer->response.body());
}

}  // namespace orgreg::api
