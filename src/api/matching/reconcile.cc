// SPDX-License-Identifier: EUPL-1.2

#include "api/matching/reconcile.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "api/extensions/unit_state.h"
#include "api/interface/ask.h"
#include "api/interface/served_unit.h"
#include "api/matching/reconcile_extension.h"
#include "api/matching/reconcile_queries.h"
#include "base/values/ascii.h"
#include "formats/json/text.h"
#include "formats/xml/text.h"
#include "http/message/body.h"
#include "http/message/query.h"
#include "search/suggest/suggest.h"

namespace orgreg::api {
namespace {

using model::Kind;

constexpr std::string_view kFormType = "application/x-www-form-urlencoded";

// A part of an answer ends after so much text or time, so that other clients get their turn.
constexpr std::size_t kPartBytes = std::size_t{128} << 10;
constexpr std::chrono::milliseconds kPartTime(10);

// A number of items, whatever was asked for.
std::size_t UpToMost(std::int64_t count) {
  return static_cast<std::size_t>(std::min(count, kMostListed));
}

// A JSON object with many members, each made when it is sent, of the register as it is then: a slow
// client must not get what was removed meanwhile.
class MembersBody final : public http::BodyStream {
 public:
  struct Frame {
    std::string begin = {};
    std::string end = {};
  };
  using Append = std::function<base::Status(std::size_t member, std::string* out)>;

  MembersBody(Frame frame, std::size_t count, Append append)
      : frame_(std::move(frame)), count_(count), append_(std::move(append)) {}

  base::Result<bool> Next(std::string* out) override {
    const auto end = std::chrono::steady_clock::now() + kPartTime;
    if (at_ == 0) out->append(frame_.begin);
    while (at_ < count_) {
      if (at_ > 0) out->push_back(',');
      TRY(append_(at_++, out));
      if (out->size() >= kPartBytes || std::chrono::steady_clock::now() >= end) break;
    }
    if (at_ < count_) return true;
    out->append(frame_.end);
    return false;
  }

 private:
  Frame frame_;
  std::size_t count_;
  Append append_;
  std::size_t at_ = 0;
};

// What a request asks for: one of them.
struct Asking {
  std::string_view queries = {};
  std::string_view extend = {};
};

search::Problems Wrong(const ParameterRow& row, std::string_view value) {
  return {{.reason = row.wrong,
           .parameters = {std::string(row.name)},
           .value = std::string(value),
           .row = &row}};
}

Outcome AnswerQueries(const Context& context, std::string_view json) {
  auto queries = ReadQueries(json);
  if (!queries) return Wrong(kQueries, json);
  const std::size_t count = queries->size();
  return Stream{
      .body = std::make_unique<MembersBody>(
          MembersBody::Frame{"{", "}"}, count,
          [newest = &context.newest, all = std::move(*queries)](std::size_t at, std::string* out) {
            return AppendResult(*newest->Get(), all[at], out);
          }),
      .may_be_packed = true};
}

Outcome AnswerExtension(const Context& context, std::string_view json) {
  auto query = ReadExtension(json);
  if (!query) return Wrong(kExtend, json);
  MembersBody::Frame frame{"{", "}}"};
  AppendMeta(*query, &frame.begin);
  frame.begin.append(R"(,"rows":{)");
  const std::size_t count = query->ids.size();
  return Stream{
      .body = std::make_unique<MembersBody>(
          std::move(frame), count,
          [newest = &context.newest, all = std::move(*query)](std::size_t at, std::string* out) {
            return AppendRow(*newest->Get(), all, all.ids[at], out);
          }),
      .may_be_packed = true};
}

Outcome Answer(const Context& context, const Asking& asking) {
  if (asking.queries.empty() == asking.extend.empty()) {
    return search::Problems{
        {.reason = Reason::kNotOneOfTwo,
         .parameters = {std::string(kQueries.name), std::string(kExtend.name)}}};
  }
  return asking.extend.empty() ? AnswerQueries(context, asking.queries)
                               : AnswerExtension(context, asking.extend);
}

// What the service is and has. Its parts are below the path of the operation.
std::string ManifestOf(const Context& context) {
  const std::string service = fmt::format("{}{}", context.origin, context.route.at.pattern);
  return fmt::format(
      R"({{"versions":["0.2"],"name":"Organisation register",)"
      R"("identifierSpace":"{0}/api/ext/v1/units/","schemaSpace":"{1}/properties",)"
      R"("documentation":"{0}/docs",)"
      R"("defaultTypes":[{{"id":"entity","name":"entity"}},{{"id":"sub-entity","name":"sub-entity"}}],)"
      R"("view":{{"url":"{1}/preview?id={{{{id}}}}"}},)"
      R"("preview":{{"url":"{1}/preview?id={{{{id}}}}","width":400,"height":150}},)"
      R"("suggest":{{"entity":{{"service_url":"{1}","service_path":"/suggest"}}}},)"
      R"("extend":{{"propose_properties":{{"service_url":"{1}","service_path":"/properties"}},)"
      R"("property_settings":[]}}}})",
      context.origin, service);
}

bool IsForm(const http::Request& request) {
  const std::string_view type = request.Header("Content-Type");
  return base::EqualsIgnoringCase(base::Trim(type.substr(0, type.find(';'))), kFormType);
}

std::string Escaped(std::string_view text) {
  std::string escaped;
  formats::AppendXmlAttribute(text, &escaped);
  return escaped;
}

// The few words by which people know a unit.
std::string PreviewOf(const FoundUnit& found, base::OrgNumber number) {
  const model::Unit unit = UnitOf(found.kind, found.found.record.served());
  const model::Address& address =
      found.kind == Kind::kEntity ? unit.business_address : unit.location_address;
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title></head>"
      "<body><p><strong>{0}</strong></p><p>{1} · {2} · {3}</p><p>{4} {5}</p></body></html>\n",
      Escaped(unit.name.value_or("")), number.ToString(), StatusOf(found.found.state),
      Escaped(unit.form.text.value_or("")), Escaped(address.postcode.value_or("")),
      Escaped(address.city.value_or("")));
}

}  // namespace

bool AreQueries(std::string_view json) { return ReadQueries(json).has_value(); }
bool IsExtension(std::string_view json) { return ReadExtension(json).has_value(); }

Outcome ShowReconciliation(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const Asking asking{.queries = asked.Text(kQueries), .extend = asked.Text(kExtend)};
  if (!asking.queries.empty() || !asking.extend.empty()) return Answer(context, asking);
  reply->body().append(ManifestOf(context));
  return TaggedBody(reply->body());
}

Outcome Reconcile(const Context& context, Reply* reply) {
  TRY(Ask(context));
  if (!IsForm(context.request)) {
    reply->AddHeader("Accept", kFormType);
    return WrongType{};
  }
  http::Query form;
  form.Parse(context.request.body);
  Asking asking;
  for (const http::QueryPair& pair : form.pairs()) {
    if (!pair.well_formed) return Wrong(kQueries, "");
    if (pair.name == kQueries.name) asking.queries = pair.value;
    if (pair.name == kExtend.name) asking.extend = pair.value;
  }
  return Answer(context, asking);
}

Outcome SuggestForReconciliation(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const std::size_t skipped = UpToMost(asked.Whole(kSkipped));
  const std::size_t most =
      std::min(skipped + UpToMost(asked.Whole(kSuggestedMost)), UpToMost(kMostListed));
  const auto found =
      TRY(context.catalog->Suggest(search::ReadTyped(asked.Text(kPrefix)),
                                   {.kinds = model::kUnitKinds, .lists = {}, .most = most}));
  std::string& body = reply->body();
  body.append(R"({"result":[)");
  const auto listed = std::span(found).subspan(std::min(skipped, found.size()));
  for (const search::Suggested& one : listed) {
    if (!one.kind) continue;
    const model::Unit unit = UnitOf(*one.kind, one.unit.record.served());
    if (!body.ends_with('[')) body.push_back(',');
    body.append(fmt::format(R"({{"id":"{}","name":)", one.unit.number.ToString()));
    formats::AppendJsonString(unit.name.value_or(""), &body);
    body.append(fmt::format(R"(,"notable":["{}"]}})", model::RowOf(*one.kind).one));
  }
  body.append("]}");
  return TaggedBody(body);
}

Outcome ProposeProperties(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  AppendProperties(asked.Text(kUnitType), UpToMost(asked.Whole(kPropertiesMost)), &reply->body());
  return TaggedBody(reply->body());
}

Outcome PreviewUnit(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const std::optional<base::OrgNumber> number = asked.Number(kPreviewed);
  const auto found = TRY(FindUnit(*context.catalog, number.value_or(base::OrgNumber())));
  if (!number || !found || found->found.state == model::State::kRemoved) return NotFound{};
  reply->AddHeader("Content-Security-Policy", "default-src 'none'");
  reply->body().append(PreviewOf(*found, *number));
  return TaggedBody(reply->body());
}

}  // namespace orgreg::api
