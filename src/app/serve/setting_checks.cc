// SPDX-License-Identifier: EUPL-1.2

// Each check is a function of the settings; a table names the settings that it reads. CheckSettings
// runs them all and places each message.

#include "app/serve/setting_checks.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <system_error>

#include "app/place/place.h"
#include "app/serve/authorisation.h"
#include "app/serve/descriptor_limit.h"
#include "app/serve/handed_sockets.h"
#include "app/serve/secret_listener.h"
#include "app/serve/tls_files.h"
#include "app/settings/number_sealing.h"
#include "app/settings/token_file.h"
#include "app/watch/log_output.h"
#include "auth/tokens/key_set.h"
#include "auth/tokens/key_source.h"
#include "auth/users/address_mark.h"
#include "auth/users/user_file.h"
#include "base/files/file_access.h"
#include "blobs/blobs.h"
#include "http/message/http_date.h"
#include "http/server/server.h"
#include "http/tls/identity.h"
#include "store/open/load_postgresql.h"

namespace orgreg::app {
namespace {

using base::Code;
using base::Error;
using base::Status;

template <typename T>
Status StatusOf(const base::Result<T>& result, const std::string& setting) {
  return result ? Status() : Status(Error(result.error()).At(setting));
}

// The public register is served without this, so only clients that need it are refused.
Status WarnOf(Status read, std::string_view closed) {
  if (read) return read;
  return Error{read.error().code,
               fmt::format("{}; until it can be used, {}", read.error().message, closed)};
}

Status CheckNumberKeys(const Settings& settings) {
  return WarnOf(StatusOf(NumberSealer::Make(NumberOptionsOf(settings)), "number_keys"),
                "identification numbers can be neither opened nor sealed");
}

// Reads the keys of a file; an address is fetched while the server runs.
Status ReadTokenKeys(const Settings& settings) {
  const bool is_file =
      !settings.token_keys.empty() && settings.token_keys.find("://") == std::string::npos;
  if (!is_file) return {};
  const auto text = auth::FileKeyReader(settings.token_keys)("");
  if (!text) return StatusOf(text, "token_keys");
  const auto keys = auth::KeySet::Parse(text->text);
  if (keys) return {};
  return Error{Code::kInvalid,
               fmt::format("token_keys: {}: {}", settings.token_keys, keys.error().message)};
}

Status CheckTokenKeySet(const Settings& settings) {
  return WarnOf(ReadTokenKeys(settings), "the authorised operations answer 503");
}

// An address without a token is a fault; a token that cannot be read closes the listener.
Status CheckToken(const SecretListener& listener) {
  if (!listener.token_file.empty()) return {};
  const auto token = ReadListenerToken(listener);
  return token ? Status() : Status(token.error());
}

Status CheckTokenFile(const SecretListener& listener, std::string_view closed) {
  const auto token = ReadListenerToken(listener);
  if (token || listener.token_file.empty()) return {};
  return Error{token.error().code, fmt::format("{}; {}", token.error().message, closed)};
}

Status CheckIngestToken(const Settings& settings) { return CheckToken(IngestSettingsOf(settings)); }

Status CheckIngestTokenFile(const Settings& settings) {
  return CheckTokenFile(IngestSettingsOf(settings), "no batches are accepted");
}

Status CheckReplicasToken(const Settings& settings) {
  return CheckToken(ReplicasSettingsOf(settings));
}

Status CheckReplicasTokenFile(const Settings& settings) {
  return CheckTokenFile(ReplicasSettingsOf(settings), "no replica can follow");
}

// A replica has what its source has, and nothing else.
Status CheckSource(const Settings& settings) {
  if (settings.source.empty()) return {};
  if (HasDatabase(settings)) {
    return Error{Code::kInvalid,
                 "source, store: a server follows either another server or a database"};
  }
  if (!settings.ingest.empty()) {
    return Error{Code::kInvalid,
                 "source, ingest: a replica takes no batches; send them to its source"};
  }
  if (PlaceOf(settings).is_folder()) return {};
  return Error{Code::kInvalid, "source, store: a replica needs a folder (data)"};
}

Status CheckDatabase(const Settings& settings) {
  if (!HasDatabase(settings)) return {};
  const auto module = store::LoadPostgresql();
  return module ? Status() : Status(Error(module.error()).At("store"));
}

Status CheckBlobs(const Settings& settings) {
  if (settings.blobs.empty() || HasDatabase(settings)) return {};
  return Error{Code::kInvalid,
               "blobs, store: documents are shared by the servers of a database; name it in store"};
}

Status CheckObjectStore(const Settings& settings) {
  const bool is_one = blobs::IsObjectStore(settings.blobs);
  if (is_one && settings.blobs_endpoint.empty())
    return Error{Code::kInvalid, "blobs_endpoint, blobs: the object store has no address"};
  if (is_one && settings.blobs_credentials.empty())
    return Error{Code::kInvalid, "blobs_credentials, blobs: the object store needs a key"};
  return {};
}

Status CheckBlobKey(const Settings& settings) {
  if (!blobs::IsObjectStore(settings.blobs)) return {};
  const Status right = blobs::CheckBlobCredentials(settings.blobs_credentials);
  return WarnOf(right ? Status() : Status(Error(right.error()).At("blobs_credentials")),
                "documents that are not here get 503");
}

Status CheckBlobFolder(const Settings& settings) {
  std::error_code failure;
  const std::string folder(blobs::BlobFolder(settings.blobs));
  if (folder.empty() || std::filesystem::is_directory(folder, failure)) return {};
  return Error{Code::kNotFound,
               fmt::format("blobs: {}: is not there: make the folder, or mount it; until then "
                           "documents that are not here get 503",
                           folder)};
}

Status CheckSourceToken(const Settings& settings) {
  if (settings.source.empty() || settings.source_token_file.empty()) return {};
  const auto token = ReadTokenFile(settings.source_token_file);
  return WarnOf(StatusOf(token, "source_token_file"), "the source is not followed");
}

Status CheckSharedUsers(const Settings& settings) {
  if (!settings.shared_users) return {};
  if (!HasDatabase(settings)) {
    return Error{Code::kInvalid,
                 "shared_users, store: users are shared by the servers of a database; name it in "
                 "store"};
  }
  if (settings.users.empty()) return {};
  return Error{Code::kInvalid,
               "shared_users, users: users are either shared or in a file of one's own"};
}

Status CheckUsers(const Settings& settings) {
  if (settings.statements_access == kOpenAccess) return {};
  const auto users = auth::UserList::Load(UsersPath(settings));
  if (!users && users.error().code == Code::kNotFound) return {};
  return WarnOf(StatusOf(users, "users"), "requests with credentials get 500");
}

// A missing one is made.
Status CheckUsageSecret(const Settings& settings) {
  const std::string path = UsageSecretPath(settings);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  return WarnOf(StatusOf(auth::AddressMarker::Open(path), "usage_secret"),
                "calls are not counted for their addresses");
}

Status CheckTlsFiles(const Settings& settings) {
  if (settings.tls_certificate.empty() != settings.tls_key.empty())
    return Error{Code::kInvalid, "tls_certificate, tls_key: either both or neither must be set"};
  if (!ServesTls(settings)) return {};
  const auto identity = LoadTlsIdentity(settings);
  return identity ? Status() : Status(identity.error());
}

// The groups of keys are common practice, so the group of the file may read it.
Status CheckTlsKeyIsPrivate(const Settings& settings) {
  struct stat info = {};
  if (settings.tls_key.empty() || ::stat(settings.tls_key.c_str(), &info) != 0) return {};
  if ((info.st_mode & (S_IWGRP | S_IRWXO)) == 0) return {};
  return Error{Code::kInvalid,
               fmt::format("tls_key: {}: others than its owner may use this file: chmod 0600, or "
                           "0640 for a group",
                           settings.tls_key)};
}

// Programs that renew certificates do it a month before the end.
Status CheckTlsExpiry(const Settings& settings) {
  if (!ServesTls(settings)) return {};
  const auto identity = LoadTlsIdentity(settings);
  if (!identity) return {};  // A fault of CheckTlsFiles.
  constexpr std::time_t kNoticeS = std::time_t{14} * 24 * 60 * 60;
  const std::time_t end = (*identity)->expires();
  const std::time_t now = std::time(nullptr);
  if (end > now + kNoticeS) return {};
  return Error{Code::kInvalid,
               fmt::format("tls_certificate: {}: the certificate {}: {}", settings.tls_certificate,
                           end > now ? "ends soon" : "has ended, so clients refuse it",
                           http::FormatHttpDate(end))};
}

Status CheckListen(const Settings& settings) {
  if (!SocketsHandedOver().serve.empty()) return {};
  return http::CheckFree(settings.listen, static_cast<std::uint16_t>(settings.port));
}

Status CheckPlace(std::string_view text) {
  const auto place = ParseListenPlace(text);
  if (!place || !place->unix_socket.empty()) return {};
  return http::CheckFree(place->address, place->port);
}

Status CheckIngest(const Settings& settings) {
  return SocketsHandedOver().ingest.empty() ? CheckPlace(settings.ingest) : Status();
}
Status CheckMetrics(const Settings& settings) {
  return SocketsHandedOver().metrics.empty() ? CheckPlace(settings.metrics) : Status();
}
Status CheckReplicas(const Settings& settings) {
  return SocketsHandedOver().replicas.empty() ? CheckPlace(settings.replicas) : Status();
}

Status CheckAccessLog(const Settings& settings) {
  if (settings.access_log.empty()) return {};
  const Status right = CheckLogOutput(settings.access_log);
  if (right) return {};
  return Error{right.error().code, fmt::format("access_log: {}; until it can be written, requests "
                                               "are answered and not logged",
                                               right.error().message)};
}

// The register is served anyway. A missing store is reported when it is opened.
Status CheckStoreFolder(const Settings& settings) {
  const Place place = PlaceOf(settings);
  const std::string store = place.PathOf(PlacePart::kStore);
  if (!base::CheckFile(store, base::Access::kRead)) return {};
  Status writable = base::CheckFolderOf(store);
  if (writable) return {};
  return Error{Code::kIo,
               fmt::format("{}: {}; a missing index is kept in memory, and nothing else "
                           "is kept: no files of the register, no usage counts",
                           place.is_folder() ? "data" : "store", writable.error().message)};
}

// The setting is meant for one batch. If it stays, a guard is missing and no one knows it.
Status CheckClockIsGuarded(const Settings& settings) {
  if (!settings.accept_clock || settings.ingest.empty()) return {};
  return Error{
      Code::kInvalid,
      "accept_clock: is set, so a clock that is years ahead is not noticed; remove it once "
      "a batch was applied"};
}

enum class Weight { kFault, kWarning };

struct Check {
  // The settings that it checks, the one to blame first. The rest are empty.
  std::array<std::string_view, 3> rows = {};
  Weight weight = Weight::kFault;
  Status (*check)(const Settings&) = nullptr;
  // Whether a place is free, which it is not while the server has it.
  bool is_of_start = false;
};

constexpr std::array kChecks = {
    Check{{"number_keys", "number_rule"}, Weight::kWarning, CheckNumberKeys},
    Check{{"token_keys", "token_issuer"}, Weight::kFault, CheckTokenIssuer},
    Check{{"token_keys", "token_audience", "public_url"}, Weight::kFault, CheckTokenAudience},
    Check{{"token_keys", "token_ca_file"}, Weight::kFault, CheckTokenPlace},
    Check{{"token_keys"}, Weight::kWarning, CheckTokenKeySet},
    Check{{"ingest", "ingest_token_file"}, Weight::kFault, CheckIngestToken},
    Check{{"ingest_token_file", "ingest"}, Weight::kWarning, CheckIngestTokenFile},
    Check{{"replicas", "replicas_token_file"}, Weight::kFault, CheckReplicasToken},
    Check{{"replicas_token_file", "replicas"}, Weight::kWarning, CheckReplicasTokenFile},
    Check{{"source", "ingest", "store"}, Weight::kFault, CheckSource},
    Check{{"store"}, Weight::kFault, CheckDatabase},
    Check{{"blobs", "store"}, Weight::kFault, CheckBlobs},
    Check{{"blobs", "blobs_endpoint", "blobs_credentials"}, Weight::kFault, CheckObjectStore},
    Check{{"blobs_credentials", "blobs"}, Weight::kWarning, CheckBlobKey},
    Check{{"blobs"}, Weight::kWarning, CheckBlobFolder},
    Check{{"source_token_file", "source"}, Weight::kWarning, CheckSourceToken},
    Check{{"shared_users", "users", "store"}, Weight::kFault, CheckSharedUsers},
    Check{{"users", "data", "statements_access"}, Weight::kWarning, CheckUsers},
    Check{{"usage_secret", "data"}, Weight::kWarning, CheckUsageSecret},
    Check{{"data", "store"}, Weight::kWarning, CheckStoreFolder},
    Check{{"accept_clock", "ingest"}, Weight::kWarning, CheckClockIsGuarded},
    Check{{"tls_certificate", "tls_key"}, Weight::kFault, CheckTlsFiles},
    Check{{"tls_key", "tls_certificate"}, Weight::kWarning, CheckTlsKeyIsPrivate},
    Check{{"tls_certificate", "tls_key"}, Weight::kWarning, CheckTlsExpiry},
    Check{{"listen", "port"}, Weight::kWarning, CheckListen, true},
    Check{{"ingest"}, Weight::kWarning, CheckIngest, true},
    Check{{"metrics"}, Weight::kWarning, CheckMetrics, true},
    Check{{"replicas"}, Weight::kWarning, CheckReplicas, true},
    Check{{"access_log"}, Weight::kWarning, CheckAccessLog},
};

// The message with the place of the setting, if it has one.
std::string Placed(const SettingsRead& read, std::string_view row, const std::string& message) {
  const std::string& origin = read.origins[RowIndex(row)];
  return origin.empty() ? message : origin + ": " + message;
}

bool IsFaulty(const SettingsRead& read, const Check& check) {
  return std::ranges::any_of(check.rows, [&read](std::string_view row) {
    return !row.empty() && read.is_faulty[RowIndex(row)];
  });
}

void CheckConnections(SettingsRead* read) {
  constexpr std::string_view kRow = "max_connections";
  if (read->is_faulty[RowIndex(kRow)]) return;
  const auto limit = RaiseDescriptorLimit();
  if (!limit) return read->warnings.push_back(limit.error().message);
  std::size_t& wanted = read->settings.limits.transport.connections;
  if (*limit >= wanted + kOtherDescriptors) return;
  const std::string shortage = fmt::format(
      "{} connections and {} other files are more than the {} that may be open (ulimit "
      "-n, LimitNOFILE)",
      wanted, kOtherDescriptors, *limit);
  const bool is_default = read->origins[RowIndex(kRow)].empty();
  if (!is_default || *limit <= kOtherDescriptors) {
    read->faults.push_back(Placed(*read, kRow, fmt::format("{}: {}", kRow, shortage)));
    return;
  }
  wanted = *limit - kOtherDescriptors;
  read->warnings.push_back(fmt::format("{}: {}: lowered to {}", kRow, shortage, wanted));
}

}  // namespace

void CheckSettings(SettingsRead* read, Occasion occasion) {
  for (const Check& check : kChecks) {
    if (IsFaulty(*read, check) || (check.is_of_start && occasion != Occasion::kStart)) continue;
    const Status right = check.check(read->settings);
    if (right) continue;
    auto& found = check.weight == Weight::kFault ? read->faults : read->warnings;
    found.push_back(Placed(*read, check.rows.front(), right.error().message));
  }
  CheckConnections(read);
}

}  // namespace orgreg::app
