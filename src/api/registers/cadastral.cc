// SPDX-License-Identifier: EUPL-1.2

#include "api/registers/cadastral.h"

#include <algorithm>
#include <string>

#include "api/interface/ask.h"
#include "api/interface/parameter_rows.h"
#include "api/interface/publication.h"
#include "model/kind.h"
#include "model/registers/cadastral.h"
#include "records/readers/cadastral_record.h"

namespace orgreg::api {
namespace {

bool Names(const http::Query& query, const ParameterRow& row) {
  return std::ranges::find(query.pairs(), row.name, &http::QueryPair::name) != query.pairs().end();
}

// One of the two parameters is given, and not both.
Asked AskForOne(const Context& context) {
  Asked asked = Ask(context);
  const bool has_id = Names(context.query, kCadastralId);
  const bool has_number = Names(context.query, kCadastralNumber);
  // A name that cannot be decoded may have meant either.
  const bool may_have_one =
      !std::ranges::all_of(context.query.pairs(), &http::QueryPair::well_formed);
  if (has_id != has_number || (!has_id && may_have_one)) return asked;
  asked.problems.push_back(
      {.reason = Reason::kNotOneOfTwo,
       .parameters = {std::string(kCadastralId.name), std::string(kCadastralNumber.name)}});
  return asked;
}

// The rows of the units with the id or the number, of all owners that may be shown.
template <typename Wanted>
base::Status AppendRows(const search::Catalog& catalog, const Wanted& wanted, std::string* out) {
  constexpr std::size_t kAtOnce = 256;
  base::OrgNumber after;
  while (true) {
    const auto found = TRY(
        catalog.FindByKey(model::Kind::kCadastral, records::CadastralKey(wanted), after, kAtOnce));
    for (const search::Numbered& list : found) {
      const auto is_removed = TRY(IsRemoved(catalog, list.number));
      if (!is_removed) list.record.cadastral_units().AppendRows(wanted, list.number, out);
    }
    if (found.size() < kAtOnce) return {};
    after = found.back().number;
  }
}

}  // namespace

Outcome FindCadastralUnits(const Context& context, Reply* reply) {
  const search::Values asked = TRY(AskForOne(context));
  const auto id = model::ParseCadastralId(asked.Text(kCadastralId));
  const auto number = model::ParseCadastralNumber(asked.Text(kCadastralNumber));
  std::string& body = reply->body();
  body.push_back('[');
  TRY(id ? AppendRows(*context.catalog, *id, &body) : AppendRows(*context.catalog, *number, &body));
  body.push_back(']');
  return TaggedBody(body);
}

}  // namespace orgreg::api
