// SPDX-License-Identifier: EUPL-1.2

// A naive register for api_fuzz: maps, and scans of all records, written after docs/batches.md and
// docs/choices.md. It knows nothing of the program. Values are few, so that they often meet; each
// optional value is "" or kNone where a record has none.
//
// For one thread.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace fuzz {

enum class Kind : std::uint8_t { kEntity, kSubEntity };
enum class State : std::uint8_t { kLive, kDeleted, kRemoved };
enum class Action : std::uint8_t { kUpsert, kDelete, kRemove, kReinstate };

constexpr int kNone = -1;

struct Record {
  State state = State::kLive;
  std::string name = {};  // Two words.
  std::string form = {};
  std::string municipality = {};
  std::string superior = {};  // Of a sub-entity, always.
  std::string day = {};       // Registered on; of other states, deleted or removed on.
  int employees = kNone;      // Never 1 to 4, which are not shown.
  int bankrupt = kNone;       // 0 or 1.

  friend bool operator==(const Record&, const Record&) = default;
};

struct Operation {
  Action action = Action::kUpsert;
  Kind kind = Kind::kEntity;
  std::string number = {};
  Record record = {};  // For kDelete and kRemove, only the day.
};

struct Update {
  std::int64_t id = 0;
  Kind kind = Kind::kEntity;
  std::string number = {};
  std::string type = {};
  std::int64_t time_ms = 0;
};

// What a search asks; each member is empty or kNone if it is not asked.
struct Query {
  Kind kind = Kind::kEntity;
  std::vector<std::string> words = {};
  std::vector<std::string> forms = {};
  std::vector<std::string> numbers = {};
  std::string municipality = {};
  std::string superior = {};
  std::string first_day = {};
  std::string last_day = {};
  int fewest = kNone;
  int most = kNone;
  int bankrupt = kNone;

  struct Key {
    std::string name = {};
    bool descends = false;
  };
  std::vector<Key> keys = {};
};

using Place = std::pair<std::string, Record>;  // A number and its record.

class Model {
 public:
  // False, and nothing is done, if one of the operations is not allowed.
  bool Apply(const std::vector<Operation>& operations, std::int64_t time_ms) {
    Model after = *this;
    for (const Operation& operation : operations) {
      if (!after.ApplyOne(operation, time_ms)) return false;
    }
    *this = std::move(after);
    return true;
  }

  // Nothing if the kind never had the number.
  const Record* Find(Kind kind, const std::string& number) const {
    const auto found = records_.find({kind, number});
    return found == records_.end() ? nullptr : &found->second;
  }

  // The live records that match, in the order of the keys and then of numbers.
  std::vector<Place> Search(const Query& query) const {
    std::vector<Place> matches;
    for (const auto& [key, record] : records_) {
      if (key.first == query.kind && Matches(query, key.second, record))
        matches.emplace_back(key.second, record);
    }
    std::sort(matches.begin(), matches.end(), [&](const Place& left, const Place& right) {
      return ComesBefore(query, left, right);
    });
    return matches;
  }

  // The live units directly below.
  std::size_t CountBelow(Kind kind, const std::string& superior) const {
    return Search({.kind = kind, .superior = superior}).size();
  }

  const std::vector<Update>& updates() const { return updates_; }

  static bool ComesBefore(const Query& query, const Place& left, const Place& right) {
    for (const Query::Key& key : query.keys) {
      const std::string one = ValueOf(key.name, left);
      const std::string other = ValueOf(key.name, right);
      if (one == other) continue;
      // Records without a value come last in both directions.
      if (one.empty() || other.empty()) return other.empty();
      return key.descends ? one > other : one < other;
    }
    return left.first < right.first;
  }

 private:
  static std::string Padded(int number) {
    const std::string digits = std::to_string(number);
    return std::string(9 - digits.size(), '0') + digits;
  }

  // A text that compares as the value does.
  static std::string ValueOf(const std::string& key, const Place& place) {
    const Record& record = place.second;
    if (key == "navn") return record.name;
    if (key == "organisasjonsnummer") return place.first;
    if (key == "organisasjonsform.kode") return record.form;
    if (key == "overordnetEnhet") return record.superior;
    if (key == "registreringsdatoEnhetsregisteret") return record.day;
    if (key == "antallAnsatte") return record.employees == kNone ? "" : Padded(record.employees);
    return record.bankrupt == kNone ? "" : std::to_string(record.bankrupt);  // konkurs
  }

  static bool HasWord(const std::string& name, const std::string& word) {
    const std::size_t blank = name.find(' ');
    return name.substr(0, blank) == word || name.substr(blank + 1) == word;
  }

  static bool IsOneOf(const std::vector<std::string>& values, const std::string& value) {
    return values.empty() || std::find(values.begin(), values.end(), value) != values.end();
  }

  static bool Matches(const Query& query, const std::string& number, const Record& record) {
    if (record.state != State::kLive) return false;
    for (const std::string& word : query.words) {
      if (!HasWord(record.name, word)) return false;
    }
    if (!IsOneOf(query.forms, record.form) || !IsOneOf(query.numbers, number)) return false;
    if (!query.municipality.empty() && record.municipality != query.municipality) return false;
    if (!query.superior.empty() && record.superior != query.superior) return false;
    if (!query.first_day.empty() && (record.day.empty() || record.day < query.first_day))
      return false;
    if (!query.last_day.empty() && (record.day.empty() || record.day > query.last_day))
      return false;
    if (query.fewest != kNone && record.employees < query.fewest) return false;
    if (query.most != kNone && (record.employees == kNone || record.employees > query.most))
      return false;
    return query.bankrupt == kNone || record.bankrupt == query.bankrupt;
  }

  bool IsAllowed(const Operation& operation, const Record* before) const {
    const Kind other = operation.kind == Kind::kEntity ? Kind::kSubEntity : Kind::kEntity;
    if (before == nullptr)
      return operation.action == Action::kUpsert && Find(other, operation.number) == nullptr;
    const bool is_removed = before->state == State::kRemoved;
    if (operation.action == Action::kRemove) return true;
    return is_removed == (operation.action == Action::kReinstate);
  }

  static Record After(const Operation& operation, const Record* before) {
    if (operation.action == Action::kUpsert || operation.action == Action::kReinstate)
      return operation.record;
    Record after{.state = State::kRemoved, .day = operation.record.day};
    if (operation.action == Action::kDelete) {
      after.state = State::kDeleted;
      after.name = before->name;
      after.form = before->form;
    }
    return after;
  }

  static std::string TypeOf(const Record* before, const Record& after) {
    if (after.state == State::kRemoved) return "Fjernet";
    const bool is_same_state = before != nullptr && before->state == after.state;
    if (is_same_state) return "Endring";
    return after.state == State::kLive ? "Ny" : "Sletting";
  }

  bool ApplyOne(const Operation& operation, std::int64_t time_ms) {
    const Record* const before = Find(operation.kind, operation.number);
    if (!IsAllowed(operation, before)) return false;
    const Record after = After(operation, before);
    if (before != nullptr && *before == after) return true;
    updates_.push_back({.id = static_cast<std::int64_t>(updates_.size()) + 1,
                        .kind = operation.kind,
                        .number = operation.number,
                        .type = TypeOf(before, after),
                        .time_ms = time_ms});
    records_[{operation.kind, operation.number}] = after;
    return true;
  }

  std::map<std::pair<Kind, std::string>, Record> records_;
  std::vector<Update> updates_;
};

}  // namespace fuzz
