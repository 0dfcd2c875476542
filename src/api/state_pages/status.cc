// SPDX-License-Identifier: EUPL-1.2

// First the words of each state, then the parts of the page.

#include "api/state_pages/status.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <string>
#include <string_view>

#include "api/pages/number_text.h"
#include "api/pages/page.h"
#include "api/state_pages/age_text.h"
#include "api/state_pages/freshness.h"
#include "api/state_pages/register_facts.h"
#include "base/values/timestamp.h"
#include "base/values/wall_clock.h"
#include "model/kind.h"

namespace orgreg::api {
namespace {

// The keys of a state's name and of its meaning.
struct StateWords {
  std::string_view name = {};
  std::string_view meaning = {};
};
// By the number of the state.
constexpr std::array kIndexWords = {
    StateWords{"status.index.current", "status.index.current_more"},
    StateWords{"status.index.catching_up", "status.index.catching_up_more"},
    StateWords{"status.index.behind", "status.index.behind_more"},
    StateWords{"status.index.being_made", "status.index.being_made_more"}};
constexpr std::array kDataWords = {
    StateWords{"status.data.current", "status.data.current_more"},
    StateWords{"status.data.quiet", "status.data.quiet_more"},
    StateWords{"status.data.loaded", "status.data.loaded_more"},
    StateWords{"status.data.quiet", "status.data.loaded_long_ago_more"},
    StateWords{"status.data.unknown", "status.data.unknown_more"},
    StateWords{"status.data.empty", "status.data.empty_more"}};
constexpr std::array kFilesWords = {
    StateWords{"status.files.current", "status.files.current_more"},
    StateWords{"status.files.old", "status.files.old_more"},
    StateWords{"status.files.incomplete", "status.files.incomplete_more"},
    StateWords{"files.not_made", "files.not_made_more"}};
// Of a register that is a copy.
constexpr std::array kCopyWords = {StateWords{},
                                   StateWords{"status.copy.current", "status.copy.current_more"},
                                   StateWords{"status.copy.away", "status.copy.away_more"},
                                   StateWords{"status.copy.old", "status.copy.away_more"},
                                   StateWords{"status.copy.never", "status.copy.never_more"}};
// Of a server: its words, and the section of its colour.
constexpr std::array kServerWords = {StateWords{"status.server.current", "GOOD"},
                                     StateWords{"status.server.behind", "NOTE"},
                                     StateWords{"status.server.silent", "NOTE"}};
constexpr std::array<std::string_view, 3> kSummaryWords = {
    "status.summary.none", "status.summary.soon", "status.summary.needed"};
// The sections of the template that give a state its colour.
constexpr std::array<std::string_view, 3> kAttentionSections = {"GOOD", "NOTE", "BAD"};

class StatusPage {
 public:
  StatusPage(const RegisterFacts& facts, const Context& context)
      : facts_(facts), context_(context), page_("status", context), now_ms_(base::NowMs()) {}

  Outcome Send(Reply* reply) {
    page_.SetTitle(page_.Words("status.title"));
    const Freshness freshness = FreshnessOf(facts_.state, now_ms_);
    AddSummary(AttentionFor(freshness));
    AddIndex(freshness.index);
    if (facts_.state.has_index) AddData(freshness.data);
    AddFiles(freshness.files);
    if (facts_.state.copy) AddCopy(freshness.copy);
    AddPositions();
    for (const KindFacts& kind : facts_.kinds) AddKind(kind);
    AddProgram();
    return page_.Send(reply);
  }

 private:
  std::string Number(std::uint64_t number) const {
    return WholeText(static_cast<std::int64_t>(number), page_.language());
  }
  std::string Time(std::int64_t time_ms) const {
    return page_.Time(base::Timestamp::FromMilliseconds(time_ms));
  }
  std::string Age(std::int64_t time_ms) const {
    return AgeText(time_ms, now_ms_, page_.language());
  }

  template <typename... Values>
  std::string Filled(std::string_view key, const Values&... values) const {
    return fmt::format(fmt::runtime(page_.Words(key)), values...);
  }

  // A time with its age, in sections of their own, which a time of nothing leaves out.
  void AddTime(std::string_view section, std::int64_t time_ms, TemplateDictionary* row) const {
    if (time_ms == 0) return;
    TemplateDictionary* const shown = AddSection(row, section);
    Set(shown, "TIME", Time(time_ms));
    Set(shown, "TIME_VALUE", base::Timestamp::FromMilliseconds(time_ms).ToString());
    Set(shown, "AGE", Age(time_ms));
  }

  void AddSummary(Attention attention) {
    const auto at = static_cast<std::size_t>(attention);
    Set(page_.values(), "SUMMARY", page_.Words(kSummaryWords[at]));
    Show(page_.values(), std::string("SUMMARY_").append(kAttentionSections[at]), true);
  }

  void AddPart(std::string_view name, std::string_view key, Attention attention,
               const std::string& more, std::int64_t time_ms) {
    TemplateDictionary* const part = AddSection(page_.values(), "PART");
    Set(part, "PART_NAME", page_.Words(name));
    Set(part, "STATE", page_.Words(key));
    Show(part, kAttentionSections[static_cast<std::size_t>(attention)], true);
    Set(part, "MORE", more);
    AddTime("SINCE", time_ms, part);
  }

  void AddIndex(IndexState state) {
    const StateWords& words = kIndexWords[static_cast<std::size_t>(state)];
    const bool has_published = facts_.state.has_index;
    AddPart("status.index", words.name, AttentionFor(state),
            Filled(words.meaning, fmt::arg("count", Number(facts_.state.waiting)),
                   fmt::arg("age", Age(facts_.state.waiting_since_ms))),
            has_published ? context_.newest.published_ms() : 0);
  }

  void AddData(DataState state) {
    const StateWords& words = kDataWords[static_cast<std::size_t>(state)];
    const auto limit = std::chrono::duration_cast<std::chrono::days>(kFreshnessLimits.data);
    AddPart("status.data", words.name, AttentionFor(state),
            Filled(words.meaning, fmt::arg("days", limit.count())),
            DataTime(facts_.state).value_or(0));
  }

  void AddFiles(FilesState state) {
    const StateWords& words = kFilesWords[static_cast<std::size_t>(state)];
    AddPart("status.files", words.name, AttentionFor(state),
            Filled(words.meaning, fmt::arg("count", Number(facts_.state.files_missing)),
                   fmt::arg("hours", kFreshnessLimits.files.count())),
            facts_.state.files_ms);
  }

  void AddCopy(CopyState state) {
    const StateWords& words = kCopyWords[static_cast<std::size_t>(state)];
    const CopyFacts& copy = *facts_.state.copy;
    AddPart("status.copy", words.name, AttentionFor(state), std::string(page_.Words(words.meaning)),
            copy.equal_ms.value_or(0));
    if (copy.servers.empty()) return;
    TemplateDictionary* const servers = AddSection(page_.values(), "SERVERS");
    for (const SharingServer& server : copy.servers) AddServer(server, copy.most_lag_ms, servers);
  }

  void AddServer(const SharingServer& server, std::int64_t most_lag_ms,
                 TemplateDictionary* servers) {
    const ServerState state = ServerStateOf(server, most_lag_ms, now_ms_);
    const auto& [words, colour] = kServerWords[static_cast<std::size_t>(state)];
    TemplateDictionary* const row = AddSection(servers, "SERVER");
    Set(row, "SERVER_NAME", server.name);
    Set(row, "STATE", page_.Words(words));
    Show(row, std::string(colour), true);
    AddTime("SEEN", server.seen_ms, row);
  }

  void AddPositions() {
    if (!facts_.state.has_index) return;
    TemplateDictionary* const position = AddSection(page_.values(), "POSITION");
    Set(position, "LAST_CHANGE", std::to_string(facts_.position));
    if (facts_.state.files_made != 0)
      ShowValue(position, "FILES_POSITION", "FILES_CHANGE", std::to_string(facts_.files_position));
  }

  void AddKind(const KindFacts& kind) {
    TemplateDictionary* const row = AddSection(page_.values(), "KIND");
    const std::string_view many = model::RowOf(kind.kind).many;
    Set(row, "KIND_NAME", page_.Words(std::string("status.kind.").append(many)));
    Set(row, "LIVE", Number(kind.live));
    AddTime("CHANGED", kind.last_change_ms, row);
    AddTime("LOADED", kind.loaded_ms.value_or(0), row);
  }

  void AddProgram() {
    Set(page_.values(), "VERSION", context_.program_version);
    Set(page_.values(), "COMMIT", context_.program_commit);
  }

  const RegisterFacts& facts_;
  const Context& context_;
  Page page_;
  const std::int64_t now_ms_;
};

}  // namespace

Outcome ShowStatus(const Context& context, Reply* reply) {
  const RegisterFacts facts = TRY(FactsOf({.catalog = context.catalog.get(),
                                           .inventories = &context.inventories,
                                           .feed = &context.feed,
                                           .source = context.statements->source,
                                           .copy = context.copy}));
  return StatusPage(facts, context).Send(reply);
}

}  // namespace orgreg::api
