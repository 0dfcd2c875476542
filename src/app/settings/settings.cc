// SPDX-License-Identifier: EUPL-1.2

// The functions that read and write a value by its row.

#include "app/settings/settings.h"

#include <charconv>
#include <type_traits>
#include <utility>

#include "api/limits/limit_rows.h"
#include "base/values/ascii.h"
#include "base/values/fold.h"
#include "store/address.h"

namespace orgreg::app {
namespace {

base::Error Wrong(std::string_view name, std::string_view value, std::string_view rule) {
  return {base::Code::kInvalid,
          std::string(name) + ": \"" + std::string(value) + "\" " + std::string(rule)};
}

std::vector<std::string> SplitList(std::string_view text) {
  std::vector<std::string> items;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::string_view item = text.substr(0, comma);
    item.remove_prefix(std::min(item.find_first_not_of(' '), item.size()));
    items.emplace_back(item.substr(0, item.find_last_not_of(' ') + 1));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return items;
}

// A path that a file of settings can hold and the system accepts.
bool IsText(std::string_view text) {
  return base::IsUtf8(text) && text.find('\0') == std::string_view::npos;
}

// The first invalid part of the value, with the rule that it breaks.
base::Status CheckParts(const SettingRow& row, std::span<const std::string> parts) {
  for (const std::string& part : parts) {
    if (!IsText(part))
      return base::Error{base::Code::kInvalid, std::string(row.name) + ": is not text in UTF-8"};
    if (row.accepts != nullptr && !row.accepts(part)) return Wrong(row.name, part, row.rule);
  }
  return {};
}

base::Status AssignNumber(const SettingRow& row, std::string_view text, Settings* settings) {
  std::uint32_t value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  const bool is_number = !text.empty() && error == std::errc() && end == last;
  if (!is_number || value < row.least || value > row.most) {
    return Wrong(row.name, text,
                 "is not a whole number from " + std::to_string(row.least) + " to " +
                     std::to_string(row.most));
  }
  if (const auto* const limit = std::get_if<const api::LimitRow*>(&row.member)) {
    (*limit)->set(&settings->limits, value);
  } else {
    settings->*std::get<std::uint32_t Settings::*>(row.member) = value;
  }
  return {};
}

base::Status AssignFlag(const SettingRow& row, std::string_view text, bool* flag) {
  if (text != kTrue && text != kFalse) return Wrong(row.name, text, "is neither true nor false");
  *flag = text == kTrue;
  return {};
}

// The path of a setting or, if it is empty, that of the part in the place.
std::string SetOr(const std::string& set, const Settings& settings, PlacePart part) {
  return set.empty() ? PlaceOf(settings).PathOf(part) : set;
}

}  // namespace

bool ServesPages(const Settings& settings) {
  return settings.pages == kServePages || settings.pages == kTrue;
}

bool HasDatabase(const Settings& settings) { return store::IsPostgresql(settings.store); }

Place PlaceOf(const Settings& settings) {
  if (HasDatabase(settings)) {
    return Place::InFolder(settings.data)
        .WithBlobs({.address = settings.blobs,
                    .endpoint = settings.blobs_endpoint,
                    .region = settings.blobs_region,
                    .credentials = settings.blobs_credentials,
                    .ca_file = settings.blobs_ca_file})
        .WithDatabase(settings.store, settings.store_durability == kReplicatedStore
                                          ? store::Durability::kReplicated
                                          : store::Durability::kLocal);
  }
  return settings.store.empty() ? Place::InFolder(settings.data)
                                : Place::NextToStore(settings.store);
}

Place ServedPlaceOf(const Settings& settings) {
  return HasDatabase(settings) ? Place::InFolder(settings.data) : PlaceOf(settings);
}

std::string DownloadFolder(const Settings& settings) {
  return SetOr(settings.downloads, settings, PlacePart::kFiles);
}

std::string AuditLogPath(const Settings& settings) {
  return SetOr(settings.audit_log, settings, PlacePart::kAuditLog);
}

std::string UsersPath(const Settings& settings) {
  return SetOr(settings.users, settings, PlacePart::kUsers);
}

std::string UsagePath(const Settings& settings) {
  return SetOr(settings.usage, settings, PlacePart::kUsage);
}

std::string UsageSecretPath(const Settings& settings) {
  return SetOr(settings.usage_secret, settings, PlacePart::kUsageSecret);
}

std::string FlagName(const SettingRow& row) {
  std::string name = "--" + std::string(row.name);
  for (char& c : name) c = c == '_' ? '-' : c;
  return name;
}

bool IsSwitch(const SettingRow& row) {
  return std::holds_alternative<bool Settings::*>(row.member);
}

bool IsNumber(const SettingRow& row) {
  return std::holds_alternative<std::uint32_t Settings::*>(row.member) ||
         std::holds_alternative<const api::LimitRow*>(row.member);
}

std::string EnvironmentName(const SettingRow& row) {
  std::string name = std::string(kEnvironmentPrefix) + std::string(row.name);
  for (char& c : name) c = base::ToUpper(c);
  return name;
}

base::Status Assign(const SettingRow& row, std::string_view text, Settings* settings) {
  if (IsNumber(row)) return AssignNumber(row, text, settings);
  if (const auto* flag = std::get_if<bool Settings::*>(&row.member)) {
    return AssignFlag(row, text, &(settings->*(*flag)));
  }
  const auto* const member = std::get_if<std::string Settings::*>(&row.member);
  if (member == nullptr) return AssignItems(row, SplitList(text), settings);
  const std::string value(text);
  TRY(CheckParts(row, {&value, 1}));
  settings->*(*member) = value;
  return {};
}

base::Status AssignItems(const SettingRow& row, std::vector<std::string> items,
                         Settings* settings) {
  TRY(CheckParts(row, items));
  settings->*std::get<std::vector<std::string> Settings::*>(row.member) = std::move(items);
  return {};
}

std::string ValueText(const SettingRow& row, const Settings& settings) {
  if (const auto* member = std::get_if<std::string Settings::*>(&row.member))
    return settings.*(*member);
  if (const auto* number = std::get_if<std::uint32_t Settings::*>(&row.member))
    return std::to_string(settings.*(*number));
  if (const auto* limit = std::get_if<const api::LimitRow*>(&row.member))
    return std::to_string((*limit)->get(settings.limits));
  if (const auto* flag = std::get_if<bool Settings::*>(&row.member))
    return std::string(settings.*(*flag) ? kTrue : kFalse);
  std::string joined;
  for (const std::string& item :
       settings.*std::get<std::vector<std::string> Settings::*>(row.member)) {
    if (!joined.empty()) joined.push_back(',');
    joined.append(item);
  }
  return joined;
}

void CopyValue(const SettingRow& row, const Settings& from, Settings* to) {
  if (const auto* const limit = std::get_if<const api::LimitRow*>(&row.member))
    return (*limit)->set(&to->limits, (*limit)->get(from.limits));
  std::visit(
      [&](auto member) {
        if constexpr (std::is_member_pointer_v<decltype(member)>) to->*member = from.*member;
      },
      row.member);
}

}  // namespace orgreg::app
