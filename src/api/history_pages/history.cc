// SPDX-License-Identifier: EUPL-1.2

#include "api/history_pages/history.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "api/extensions/unit_state.h"
#include "api/history_pages/event_rows.h"
#include "api/pages/number_text.h"
#include "api/pages/page.h"
#include "api/unit_pages/absent_unit.h"
#include "api/unit_pages/shown_unit.h"
#include "base/values/org_number.h"
#include "base/values/timestamp.h"
#include "model/changes/update.h"
#include "model/kind.h"
#include "model/limits.h"
#include "model/resources.h"

namespace orgreg::api {
namespace {

// Older changes are in the feed, to which the page leads.
constexpr std::int64_t kMostEvents = 100;
// More rows than these can be folded away.
constexpr std::size_t kMostOpenRows = 8;

void AddValues(const std::vector<EventValue>& values, std::string_view section,
               std::string_view nothing, PageLanguage language, TemplateDictionary* row) {
  for (const EventValue& value : values) {
    TemplateDictionary* const shown = AddSection(row, section);
    Set(shown, "CHANGE_TEXT", value.text);
    if (value.is_words) MarkLanguage(kRegisterLanguage, language, shown);
  }
  Show(row, nothing, values.empty());
}

void AddRows(const std::vector<EventRow>& rows, const Page& page, TemplateDictionary* event) {
  if (rows.empty()) return;
  const bool is_long = rows.size() > kMostOpenRows;
  TemplateDictionary* const table = AddSection(event, is_long ? "LONG_CHANGES" : "CHANGES");
  if (is_long) {
    Set(table, "CHANGES_COUNT", WholeText(static_cast<std::int64_t>(rows.size()), page.language()));
  }
  for (const EventRow& row : rows) {
    TemplateDictionary* const shown = AddSection(table, "CHANGE");
    Set(shown, "CHANGE_LABEL", row.label);
    AddValues(row.before, "CHANGE_BEFORE", "CHANGE_HAD_NOTHING", page.language(), shown);
    AddValues(row.after, "CHANGE_AFTER", "CHANGE_HAS_NOTHING", page.language(), shown);
  }
}

void SetTime(base::Timestamp time, const Page& page, TemplateDictionary* event) {
  Set(event, "EVENT_TIME", page.Time(time));
  Set(event, "EVENT_MOMENT", time.ToString());
}

void AddLoad(base::Timestamp time, const Page& page, TemplateDictionary* values) {
  TemplateDictionary* const event = AddSection(values, "EVENT");
  SetTime(time, page, event);
  Set(event, "EVENT_WORDS", page.Words("history.loaded"));
  AddSection(event, "EVENT_IS_LOAD");
}

void AddEvents(const model::RecordHistory& history, const FoundUnit& unit, const Page& page,
               TemplateDictionary* values) {
  const auto load = PlaceOfLoad(history);
  std::size_t place = 0;
  for (const model::PastChange& change : history.changes) {
    if (place++ == load) AddLoad(*history.loaded, page, values);
    TemplateDictionary* const event = AddSection(values, "EVENT");
    SetTime(change.time, page, event);
    Set(event, "EVENT_WORDS", page.Words(EventKey(change)));
    const auto rows = RowsOf(change, unit.kind, unit.found.state, page.language());
    AddRows(rows, page, event);
    const bool is_hidden = rows.empty() && change.type == model::UpdateType::kChange &&
                           unit.found.state == model::State::kDeleted;
    Show(event, "EVENT_IS_HIDDEN", is_hidden);
  }
  if (place == load) AddLoad(*history.loaded, page, values);
}

// The updates of the unit alone, with all that changed, as many as one answer takes.
std::string FeedOf(model::Kind kind, base::OrgNumber number, const PagePlace& place) {
  const bool is_entity = kind == model::Kind::kEntity;
  return fmt::format("{}{}/{}?{}={}&{}=true&{}={}", place.root, model::kApiPath.substr(1),
                     is_entity ? model::kEntityUpdates : model::kSubEntityUpdates,
                     model::kUpdateParameterNames.numbers, number.ToString(),
                     model::kUpdateParameterNames.with_changes, model::kSizeParameter,
                     model::kMaxWindow);
}

void AddHead(const FoundUnit& unit, base::OrgNumber number, Page* page) {
  const UnitBrief brief = BriefOf(unit);
  const std::string name = brief.name.value_or(OrgNumberText(number));
  page->SetTitle(std::string(page->Words("history.title")).append(": ").append(name));
  Set(page->values(), "UNIT_NAME", name);
  Set(page->values(), "UNIT_NUMBER", OrgNumberText(number));
  Set(page->values(), "UNIT_LINK", LinkToUnit(page->place(), number));
}

}  // namespace

Outcome ShowHistory(const Context& context, Reply* reply) {
  const auto number = base::OrgNumber::Parse(context.Capture(0));
  if (!number) return ShowWrongNumber(context, reply);
  const auto unit = TRY(FindUnit(*context.catalog, *number));
  if (!unit) return ShowUnknownUnit(context, *number, reply);
  if (unit->found.state == model::State::kRemoved) {
    return ShowRemovedUnit(context, *number, reply);
  }
  const auto history = TRY(context.feed.ReadHistory(
      unit->kind, *number, kMostEvents, context.catalog->state().LastChangeOf(unit->kind)));
  Page page("history", context);
  AddHead(*unit, *number, &page);
  AddEvents(history, *unit, page, page.values());
  Show(page.values(), "HISTORY_EMPTY", history.changes.empty() && !history.loaded);
  Show(page.values(), "HISTORY_HAS_MORE", history.total > kMostEvents);
  Set(page.values(), "FEED_LINK", FeedOf(unit->kind, *number, page.place()));
  return page.Send(reply);
}

}  // namespace orgreg::api
