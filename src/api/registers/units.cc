#include "api/registers/units.h"

#include "api/answers/errors.h"
#include "api/interface/failures.h"
#include "api/interface/list_frame.h"
#include "api/interface/number_in_path.h"
#include "api/interface/record_streams.h"
#include "base/threads/per_thread.h"
#include "model/resources.h"
#include "model/units/normalise.h"
#include "records/readers/record_reader.h"
#include "render/record_json.h"
#include "search/request/parse_query.h"

namespace orgreg::api {
namespace {

using model::Kind;

// So many records are answered at once; more are sent while the client takes them.
constexpr std::size_t kMostAtOnce = 100;

void StreamAll(const search::Query& query, const Context& context, Answer* answer) {
  auto walk = context.catalog->Walk(query);
  if (!walk) return AnswerFailed(walk.error(), context, answer);
  answer->response.set_stream(
      std::make_unique<LinesBody>(std::move(*walk), std::string(context.origin)));
}

// True for what may take milliseconds: look-ups of others must not wait behind it.
bool TakesTime(const search::Query& query, const Context& context) {
  return context.offer.streamed || static_cast<std::size_t>(query.page.size) > kMostAtOnce ||
         !context.catalog->IsQuick(query);
}

// A large page must not wait in memory for a client that reads slowly.
void StreamPage(const render::PageFrame& frame, std::vector<render::PublicForm> records,
                const Context& context, Answer* answer) {
  PageBody::Frame around;
  render::AppendPageBegin(frame, true, &around.begin);
  render::AppendPageEnd(frame, true, context.origin, &around.end);
  AddCutField(frame, records.size(), &answer->response);
  answer->may_pack_stream = true;
  answer->response.set_stream(std::make_unique<PageBody>(
      std::move(around), context.catalog, std::move(records), std::string(context.origin)));
}

void Search(Kind kind, const Context& context, Answer* answer) {
  search::Problems problems;
  const std::vector<search::Argument> arguments = ArgumentsOf(context.query, &problems);
  const search::Query query = search::ParseQuery(
      kind, arguments, &problems,
      context.offer.streamed ? search::Purpose::kStream : search::Purpose::kPage);
  if (!problems.empty()) {
    return AnswerProblems(problems, context.language, context.request.raw_path, &answer->response);
  }
  if (context.is_hurried && TakesTime(query, context)) {
    answer->is_put_off = true;
    return;
  }
  if (context.offer.streamed) return StreamAll(query, context, answer);
  base::Result<search::Page> page = context.catalog->Search(query);
  if (!page) return AnswerFailed(page.error(), context, answer);
  render::PageFrame frame = FrameOf(context, query.page, search::SortKeyNames(kind));
  frame.collection = model::CollectionOf(kind);
  frame.total = static_cast<std::int64_t>(page->total);
  if (page->records.size() > kMostAtOnce) {
    return StreamPage(frame, std::move(page->records), context, answer);
  }
  AnswerPage(frame, page->records, context.origin, &answer->response);
}

// Version 1 is made when it is asked for, from the record of version 2.
void AppendVersion1(Kind kind, const render::PublicForm& record, std::string_view origin,
                    std::string* out) {
  static base::PerThread<records::RecordReader> readers;
  records::RecordReader& reader = readers.Get();
  std::string padded;
  padded.reserve(record.text().size() + records::RecordReader::kPadding);
  record.AppendPlainTo(&padded);
  model::Unit unit;
  records::Problems problems;
  reader.Read(kind, padded, &unit, &problems);  // Our own bytes: they were read before.
  render::PublicText older;
  render::AppendServedRecord(
      kind, unit.state == model::State::kLive ? model::AsVersion1(unit) : unit, 1, &older);
  older.form().AppendTo(origin, out);
}

void LookUp(Kind kind, const Context& context, Answer* answer) {
  search::Problems problems = RefuseArguments(context.query);
  const auto number = NumberInPath(context, &problems);
  if (!problems.empty()) {
    return AnswerProblems(problems, context.language, context.request.raw_path, &answer->response);
  }
  const base::Result<std::optional<search::Found>> lookup = context.catalog->Lookup(kind, *number);
  if (!lookup) return AnswerFailed(lookup.error(), context, answer);
  const std::optional<search::Found>& found = *lookup;
  if (!found) return AnswerNotFound(&answer->response);
  // Spec, Deleted and removed records.
  if (found->state == model::State::kRemoved) answer->response.set_status(410);
  if (context.offer.version == 1) {
    AppendVersion1(kind, found->record.served(), context.origin, &answer->response.body());
  } else {
    found->record.served().AppendTo(context.origin, &answer->response.body());
  }
  answer->fingerprint = found->fingerprint;
}

}  // namespace

void SearchEntities(const Context& context, Answer* answer) {
  Search(Kind::kEntity, context, answer);
}
void SearchSubEntities(const Context& context, Answer* answer) {
  Search(Kind::kSubEntity, context, answer);
}
void LookUpEntity(const Context& context, Answer* answer) {
  LookUp(Kind::kEntity, context, answer);
}
void LookUpSubEntity(const Context& context, Answer* answer) {
  LookUp(Kind::kSubEntity, context, answer);
}

}  // namespace orgreg::api
