#include "render/record_json.h"

#include <algorithm>
#include <span>
#include <type_traits>
#include <variant>

#include "base/values/percent.h"
#include "formats/json/text.h"
#include "model/resources.h"
#include "model/units/field.h"
#include "model/units/slot.h"

namespace orgreg::render {
namespace {

using formats::AppendJsonString;

// Writes the comma between members and the name before a value.
class MemberWriter {
 public:
  explicit MemberWriter(std::string* out) : out_(out) {}
  void Name(std::string_view name) {
    if (!first_) out_->push_back(',');
    first_ = false;
    AppendJsonString(name, out_);
    out_->push_back(':');
  }

 private:
  std::string* out_;
  bool first_ = true;
};

void AppendQuoted(std::string_view plain, std::string* out) {
  out->push_back('"');
  out->append(plain);
  out->push_back('"');
}

void AppendValue(const std::string& text, std::string* out) { AppendJsonString(text, out); }
void AppendValue(bool flag, std::string* out) { out->append(flag ? "true" : "false"); }
void AppendValue(base::Date day, std::string* out) {
  out->push_back('"');
  day.AppendTo(out);
  out->push_back('"');
}
void AppendValue(std::int64_t count, std::string* out) { formats::AppendInteger(count, out); }
void AppendValue(const base::Decimal& amount, std::string* out) { out->append(amount.text()); }
void AppendValue(base::OrgNumber number, std::string* out) {
  out->push_back('"');
  number.AppendTo(out);
  out->push_back('"');
}
void AppendValue(const model::RawJson& raw, std::string* out) { out->append(raw.text); }

void AppendValue(const std::vector<std::optional<std::string>>& lines, std::string* out) {
  out->push_back('[');
  for (const auto& line : lines) {
    if (&line != lines.data()) out->push_back(',');
    if (line) {
      AppendJsonString(*line, out);
    } else {
      out->append("null");
    }
  }
  out->push_back(']');
}

void AppendValue(const std::vector<model::Notice>& notices, std::string* out) {
  out->push_back('[');
  for (const model::Notice& notice : notices) {
    if (&notice != notices.data()) out->push_back(',');
    out->push_back('{');
    MemberWriter members(out);
    const auto append = [&](std::string_view name, const auto& value) {
      if (!value) return;
      members.Name(name);
      AppendValue(*value, out);
    };
    append(model::kNoticeNames.type, notice.type);
    append(model::kNoticeNames.text, notice.text);
    append(model::kNoticeNames.entered_on, notice.entered_on);
    for (const model::UnknownMember& member : notice.unknown) {
      members.Name(member.name);
      out->append(member.json);
    }
    out->push_back('}');
  }
  out->push_back(']');
}

void AppendSlot(const model::ConstSlot& slot, std::string* out) {
  std::visit(
      [out](const auto* value) {
        if constexpr (std::is_same_v<decltype(value), const base::OrgNumber*>) {
          AppendValue(*value, out);
        } else {
          AppendValue(**value, out);
        }
      },
      slot);
}

// One record on its way to JSON.
class RecordWriter {
 public:
  RecordWriter(model::Kind kind, const model::Unit& unit, const RecordForm& form, std::string* out)
      : kind_(kind), unit_(unit), form_(form), out_(out) {}

  void Write() {
    out_->push_back('{');
    MemberWriter members(out_);
    const std::span<const model::Field> fields = model::Fields(kind_, unit_.state);
    for (std::size_t at = 0; at < fields.size();) {
      if (fields[at].group.empty()) {
        AppendField(fields[at++], &members);
      } else {
        at = AppendGroup(fields, at, &members);
      }
    }
    AppendEnd("", &members);
    const std::string_view record_class = model::RecordClass(kind_, unit_.state);
    if (form_.version >= 2 && !record_class.empty()) {
      members.Name(model::kRecordClassName);
      AppendQuoted(record_class, out_);
    }
    out_->push_back('}');
  }

 private:
  void AppendField(const model::Field& field, MemberWriter* members) {
    if (!field.versions.Include(form_.version)) return;
    if (field.audience == model::Audience::kStoreOnly && !form_.store_only) return;
    const model::ConstSlot slot = field.value.readable(unit_);
    if (!model::IsPresent(slot)) return;
    members->Name(field.name);
    AppendSlot(slot, out_);
  }

  // Writes the object of consecutive fields of one group, or nothing where it would be
  // empty. Returns where the next field stands.
  std::size_t AppendGroup(std::span<const model::Field> fields, std::size_t at,
                          MemberWriter* members) {
    const std::string_view group = fields[at].group;
    const std::size_t before = out_->size();
    MemberWriter outer = *members;
    outer.Name(group);
    out_->push_back('{');
    const std::size_t opened = out_->size();
    MemberWriter inner(out_);
    for (; at < fields.size() && fields[at].group == group; ++at) AppendField(fields[at], &inner);
    if (out_->size() == opened && !HasUnknown(group)) {
      out_->resize(before);
      return at;
    }
    AppendEnd(group, &inner);
    out_->push_back('}');
    *members = outer;
    return at;
  }

  // Version 1 has no members that came later, known or not.
  bool HasUnknown(std::string_view group) const {
    if (form_.version < 2) return false;
    for (const model::UnknownMember& member : unit_.unknown) {
      if (member.group == group) return true;
    }
    return false;
  }

  // What follows the known members of an object: unknown ones, then its links.
  void AppendEnd(std::string_view group, MemberWriter* members) {
    if (form_.version >= 2) {
      for (const model::UnknownMember& member : unit_.unknown) {
        if (member.group != group) continue;
        members->Name(member.name);
        out_->append(member.json);
      }
    }
    if (form_.links) AppendLinks(group, members);
  }

  void AppendLinks(std::string_view group, MemberWriter* members) {
    const std::size_t before = out_->size();
    MemberWriter outer = *members;
    outer.Name(model::kLinksName);
    out_->push_back('{');
    const std::size_t opened = out_->size();
    MemberWriter inner(out_);
    for (const model::Link& link : model::Links()) {
      if (link.group == group) AppendLink(link, &inner);
    }
    if (out_->size() == opened) {
      out_->resize(before);
      return;
    }
    out_->push_back('}');
    *members = outer;
  }

  void AppendLink(const model::Link& link, MemberWriter* members) {
    switch (link.target) {
      case model::LinkTarget::kUnit:
        members->Name(link.name);
        return AppendHref(model::CollectionOf(kind_), unit_.number.ToString(), out_);
      case model::LinkTarget::kSuperior:
        if (!unit_.superior) return;
        members->Name(link.name);
        return AppendHref(model::kEntities, unit_.superior->ToString(), out_);
      case model::LinkTarget::kOrganisationForm:
        if (!unit_.form.code) return;
        members->Name(link.name);
        return AppendHref(model::kForms, *unit_.form.code, out_);
    }
  }

  model::Kind kind_;
  const model::Unit& unit_;
  RecordForm form_;
  std::string* out_;
};

}  // namespace

void AppendRecord(model::Kind kind, const model::Unit& unit, const RecordForm& form,
                  std::string* out) {
  RecordWriter(kind, unit, form, out).Write();
}

void AppendHref(std::string_view collection, std::string_view item, std::string* out) {
  out->append("{\"href\":\"").push_back(kOriginMark);
  out->append(model::kApiPath).append("/").append(collection).append("/");
  base::AppendPercentEncoded(item, out);
  out->append("\"}");
}

void AppendWithOrigin(std::string_view rendered, std::string_view origin, std::string* out) {
  while (!rendered.empty()) {
    const std::size_t mark = std::min(rendered.find(kOriginMark), rendered.size());
    out->append(rendered.substr(0, mark));
    if (mark == rendered.size()) return;
    out->append(origin);
    rendered.remove_prefix(mark + 1);
  }
}

}  // namespace orgreg::render
