// SPDX-License-Identifier: EUPL-1.2

// The settings: every one is a row of a table, from which flags, environment, file and help derive
// (setting_sources.h). A row has the rule for its value alone; setting_checks.h has the rules for
// settings together, and for the files and places that they name.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "api/limits/limit_rows.h"
#include "api/limits/server_limits.h"
#include "app/place/place.h"
#include "base/result.h"
#include "model/resources.h"

namespace orgreg::app {

struct Settings {
  std::string data = "var/register";
  // The URI of a database; or the file of the layout of before, and data is then empty.
  std::string store = {};
  std::string store_durability = "local";
  std::string node_name = {};
  std::string blobs = {};
  std::string blobs_endpoint = {};
  std::string blobs_region = "us-east-1";
  std::string blobs_credentials = {};
  std::string blobs_ca_file = {};
  std::string empty_register = "refuse";
  std::string listen = "127.0.0.1";
  std::uint32_t port = 8080;
  std::string tls_certificate = {};  // Both or none of the two files.
  std::string tls_key = {};
  bool allow_plain_secrets = false;
  std::uint32_t cache_seconds = 0;
  std::uint32_t threads = 0;
  std::string public_url = {};
  std::vector<std::string> allowed_hosts = {};
  std::vector<std::string> trusted_proxies = {};
  std::string forwarded_by = "x-forwarded";
  std::string downloads = {};
  std::string downloads_at = "05:00";
  std::string time_zone = "Europe/Oslo";
  std::string ingest = {};
  std::string ingest_token_file = {};
  std::string replicas = {};
  std::string replicas_token_file = {};
  std::string source = {};
  std::string source_token_file = {};
  std::string source_ca_file = {};
  std::uint32_t max_lag_s = 30;
  bool accept_clock = false;
  std::string metrics = {};
  std::string access_log = {};
  std::string access_log_clients = "none";
  std::string token_keys = {};
  std::string token_ca_file = {};
  std::string token_issuer = {};
  std::string token_audience = {};
  std::vector<std::string> token_consumers = {};
  std::vector<std::string> role_scopes = {model::kRoleScopes.begin(), model::kRoleScopes.end()};
  std::vector<std::string> role_statement_scopes = {std::string(model::kRoleStatementScope)};
  std::string number_keys = {};
  std::string number_rule = "present";
  std::string audit_log = {};
  std::string audit_log_before = {};
  std::string statements_access = "basic";
  std::string users = {};
  bool shared_users = false;
  std::string usage = {};
  std::string usage_secret = {};
  std::uint32_t usage_days = 400;
  std::uint32_t copy_years = 15;
  std::string pages = "serve";
  std::string pages_root = {};
  std::string publisher_name = {};
  std::string publisher_url = {};
  std::string contact = {};
  std::string licence = {};
  std::string v1_deprecation = "@1710115200";
  std::string v1_sunset = "Sun, 01 Sep 2024 00:00:00 GMT";
  api::ServerLimits limits = {};
  bool announce_rates = false;
  bool sandbox = true;
  std::string log_level = "info";
};

// Whether a server opens what the setting names, so that its sandbox must let it.
enum class Opens : std::uint8_t { kNothing, kToRead, kToWrite };
// When a server takes a changed value.
enum class Taken : std::uint8_t { kAtStart, kAtReload };

struct SettingRow {
  std::string_view name;  // In a file; a flag has dashes, the environment capitals.
  std::variant<std::string Settings::*, std::uint32_t Settings::*,
               std::vector<std::string> Settings::*, bool Settings::*, const api::LimitRow*>
      member;
  std::uint32_t least = 0;  // Of a number.
  std::uint32_t most = 0;
  std::string_view help = {};
  // Checks a text, or each item of a list; and the rule in words.
  bool (*accepts)(std::string_view) = nullptr;
  std::string_view rule = {};
  Opens opens = Opens::kNothing;
  Taken taken = Taken::kAtStart;
};
std::span<const SettingRow> SettingRows();

inline constexpr std::string_view kEnvironmentPrefix = "ORGREG_";
std::string FlagName(const SettingRow& row);  // "--public-url"
// A flag that needs no value: given, it is true.
bool IsSwitch(const SettingRow& row);
bool IsNumber(const SettingRow& row);
std::string EnvironmentName(const SettingRow& row);  // "ORGREG_PUBLIC_URL"

// Whether there are pages for people.
bool ServesPages(const Settings& settings);

// Whether clients speak TLS with the server.
inline bool ServesTls(const Settings& settings) { return !settings.tls_certificate.empty(); }

// Whether the store is in a database.
bool HasDatabase(const Settings& settings);

// Whether a server keeps a replica, which follows another server or a database.
inline bool Follows(const Settings& settings) {
  return !settings.source.empty() || HasDatabase(settings);
}

// Where the register is.
Place PlaceOf(const Settings& settings);

// What a server serves: the same; but if the store is in a database, a replica of it in the folder.
Place ServedPlaceOf(const Settings& settings);

// The folder of the files of the register: as set, or else in the place.
std::string DownloadFolder(const Settings& settings);

// The file of the audit log: as set, or else in the place.
std::string AuditLogPath(const Settings& settings);
// The files of users, of usage counts and of their secret: as set, or else in the place.
std::string UsersPath(const Settings& settings);
std::string UsagePath(const Settings& settings);
std::string UsageSecretPath(const Settings& settings);
// The values of switches.
inline constexpr std::string_view kTrue = "true";
inline constexpr std::string_view kFalse = "false";
// The values of forwarded_by.
inline constexpr std::string_view kByXForwarded = "x-forwarded";
inline constexpr std::string_view kByForwarded = "forwarded";
// The values of statements_access.
inline constexpr std::string_view kBasicAccess = "basic";
inline constexpr std::string_view kReducedAccess = "reduced";
inline constexpr std::string_view kOpenAccess = "open";

// The values of access_log_clients.
inline constexpr std::string_view kNoClients = "none";
inline constexpr std::string_view kHashedClients = "hashed";
inline constexpr std::string_view kClientAddresses = "addresses";

// The values of pages; true and false mean the same.
inline constexpr std::string_view kServePages = "serve";
inline constexpr std::string_view kNoPages = "none";

// The values of store_durability.
inline constexpr std::string_view kLocalStore = "local";
inline constexpr std::string_view kReplicatedStore = "replicated";

// The values of empty_register.
inline constexpr std::string_view kRefuseEmpty = "refuse";
inline constexpr std::string_view kServeEmpty = "serve";

// A token_audience that accepts any token.
inline constexpr std::string_view kAnyAudience = "any";

// The place of a listener: a socket file, or an address.
struct ListenPlace {
  std::string unix_socket = {};
  std::string address = {};  // An IP address.
  std::uint16_t port = 0;
};
// Reads unix:PATH or ADDRESS:PORT, with IPv6 in brackets; nothing for other text.
std::optional<ListenPlace> ParseListenPlace(std::string_view text);

// Sets a value from a flag or a variable, where commas separate the items of a list. An error names
// the setting, the value and the rule.
base::Status Assign(const SettingRow& row, std::string_view text, Settings* settings);
// The same for the row of a list, whose items may hold commas.
base::Status AssignItems(const SettingRow& row, std::vector<std::string> items, Settings* settings);

void CopyValue(const SettingRow& row, const Settings& from, Settings* to);

// The text that Assign would accept, for people.
std::string ValueText(const SettingRow& row, const Settings& settings);

}  // namespace orgreg::app
