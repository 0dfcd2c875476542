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

// Writes one record as JSON.
class RecordWriter {
 public:
  RecordWriter(model::Kind kind, const model::Unit& unit, const RecordForm& form, FormWriter* out)
      : kind_(kind), unit_(unit), form_(form), out_(out), text_(out->text()) {}

  void Write() {
    text_->push_back('{');
    MemberWriter members(text_);
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
      AppendQuoted(record_class, text_);
    }
    text_->push_back('}');
  }

 private:
  void AppendField(const model::Field& field, MemberWriter* members) {
    if (!field.versions.Include(form_.version)) return;
    if (field.audience == model::Audience::kStoreOnly && !form_.store_only) return;
    const model::ConstSlot slot = field.value.readable(unit_);
    if (!model::IsPresent(slot)) return;
    members->Name(field.name);
    AppendSlot(slot, text_);
  }

  // Writes the object of consecutive fields of one group, or nothing if it would be empty. Returns
  // the index of the next field.
  std::size_t AppendGroup(std::span<const model::Field> fields, std::size_t at,
                          MemberWriter* members) {
    const std::string_view group = fields[at].group;
    const std::size_t before = text_->size();
    MemberWriter outer = *members;
    outer.Name(group);
    text_->push_back('{');
    const std::size_t opened = text_->size();
    MemberWriter inner(text_);
    for (; at < fields.size() && fields[at].group == group; ++at) AppendField(fields[at], &inner);
    if (text_->size() == opened && !HasUnknown(group)) {
      text_->resize(before);
      return at;
    }
    AppendEnd(group, &inner);
    text_->push_back('}');
    *members = outer;
    return at;
  }

  // Version 1 has no later members, known or unknown.
  bool HasUnknown(std::string_view group) const {
    if (form_.version < 2) return false;
    for (const model::UnknownMember& member : unit_.unknown) {
      if (member.group == group) return true;
    }
    return false;
  }

  // Writes the members after the known ones of an object: unknown ones, then its links.
  void AppendEnd(std::string_view group, MemberWriter* members) {
    if (form_.version >= 2) {
      for (const model::UnknownMember& member : unit_.unknown) {
        if (member.group != group) continue;
        members->Name(member.name);
        text_->append(member.json);
      }
    }
    if (out_->keeps_insets()) AppendLinks(group, members);
  }

  void AppendLinks(std::string_view group, MemberWriter* members) {
    std::optional<MemberWriter> links;
    for (const model::Link& link : model::Links()) {
      if (link.group != group || !HasTarget(link)) continue;
      if (!links) {
        out_->BeginInset();
        members->Name(model::kLinksName);
        text_->push_back('{');
        links.emplace(text_);
      }
      links->Name(link.name);
      AppendTarget(link);
    }
    if (!links) return;
    text_->push_back('}');
    out_->EndInset();
  }

  bool HasTarget(const model::Link& link) const {
    switch (link.target) {
      case model::LinkTarget::kUnit:
        return true;
      case model::LinkTarget::kSuperior:
        return unit_.superior.has_value();
      case model::LinkTarget::kOrganisationForm:
        return unit_.form.code.has_value();
    }
    return false;
  }

  void AppendTarget(const model::Link& link) {
    switch (link.target) {
      case model::LinkTarget::kUnit:
        return AppendHref(model::CollectionOf(kind_), unit_.number.ToString(), out_);
      case model::LinkTarget::kSuperior:
        return AppendHref(model::kEntities, unit_.superior->ToString(), out_);
      case model::LinkTarget::kOrganisationForm:
        return AppendHref(model::kForms, *unit_.form.code, out_);
    }
  }

  model::Kind kind_;
  const model::Unit& unit_;
  RecordForm form_;
  FormWriter* out_;
  std::string* text_;  // The text of `out_`.
};

// The path is one of ours, so nothing in it needs escaping.
void AppendPath(std::string_view collection, std::string_view item, std::string* out) {
  out->append(model::kApiPath).append("/").append(collection).append("/");
  base::AppendPercentEncoded(item, out);
  out->append("\"}");
}

constexpr std::string_view kHrefBegin = "{\"href\":\"";

}  // namespace

void AppendRecord(model::Kind kind, const model::Unit& unit, const RecordForm& form,
                  std::string* out) {
  FormWriter writer(out);
  RecordWriter(kind, unit, form, &writer).Write();
}

void AppendServedRecord(model::Kind kind, const model::Unit& unit, int version, PublicText* out) {
  FormWriter writer(out);
  RecordWriter(kind, unit, {.version = version}, &writer).Write();
}

void AppendHref(std::string_view collection, std::string_view item, FormWriter* out) {
  out->text()->append(kHrefBegin);
  out->NoteOrigin();
  AppendPath(collection, item, out->text());
}

void AppendHref(std::string_view origin, std::string_view collection, std::string_view item,
                std::string* out) {
  out->append(kHrefBegin).append(origin);
  AppendPath(collection, item, out);
}

}  // namespace orgreg::render
