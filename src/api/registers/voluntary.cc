#include "api/registers/voluntary.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <charconv>

#include "api/answers/errors.h"
#include "api/interface/failures.h"
#include "api/interface/number_in_path.h"
#include "api/interface/publication.h"
#include "api/interface/single_parameters.h"
#include "api/registers/register_csv.h"
#include "base/values/percent.h"
#include "formats/json/text.h"
#include "model/codes/code_change.h"
#include "model/codes/voluntary_lists.h"
#include "model/registers/register_columns.h"
#include "records/readers/voluntary_record.h"
#include "render/cells/voluntary_csv.h"
#include "render/list_json.h"
#include "render/voluntary_json.h"

namespace orgreg::api {
namespace {

using render::CategoryNames;
using search::Reason;

struct Asked {
  base::OrgNumber after = {};
  std::int64_t size = model::kDefaultPageSize;
  std::string_view language = {};  // Empty: none was asked for.
};

std::optional<Reason> TakeAfter(std::string_view value, Asked* asked) {
  const auto number = base::OrgNumber::Parse(value);
  if (!number) return Reason::kNotOrgNumber;
  asked->after = *number;
  return std::nullopt;
}

std::optional<Reason> TakeSize(std::string_view value, Asked* asked) {
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), asked->size);
  const bool is_whole = error == std::errc() && end == value.data() + value.size();
  const bool is_size = is_whole && asked->size >= 1 && asked->size <= model::kMostVoluntary;
  return is_size ? std::nullopt : std::optional(Reason::kNotVoluntarySize);
}

std::optional<Reason> TakeLanguage(std::string_view value, Asked* asked) {
  for (const std::string_view known : {model::kBokmaal, model::kNynorsk}) {
    if (value == known) asked->language = known;
  }
  return asked->language.empty() ? std::optional(Reason::kNotLanguage) : std::nullopt;
}

constexpr SingleParameter<Asked> kLanguage = {.name = model::kLanguageParameter,
                                              .take = TakeLanguage};
constexpr std::array<SingleParameter<Asked>, 3> kListParameters = {{
    {.name = model::kSearchAfterParameter, .take = TakeAfter},
    {.name = model::kSizeParameter, .take = TakeSize},
    kLanguage,
}};
constexpr std::array<SingleParameter<Asked>, 1> kLanguageAlone = {kLanguage};

void AnswerBad(const search::Problems& problems, const Context& context, Answer* answer) {
  AnswerProblems(problems, context.language, context.request.raw_path, &answer->response);
}

void AddFingerprint(Answer* answer) {
  const std::string& body = answer->response.body();
  answer->fingerprint = XXH3_64bits(body.data(), body.size());
}

CategoryNames NamesFor(const Asked& asked) {
  return asked.language.empty() ? CategoryNames::kLeftOut : CategoryNames::kShown;
}

std::string SelfLink(const Context& context) {
  std::string link = std::string(context.origin).append(context.request.raw_path);
  if (context.request.has_query) {
    link.push_back('?');
    base::AppendSafeQuery(context.request.query, &link);
  }
  return link;
}

std::string NextLink(const Context& context, const Asked& asked, base::OrgNumber last) {
  std::string link = std::string(context.origin).append(context.request.raw_path);
  link.append("?").append(model::kSearchAfterParameter).append("=");
  last.AppendTo(&link);
  link.append("&").append(model::kSizeParameter).append("=").append(std::to_string(asked.size));
  if (!asked.language.empty())
    link.append("&").append(model::kLanguageParameter).append("=").append(asked.language);
  return link;
}

// A record that may stand in a list.
base::Result<bool> IsListed(const search::Catalog& catalog, const search::Numbered& entry) {
  if (render::IsStruckOff(entry.record)) return false;
  const base::Result<bool> is_removed = IsRemoved(catalog, entry.number);
  if (!is_removed || *is_removed) return is_removed ? base::Result<bool>(false) : is_removed;
  const auto struck_off_on = TRY(StruckOffOn(catalog, entry.number));
  return !struck_off_on;
}

// Appends what is shown of the entry: reduced where its entity was struck off.
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

// The entries of a page, and one more where there is one.
base::Result<std::vector<search::Numbered>> Collect(const search::Catalog& catalog,
                                                    const Asked& asked) {
  const std::size_t wanted = static_cast<std::size_t>(asked.size) + 1;
  std::vector<search::Numbered> listed;
  base::OrgNumber after = asked.after;
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

// An item of a code list. The only names that are known are those in Bokmål, whatever was
// asked for, and the item says so.
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

void SendList(std::string_view collection, std::span<const std::string> items,
              const Context& context, Answer* answer) {
  render::AppendList({.collection = collection, .self = SelfLink(context)}, items,
                     &answer->response.body());
  AddFingerprint(answer);
}

}  // namespace

void ListVoluntary(const Context& context, Answer* answer) {
  search::Problems problems;
  const Asked asked = TakeParameters<Asked>(kListParameters, context.query, &problems);
  if (!problems.empty()) return AnswerBad(problems, context, answer);
  auto listed = Collect(*context.catalog, asked);
  if (!listed) return AnswerFailed(listed.error(), context, answer);
  render::ListFrame frame{.collection = model::kVoluntaryCollection, .self = SelfLink(context)};
  if (listed->size() > static_cast<std::size_t>(asked.size)) {
    listed->pop_back();
    frame.next = NextLink(context, asked, listed->back().number);
  }
  std::vector<std::string> items(listed->size());
  for (std::size_t at = 0; at < items.size(); ++at) {
    render::AppendVoluntary((*listed)[at].record.served(), NamesFor(asked), context.origin,
                            &items[at]);
  }
  render::AppendList(frame, items, &answer->response.body());
  AddFingerprint(answer);
}

void LookUpVoluntary(const Context& context, Answer* answer) {
  search::Problems problems;
  const Asked asked = TakeParameters<Asked>(kLanguageAlone, context.query, &problems);
  const std::optional<base::OrgNumber> number = NumberInPath(context, &problems);
  if (!problems.empty()) return AnswerBad(problems, context, answer);
  const auto found = context.catalog->Lookup(model::Kind::kVoluntary, *number);
  const base::Result<bool> is_removed = IsRemoved(*context.catalog, *number);
  if (!found) return AnswerFailed(found.error(), context, answer);
  if (!is_removed) return AnswerFailed(is_removed.error(), context, answer);
  const bool is_shown = *found && (*found)->state == model::State::kLive && !*is_removed;
  if (!is_shown) return AnswerNotFound(&answer->response);
  const base::Status shown = AppendShown({.number = *number, .record = (*found)->record},
                                         NamesFor(asked), context, &answer->response.body());
  if (!shown) return AnswerFailed(shown.error(), context, answer);
  AddFingerprint(answer);
}

void DownloadVoluntary(const Context& context, Answer* answer) {
  SendRegisterCsv(model::Kind::kVoluntary, model::kVoluntaryFileName,
                  std::make_unique<VoluntaryRows>(), context, answer);
}

void ListCategories(const Context& context, Answer* answer) {
  search::Problems problems;
  TakeParameters<Asked>(kLanguageAlone, context.query, &problems);
  if (!problems.empty()) return AnswerBad(problems, context, answer);
  std::vector<std::string> items;
  for (const model::VoluntaryCode& code : model::Categories()) {
    if (model::IsRetired(code.retired_on)) continue;
    items.push_back(CodeItem(model::kVoluntaryCodeNames.category_code, code, ""));
  }
  SendList(model::kCategoryCollection, items, context, answer);
}

void ListInformationTypes(const Context& context, Answer* answer) {
  search::Problems problems;
  TakeParameters<Asked>(kLanguageAlone, context.query, &problems);
  if (!problems.empty()) return AnswerBad(problems, context, answer);
  std::vector<std::string> items;
  for (const model::VoluntaryCode& code : model::InformationTypes()) {
    if (model::IsRetired(code.retired_on)) continue;
    items.push_back(InformationTypeItem(context, code));
  }
  SendList(model::kInformationTypeCollection, items, context, answer);
}

void LookUpInformationType(const Context& context, Answer* answer) {
  search::Problems problems;
  TakeParameters<Asked>(kLanguageAlone, context.query, &problems);
  if (!problems.empty()) return AnswerBad(problems, context, answer);
  const model::VoluntaryCode* const code = model::FindInformationType(context.Capture(0));
  if (code == nullptr) return AnswerNotFound(&answer->response);
  answer->response.body().append(InformationTypeItem(context, *code));
  AddFingerprint(answer);
}

}  // namespace orgreg::api
