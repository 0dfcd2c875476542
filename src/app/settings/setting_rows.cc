// SPDX-License-Identifier: EUPL-1.2

// First the rules for single values, then the table of settings. The limits have a table of their
// own (api/limits/limit_rows.h), whose rows follow.

#include <sys/un.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/limits/limit_rows.h"
#include "api/origin/origin.h"
#include "api/routes.h"
#include "app/settings/daily_time.h"
#include "app/settings/number_sealing.h"
#include "app/settings/settings.h"
#include "base/values/ascii.h"
#include "base/values/iri.h"
#include "base/values/org_number.h"
#include "blobs/blobs.h"
#include "http/client/url.h"
#include "http/server/server.h"

namespace orgreg::app {
namespace {

constexpr std::uint32_t kMostThreads = 256;
// A source says twice a second that it is there.
constexpr std::uint32_t kLeastLagSeconds = 2;
constexpr std::uint32_t kMostLagSeconds = 86'400;
constexpr std::uint32_t kMostDays = 36'500;
constexpr std::uint32_t kMostCopyYears = 9999;
// A record that was removed from publication leaves shared caches in this time.
constexpr std::uint32_t kMostCacheSeconds = 60;
constexpr std::size_t kMostNodeName = 64;

bool IsLogLevel(std::string_view text) {
  constexpr std::array<std::string_view, 6> kLevels = {"trace", "debug", "info",
                                                       "warn",  "error", "off"};
  return std::ranges::find(kLevels, text) != kLevels.end();
}

bool IsOfHostName(char c) { return base::IsAlphanumeric(c) || c == '-' || c == '.' || c == '_'; }

bool IsHostName(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, IsOfHostName);
}

bool IsHost(std::string_view text) { return IsHostName(text) || http::IsAddress(text); }

std::optional<std::uint16_t> ParsePort(std::string_view text) {
  std::uint16_t port = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, port);
  if (text.empty() || error != std::errc() || end != last) return std::nullopt;
  return port;
}

// "register.example", "127.0.0.1:8080" or "[::1]:8080".
bool IsAuthority(std::string_view text) {
  const bool is_bracketed = text.starts_with('[');
  const std::size_t end = is_bracketed ? text.find(']') : std::min(text.find(':'), text.size());
  if (end == std::string_view::npos) return false;
  const std::string_view host = is_bracketed ? text.substr(1, end - 1) : text.substr(0, end);
  const std::string_view port = text.substr(is_bracketed ? end + 1 : end);
  const bool is_port_right =
      port.empty() || (port.front() == ':' && ParsePort(port.substr(1)).value_or(0) != 0);
  return is_port_right && (is_bracketed ? http::IsAddress(host) : IsHostName(host));
}

// The beginning of links, to the byte: no character in it may end them early.
bool IsPublicUrl(std::string_view text) {
  if (text.empty()) return true;
  const std::size_t scheme = text.starts_with("https://") ? 8 : text.starts_with("http://") ? 7 : 0;
  const std::size_t path = std::min(text.find('/', scheme), text.size());
  const auto plain = [](char c) {
    return IsOfHostName(c) || std::string_view("~:/[]").find(c) != std::string_view::npos;
  };
  return scheme != 0 && IsAuthority(text.substr(scheme, path - scheme)) && !text.ends_with('/') &&
         std::ranges::all_of(text, plain);
}

bool IsForwardedBy(std::string_view text) { return text == kByXForwarded || text == kByForwarded; }

bool IsListenPlace(std::string_view text) {
  return text.empty() || ParseListenPlace(text).has_value();
}

// The address of a server, without a path.
bool IsSource(std::string_view text) {
  if (text.empty()) return true;
  const auto url = http::ParseUrl(text);
  return url && url->target == "/" && !url->has_user_info;
}

bool IsOrgNumber(std::string_view text) { return base::OrgNumber::Parse(text).has_value(); }

bool IsScope(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

bool IsNumberRule(std::string_view text) { return text == kPresentRule || text == kRuleFrom2032; }

bool IsStoreDurability(std::string_view text) {
  return text == kLocalStore || text == kReplicatedStore;
}

bool IsNodeName(std::string_view text) {
  return text.size() <= kMostNodeName && std::ranges::all_of(text, IsOfHostName);
}

bool IsBlobs(std::string_view text) { return text.empty() || blobs::IsBlobAddress(text); }

bool IsBlobEndpoint(std::string_view text) { return text.empty() || blobs::IsBlobEndpoint(text); }

bool IsEmptyRule(std::string_view text) { return text == kRefuseEmpty || text == kServeEmpty; }

bool IsPagesRoot(std::string_view text) {
  if (text.empty()) return true;
  const auto is_plain = [](char sign) {
    return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') ||
           (sign >= '0' && sign <= '9') || sign == '-';
  };
  const std::string_view segment = text.substr(1);
  return text.front() == '/' && !segment.empty() && std::ranges::all_of(segment, is_plain) &&
         !api::IsFirstSegment(segment);
}

bool IsPagesRule(std::string_view text) {
  return text == kServePages || text == kNoPages || text == kTrue || text == kFalse;
}

// An IRI with one of the schemes.
bool IsIri(std::string_view text, std::span<const std::string_view> schemes) {
  if (text.empty()) return true;
  return std::ranges::all_of(text, base::MayBeInIri) &&
         std::ranges::any_of(schemes, [text](std::string_view scheme) {
           return text.starts_with(scheme) && text.size() > scheme.size();
         });
}

constexpr std::array<std::string_view, 3> kContactSchemes = {"https://", "http://", "mailto:"};
constexpr std::string_view kWebRule = "is not an http:// or https:// address";

bool IsWebAddress(std::string_view text) {
  return IsIri(text, std::span(kContactSchemes).first(2));
}

bool IsContact(std::string_view text) { return IsIri(text, kContactSchemes); }

bool IsLoggedClients(std::string_view text) {
  return text == kNoClients || text == kHashedClients || text == kClientAddresses;
}

bool IsAccess(std::string_view text) {
  return text == kBasicAccess || text == kReducedAccess || text == kOpenAccess;
}

constexpr std::array kPlainRows = {
    SettingRow{"data", &Settings::data, 0, 0, "The folder of the register."},
    SettingRow{"store", &Settings::store, 0, 0,
               "Where the store is, if it is not in the folder of data: postgresql://… names a "
               "database (docs/postgresql.md). Or instead of data, for this release only: the "
               "store of a register in the layout of earlier versions, which orgreg adopt moves "
               "into a folder."},
    SettingRow{"store_durability", &Settings::store_durability, 0, 0,
               "When a change in a database is acknowledged: local, when its disk has it; or "
               "replicated, when its synchronous standbys have it too.",
               IsStoreDurability, "is neither local nor replicated"},
    SettingRow{"node_name", &Settings::node_name, 0, 0,
               "What this server is called among those of a database; empty: the host name.",
               IsNodeName, "is not a name of at most 64 letters, digits, dots, - or _"},
    SettingRow{
        "blobs", &Settings::blobs, 0, 0,
        "Where all servers of a database find copies of documents, and the files of the whole "
        "register that one of them makes: file: and the path of a folder that they share, or "
        "s3://BUCKET/PREFIX in an object store; empty: each has its own.",
        IsBlobs, "is neither file: and the path of a folder from the root nor s3://BUCKET/PREFIX",
        Opens::kToWrite},
    SettingRow{"blobs_endpoint", &Settings::blobs_endpoint, 0, 0,
               "The object store of s3://: its https:// address, without a path.", IsBlobEndpoint,
               "is not https:// and a host, perhaps with a port (http:// only to this machine)"},
    SettingRow{"blobs_region", &Settings::blobs_region, 0, 0,
               "The region that requests to the object store are signed for.", blobs::IsBlobRegion,
               "is not the name of a region, as eu-north-1"},
    SettingRow{"blobs_credentials", &Settings::blobs_credentials, 0, 0,
               "A file with the key for the object store, in the form of AWS "
               "(aws_access_key_id = …, aws_secret_access_key = …), that only its owner may read.",
               nullptr, "", Opens::kToRead},
    SettingRow{"blobs_ca_file", &Settings::blobs_ca_file, 0, 0,
               "The authorities that may sign the certificate of the object store (PEM); empty: "
               "those of the system.",
               nullptr, "", Opens::kToRead},
    SettingRow{"empty_register", &Settings::empty_register, 0, 0,
               "What to do if the store holds no record, or is a file of 0 bytes: refuse or "
               "serve.",
               IsEmptyRule, "is neither refuse nor serve"},
    SettingRow{"listen", &Settings::listen, 0, 0, "The IP address to listen on.", http::IsAddress,
               "is not an IP address"},
    SettingRow{"port", &Settings::port, 0, 65535, "The port; 0 takes any free one."},
    SettingRow{"tls_certificate", &Settings::tls_certificate, 0, 0,
               "The certificate of the server with those that signed it (PEM): clients must speak "
               "TLS; empty: plain HTTP. Read again at SIGHUP.",
               nullptr, "", Opens::kToRead},
    SettingRow{"tls_key", &Settings::tls_key, 0, 0,
               "The private key of that certificate (PEM), without a passphrase. Read again at "
               "SIGHUP.",
               nullptr, "", Opens::kToRead},
    SettingRow{"allow_plain_secrets", &Settings::allow_plain_secrets, 0, 0,
               "Accept passwords, tokens and identification numbers over plain HTTP from other "
               "machines; otherwise such requests get 403.",
               nullptr, "", Opens::kNothing, Taken::kAtReload},
    SettingRow{"cache_seconds", &Settings::cache_seconds, 0, kMostCacheSeconds,
               "Seconds for which caches may keep answers without asking again, at most 60; 0: "
               "they ask each time.",
               nullptr, "", Opens::kNothing, Taken::kAtReload},
    SettingRow{"threads", &Settings::threads, 0, kMostThreads,
               "Threads that answer; 0: one for each processor."},
    SettingRow{"public_url", &Settings::public_url, 0, 0,
               "How links begin (https://register.example); empty: with the host of the request.",
               IsPublicUrl,
               "is not http:// or https:// and a host, perhaps with a port or a path, without a "
               "final slash"},
    SettingRow{"allowed_hosts", &Settings::allowed_hosts, 0, 0,
               "Host names that are answered, apart from loopback, if public_url is empty.", IsHost,
               "is not a host name without port", Opens::kNothing, Taken::kAtReload},
    SettingRow{
        "trusted_proxies", &Settings::trusted_proxies, 0, 0,
        "Addresses or networks of proxies that are believed about the host, the scheme and the "
        "client.",
        api::OriginFinder::IsProxy, "is neither an address nor a network", Opens::kNothing,
        Taken::kAtReload},
    SettingRow{"forwarded_by", &Settings::forwarded_by, 0, 0,
               "The fields of these proxies: x-forwarded (X-Forwarded-For, -Host and -Proto), or "
               "forwarded (RFC 7239); the other is ignored.",
               IsForwardedBy, "is neither x-forwarded nor forwarded", Opens::kNothing,
               Taken::kAtReload},
    SettingRow{"downloads", &Settings::downloads, 0, 0,
               "The folder of the files of the whole register; empty: files, in the folder of the "
               "register.",
               nullptr, "", Opens::kToWrite},
    SettingRow{"downloads_at", &Settings::downloads_at, 0, 0,
               "The time of day at which the files are made.", IsTimeOfDay,
               "is not a time of day, as 05:00"},
    SettingRow{"time_zone", &Settings::time_zone, 0, 0,
               "The time zone of that time, and of times on pages.", IsTimeZone,
               "is not the name of a time zone"},
    SettingRow{"ingest", &Settings::ingest, 0, 0,
               "Where clients may POST batches of changes: unix:PATH or ADDRESS:PORT; empty: "
               "nowhere.",
               IsListenPlace, "is neither unix:PATH nor ADDRESS:PORT", Opens::kToWrite},
    SettingRow{"ingest_token_file", &Settings::ingest_token_file, 0, 0,
               "A file with the token that clients must send; needed with ADDRESS:PORT.", nullptr,
               "", Opens::kToRead},
    SettingRow{"replicas", &Settings::replicas, 0, 0,
               "Where replicas may follow this register: unix:PATH or ADDRESS:PORT; empty: "
               "nowhere.",
               IsListenPlace, "is neither unix:PATH nor ADDRESS:PORT", Opens::kToWrite},
    SettingRow{"replicas_token_file", &Settings::replicas_token_file, 0, 0,
               "A file with the token that replicas must send; needed with ADDRESS:PORT.", nullptr,
               "", Opens::kToRead},
    SettingRow{"source", &Settings::source, 0, 0,
               "The register that this one is a replica of: the https:// address of its replicas "
               "listener; empty: this is a register of its own.",
               IsSource, "is no http:// or https:// address of a host, without a path"},
    SettingRow{"source_token_file", &Settings::source_token_file, 0, 0,
               "A file with the token that the source wants.", nullptr, "", Opens::kToRead},
    SettingRow{"source_ca_file", &Settings::source_ca_file, 0, 0,
               "The authorities that may sign the certificate of the source (PEM); empty: those of "
               "the system.",
               nullptr, "", Opens::kToRead},
    SettingRow{"max_lag_s", &Settings::max_lag_s, kLeastLagSeconds, kMostLagSeconds,
               "Seconds after which a replica that cannot follow its source is no longer ready "
               "(/readyz)."},
    SettingRow{
        "accept_clock", &Settings::accept_clock, 0, 0,
        "Write even if the clock is more than 366 days after both the newest commit and the "
        "build of this program; otherwise this is refused, because the clock is probably wrong."},
    SettingRow{"metrics", &Settings::metrics, 0, 0,
               "Where monitors can read /metrics, /livez and /readyz: unix:PATH or ADDRESS:PORT; "
               "empty: nowhere.",
               IsListenPlace, "is neither unix:PATH nor ADDRESS:PORT", Opens::kToWrite},
    SettingRow{"access_log", &Settings::access_log, 0, 0,
               "Where each answer gets a line of JSON: a file, or - for standard output; empty: "
               "nowhere.",
               nullptr, "", Opens::kToWrite},
    SettingRow{"access_log_clients", &Settings::access_log_clients, 0, 0,
               "What these lines say of clients: none, hashed (a hash that lasts as long as the "
               "process), or addresses.",
               IsLoggedClients, "is not one of none, hashed, addresses"},
    SettingRow{"token_keys", &Settings::token_keys, 0, 0,
               "The keys of the token service (JWKS): a file, or an https address; empty: the "
               "authorised operations answer 503.",
               nullptr, "", Opens::kToRead},
    SettingRow{"token_ca_file", &Settings::token_ca_file, 0, 0,
               "Certificate authorities (PEM) for such an address; empty: the system's.", nullptr,
               "", Opens::kToRead},
    SettingRow{"token_issuer", &Settings::token_issuer, 0, 0,
               "The token service, exactly as its tokens name it."},
    SettingRow{"token_audience", &Settings::token_audience, 0, 0,
               "The audience of tokens; empty: public_url with the path of the authorised "
               "operations; any: not checked."},
    SettingRow{"token_consumers", &Settings::token_consumers, 0, 0,
               "Organisation numbers that may ask; empty: any with a token.", IsOrgNumber,
               "is not an organisation number"},
    SettingRow{"role_scopes", &Settings::role_scopes, 0, 0,
               "A token needs one of these scopes for roles with identification numbers.", IsScope,
               "is not a scope"},
    SettingRow{"statement_scopes", &Settings::role_statement_scopes, 0, 0,
               "A token needs one of these scopes for the roles of a person.", IsScope,
               "is not a scope"},
    SettingRow{"number_keys", &Settings::number_keys, 0, 0,
               "The file of keys that seal identification numbers.", nullptr, "", Opens::kToRead},
    SettingRow{"number_rule", &Settings::number_rule, 0, 0,
               "The rule for control digits of identification numbers: present, or 2032 (laxer).",
               IsNumberRule, "is neither present nor 2032"},
    SettingRow{"audit_log", &Settings::audit_log, 0, 0,
               "The log of authorised look-ups; empty: audit/log, in the folder of the register.",
               nullptr, "", Opens::kToWrite},
    SettingRow{"audit_log_before", &Settings::audit_log_before, 0, 0,
               "If there is no log yet: the file that it continues, moved away while no "
               "server ran.",
               nullptr, "", Opens::kToRead},
    SettingRow{"statements_access", &Settings::statements_access, 0, 0,
               "Who gets financial statements: basic, only users; reduced, others get the newest "
               "one without details; open, all clients.",
               IsAccess, "is not one of basic, reduced, open"},
    SettingRow{"users", &Settings::users, 0, 0,
               "The file of users (orgreg user); empty: users, in the folder of the register.",
               nullptr, "", Opens::kToRead},
    SettingRow{"shared_users", &Settings::shared_users, 0, 0,
               "Whether the users are those that all nodes of the database share; each keeps a "
               "copy of the list in its folder."},
    SettingRow{"usage", &Settings::usage, 0, 0,
               "The file of usage counts of statements; empty: usage.db, in the folder of the "
               "register.",
               nullptr, "", Opens::kToWrite},
    SettingRow{"usage_secret", &Settings::usage_secret, 0, 0,
               "The file of the secret that hashes counted addresses; empty: "
               "secrets/usage-secret, in the folder of the register.",
               nullptr, "", Opens::kToWrite},
    SettingRow{"usage_days", &Settings::usage_days, 0, kMostDays,
               "Days that usage counts are kept; 0: for ever."},
    SettingRow{"copy_years", &Settings::copy_years, 0, kMostCopyYears,
               "How many years back copies of annual accounts are listed; 0: all."},
    SettingRow{"pages", &Settings::pages, 0, 0,
               "Pages for people, of the register and below /docs: serve (or true), or none (or "
               "false).",
               IsPagesRule, "is neither serve nor none"},
    SettingRow{"pages_root", &Settings::pages_root, 0, 0,
               "The path above the pages, such as /register; empty: they are at /.", IsPagesRoot,
               "must be / and one part of a path, of letters, digits or -, with which no other "
               "address of the server begins: /register, but not /api or /docs"},
    SettingRow{"publisher_name", &Settings::publisher_name, 0, 0,
               "The organisation that publishes the register, as /catalog.ttl names it; empty: "
               "unnamed.",
               nullptr, "", Opens::kNothing, Taken::kAtReload},
    SettingRow{"publisher_url", &Settings::publisher_url, 0, 0,
               "The http or https address that stands for that organisation.", IsWebAddress,
               kWebRule, Opens::kNothing, Taken::kAtReload},
    SettingRow{"contact", &Settings::contact, 0, 0,
               "Where /catalog.ttl sends questions: mailto:ADDRESS, or an http or https address.",
               IsContact, "is neither mailto: nor an http:// or https:// address", Opens::kNothing,
               Taken::kAtReload},
    SettingRow{"licence", &Settings::licence, 0, 0,
               "The http or https address of the licence of the data, for /catalog.ttl.",
               IsWebAddress, kWebRule, Opens::kNothing, Taken::kAtReload},
    SettingRow{"v1_deprecation", &Settings::v1_deprecation, 0, 0,
               "The Deprecation field of answers in version 1.", nullptr, "", Opens::kNothing,
               Taken::kAtReload},
    SettingRow{"v1_sunset", &Settings::v1_sunset, 0, 0, "The Sunset field of answers in version 1.",
               nullptr, "", Opens::kNothing, Taken::kAtReload},
    SettingRow{
        "announce_rates", &Settings::announce_rates, 0, 0,
        "All answers say how often their client may ask (RateLimit, RateLimit-Policy), not only "
        "those to a client that asks too often.",
        nullptr, "", Opens::kNothing, Taken::kAtReload},
    SettingRow{
        "sandbox", &Settings::sandbox, 0, 0,
        "A server opens only the files that settings name and those of the system, and starts "
        "no program; false for folders that it cannot know of."},
    SettingRow{"log_level", &Settings::log_level, 0, 0, "trace, debug, info, warn, error or off.",
               IsLogLevel, "is not one of trace, debug, info, warn, error, off", Opens::kNothing,
               Taken::kAtReload},
};

std::string HelpOf(const api::LimitRow& limit) {
  std::string help(limit.what);
  if (limit.least == 0) help.append("; 0: no limit");
  return help.append(". Beyond it: ").append(limit.beyond).append(".");
}

class Table {
 public:
  Table() {
    helps_.reserve(api::LimitRows().size());
    rows_.assign(kPlainRows.begin(), kPlainRows.end());
    for (const api::LimitRow& limit : api::LimitRows()) {
      helps_.push_back(HelpOf(limit));
      rows_.push_back({.name = limit.name,
                       .member = &limit,
                       .least = limit.least,
                       .most = limit.most,
                       .help = helps_.back(),
                       .taken = limit.is_live ? Taken::kAtReload : Taken::kAtStart});
    }
  }
  std::span<const SettingRow> rows() const { return rows_; }

 private:
  std::vector<std::string> helps_;  // Never moves: the rows point into it.
  std::vector<SettingRow> rows_;
};

}  // namespace

std::optional<ListenPlace> ParseListenPlace(std::string_view text) {
  constexpr std::string_view kUnix = "unix:";
  ListenPlace place;
  if (text.starts_with(kUnix)) {
    place.unix_socket = text.substr(kUnix.size());
    const bool fits = place.unix_socket.size() < sizeof(sockaddr_un::sun_path);
    return place.unix_socket.empty() || !fits ? std::nullopt : std::optional(std::move(place));
  }
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto port = ParsePort(text.substr(colon + 1));
  std::string_view address = text.substr(0, colon);
  const bool is_bracketed = address.starts_with('[') && address.ends_with(']');
  if (is_bracketed) address = address.substr(1, address.size() - 2);
  const bool is_v6 = address.find(':') != std::string_view::npos;
  if (!port || is_bracketed != is_v6 || !http::IsAddress(address)) return std::nullopt;
  place.port = *port;
  place.address = address;
  return place;
}

std::span<const SettingRow> SettingRows() {
  static const Table table;
  return table.rows();
}

}  // namespace orgreg::app
