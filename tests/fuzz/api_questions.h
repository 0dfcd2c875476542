// SPDX-License-Identifier: EUPL-1.2

// What api_fuzz makes of the bytes of a fuzzer: operations for a register, and queries, as the
// naive model has them and as clients write them; and the values in an answer.
//
// For one thread.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/api_model.h"

namespace fuzz {

class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  bool AreMade() const { return bytes_.empty(); }
  // 0 once all are made.
  std::size_t Below(std::size_t count) {
    if (bytes_.empty()) return 0;
    const std::size_t chosen = bytes_.front() % count;
    bytes_ = bytes_.subspan(1);
    return chosen;
  }
  bool OneIn(std::size_t count) { return Below(count) == 1; }
  template <std::size_t N>
  std::string OneOf(const std::array<const char*, N>& values) {
    return values[Below(N)];
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

// No word is the beginning of another, or nearly another.
constexpr std::array kWords = {"FJELL", "ENERGI", "KULDE", "BRANNVAKT", "MOTOR"};
constexpr std::array kEntityForms = {"AS", "ASA", "ENK"};
constexpr std::array kSubEntityForms = {"BEDR", "AAFY"};
constexpr std::array kMunicipalities = {"", "0301", "1103", "4601"};
constexpr std::array kNumbers = {"310000007", "310000015", "310000023", "310000031",
                                 "310000058", "310000066", "310000074", "310000082"};
constexpr std::array kDays = {"", "1999-12-31", "2000-01-01", "2024-02-29"};
constexpr std::array kEmployees = {kNone, 0, 5, 7, 50};

inline std::string ChooseForm(Kind kind, Choices* choices) {
  return kind == Kind::kEntity ? choices->OneOf(kEntityForms) : choices->OneOf(kSubEntityForms);
}

inline Record ChooseRecord(Kind kind, Choices* choices) {
  Record record{.name = choices->OneOf(kWords) + " " + choices->OneOf(kWords),
                .form = ChooseForm(kind, choices),
                .municipality = choices->OneOf(kMunicipalities),
                .day = choices->OneOf(kDays),
                .employees = kEmployees[choices->Below(kEmployees.size())]};
  if (kind == Kind::kSubEntity) {
    record.superior = choices->OneOf(kNumbers);
  } else {
    record.bankrupt = static_cast<int>(choices->Below(3)) - 1;
  }
  return record;
}

// Changes an operation that the register would refuse into a similar one.
inline void MakeAllowed(const Model& model, Operation* operation) {
  const Kind other = operation->kind == Kind::kEntity ? Kind::kSubEntity : Kind::kEntity;
  if (model.Find(other, operation->number) != nullptr) operation->kind = other;
  const Record* const before = model.Find(operation->kind, operation->number);
  const bool is_removed = before != nullptr && before->state == State::kRemoved;
  if (before == nullptr) {
    operation->action = Action::kUpsert;
  } else if (is_removed && operation->action != Action::kRemove) {
    operation->action = Action::kReinstate;
  } else if (!is_removed && operation->action == Action::kReinstate) {
    operation->action = Action::kUpsert;
  }
}

// Most are allowed, so that batches are not refused all the time.
inline Operation ChooseOperation(const Model& model, Choices* choices) {
  constexpr std::array kActions = {Action::kUpsert, Action::kUpsert, Action::kUpsert,
                                   Action::kDelete, Action::kRemove, Action::kReinstate};
  Operation operation{.action = kActions[choices->Below(kActions.size())],
                      .kind = choices->OneIn(3) ? Kind::kSubEntity : Kind::kEntity,
                      .number = choices->OneOf(kNumbers)};
  if (!choices->OneIn(12)) MakeAllowed(model, &operation);
  const bool brings_record =
      operation.action == Action::kUpsert || operation.action == Action::kReinstate;
  if (brings_record) operation.record = ChooseRecord(operation.kind, choices);
  const bool is_deleted = operation.action == Action::kReinstate && choices->OneIn(3);
  if (is_deleted) {
    operation.record = {
        .state = State::kDeleted, .name = operation.record.name, .form = operation.record.form};
  }
  if (!brings_record || is_deleted) operation.record.day = kDays[1 + choices->Below(3)];
  return operation;
}

inline void ChooseRanges(Choices* choices, Query* query) {
  const std::size_t first = choices->Below(kDays.size());
  if (choices->OneIn(4)) {
    query->first_day = kDays[first];
    query->last_day = kDays[first == 0 ? 2 : 3];
  }
  if (choices->OneIn(4)) query->fewest = choices->OneIn(2) ? 5 : 6;
  if (choices->OneIn(4)) query->most = choices->OneIn(2) ? 7 : 49;
}

inline Query ChooseQuery(Choices* choices) {
  Query query{.kind = choices->OneIn(3) ? Kind::kSubEntity : Kind::kEntity};
  for (std::size_t words = choices->Below(4); words > 1; --words)
    query.words.push_back(choices->OneOf(kWords));
  if (choices->OneIn(4)) query.forms = {ChooseForm(query.kind, choices), "SA"};
  if (choices->OneIn(5)) query.numbers = {choices->OneOf(kNumbers), choices->OneOf(kNumbers)};
  if (choices->OneIn(4)) query.municipality = choices->OneOf(kMunicipalities);
  if (choices->OneIn(5)) query.superior = choices->OneOf(kNumbers);
  if (query.kind == Kind::kEntity && choices->OneIn(4))
    query.bankrupt = static_cast<int>(choices->Below(2));
  ChooseRanges(choices, &query);
  constexpr std::array kKeys = {"navn",
                                "antallAnsatte",
                                "organisasjonsform.kode",
                                "overordnetEnhet",
                                "registreringsdatoEnhetsregisteret",
                                "organisasjonsnummer"};
  for (std::size_t keys = choices->Below(3); keys > 0; --keys)
    query.keys.push_back({choices->OneOf(kKeys), choices->OneIn(2)});
  // Otherwise names come by how well they match.
  if (!query.words.empty()) query.keys.push_back({.name = "organisasjonsnummer"});
  return query;
}

inline std::string Join(const std::vector<std::string>& values, char separator) {
  std::string joined;
  for (const std::string& value : values) {
    if (!joined.empty()) joined += separator;
    joined += value;
  }
  return joined;
}

inline void Add(std::string_view name, const std::string& value, std::string* text) {
  if (value.empty()) return;
  text->append(text->empty() ? "" : "&").append(name).append("=").append(value);
}

inline std::string FiltersOf(const Query& query) {
  const auto number = [](int value) { return value == kNone ? "" : std::to_string(value); };
  std::string text;
  Add("navn", Join(query.words, '+'), &text);
  Add("organisasjonsform", Join(query.forms, ','), &text);
  Add("organisasjonsnummer", Join(query.numbers, ','), &text);
  Add("kommunenummer", query.municipality, &text);
  Add("overordnetEnhet", query.superior, &text);
  Add("fraRegistreringsdatoEnhetsregisteret", query.first_day, &text);
  Add("tilRegistreringsdatoEnhetsregisteret", query.last_day, &text);
  Add("fraAntallAnsatte", number(query.fewest), &text);
  Add("tilAntallAnsatte", number(query.most), &text);
  if (query.bankrupt != kNone) Add("konkurs", query.bankrupt == 1 ? "true" : "false", &text);
  return text;
}

inline std::string TextOf(const Query& query, std::size_t size) {
  std::string text = FiltersOf(query);
  for (const Query::Key& key : query.keys)
    Add("sort", key.name + (key.descends ? ",DESC" : ",ASC"), &text);
  Add("size", std::to_string(size), &text);
  return text;
}

// "2025-06-15T15:06:40.000Z", of a time without milliseconds.
inline std::string MomentOf(std::int64_t time_ms) {
  const std::time_t seconds = time_ms / 1000;
  std::tm parts = {};
  gmtime_r(&seconds, &parts);
  std::array<char, 32> text = {};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S.000Z", &parts)};
}

// All texts and numbers of the member in an answer, in order, without quotes.
inline std::vector<std::string> ValuesOf(std::string_view member, std::string_view body) {
  const std::string mark = "\"" + std::string(member) + "\":";
  std::vector<std::string> values;
  for (std::size_t at = body.find(mark); at != std::string_view::npos; at = body.find(mark, at)) {
    at += mark.size();
    if (at < body.size() && (body[at] == '{' || body[at] == '[')) continue;
    const bool is_text = at < body.size() && body[at] == '"';
    const std::size_t end = is_text ? body.find('"', at + 1) : body.find_first_of(",}]", at);
    values.emplace_back(body.substr(at + (is_text ? 1 : 0), end - at - (is_text ? 1 : 0)));
  }
  return values;
}

}  // namespace fuzz
