// SPDX-License-Identifier: EUPL-1.2

// Lists skip entries that must not be shown, so a page is collected one by one. A look-up may be
// reduced, and the file joins each entry with its entity. The code lists come at the end.

#include "api/registers/voluntary.h"

#include <vector>

#include "api/interface/ask.h"
#include "api/interface/parameter_rows.h"
#include "api/interface/publication.h"
#include "api/registers/register_csv.h"
#include "base/values/percent.h"
#include "formats/json/text.h"
#include "model/codes/code_change.h"
#include "model/codes/voluntary_lists.h"
#include "model/limits.h"
#include "model/registers/register_columns.h"
#include "model/units/field.h"
#include "records/readers/voluntary_record.h"
#include "render/cells/voluntary_csv.h"
#include "render/list_json.h"
#include "render/voluntary_json.h"

namespace orgreg::api {
namespace {

using render::CategoryNames;

CategoryNames NamesFor(const search::Values& asked) {
  return asked.Has(kLanguage) ? CategoryNames::kShown : CategoryNames::kLeftOut;
}

std::string SelfLink(const Context& context) {
  std::string link = std::string(context.origin).append(context.request.raw_path);
  if (context.request.has_query) {
    link.push_back('?');
    base::AppendSafeQuery(context.request.query, &link);
  }
  return link;
}

std::string NextLink(const Context& context, const search::Values& asked, base::OrgNumber last) {
  std::string link = std::string(context.origin).append(context.request.raw_path);
  link.append("?").append(model::kSearchAfterParameter).append("=");
  last.AppendTo(&link);
  link.append("&").append(model::kSizeParameter).append("=");
  link.append(std::to_string(asked.Whole(kVoluntarySize)));
  if (asked.Has(kLanguage)) {
    link.append("&").append(model::kLanguageParameter).append("=").append(asked.Text(kLanguage));
  }
  return link;
}

// Whether a record may be in a list.
base::Result<bool> IsListed(const search::Catalog& catalog, const search::Numbered& entry) {
  if (render::IsStruckOff(entry.record)) return false;
  const base::Result<bool> is_removed = IsRemoved(catalog, entry.number);
  if (!is_removed || *is_removed) return is_removed ? base::Result<bool>(false) : is_removed;
  const auto struck_off_on = TRY(StruckOffOn(catalog, entry.number));
  return !struck_off_on;
}

// Appends the public form of the entry: reduced if its entity was struck off.
base::Status AppendShown(const search::Numbered& entry, CategoryNames names, const Context& context,
                         std::string* out) {
  const auto struck_off_on = TRY(StruckOffOn(*context.catalog, entry.number));
  if (!struck_off_on || render::IsStruckOff(entry.record)) {
    render::AppendVoluntary(entry.record.served(), names, context.origin, out);
    return {};
  }
  std::string plain;
  entry.record.served().AppendPlainTo(&plain);
  const auto reduced = TRY(records::ReducedVoluntary(plain, *struck_off_on));
  render::AppendVoluntary(reduced.served.form(), names, context.origin, out);
  return {};
}

// The entries of a page, and one more if there is one.
base::Result<std::vector<search::Numbered>> Collect(const search::Catalog& catalog,
                                                    const search::Values& asked) {
  const std::size_t wanted = static_cast<std::size_t>(asked.Whole(kVoluntarySize)) + 1;
  std::vector<search::Numbered> listed;
  base::OrgNumber after = asked.Number(kSearchAfter).value_or(base::OrgNumber());
  while (true) {
    auto entries = TRY(catalog.After(model::Kind::kVoluntary, after, wanted));
    for (const search::Numbered& entry : entries) {
      const auto is_listed = TRY(IsListed(catalog, entry));
      if (is_listed) listed.push_back(entry);
      if (listed.size() == wanted) return listed;
    }
    if (entries.size() < wanted) return listed;
    after = entries.back().number;
  }
}

class VoluntaryRows final : public RegisterRows {
 public:
  void AppendHeader(std::string* out) override { render::AppendVoluntaryCsvHeader(out); }
  base::Status Append(const JoinedEntry& joined, std::string* out) override {
    const search::Numbered& entry = joined.entry;
    if (render::IsStruckOff(entry.record) || joined.entity_is_struck_off) return {};
    if (rows_.Append(entry.number, entry.record.cells(), joined.entity, out)) return {};
    return base::Error{base::Code::kCorrupt,
                       "the record of " + entry.number.ToString() + " cannot be read"};
  }

 private:
  render::VoluntaryCsvRows rows_;
};

// An item of a code list. Only names in Bokmål are known, for either language, and the item says
// so.
std::string CodeItem(std::string_view code_member, const model::VoluntaryCode& code,
                     std::string_view self) {
  std::string item = "{";
  const auto append = [&item](std::string_view name, std::string_view value) {
    if (!item.ends_with('{')) item.push_back(',');
    formats::AppendJsonString(name, &item);
    item.push_back(':');
    formats::AppendJsonString(value, &item);
  };
  append(code_member, code.code);
  if (!code.name.empty()) {
    append(model::kVoluntaryCodeNames.name, code.name);
    append(model::kVoluntaryCodeNames.language, model::kBokmaal);
  }
  if (!self.empty()) {
    item.push_back(',');
    formats::AppendJsonString(model::kLinksName, &item);
    item.append(":{\"self\":{\"href\":\"").append(self).append("\"}}");
  }
  return item.append("}");
}

std::string InformationTypeItem(const Context& context, const model::VoluntaryCode& code) {
  std::string self(context.origin);
  self.append(model::kVoluntaryApiPath).append("/").append(model::kInformationTypes).append("/");
  base::AppendPercentEncoded(code.code, &self);
  return CodeItem(model::kVoluntaryCodeNames.information_type, code, self);
}

Outcome SendList(std::string_view collection, std::span<const std::string> items,
                 const Context& context, Reply* reply) {
  render::AppendList({.collection = collection, .self = SelfLink(context)}, items, &reply->body());
  return TaggedBody(reply->body());
}

}  // namespace

Outcome ListVoluntary(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  auto listed = TRY(Collect(*context.catalog, asked));
  render::ListFrame frame{.collection = model::kVoluntaryCollection, .self = SelfLink(context)};
  if (listed.size() > static_cast<std::size_t>(asked.Whole(kVoluntarySize))) {
    listed.pop_back();
    frame.next = NextLink(context, asked, listed.back().number);
  }
  std::vector<std::string> items(listed.size());
  for (std::size_t at = 0; at < items.size(); ++at) {
    render::AppendVoluntary(listed[at].record.served(), NamesFor(asked), context.origin,
                            &items[at]);
  }
  render::AppendList(frame, items, &reply->body());
  return TaggedBody(reply->body());
}

Outcome LookUpVoluntary(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const base::OrgNumber number = *asked.Number(kNumberInPath);
  const auto found = TRY(context.catalog->Lookup(model::Kind::kVoluntary, number));
  const bool is_removed = TRY(IsRemoved(*context.catalog, number));
  if (!found || found->state != model::State::kLive || is_removed) return NotFound{};
  TRY(AppendShown({.number = number, .record = found->record}, NamesFor(asked), context,
                  &reply->body()));
  return TaggedBody(reply->body());
}

Outcome DownloadVoluntary(const Context& context, Reply* reply) {
  return SendRegisterCsv(model::kVoluntaryFileName, std::make_unique<VoluntaryRows>(), context,
                         reply);
}

Outcome ListCategories(const Context& context, Reply* reply) {
  TRY(Ask(context));
  std::vector<std::string> items;
  for (const model::VoluntaryCode& code : model::Categories()) {
    if (model::IsRetired(code.retired_on)) continue;
    items.push_back(CodeItem(model::kVoluntaryCodeNames.category_code, code, ""));
  }
  return SendList(model::kCategoryCollection, items, context, reply);
}

Outcome ListInformationTypes(const Context& context, Reply* reply) {
  TRY(Ask(context));
  std::vector<std::string> items;
  for (const model::VoluntaryCode& code : model::InformationTypes()) {
    if (model::IsRetired(code.retired_on)) continue;
    items.push_back(InformationTypeItem(context, code));
  }
  return SendList(model::kInformationTypeCollection, items, context, reply);
}

Outcome LookUpInformationType(const Context& context, Reply* reply) {
  const search::Values asked = TRY(Ask(context));
  const model::VoluntaryCode* const code = model::FindInformationType(asked.Text(kCodeInPath));
  if (code == nullptr) return NotFound{};
  reply->body().append(InformationTypeItem(context, *code));
  return TaggedBody(reply->body());
}

}  // namespace orgreg::api
