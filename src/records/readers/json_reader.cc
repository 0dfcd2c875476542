// SPDX-License-Identifier: EUPL-1.2

// A Filler walks JSON and schema together: it finds the row of each member, reads the value by the
// row's type, and checks the object at its end. The path to the current value is a chain of Steps,
// which becomes text only for a problem. Values of the parser are passed by reference: a copy of
// one that was just made waits until its parts have reached the cache, for each member anew.

#include "records/readers/json_reader.h"

#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <ranges>
#include <span>
#include <utility>

#include "base/values/shown_name.h"
#include "formats/json/check.h"
#include "model/kept_json.h"
#include "model/units/field.h"

namespace orgreg::records {
namespace {

namespace ondemand = simdjson::ondemand;
using model::Row;
using model::Schema;
using model::ValueKind;

// The position of the current object or list: a member's name, or the index of an element.
struct Step {
  const Step* outer = nullptr;
  std::string_view name = {};
  std::size_t place = 0;
};

// The key that begins here, as far as its first quotation mark: all of it, unless it is escaped.
// There is a mark, because the parser looked for the ends of all texts.
std::string_view PlainKey(const char* raw) {
  return {raw, static_cast<const char*>(rawmemchr(raw, '"'))};
}

// True for "", which nothing but an empty text begins with.
bool IsEmptyText(ondemand::value& value) { return value.raw_json_token().starts_with("\"\""); }

// The token of a number; empty where the value is something else. A number is not converted,
// because amounts may be larger and finer than binary numbers.
std::string_view NumberToken(ondemand::value value) {
  std::string_view token = value.raw_json_token();
  token = token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
  // A text may begin with a plus sign, a point or zeros, a number may not.
  return formats::IsJson(token) ? token : std::string_view();
}

bool IsNull(ondemand::value value) {
  bool is_null = false;
  return value.is_null().get(is_null) == simdjson::SUCCESS && is_null;
}

// Any JSON, without white space. False if it is invalid.
bool GetRaw(ondemand::value value, std::string* json) {
  std::string_view raw;
  if (simdjson::to_json_string(value).get(raw) != simdjson::SUCCESS) return false;
  // Skipped values are not looked at closely, and these are kept.
  if (!formats::IsJson(raw)) return false;
  json->resize(raw.size());
  std::size_t length = 0;
  if (simdjson::minify(raw.data(), raw.size(), json->data(), length) != simdjson::SUCCESS)
    return false;
  json->resize(length);
  return true;
}

bool IsLinkName(std::string_view name) {
  return name == model::kLinksName || name == model::kBulkLinksName;
}

// Reads a value as its kind wants it. False where it is of another kind.
bool Get(ondemand::value& value, ValueKind kind, std::string* scratch, model::Given* given) {
  switch (kind) {
    case ValueKind::kText:
    case ValueKind::kCode:
    case ValueKind::kDay:
      return value.get_string().get(given->text) == simdjson::SUCCESS;
    case ValueKind::kWhole:
      return value.get_int64().get(given->whole) == simdjson::SUCCESS;
    case ValueKind::kFlag:
      return value.get_bool().get(given->flag) == simdjson::SUCCESS;
    case ValueKind::kAmount:
      if (value.get_string().get(given->text) == simdjson::SUCCESS) return true;
      given->text = NumberToken(value);
      return !given->text.empty();
    case ValueKind::kPart:
      return simdjson::to_json_string(value).get(given->text) == simdjson::SUCCESS;
    case ValueKind::kRaw:
      if (!GetRaw(value, scratch)) return false;
      given->text = *scratch;
      return true;
    case ValueKind::kLines:
    case ValueKind::kList:
      break;
  }
  return false;
}

// One body on its way out of JSON. Functions that return a bool are false where the JSON itself is
// broken, so that nothing after it can be trusted.
class Filler {
 public:
  // `seen` is reused from body to body.
  Filler(const Reading& reading, const Findings& findings, std::vector<const Row*>* seen)
      : reading_(reading), findings_(findings), seen_(*seen) {
    seen_.clear();
  }

  bool FillObject(const Schema& schema, ondemand::object object, void* to) {
    const std::size_t problems = findings_.problems->size();
    const std::size_t seen = seen_.size();
    if (!FillMembers(schema, object, to)) return false;
    if (schema.has_required) {
      BlameMissing(schema, seen);
      seen_.resize(seen);
    }
    Check(schema, problems, to);
    return true;
  }

  // The member in which the JSON turned out to be broken.
  const std::string& broken_at() const { return broken_at_; }

 private:
  static constexpr std::size_t kAnyNumber = SIZE_MAX;

  // Goes into a member or an element for the time of a block.
  class Inside {
   public:
    Inside(Filler* filler, std::string_view name, std::size_t place = 0)
        : filler_(filler), step_{.outer = filler->at_, .name = name, .place = place} {
      filler_->at_ = &step_;
    }
    ~Inside() { filler_->at_ = step_.outer; }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    Filler* filler_;
    Step step_;
  };

  bool FillMembers(const Schema& schema, ondemand::object object, void* to) {
    std::size_t next = 0;
    for (auto member : object) {
      if (member.error() != simdjson::SUCCESS) return Broken(NameHere());
      if (!FillField(schema, &member.value_unsafe(), &next, to)) return false;
    }
    return true;
  }

  bool FillField(const Schema& schema, ondemand::field* field, std::size_t* next, void* to) {
    const std::string_view key = PlainKey(field->key().raw());
    const Row* row = Find(schema, next, [key](const Row& one) { return one.name == key; });
    if (row == nullptr && reading_.skims) return true;
    // Valid until the value is read: the parser reuses its memory.
    std::string_view name;
    if (row != nullptr) {
      name = row->name;
    } else {
      if (field->unescaped_key().get(name) != simdjson::SUCCESS) return Broken(NameHere());
      row = Find(schema, next, [name](const Row& one) { return one.name == name; });
    }
    ondemand::value& value = field->value();
    ondemand::json_type type = ondemand::json_type::null;
    if (value.type().get(type) != simdjson::SUCCESS) return Broken(name);
    if (type == ondemand::json_type::string && DropsEmpty(schema) && IsEmptyText(value))
      return true;
    if (row == nullptr) return FillOther(schema, {.name = name, .value = value, .type = type}, to);
    if (type == ondemand::json_type::null && reading_.absent != Reading::Absent::kNone)
      return IsNull(value) || Broken(name);
    if (row->other_name_of != nullptr) {
      row = row->other_name_of;
      if (row->IsIn(to)) return true;
    }
    return FillMember(*row, value, to);
  }

  bool DropsEmpty(const Schema& schema) const {
    return reading_.absent == Reading::Absent::kNullAndEmpty || schema.drops_empty;
  }

  // Members mostly come in the order of the rows: the search begins behind the last one found.
  template <typename IsNamed>
  const Row* Find(const Schema& schema, std::size_t* next, const IsNamed& is_named) const {
    for (std::size_t step = 0; step < schema.rows.size(); ++step) {
      if (*next >= schema.rows.size()) *next = 0;
      const Row& row = schema.rows[(*next)++];
      if (is_named(row) && row.traits.forms.Include(reading_.form) && !row.is_link()) return &row;
    }
    return nullptr;
  }

  bool FillMember(const Row& row, ondemand::value& value, void* to) {
    if (row.traits.is_required) seen_.push_back(&row);
    const Reason refusal = row.traits.refuse == nullptr ? kTaken : row.traits.refuse(to);
    // A plain value is refused itself, an object because of what its parent has already.
    if (refusal != kTaken) Blame(row.type == nullptr ? "" : row.name, refusal);
    void* const place = row.is_group() ? to : row.place(to);
    if (row.type != nullptr && row.type->kind != ValueKind::kLines) {
      Take(row, *row.type, row.name, value, place);
      return GoesOn();
    }
    const Inside inside(this, row.name);
    if (!row.traits.as_one.empty()) return FillAsOne(row, value, place);
    if (row.list != nullptr) return FillList(row, value, place);
    if (row.schema != nullptr) return FillInner(row, value, place);
    return FillLines(row, value, static_cast<model::LineList*>(place));
  }

  // All problems of the list count as one, even that it is not well-formed. Reading ends at the
  // first.
  bool FillAsOne(const Row& row, ondemand::value& value, void* list) {
    Problems& problems = *findings_.problems;
    most_problems_ = problems.size();
    const bool is_sound = row.list != nullptr
                              ? FillList(row, value, list)
                              : FillLines(row, value, static_cast<model::LineList*>(list));
    const std::size_t known = std::exchange(most_problems_, kAnyNumber);
    if (is_sound && problems.size() == known) return true;
    problems.resize(known);
    Blame("", row.traits.as_one);
    return true;
  }

  bool FillInner(const Row& row, ondemand::value& value, void* to) {
    ondemand::object object;
    if (value.get_object().get(object) == simdjson::SUCCESS) {
      return row.is_group() ? FillMembers(*row.schema, object, to)
                            : FillObject(*row.schema, object, to);
    }
    Blame("", "is not an object");
    return true;
  }

  bool FillList(const Row& row, ondemand::value& value, void* list) {
    row.list->begin(list);
    ondemand::array array;
    if (value.get_array().get(array) != simdjson::SUCCESS) {
      Blame("", row.traits.not_list);
      return true;
    }
    std::size_t place = 0;
    for (auto element : array) {
      if (element.error() != simdjson::SUCCESS) return false;
      const Inside inside(this, "", place++);
      if (!FillElement(*row.schema, element.value_unsafe(), row.list->add(list))) return false;
    }
    return true;
  }

  bool FillElement(const Schema& schema, ondemand::value& value, void* to) {
    ondemand::object object;
    if (value.get_object().get(object) == simdjson::SUCCESS) return FillObject(schema, object, to);
    const std::size_t problems = findings_.problems->size();
    Blame("", "is not an object");
    Check(schema, problems, to);
    return GoesOn();
  }

  bool FillLines(const Row& row, ondemand::value& value, model::LineList* lines) {
    lines->emplace();
    ondemand::array array;
    if (value.get_array().get(array) != simdjson::SUCCESS) {
      Blame("", row.type->otherwise);
      return true;
    }
    using Line = std::optional<std::string>;
    for (auto element : array) {
      if (element.error() != simdjson::SUCCESS) return false;
      ondemand::value& item = element.value_unsafe();
      Line& line = (*lines)->emplace_back();
      bool is_null = false;
      if (item.is_null().get(is_null) == simdjson::SUCCESS && is_null) continue;
      const Inside inside(this, "", (*lines)->size() - 1);
      Take(row, model::kTypeOf<Line>, "", item, &line);
      if (!GoesOn()) return false;
    }
    return true;
  }

  // `name` is that of the member, and empty for an element, whose path is known already.
  void Take(const Row& row, const model::ValueType& type, std::string_view name,
            ondemand::value& value, void* to) {
    model::Given given = {.rule = reading_.rule};
    if (!Get(value, type.kind, &scratch_, &given)) return Blame(name, type.otherwise);
    const bool is_text = type.kind == ValueKind::kText;
    if (is_text && reading_.refuses_identity_numbers && base::HoldsIdentityNumber(given.text))
      return Blame(name, "holds an identification number");
    const Reason reason = type.take(given, to);
    if (reason != kTaken) return Blame(name, reason);
    if (findings_.odd_values == nullptr) return;
    const bool is_judged_number =
        type.kind == ValueKind::kWhole && row.traits.rule != model::Rule::kText;
    if (is_text) Judge(row.traits.rule, name, given.text);
    if (is_judged_number) Judge(row.traits.rule, name, std::to_string(given.whole));
  }

  // Holds a text that was taken to its rule.
  void Judge(model::Rule rule, std::string_view name, std::string_view text) const {
    const Reason reason = model::BreachOf(rule, text);
    if (reason.empty()) return;
    findings_.odd_values->push_back(
        {.path = PathTo(name),
         .reason = reason,
         .value = std::string(reading_.is_of_people ? std::string_view() : text)});
  }

  // A member without a row.
  struct Other {
    std::string_view name = {};
    ondemand::value value = {};
    ondemand::json_type type = {};
  };

  bool FillOther(const Schema& schema, const Other& other, void* to) {
    const auto rows = std::views::reverse(schema.rows);
    const auto kept = std::ranges::find_if(rows, &Row::is_kept);
    if (kept != rows.end()) return Keep(*kept, other, to);
    if (other.type == ondemand::json_type::null && reading_.absent != Reading::Absent::kNone)
      return IsNull(other.value) || Broken(other.name);
    return PassOver(other.name, other.value);
  }

  // Links are dropped, except in elements of lists. Of several members with one name the last is
  // kept.
  bool Keep(const Row& row, const Other& other, void* to) {
    const bool is_inner = at_ != nullptr && row.name.empty();
    if (!is_inner && IsLinkName(other.name)) return true;
    if (at_ == nullptr && findings_.notes != nullptr && other.name == model::kRecordClassName)
      return NoteClass(other.value);
    if (other.type == ondemand::json_type::null) return IsNull(other.value) || Broken(other.name);
    auto& members = *static_cast<std::vector<model::UnknownMember>*>(row.place(to));
    model::UnknownMember member{
        .group = std::string(row.name), .name = std::string(other.name), .json = {}};
    if (!GetRaw(other.value, &member.json)) return Broken(member.name);
    const auto is_same = [&](const model::UnknownMember& one) {
      return one.group == member.group && one.name == member.name;
    };
    std::erase_if(members, is_same);
    members.push_back(std::move(member));
    return true;
  }

  bool NoteClass(ondemand::value value) {
    std::string_view name;
    if (value.get_string().get(name) != simdjson::SUCCESS) return Broken(model::kRecordClassName);
    findings_.notes->record_class = name;
    return true;
  }

  // The parser does not check skipped values closely.
  bool PassOver(std::string_view name, ondemand::value value) {
    if (!IsLink(name)) {
      findings_.unknown->push_back(PathTo(
          base::ShownName(name), reading_.is_of_people ? Indices::kHidden : Indices::kShown));
    }
    std::string_view raw;
    return simdjson::to_json_string(value).get(raw) == simdjson::SUCCESS && formats::IsJson(raw);
  }

  bool IsLink(std::string_view name) const {
    return IsLinkName(name) && reading_.passes_links && (at_ == nullptr || reading_.is_of_people);
  }

  // `seen`: where the object's own rows begin in seen_.
  void BlameMissing(const Schema& schema, std::size_t seen) {
    for (const Row& row : schema.rows) {
      if (!row.traits.forms.Include(reading_.form)) continue;
      if (row.is_group()) {
        const Inside inside(this, row.name);
        BlameMissing(*row.schema, seen);
      } else if (row.traits.is_required && !IsSeen(row, seen)) {
        Blame(row.name, "is missing");
      }
    }
  }

  bool IsSeen(const Row& row, std::size_t begin) const {
    const auto own = std::span(seen_).subspan(begin);
    return std::ranges::find(own, &row) != own.end();
  }

  // `before`: how many problems there were before the object.
  void Check(const Schema& schema, std::size_t before, void* to) const {
    if (schema.check == nullptr) return;
    Problems& problems = *findings_.problems;
    const std::size_t known = problems.size();
    schema.check(to, {.form = reading_.form, .is_whole = known == before}, &problems);
    for (std::size_t at = known; at < problems.size(); ++at)
      problems[at].path = PathTo(problems[at].path);
  }

  void Blame(std::string_view name, Reason reason) const {
    findings_.problems->push_back({PathTo(name), std::string(reason)});
  }

  bool GoesOn() const { return findings_.problems->size() <= most_problems_; }

  std::string_view NameHere() const { return at_ == nullptr ? std::string_view() : at_->name; }

  bool Broken(std::string_view where) {
    broken_at_ = where;
    return false;
  }

  enum class Indices : bool { kHidden, kShown };

  std::string PathTo(std::string_view name, Indices indices = Indices::kShown) const {
    std::vector<const Step*> steps;
    for (const Step* step = at_; step != nullptr; step = step->outer) steps.push_back(step);
    std::string path;
    for (const Step* const step : std::views::reverse(steps)) {
      if (!step->name.empty()) {
        if (!path.empty()) path.push_back('.');
        path.append(step->name);
      } else if (indices == Indices::kShown) {
        path.append("[").append(std::to_string(step->place)).append("]");
      }
    }
    if (!path.empty() && !name.empty()) path.push_back('.');
    return path.append(name);
  }

  const Reading& reading_;
  const Findings& findings_;
  std::vector<const Row*>& seen_;  // Required rows of the objects that are open.
  const Step* at_ = nullptr;       // The current object or list.
  std::size_t most_problems_ = kAnyNumber;
  std::string broken_at_ = {};
  std::string scratch_ = {};
};

}  // namespace

struct JsonReader::Parser {
  // Why the text is not an object; the reason is empty if it was read.
  model::Problem Read(const Schema& schema, const Reading& reading, std::string_view text, void* to,
                      const Findings& findings) {
    static_assert(kPadding >= simdjson::SIMDJSON_PADDING);
    const simdjson::padded_string_view padded(text.data(), text.size(), text.size() + kPadding);
    const bool has_notes = findings.notes != nullptr;
    ondemand::document document;
    ondemand::object object;
    const simdjson::error_code error = parser.iterate(padded).get(document);
    if (error == simdjson::UTF8_ERROR) return {.reason = "is not UTF-8"};
    if (error != simdjson::SUCCESS) return {.reason = kBroken};
    if (document.get_object().get(object) != simdjson::SUCCESS)
      return {.reason = has_notes || formats::IsJson(text) ? "is not a JSON object" : kBroken};
    const std::size_t before = findings.problems->size();
    Filler filler(reading, findings, &seen);
    if (!filler.FillObject(schema, object, to))
      return {.path = has_notes ? filler.broken_at() : "", .reason = kBroken};
    // Values that were of the wrong kind were not looked at closely.
    if (!has_notes && findings.problems->size() != before)
      return {.reason = formats::IsJson(text) ? "" : kBroken};
    const char* rest = nullptr;
    const bool is_end = document.current_location().get(rest) != simdjson::SUCCESS;
    return {.reason = is_end ? "" : "is followed by something else"};
  }

  static constexpr const char* kBroken = "is not well-formed JSON";

  ondemand::parser parser;
  std::vector<const Row*> seen = {};
};

JsonReader::JsonReader() : parser_(std::make_unique<Parser>()) {}
JsonReader::~JsonReader() = default;
JsonReader::JsonReader(JsonReader&&) noexcept = default;
JsonReader& JsonReader::operator=(JsonReader&&) noexcept = default;

bool JsonReader::ReadObject(const Schema& schema, const Reading& reading, std::string_view text,
                            void* to, const Findings& findings) {
  Problems& problems = *findings.problems;
  const std::size_t before = problems.size();
  model::Problem problem = parser_->Read(schema, reading, text, to, findings);
  if (findings.notes != nullptr) findings.notes->is_read = problem.reason.empty();
  if (problem.reason.empty()) return problems.size() == before;
  if (findings.notes == nullptr) problems.resize(before);
  problems.push_back(std::move(problem));
  return false;
}

}  // namespace orgreg::records
