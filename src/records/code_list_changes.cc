// SPDX-License-Identifier: EUPL-1.2

#include "records/code_list_changes.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <utility>

#include "base/values/date.h"
#include "model/codes/code_list_set.h"

namespace orgreg::records {
namespace {

using model::CodeChange;
using Changes = std::vector<CodeChange>;

constexpr std::size_t kCells = 6;

base::Error Damaged() {
  return {base::Code::kCorrupt, "the note of the code lists cannot be read"};
}

std::string_view TakeUntil(char separator, std::string_view* text) {
  const std::size_t at = std::min(text->find(separator), text->size());
  const std::string_view part = text->substr(0, at);
  text->remove_prefix(std::min(at + 1, text->size()));
  return part;
}

std::optional<CodeChange> ParseLine(std::string_view line) {
  if (std::ranges::count(line, '\t') != kCells - 1) return std::nullopt;
  std::array<std::string_view, kCells> cells = {};
  for (std::string_view& cell : cells) cell = TakeUntil('\t', &line);
  const auto list = model::CodeListNamed(cells[0]);
  if (!list || !model::BreachOfCode(*list, cells[1]).empty()) return std::nullopt;
  CodeChange change{.list = *list,
                    .code = std::string(cells[1]),
                    .text = std::string(cells[2]),
                    .retired_on = std::string(cells[3]),
                    .parent = std::string(cells[5])};
  const bool is_day =
      cells[3].empty() || cells[3] == model::kNotRetired || base::Date::Parse(cells[3]).has_value();
  if (!is_day) return std::nullopt;
  for (const model::Kind kind : model::kUnitKinds) {
    if (cells[4] == model::RowOf(kind).one) change.used_by = kind;
  }
  if (!cells[4].empty() && !change.used_by) return std::nullopt;
  return change;
}

base::Result<Changes> KeptChanges(const base::Result<std::optional<std::string>>& note) {
  if (!note) return note.error();
  return *note ? ParseCodeNote(**note) : base::Result<Changes>(Changes());
}

// Merges a change into the existing ones.
void Add(const CodeChange& change, Changes* changes) {
  const auto earlier = std::ranges::find_if(*changes, [&](const CodeChange& one) {
    return one.list == change.list && one.code == change.code;
  });
  if (earlier == changes->end()) {
    changes->push_back(change);
  } else {
    model::Merge(change, &*earlier);
  }
}

Changes Together(Changes changes, const Changes& later) {
  for (const CodeChange& change : later) Add(change, &changes);
  return changes;
}

// Removes changes without effect.
CodeCounts Sift(const Changes& earlier, Changes* changes) {
  const model::CodeLists before(earlier);
  const model::CodeLists after(Together(earlier, *changes));
  CodeCounts counts;
  std::erase_if(*changes, [&](const CodeChange& change) {
    const model::CodeRow* const was = before.Find(change.list, change.code);
    const model::CodeRow* const is = after.Find(change.list, change.code);
    const bool is_same = was != nullptr && *was == *is;
    if (was == nullptr) {
      ++counts.added;
    } else {
      ++(is_same ? counts.unchanged : counts.changed);
    }
    return is_same;
  });
  return counts;
}

}  // namespace

std::string ToNote(const Changes& changes) {
  std::string text;
  for (const CodeChange& change : changes) {
    text.append(model::RowOf(change.list).name).append("\t").append(change.code).append("\t");
    text.append(change.text).append("\t").append(change.retired_on).append("\t");
    if (change.used_by) text.append(model::RowOf(*change.used_by).one);
    text.append("\t").append(change.parent).append("\n");
  }
  return text;
}

base::Result<Changes> ParseCodeNote(std::string_view text) {
  Changes changes;
  while (!text.empty()) {
    auto change = ParseLine(TakeUntil('\n', &text));
    if (!change) return Damaged();
    changes.push_back(std::move(*change));
  }
  return changes;
}

base::Result<CodeCounts> PutCodeChanges(store::Store* store, const Changes& changes) {
  auto writer = TRY(store->Write());
  const std::string key(kCodeListNote);
  auto earlier = TRY(KeptChanges(writer->FindNote(key)));
  Changes news = changes;
  const CodeCounts counts = Sift(earlier, &news);
  if (news.empty()) return counts;
  const Changes all = Together(std::move(earlier), news);
  TRY(writer->PutNote(key, ToNote(all)));
  if (const auto receipt = writer->Commit(); !receipt) return receipt.error();
  writer.reset();
  TRY(InstallCodeLists(store));
  return counts;
}

base::Status InstallCodeLists(store::Store* store) {
  // The state is read under the lock, so that lists are installed in the order of states.
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  const auto snapshot = TRY(store->Read());
  const auto changes = TRY(KeptChanges(snapshot->FindNote(std::string(kCodeListNote))));
  model::InstallCodeLists(changes);
  return {};
}

}  // namespace orgreg::records
