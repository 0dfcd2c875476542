#include "api/registers/cadastral.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>

#include "api/answers/errors.h"
#include "api/interface/failures.h"
#include "api/interface/publication.h"
#include "api/interface/single_parameters.h"
#include "model/registers/cadastral.h"
#include "records/readers/cadastral_record.h"
#include "render/cadastral_json.h"

namespace orgreg::api {
namespace {

using search::Reason;

struct Asked {
  std::optional<std::uint64_t> id = {};
  std::optional<model::CadastralNumber> number = {};
};

std::optional<Reason> TakeId(std::string_view value, Asked* asked) {
  asked->id = model::ParseCadastralId(value);
  return asked->id ? std::nullopt : std::optional(Reason::kNotCadastralId);
}

std::optional<Reason> TakeNumber(std::string_view value, Asked* asked) {
  asked->number = model::ParseCadastralNumber(value);
  return asked->number ? std::nullopt : std::optional(Reason::kNotCadastralNumber);
}

constexpr std::array<SingleParameter<Asked>, 2> kParameters = {{
    {.name = model::kCadastralIdParameter, .take = TakeId},
    {.name = model::kCadastralNumberParameter, .take = TakeNumber},
}};

bool Names(const http::Query& query, std::string_view parameter) {
  return std::ranges::find(query.pairs(), parameter, &http::QueryPair::name) != query.pairs().end();
}

Asked Parse(const http::Query& query, search::Problems* problems) {
  const Asked asked = TakeParameters<Asked>(kParameters, query, problems);
  const bool has_id = Names(query, model::kCadastralIdParameter);
  const bool has_number = Names(query, model::kCadastralNumberParameter);
  // What cannot be decoded may have been meant for either.
  const bool may_have_one = !std::ranges::all_of(query.pairs(), &http::QueryPair::well_formed);
  if (has_id != has_number || (!has_id && may_have_one)) return asked;
  problems->push_back({.reason = Reason::kNotOneOfTwo,
                       .parameters = {std::string(model::kCadastralIdParameter),
                                      std::string(model::kCadastralNumberParameter)}});
  return asked;
}

// The rows that are asked for, of all who may be shown.
base::Status AppendRows(const search::Catalog& catalog, const Asked& asked, std::string* out) {
  constexpr std::size_t kAtOnce = 256;
  const std::uint64_t key =
      asked.id ? records::CadastralKey(*asked.id) : records::CadastralKey(*asked.number);
  base::OrgNumber after;
  while (true) {
    const auto found = TRY(catalog.FindByKey(model::Kind::kCadastral, key, after, kAtOnce));
    for (const search::Numbered& list : found) {
      const auto is_removed = TRY(IsRemoved(catalog, list.number));
      if (is_removed) continue;
      const render::CadastralUnits units = list.record.cadastral_units();
      if (asked.id) {
        units.AppendRows(*asked.id, list.number, out);
      } else {
        units.AppendRows(*asked.number, list.number, out);
      }
    }
    if (found.size() < kAtOnce) return {};
    after = found.back().number;
  }
}

}  // namespace

void FindCadastralUnits(const Context& context, Answer* answer) {
  search::Problems problems;
  const Asked asked = Parse(context.query, &problems);
  if (!problems.empty()) {
    return AnswerProblems(problems, context.language, context.request.raw_path, &answer->response);
  }
  std::string& body = answer->response.body();
  body.push_back('[');
  if (base::Status added = AppendRows(*context.catalog, asked, &body); !added) {
    return AnswerFailed(added.error(), context, answer);
  }
  body.push_back(']');
  answer->fingerprint = XXH3_64bits(body.data(), body.size());
}

}  // namespace orgreg::api
