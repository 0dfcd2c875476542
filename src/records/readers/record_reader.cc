#include "records/readers/record_reader.h"

#include <simdjson.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <variant>

#include "base/values/shown_name.h"
#include "formats/json/check.h"
#include "model/roles/schema.h"
#include "model/units/field.h"
#include "model/units/normalise.h"
#include "model/units/slot.h"

namespace orgreg::records {
namespace {

namespace ondemand = simdjson::ondemand;
using model::Field;

// What the members of one kind's records mean, by the object they stand in and their name.
class FieldIndex {
 public:
  // An object of a record: the record itself or one that groups fields.
  using Group = std::uint16_t;
  static constexpr Group kTop = 0;

  struct Member {
    Group parent = kTop;
    std::string_view name = {};
    const Field* field = nullptr;  // Null where the name is only that of a group.
    Group group = kTop;            // Which one it is, where the name is a group's.
    bool is_other_name = false;    // The field's own name counts before this one.
  };

  explicit FieldIndex(model::Kind kind) : places_(kPlaces, 0), groups_(1) {
    // Also on entities, where only a reduced record carries it: the deletion.
    for (const model::State state : {model::State::kLive, model::State::kDeleted}) {
      for (const Field& field : model::Fields(kind, state)) {
        Member& member = At(GroupOf(field.group), field.name);
        if (member.field == nullptr) member.field = &field;
        if (!field.other_name.empty()) AddOtherName(field);
      }
    }
  }

  bool IsGroup(std::string_view name) const {
    const Member* const member = Find(kTop, name);
    return member != nullptr && member->group != kTop;
  }
  // The name of a group; empty for the record itself.
  std::string_view NameOf(Group group) const { return groups_[group]; }
  // Null where no field has the name there.
  const Member* Find(Group parent, std::string_view name) const {
    const std::uint16_t place = places_[PlaceOf(parent, name)];
    return place == 0 ? nullptr : &members_[place - 1U];
  }

 private:
  static constexpr std::size_t kPlaces = 1024;  // Several times as many as there are members.

  // Where the member stands in places_, or where it would.
  std::size_t PlaceOf(Group parent, std::string_view name) const {
    std::size_t at = XXH3_64bits(name.data(), name.size()) + parent;
    while (true) {
      at %= kPlaces;
      if (places_[at] == 0) return at;
      const Member& member = members_[places_[at] - 1U];
      if (member.parent == parent && member.name == name) return at;
      ++at;
    }
  }

  Member& At(Group parent, std::string_view name) {
    std::uint16_t& place = places_[PlaceOf(parent, name)];
    if (place == 0) {
      members_.push_back({.parent = parent, .name = name});
      place = static_cast<std::uint16_t>(members_.size());
    }
    return members_[place - 1U];
  }

  void AddOtherName(const Field& field) {
    Member& member = At(GroupOf(field.group), field.other_name);
    member.field = &field;
    member.is_other_name = true;
  }

  Group GroupOf(std::string_view name) {
    if (name.empty()) return kTop;
    Member& member = At(kTop, name);
    if (member.group == kTop) {
      member.group = static_cast<Group>(groups_.size());
      groups_.push_back(name);
    }
    return member.group;
  }

  std::vector<std::uint16_t> places_;  // A hash table: one more than a place in members_, or 0.
  std::vector<Member> members_;
  std::vector<std::string_view> groups_;
};

const FieldIndex& FieldIndexOf(model::Kind kind) {
  static const FieldIndex entity(model::Kind::kEntity);
  static const FieldIndex sub_entity(model::Kind::kSubEntity);
  return kind == model::Kind::kEntity ? entity : sub_entity;
}

bool IsNull(ondemand::value value) {
  bool is_null = false;
  return value.is_null().get(is_null) == simdjson::SUCCESS && is_null;
}

// True for "", which nothing but an empty text begins with.
bool IsEmptyText(ondemand::value value) { return value.raw_json_token().starts_with("\"\""); }

Reason ReadText(ondemand::value value, std::string* to) {
  std::string_view text;
  if (value.get_string().get(text) != simdjson::SUCCESS) return "is not text";
  to->assign(text);
  return kTaken;
}

// The token of a number, or what a text between quotes holds; empty where it is neither. A number
// is not converted, since amounts may be larger and finer than binary numbers.
std::string_view NumberToken(ondemand::value value) {
  std::string_view token;
  if (value.get_string().get(token) == simdjson::SUCCESS) return token;
  token = value.raw_json_token();
  token = token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
  // A text may begin with a plus sign, a point or zeros, a number may not.
  return formats::IsJson(token) ? token : std::string_view();
}

Reason Set(ondemand::value value, model::Text* to) { return ReadText(value, &to->emplace()); }

Reason Set(ondemand::value value, model::Flag* to) {
  bool flag = false;
  if (value.get_bool().get(flag) != simdjson::SUCCESS) return "is neither true nor false";
  *to = flag;
  return kTaken;
}

Reason Set(ondemand::value value, model::Day* to) {
  std::string_view text;
  if (value.get_string().get(text) == simdjson::SUCCESS) *to = base::Date::Parse(text);
  return *to ? kTaken : "is not a date yyyy-MM-dd";
}

Reason Set(ondemand::value value, model::Count* to) {
  std::int64_t count = 0;
  if (value.get_int64().get(count) != simdjson::SUCCESS || count < 0)
    return "is not a whole number from 0";
  *to = count;
  return kTaken;
}

Reason Set(ondemand::value value, model::Amount* to) {
  *to = base::Decimal::Parse(NumberToken(value));
  return *to ? kTaken : "is not an amount";
}

Reason Set(ondemand::value value, model::Number* to) {
  std::string_view text;
  if (value.get_string().get(text) == simdjson::SUCCESS) *to = base::OrgNumber::Parse(text);
  return *to ? kTaken : "is not nine digits";
}

Reason Set(ondemand::value value, base::OrgNumber* to) {
  model::Number number;
  const Reason reason = Set(value, &number);
  if (number) *to = *number;
  return reason;
}

Reason Set(ondemand::value value, model::Lines* to) {
  constexpr Reason kNotLines = "is not a list of texts";
  ondemand::array array;
  if (value.get_array().get(array) != simdjson::SUCCESS) return kNotLines;
  to->emplace();
  for (auto element : array) {
    ondemand::value line;
    if (element.get(line) != simdjson::SUCCESS) return kNotLines;
    if (IsNull(line)) {
      (*to)->push_back(std::nullopt);
    } else if (ReadText(line, &(*to)->emplace_back().emplace()) != kTaken) {
      return kNotLines;
    }
  }
  return kTaken;
}

Reason SetRaw(ondemand::value value, std::string* json) {
  constexpr Reason kNotJson = "is not JSON";
  std::string_view raw;
  if (simdjson::to_json_string(value).get(raw) != simdjson::SUCCESS) return kNotJson;
  // Skipped values are not looked at closely, and these are kept.
  if (!formats::IsJson(raw)) return kNotJson;
  json->resize(raw.size());
  std::size_t length = 0;
  if (simdjson::minify(raw.data(), raw.size(), json->data(), length) != simdjson::SUCCESS)
    return kNotJson;
  json->resize(length);
  return kTaken;
}

// Keeps a member without a field; of several with one name the last.
Reason SetUnknown(std::string_view group, std::string_view name, ondemand::value value,
                  std::vector<model::UnknownMember>* members) {
  model::UnknownMember member{.group = std::string(group), .name = std::string(name), .json = {}};
  const Reason reason = SetRaw(value, &member.json);
  if (reason != kTaken) return reason;
  const auto same = [&](const model::UnknownMember& other) {
    return other.group == member.group && other.name == member.name;
  };
  std::erase_if(*members, same);
  members->push_back(std::move(member));
  return kTaken;
}

Reason SetNoticeMember(std::string_view name, ondemand::value value, model::Notice* notice) {
  if (name == model::kNoticeNames.type) return Set(value, &notice->type);
  if (name == model::kNoticeNames.text) return Set(value, &notice->text);
  if (name == model::kNoticeNames.entered_on) return Set(value, &notice->entered_on);
  return SetUnknown("", name, value, &notice->unknown);
}

Reason Set(ondemand::value value, model::Notices* to) {
  constexpr Reason kNotNotices = "is not a list of notices";
  ondemand::array array;
  if (value.get_array().get(array) != simdjson::SUCCESS) return kNotNotices;
  to->emplace();
  for (auto element : array) {
    ondemand::object object;
    if (element.get_object().get(object) != simdjson::SUCCESS) return kNotNotices;
    model::Notice& notice = (*to)->emplace_back();
    for (auto member : object) {
      std::string_view name;
      ondemand::value part;
      if (member.unescaped_key().get(name) != simdjson::SUCCESS) return kNotNotices;
      if (member.value().get(part) != simdjson::SUCCESS) return kNotNotices;
      const std::string owned(name);  // The parser reuses the memory of names.
      if (IsNull(part) || IsEmptyText(part)) continue;
      if (SetNoticeMember(owned, part, &notice) != kTaken) return kNotNotices;
    }
  }
  return kTaken;
}

Reason Set(ondemand::value value, model::Raw* to) { return SetRaw(value, &to->emplace().text); }

// One object of a record on its way into a Unit.
class UnitFiller {
 public:
  struct Target {
    model::Unit* unit = nullptr;
    Problems* problems = nullptr;
  };

  UnitFiller(model::Kind kind, RecordSource source, Target target)
      : index_(FieldIndexOf(kind)),
        source_(source),
        unit_(target.unit),
        problems_(target.problems) {}

  // What the record says it is; empty where it does not say.
  const std::string& record_class() const { return record_class_; }

  // False where the JSON itself is broken, so that nothing after it can be trusted.
  bool FillGroup(FieldIndex::Group group, ondemand::object object) {
    for (auto member : object) {
      std::string_view name;
      ondemand::value value;
      if (member.unescaped_key().get(name) != simdjson::SUCCESS) return Broken(NameOf(group));
      if (member.value().get(value) != simdjson::SUCCESS) return Broken(NameOf(group));
      if (!FillMember(group, name, value)) return false;
    }
    return true;
  }

  bool Broken(std::string_view where) {
    problems_->push_back({std::string(where), "is not well-formed JSON"});
    return false;
  }

 private:
  std::string_view NameOf(FieldIndex::Group group) const { return index_.NameOf(group); }

  // `name` is valid until the value is read: the parser reuses its memory.
  bool FillMember(FieldIndex::Group group, std::string_view name, ondemand::value value) {
    ondemand::json_type type = ondemand::json_type::null;
    if (value.type().get(type) != simdjson::SUCCESS) return Broken(name);
    const bool is_text = type == ondemand::json_type::string;
    if (is_text && source_ == RecordSource::kInventory && IsEmptyText(value)) return true;
    const FieldIndex::Member* const member = index_.Find(group, name);
    if (member == nullptr) return FillOther(group, std::string(name), value, type);
    if (type == ondemand::json_type::null) return IsNull(value) || Broken(member->name);
    if (member->group != FieldIndex::kTop) return FillObject(member->group, value);
    const Field* const field = member->field;
    if (member->is_other_name && model::IsPresent(field->value.readable(*unit_))) return true;
    const Reason reason =
        std::visit([&](auto* to) { return Set(value, to); }, field->value.writable(*unit_));
    if (reason != kTaken) problems_->push_back({field->Path(), std::string(reason)});
    return true;
  }

  // What no field is declared for.
  bool FillOther(FieldIndex::Group group, const std::string& name, ondemand::value value,
                 ondemand::json_type type) {
    if (name == model::kLinksName || name == model::kBulkLinksName) return true;
    if (group == FieldIndex::kTop && name == model::kRecordClassName) return CheckClass(value);
    if (type == ondemand::json_type::null) return IsNull(value) || Broken(name);
    return SetUnknown(NameOf(group), name, value, &unit_->unknown) == kTaken || Broken(name);
  }

  bool FillObject(FieldIndex::Group group, ondemand::value value) {
    ondemand::object object;
    if (value.get_object().get(object) == simdjson::SUCCESS) return FillGroup(group, object);
    problems_->push_back({std::string(NameOf(group)), "is not an object"});
    return true;
  }

  bool CheckClass(ondemand::value value) {
    std::string_view name;
    if (value.get_string().get(name) != simdjson::SUCCESS) return Broken(model::kRecordClassName);
    record_class_ = name;
    return true;
  }

  const FieldIndex& index_;
  RecordSource source_;
  model::Unit* unit_;
  Problems* problems_;
  std::string record_class_;
};

}  // namespace

struct RecordReader::Parser {
  explicit Parser(RecordSource from) : source(from) {}

  RecordSource source;
  ondemand::parser parser;
};

RecordReader::RecordReader(RecordSource source) : parser_(std::make_unique<Parser>(source)) {}
RecordReader::~RecordReader() = default;
RecordReader::RecordReader(RecordReader&&) noexcept = default;
RecordReader& RecordReader::operator=(RecordReader&&) noexcept = default;

bool RecordReader::Read(model::Kind kind, std::string_view text, model::Unit* unit,
                        Problems* problems) {
  static_assert(kPadding >= simdjson::SIMDJSON_PADDING);
  *unit = {};
  ondemand::document document;
  ondemand::object object;
  UnitFiller filler(kind, parser_->source, {.unit = unit, .problems = problems});
  const simdjson::padded_string_view padded(text.data(), text.size(), text.size() + kPadding);
  const simdjson::error_code error = parser_->parser.iterate(padded).get(document);
  if (error == simdjson::UTF8_ERROR) {
    problems->push_back({.reason = "is not UTF-8"});
    return false;
  }
  if (error != simdjson::SUCCESS) return filler.Broken("");
  if (document.get_object().get(object) != simdjson::SUCCESS) {
    problems->push_back({.reason = "is not a JSON object"});
    return false;
  }
  if (!filler.FillGroup(FieldIndex::kTop, object)) return false;
  const char* rest = nullptr;
  if (document.current_location().get(rest) == simdjson::SUCCESS) {
    problems->push_back({.reason = "is followed by something else"});
    return false;
  }
  CompleteUnit(kind, filler.record_class(), unit, problems);
  if (parser_->source == RecordSource::kInventory) model::FillTexts(kind, unit);
  return problems->empty();
}

std::string PathOf(model::Kind kind, const model::Access& access) {
  for (const model::State state : {model::State::kLive, model::State::kDeleted}) {
    for (const Field& field : model::Fields(kind, state)) {
      if (field.value.readable == access.readable) return field.Path();
    }
  }
  return {};
}

bool IsReservedName(model::Kind kind, std::string_view name) {
  return FieldIndexOf(kind).IsGroup(name) || name == model::kLinksName ||
         name == model::kBulkLinksName;
}

std::string MisplacedNumber(const model::Unit& unit) {
  const std::string quoted = "\"" + std::string(model::kIdentityNumberName) + "\"";
  for (const model::UnknownMember& member : unit.unknown) {
    const bool holds =
        member.name == model::kIdentityNumberName || member.json.find(quoted) != std::string::npos;
    if (holds) return base::ShownName(member.name);
  }
  return "";
}

void CompleteUnit(model::Kind kind, std::string_view record_class, model::Unit* unit,
                  Problems* problems) {
  const auto require = [&](bool present, const model::Access& access) {
    if (present) return;
    std::string path = PathOf(kind, access);
    if (!IsAbout(*problems, path)) problems->push_back({std::move(path), "is missing"});
  };
  const bool claims_deletion = record_class == model::RecordClass(kind, model::State::kDeleted);
  if (claims_deletion) require(unit->deleted_on.has_value(), model::At<&model::Unit::deleted_on>);
  // Without its name it would be taken for one that was removed from publication.
  if (!unit->deleted_on || claims_deletion)
    require(unit->name.has_value(), model::At<&model::Unit::name>);
  if (!unit->deleted_on) {
    require(unit->form.code.has_value(),
            model::At<&model::Unit::form, &model::OrganisationForm::code>);
  } else {
    unit->state = unit->name ? model::State::kDeleted : model::State::kRemoved;
  }
  require(unit->number != base::OrgNumber(), model::At<&model::Unit::number>);
  // A record that says it is of the other kind stands in the wrong file.
  const model::Kind other =
      kind == model::Kind::kEntity ? model::Kind::kSubEntity : model::Kind::kEntity;
  for (const model::State state : {model::State::kLive, model::State::kDeleted}) {
    if (record_class != model::RecordClass(other, state)) continue;
    problems->push_back({std::string(model::kRecordClassName),
                         "is " + std::string(record_class) + ", another kind of record"});
  }
  model::Normalise(kind, unit);
}

}  // namespace orgreg::records
