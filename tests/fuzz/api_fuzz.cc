// SPDX-License-Identifier: EUPL-1.2

// Makes of any bytes a sequence of batches, questions, merges and restarts for a register in this
// process, and demands that every answer is that of a naive register of maps and scans
// (api_model.h). A batch that is not published yet must not be seen.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/api_model.h"
#include "fuzz/api_questions.h"
#include "fuzz/api_register.h"
#include "records/operation.h"

namespace {

namespace base = orgreg::base;
namespace model = orgreg::model;
namespace records = orgreg::records;
using fuzz::Choices;
using fuzz::Demand;
using fuzz::Kind;
using fuzz::Place;
using fuzz::Query;
using fuzz::Record;
using fuzz::ValuesOf;
using Texts = std::vector<std::string>;

model::Kind KindOf(Kind kind) {
  return kind == Kind::kEntity ? model::Kind::kEntity : model::Kind::kSubEntity;
}

model::Unit UnitOf(Kind kind, const std::string& number, const Record& record) {
  model::Unit unit{.number = *base::OrgNumber::Parse(number), .name = record.name};
  unit.form.code = record.form;
  if (record.state == fuzz::State::kDeleted) {
    unit.state = model::State::kDeleted;
    unit.deleted_on = base::Date::Parse(record.day);
    return unit;
  }
  if (!record.day.empty()) unit.registered_on = base::Date::Parse(record.day);
  if (record.employees != fuzz::kNone) unit.employees = record.employees;
  if (record.bankrupt != fuzz::kNone) unit.bankrupt = record.bankrupt == 1;
  if (!record.superior.empty()) unit.superior = base::OrgNumber::Parse(record.superior);
  model::Address& address = kind == Kind::kEntity ? unit.business_address : unit.location_address;
  if (!record.municipality.empty()) address.municipality_number = record.municipality;
  return unit;
}

records::Operation RealOperation(const fuzz::Operation& operation) {
  const bool is_new = operation.action == fuzz::Action::kUpsert;
  if (is_new || operation.action == fuzz::Action::kReinstate) {
    records::OperationMaker maker;
    auto made = maker.Make(is_new ? records::Action::kUpsert : records::Action::kReinstate,
                           KindOf(operation.kind),
                           UnitOf(operation.kind, operation.number, operation.record));
    Demand(made.ok());
    return std::move(made).value();
  }
  return {.action = operation.action == fuzz::Action::kDelete ? records::Action::kDelete
                                                              : records::Action::kRemove,
          .kind = KindOf(operation.kind),
          .number = *base::OrgNumber::Parse(operation.number),
          .day = *base::Date::Parse(operation.record.day)};
}

Texts NumbersOf(const std::vector<Place>& places) {
  Texts numbers;
  for (const Place& place : places) numbers.push_back(place.first);
  return numbers;
}

template <typename T>
std::vector<T> Part(const std::vector<T>& all, std::size_t first, std::size_t count) {
  const std::size_t begin = std::min(first, all.size());
  const std::size_t end = std::min(begin + count, all.size());
  return {all.begin() + static_cast<std::ptrdiff_t>(begin),
          all.begin() + static_cast<std::ptrdiff_t>(end)};
}

// A search in parts that has begun, and what came last.
struct Walk {
  Query query = {};
  std::size_t size = 1;
  std::string cursor = {};
  std::optional<Place> last = {};
};

class Play {
 public:
  Play(fuzz::Register* real, Choices choices) : real_(real), choices_(choices) { real_->Clear(); }

  void Run() {
    constexpr int kMostSteps = 60;
    for (int step = 0; step < kMostSteps && !choices_.AreMade(); ++step) Step();
  }

 private:
  void Step() {
    switch (choices_.Below(12)) {
      case 0:
      case 1:
      case 2:
        return ApplyBatch();
      case 3:
        return Publish();
      case 4:
        return LookUp();
      case 5:
      case 6:
        return Search();
      case 7:
        return ReadFeed();
      case 8:
        return ContinueWalk();
      case 9:
        return CountForms();
      case 10:
        return AskUnit();
      default:
        return MergeOrRestart();
    }
  }

  void ApplyBatch() {
    std::vector<fuzz::Operation> operations;
    records::Batch batch;
    for (std::size_t count = 1 + choices_.Below(4); count > 0; --count) {
      operations.push_back(fuzz::ChooseOperation(truth_, &choices_));
      batch.operations.push_back(RealOperation(operations.back()));
    }
    const bool is_done = real_->Apply(batch);
    Demand(is_done == truth_.Apply(operations, real_->clock_ms()));
    if (!choices_.OneIn(4)) Publish();
  }

  void Publish() {
    real_->Publish();
    shown_ = truth_;
  }

  void MergeOrRestart() {
    if (choices_.OneIn(4)) {
      real_->Restart();
    } else {
      real_->Merge();
    }
    Publish();
  }

  static std::string PathOf(Kind kind) {
    return kind == Kind::kEntity ? "enheter" : "underenheter";
  }

  void LookUp() {
    const Kind kind = choices_.OneIn(3) ? Kind::kSubEntity : Kind::kEntity;
    const std::string number = choices_.OneOf(fuzz::kNumbers);
    const auto answer = real_->Ask("/enhetsregisteret/api/" + PathOf(kind) + "/" + number, "");
    const Record* const record = shown_.Find(kind, number);
    if (record == nullptr) return Demand(answer.status() == 404);
    const std::string& body = answer.body();
    Demand(ValuesOf("organisasjonsnummer", body) == Texts{number});
    const bool is_live = record->state == fuzz::State::kLive;
    const bool is_removed = record->state == fuzz::State::kRemoved;
    Demand(answer.status() == (is_removed ? 410 : 200));
    Demand(ValuesOf("navn", body) == (is_removed ? Texts() : Texts{record->name}));
    Demand(ValuesOf("slettedato", body) == (is_live ? Texts() : Texts{record->day}));
    if (!is_live) return;
    const bool has_employees = record->employees >= 5;
    Demand(ValuesOf("antallAnsatte", body) ==
           (has_employees ? Texts{std::to_string(record->employees)} : Texts()));
    Demand(ValuesOf("overordnetEnhet", body) ==
           (record->superior.empty() ? Texts() : Texts{record->superior}));
  }

  void Search() {
    const Query query = fuzz::ChooseQuery(&choices_);
    const std::size_t size = 1 + choices_.Below(5);
    const std::size_t page = choices_.Below(4);
    std::string text = fuzz::TextOf(query, size);
    fuzz::Add("page", std::to_string(page), &text);
    const auto answer = real_->Ask("/enhetsregisteret/api/" + PathOf(query.kind), text);
    Demand(answer.status() == 200);
    const std::vector<Place> matches = shown_.Search(query);
    Demand(ValuesOf("totalElements", answer.body()) == Texts{std::to_string(matches.size())});
    Demand(ValuesOf("organisasjonsnummer", answer.body()) ==
           NumbersOf(Part(matches, page * size, size)));
  }

  // The updates that a client asks for, in order of id.
  std::vector<fuzz::Update> ChooseUpdates(Kind kind, std::string* text) {
    const auto first_id = static_cast<std::int64_t>(choices_.Below(30));
    const std::int64_t first_ms =
        choices_.OneIn(4)
            ? fuzz::Register::kBeginMs + 1000 * static_cast<std::int64_t>(choices_.Below(10))
            : 0;
    const std::string number = choices_.OneIn(4) ? choices_.OneOf(fuzz::kNumbers) : "";
    if (first_id > 0) fuzz::Add("oppdateringsid", std::to_string(first_id), text);
    if (first_ms > 0) fuzz::Add("dato", fuzz::MomentOf(first_ms), text);
    fuzz::Add("organisasjonsnummer", number, text);
    std::vector<fuzz::Update> updates;
    for (const fuzz::Update& update : shown_.updates()) {
      const bool is_wanted = update.kind == kind && update.id >= first_id &&
                             update.time_ms >= first_ms &&
                             (number.empty() || update.number == number);
      if (is_wanted) updates.push_back(update);
    }
    return updates;
  }

  void ReadFeed() {
    const Kind kind = choices_.OneIn(3) ? Kind::kSubEntity : Kind::kEntity;
    std::string text;
    std::vector<fuzz::Update> updates = ChooseUpdates(kind, &text);
    const std::string total = std::to_string(updates.size());
    if (choices_.OneIn(3)) {
      fuzz::Add("sort", "id,DESC", &text);
      std::reverse(updates.begin(), updates.end());
    }
    const std::size_t size = 1 + choices_.Below(6);
    const std::size_t page = choices_.Below(3);
    fuzz::Add("size", std::to_string(size), &text);
    fuzz::Add("page", std::to_string(page), &text);
    const auto answer = real_->Ask("/enhetsregisteret/api/oppdateringer/" + PathOf(kind), text);
    Demand(answer.status() == 200);
    Texts ids;
    Texts rest;
    for (const fuzz::Update& update : Part(updates, page * size, size)) {
      ids.push_back(std::to_string(update.id));
      rest.push_back(update.number + " " + update.type + " " + fuzz::MomentOf(update.time_ms));
    }
    Demand(ValuesOf("totalElements", answer.body()) == Texts{total});
    Demand(ValuesOf("oppdateringsid", answer.body()) == ids);
    const Texts numbers = ValuesOf("organisasjonsnummer", answer.body());
    const Texts types = ValuesOf("endringstype", answer.body());
    const Texts times = ValuesOf("dato", answer.body());
    Demand(numbers.size() == rest.size() && types.size() == rest.size() &&
           times.size() == rest.size());
    for (std::size_t i = 0; i < rest.size(); ++i)
      Demand(numbers[i] + " " + types[i] + " " + times[i] == rest[i]);
  }

  // The matches that come after what the client has got, whatever has changed meanwhile.
  static std::vector<Place> Remaining(const Walk& walk, const std::vector<Place>& matches) {
    std::vector<Place> remaining;
    for (const Place& place : matches) {
      if (!walk.last || fuzz::Model::ComesBefore(walk.query, *walk.last, place))
        remaining.push_back(place);
    }
    return remaining;
  }

  void ContinueWalk() {
    if (!walk_ || choices_.OneIn(5))
      walk_ = Walk{.query = fuzz::ChooseQuery(&choices_), .size = 1 + choices_.Below(3)};
    std::string text = fuzz::TextOf(walk_->query, walk_->size);
    fuzz::Add("cursor", walk_->cursor, &text);
    const bool are_entities = walk_->query.kind == Kind::kEntity;
    const auto answer = real_->Ask(
        std::string("/api/ext/v1/search/") + (are_entities ? "entities" : "sub-entities"), text);
    Demand(answer.status() == 200);
    const std::vector<Place> matches = shown_.Search(walk_->query);
    const std::vector<Place> remaining = Remaining(*walk_, matches);
    const std::vector<Place> part = Part(remaining, 0, walk_->size);
    Demand(ValuesOf("total", answer.body()) == Texts{std::to_string(matches.size())});
    Demand(ValuesOf("organisasjonsnummer", answer.body()) == NumbersOf(part));
    const Texts next = ValuesOf("nextCursor", answer.body());
    Demand(next.size() == (remaining.size() > part.size() ? 1U : 0U));
    if (next.empty()) return walk_.reset();
    walk_->cursor = next.front();
    walk_->last = part.back();
  }

  void CountForms() {
    Query query = fuzz::ChooseQuery(&choices_);
    std::string text = fuzz::FiltersOf(query);
    fuzz::Add("field", "organisationForm", &text);
    const bool are_entities = query.kind == Kind::kEntity;
    const auto answer = real_->Ask(
        std::string("/api/ext/v1/facets/") + (are_entities ? "entities" : "sub-entities"), text);
    Demand(answer.status() == 200);
    std::vector<std::pair<std::size_t, std::string>> wanted;
    for (const char* form : {"AAFY", "AS", "ASA", "BEDR", "ENK"}) {
      std::size_t count = 0;
      for (const Place& place : shown_.Search(query)) count += place.second.form == form ? 1 : 0;
      if (count > 0) wanted.emplace_back(count, form);
    }
    std::sort(wanted.begin(), wanted.end(), [](const auto& left, const auto& right) {
      return left.first != right.first ? left.first > right.first : left.second < right.second;
    });
    Texts values;
    Texts counts;
    for (const auto& [count, form] : wanted) {
      values.push_back(form);
      counts.push_back(std::to_string(count));
    }
    Demand(ValuesOf("value", answer.body()) == values);
    Demand(ValuesOf("count", answer.body()) == counts);
  }

  static std::string NameOf(fuzz::State state) {
    if (state == fuzz::State::kLive) return "live";
    return state == fuzz::State::kDeleted ? "deleted" : "removed";
  }

  void AskUnit() {
    const std::string number = choices_.OneOf(fuzz::kNumbers);
    const auto answer = real_->Ask("/api/ext/v1/units/" + number, "");
    const Record* const entity = shown_.Find(Kind::kEntity, number);
    const Record* const record = entity != nullptr ? entity : shown_.Find(Kind::kSubEntity, number);
    const std::string& body = answer.body();
    if (record == nullptr)
      return Demand(answer.status() == 404 && ValuesOf("status", body) == Texts{"unknown"});
    const bool is_removed = record->state == fuzz::State::kRemoved;
    const bool is_live = record->state == fuzz::State::kLive;
    Demand(answer.status() == (is_removed ? 410 : 200));
    Demand(ValuesOf("status", body) == Texts{NameOf(record->state)});
    Demand(ValuesOf("kind", body) == Texts{entity != nullptr ? "entity" : "sub-entity"});
    if (!is_live || entity == nullptr) return;
    const auto below = [&](Kind kind) {
      return Texts{std::to_string(shown_.CountBelow(kind, number))};
    };
    Demand(ValuesOf("entityCount", body) == below(Kind::kEntity));
    Demand(ValuesOf("subEntityCount", body) == below(Kind::kSubEntity));
  }

  fuzz::Register* real_;
  Choices choices_;
  fuzz::Model truth_;
  fuzz::Model shown_;
  std::optional<Walk> walk_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::Register real;
  Play(&real, Choices({data, size})).Run();
  return 0;
}
