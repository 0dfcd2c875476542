#include "api/registers/feeds.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "api/answers/errors.h"
#include "api/interface/failures.h"
#include "api/interface/list_frame.h"
#include "model/update.h"
#include "render/change_json.h"
#include "render/public_form.h"
#include "search/request/parse_updates.h"

namespace orgreg::api {
namespace {

// So that whoever asks again and again is told in one line that nothing came.
void AddFingerprint(Answer* answer) {
  const std::string& body = answer->response.body();
  answer->fingerprint = XXH3_64bits(body.data(), body.size());
}

// The updates of a page as JSON, all in one text.
struct RenderedUpdates {
  std::string text;
  std::vector<render::PublicForm> items;  // Point into `text`.
};

void Render(const model::UpdateQuery& query, const std::vector<model::Update>& updates,
            std::string_view origin, RenderedUpdates* rendered) {
  std::vector<std::size_t> ends;
  for (const model::Update& update : updates) {
    render::AppendUpdate(query.kind, update, query.with_changes, origin, &rendered->text);
    ends.push_back(rendered->text.size());
  }
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    rendered->items.emplace_back(std::string_view(rendered->text).substr(begin, end - begin));
    begin = end;
  }
}

void List(model::Kind kind, const Context& context, Answer* answer) {
  search::Problems problems;
  const std::vector<search::Argument> arguments = ArgumentsOf(context.query, &problems);
  const search::UpdateRequest asked = search::ParseUpdates(kind, arguments, &problems);
  if (!problems.empty()) {
    return AnswerProblems(problems, context.language, context.request.raw_path, &answer->response);
  }
  const auto page = context.feed.Read(asked.query, context.catalog->state().LastChangeOf(kind));
  if (!page) return AnswerFailed(page.error(), context, answer);
  RenderedUpdates rendered;
  Render(asked.query, page->updates, context.origin, &rendered);
  render::PageFrame frame = FrameOf(context, asked.page, model::kUpdateSortKeys);
  frame.collection = model::UpdateCollectionOf(kind);
  frame.total = page->total;
  AnswerPage(frame, rendered.items, context.origin, &answer->response);
  AddFingerprint(answer);
}

}  // namespace

void ListEntityUpdates(const Context& context, Answer* answer) {
  List(model::Kind::kEntity, context, answer);
}
void ListSubEntityUpdates(const Context& context, Answer* answer) {
  List(model::Kind::kSubEntity, context, answer);
}

void ListRoleUpdates(const Context& context, Answer* answer) {
  search::Problems problems;
  const model::RoleUpdateQuery query =
      search::ParseRoleUpdates(ArgumentsOf(context.query, &problems), &problems);
  if (!problems.empty()) {
    return AnswerProblems(problems, context.language, context.request.raw_path, &answer->response);
  }
  const auto updates =
      context.feed.ReadRoles(query, context.catalog->state().LastChangeOf(model::Kind::kRoles));
  if (!updates) return AnswerFailed(updates.error(), context, answer);
  render::AppendRoleEvents(*updates, context.origin, &answer->response.body());
  AddFingerprint(answer);
}

}  // namespace orgreg::api
