// SPDX-License-Identifier: EUPL-1.2

// A Serving holds the parts of a server and starts them in order: it opens the register, makes the
// service, opens the port and the other listeners, builds a missing index, and follows the store
// until a stop.

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>

#include "api/authority/number_keys_check.h"
#include "api/limits/work_shares.h"
#include "app/catalog/catalog_watcher.h"
#include "app/commands.h"
#include "app/commands/rests.h"
#include "app/follow/audit_anchors.h"
#include "app/follow/database.h"
#include "app/follow/database_source.h"
#include "app/follow/document_sweep.h"
#include "app/follow/follower.h"
#include "app/follow/node_presence.h"
#include "app/follow/number_key_sharing.h"
#include "app/follow/segment_sharing.h"
#include "app/follow/shown_copy.h"
#include "app/follow/source_client.h"
#include "app/follow/usage_sharing.h"
#include "app/follow/user_copy.h"
#include "app/place/new_place.h"
#include "app/place/open_place.h"
#include "app/place/source_mark.h"
#include "app/serve/authorisation.h"
#include "app/serve/download_keeper.h"
#include "app/serve/handed_sockets.h"
#include "app/serve/ingest_listener.h"
#include "app/serve/live_service.h"
#include "app/serve/memory_return.h"
#include "app/serve/metrics_listener.h"
#include "app/serve/number_keys_watch.h"
#include "app/serve/origin_settings.h"
#include "app/serve/reload.h"
#include "app/serve/replica_listener.h"
#include "app/serve/sandbox.h"
#include "app/serve/service_manager.h"
#include "app/serve/setting_checks.h"
#include "app/serve/signals.h"
#include "app/serve/statement_support.h"
#include "app/serve/tls_files.h"
#include "app/settings/setting_flags.h"
#include "app/shared/node_name.h"
#include "app/version.h"
#include "app/watch/access_log.h"
#include "app/watch/request_watch.h"
#include "auth/users/password_queue.h"
#include "base/log.h"
#include "base/values/time_zone.h"
#include "http/server/server.h"
#include "http/tls/identity.h"
#include "records/documents/folder.h"
#include "records/feed.h"

namespace orgreg::app {
namespace {

// For checks of passwords, most of which wait for another one: as many threads as may wait, so that
// concurrent requests with the same credentials are all answered (auth/users/password_queue.h).
constexpr unsigned kSideThreads = auth::PasswordQueue::kMostInside;
// For the authorised operations. One may wait for the keys of the token service.
constexpr unsigned kReservedThreads = 4;
// For statistics and whole inventories of roles.
constexpr unsigned kScanThreads = 2;
// Slow work has a lower priority than look-ups.
constexpr int kPoolNiceness = 10;

http::Options OptionsOf(const Settings& settings) {
  http::Options options{.address = settings.listen,
                        .port = static_cast<std::uint16_t>(settings.port)};
  options.threads =
      settings.threads != 0 ? settings.threads : std::max(1U, std::thread::hardware_concurrency());
  options.pool_threads.side = kSideThreads;
  options.pool_threads.scan = kScanThreads;
  options.pool_threads.reserved = kReservedThreads;
  options.pool_threads.niceness = kPoolNiceness;
  options.inherited = SocketsHandedOver().serve;
  options.limits = settings.limits.transport;
  return options;
}

api::ServiceSettings ServiceSettingsOf(const Settings& settings) {
  return {.origin = OriginSettingsOf(settings),
          .publisher = {.name = settings.publisher_name,
                        .iri = settings.publisher_url,
                        .contact = settings.contact,
                        .licence = settings.licence},
          .pages_root = ServesPages(settings) ? std::optional(settings.pages_root) : std::nullopt,
          .zone = base::TimeZone::Find(settings.time_zone).value_or(base::TimeZone::Utc()),
          .version = std::string(ProgramVersion()),
          .commit = std::string(ProgramCommit()),
          .v1_deprecation = settings.v1_deprecation,
          .v1_sunset = settings.v1_sunset,
          .cache_seconds = settings.cache_seconds,
          .rates = settings.limits.rates,
          .announces_rates = settings.announce_rates};
}

// A search allocates and frees bitmaps of one bit for each record, which are larger than the
// allocator's own limit: each would be mapped, filled page by page and unmapped.
//
// Each thread has an arena of its own. A thread that serves connections would otherwise wait for
// one of lower priority that holds the lock of their arena and does not run.
void SetUpAllocator() {
  constexpr int kLargestKept = 4 * 1024 * 1024;
  constexpr int kMostArenas = 256;
  mallopt(M_ARENA_MAX, kMostArenas);
  mallopt(M_MMAP_THRESHOLD, kLargestKept);
  mallopt(M_TRIM_THRESHOLD, kLargestKept);  // of each arena
  // If checks bring their own allocator, the first call of this one sets it up, which is not safe
  // in two of the threads that make segments.
  malloc_trim(0);
}

// A replica begins empty and is filled before anything is served.
bool MayBeEmpty(const Settings& settings) {
  return settings.empty_register == kServeEmpty || Follows(settings);
}

// A store of an earlier version is upgraded by opening it once for writing. If that fails, opening
// it for reading reports the reason.
void Upgrade(const Settings& settings, const Place& place) {
  std::error_code failure;
  const std::uintmax_t bytes = std::filesystem::file_size(place.PathOf(PlacePart::kStore), failure);
  const bool serves_empty = MayBeEmpty(settings);
  const bool is_right = failure ? serves_empty && place.is_folder() : bytes != 0 || serves_empty;
  if (is_right) static_cast<void>(OpenReplica(place));
}

// An empty folder becomes one of a register only if an empty register is wanted.
bool MayBegin(const Settings& settings, const Place& place) {
  std::error_code failure;
  return MayBeEmpty(settings) && std::filesystem::is_directory(place.path(), failure);
}

// If folders cannot be made, what needs them reports it.
void PrepareFolders(const Settings& settings, const Place& place) {
  if (MayBegin(settings, place) || place.Check()) static_cast<void>(MakePlace(place));
}

// A register without a record is most likely a wrong path, or an import that was refused.
base::Status CheckIsFilled(const records::Register& source, const Settings& settings) {
  if (MayBeEmpty(settings)) return {};
  const auto view = TRY(source.Read());
  const auto is_filled = [&](model::Kind kind) { return view.Describe(kind).rows != 0; };
  if (std::ranges::any_of(model::kKinds, is_filled)) return {};
  return base::Error{base::Code::kInvalid,
                     "holds no record; import some (orgreg import --help), or serve it as it is "
                     "with --empty-register serve"}
      .At(PlaceOf(settings).path());
}

// Writes a line to standard output, for the program that started the server.
void Announce(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

std::string AddressOf(const Settings& settings, std::uint16_t port) {
  const std::string address = ListenAddress(settings);
  const bool is_v6 = address.find(':') != std::string::npos;
  return fmt::format("{}://{}:{}", ServesTls(settings) ? "https" : "http",
                     is_v6 ? "[" + address + "]" : address, port);
}

void LogCounts(const search::Catalog& catalog) {
  for (const model::Kind kind : model::kKinds) {
    base::LogInfo("{} {}", catalog.CountLive(kind), model::RowOf(kind).many);
  }
}

std::unique_ptr<StepSource> SourceOf(const Settings& settings, Database* database) {
  if (database != nullptr)
    return std::make_unique<DatabaseSource>(database, NodeName(settings.node_name));
  return std::make_unique<SourceClient>(SourceAddress{.text = settings.source,
                                                      .token_file = settings.source_token_file,
                                                      .ca_file = settings.source_ca_file});
}

const FollowState* FollowStateOf(const Follower* follower) {
  return follower == nullptr ? nullptr : &follower->state();
}

// Prepares the files on the disk: makes missing folders, upgrades an earlier layout of the store,
// and sweeps the rests of killed processes.
void PrepareFiles(const Settings& settings) {
  const Place place = ServedPlaceOf(settings);
  PrepareFolders(settings, place);
  Upgrade(settings, place);
  SweepPlace(place);
  SweepDownloads(DownloadFolder(settings));
}

// One server, from its start to its end. The members are in the order of their life: each uses only
// members above it, and ends before they do.
class Serving {
 public:
  // `settings` and `reload` outlive the object.
  Serving(const Settings& settings, std::stop_source stop, Reload* reload)
      : settings_(settings), stop_(std::move(stop)), reload_(reload) {}
  ~Serving() {
    reload_->SetTaker({});
    reload_->SetReopen({});
    copy_.LetGo();
  }
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  // Returns after a stop, or when the server cannot be started.
  base::Status Run();

 private:
  // The catalog is null if no base could be used.
  base::Result<CatalogPointer> OpenRegister();
  base::Status MakeService(CatalogPointer kept);
  void StartWatch(const http::Options& options);
  base::Status StartServer();
  base::Status StartListeners();
  base::Status BuildFirstCatalog();
  base::Status StartFollowing();
  records::NumberSealing Sealing();
  base::Status CheckNumberKeys() const;
  void ShareWithNodes();
  base::Status AwaitSource();
  void FollowRegister();
  // Takes changed settings while requests are answered.
  base::Status Take(const Settings& settings);

  const Settings& settings_;
  const std::stop_source stop_;
  Reload* const reload_;
  std::jthread start_extended_ = ExtendStart();
  std::unique_ptr<Database> database_;  // Null: the store is in the folder.
  std::unique_ptr<store::Store> store_;
  std::optional<records::Register> source_;
  std::optional<records::Feed> feed_;
  std::unique_ptr<SegmentSharing> segments_;  // Null: they are of this server alone.
  std::optional<CatalogBuilder> builder_;
  std::unique_ptr<Authorisation> authorisation_;
  std::optional<NumberKeysWatch> number_keys_;
  std::unique_ptr<StatementSupport> support_;
  api::Inventories inventories_;
  api::WorkShares shares_{settings_.limits.work};
  ShownCopy copy_{std::chrono::seconds(settings_.max_lag_s)};
  Visibility visibility_;
  std::unique_ptr<AccessLog> access_log_;
  std::optional<RequestWatch> watch_;
  std::unique_ptr<LiveService> service_;
  std::unique_ptr<http::TlsIdentity> tls_;  // Null: clients speak plain HTTP.
  std::unique_ptr<http::Server> server_;
  std::jthread watchdog_;
  std::unique_ptr<FileSharing> files_;  // Null: they are of this server alone.
  std::optional<DownloadKeeper> keeper_;
  std::jthread freed_memory_;
  std::unique_ptr<Follower> follower_;  // Null: the register is no replica.
  std::optional<NodePresence> presence_;
  std::optional<DocumentSweep> sweep_;
  std::optional<UserCopy> user_copy_;
  std::optional<AuditAnchors> anchors_;
  std::optional<NumberKeySharing> key_sharing_;
  std::optional<UsageSharing> usage_;
  std::unique_ptr<IngestListener> ingest_;
  std::unique_ptr<ReplicaListener> replicas_;
  std::unique_ptr<MetricsListener> metrics_;
  std::optional<std::stop_callback<std::function<void()>>> stop_server_;
  std::optional<CatalogWatcher> watcher_;
};

base::Status Serving::Run() {
  auto kept = TRY(OpenRegister());
  if (stop_.stop_requested()) return {};
  TRY(MakeService(std::move(kept)));
  TRY(StartServer());
  TRY(StartListeners());
  Announce("orgreg serves " + AddressOf(settings_, server_->port()));
  if (service_->Current() == nullptr) {
    TRY(AwaitSource());
    TRY(BuildFirstCatalog());
  }
  FollowRegister();
  start_extended_ = {};
  watchdog_ = StartWatchdog([this] { return server_->LongestSilence(); });
  NotifyReady("serves");
  reload_->SetTaker([this](const Settings& settings) { return Take(settings); },
                    [this] { ReloadTlsIdentity(tls_.get()); });
  Announce("orgreg is ready");
  server_->Wait();
  return {};
}

base::Result<CatalogPointer> Serving::OpenRegister() {
  const Place place = ServedPlaceOf(settings_);
  if (HasDatabase(settings_))
    database_ = std::make_unique<Database>(PlaceOf(settings_), stop_.get_token());
  store_ = TRY(OpenPlace(place, store::OpenMode::kReadOnly));
  source_.emplace(store_.get());
  feed_.emplace(store_.get());
  TRY(CheckIsFilled(*source_, settings_));
  // A writer or a backup that was killed may have left documents of removed records. If this cannot
  // be done, the next writer does it. The replica of a node may not know all documents yet.
  if (!HasDatabase(settings_)) {
    static_cast<void>(
        source_->SweepDocuments(records::DocumentFolder::At(place.PathOf(PlacePart::kDocuments))));
  }
  segments_ = TRY(SegmentSharing::Of(PlaceOf(settings_), database_.get(), stop_.get_token()));
  builder_.emplace(&*source_, place, segments_.get());
  const auto position = TRY(source_->Position());
  // The index of a replica that has nothing yet comes with its first step.
  if (Follows(settings_) && position == store::CommitId{}) return CatalogPointer();
  return builder_->OpenKept(stop_.get_token());
}

base::Status Serving::MakeService(CatalogPointer kept) {
  authorisation_ = TRY(Authorisation::Make(settings_, &*source_));
  number_keys_.emplace(&authorisation_->authority());
  support_ = TRY(StatementSupport::Make(settings_, &*source_));
  service_ = TRY(LiveService::Make(ServiceSettingsOf(settings_),
                                   {.feed = &*feed_,
                                    .inventories = &inventories_,
                                    .authority = &authorisation_->authority(),
                                    .statistics = support_->statistics(),
                                    .statements = &support_->sources(),
                                    .shares = &shares_,
                                    .copy = &copy_},
                                   std::move(kept)));
  return {};
}

// Counts and logs what the threads of the server answer.
void Serving::StartWatch(const http::Options& options) {
  const std::size_t workers = std::max<std::size_t>(options.threads, options.inherited.size());
  access_log_ = AccessLog::Make(settings_, workers);
  watch_.emplace(workers, access_log_.get());
  if (access_log_) reload_->SetReopen([this] { access_log_->Reopen(); });
}

base::Status Serving::StartServer() {
  auto nightly = TRY(DailyTime::Make(settings_.downloads_at, settings_.time_zone));
  http::Options options = OptionsOf(settings_);
  StartWatch(options);
  options.observer = &*watch_;
  tls_ = TRY(LoadTlsIdentity(settings_));
  options.tls = tls_.get();
  server_ = TRY(http::Server::Start(options, service_.get()));
  files_ = TRY(FileSharing::Of(PlaceOf(settings_), database_.get()));
  keeper_.emplace(&*source_,
                  DownloadKeeper::Plan{.folder = DownloadFolder(settings_),
                                       .nightly = std::move(nightly),
                                       .catalog = [this] { return service_->Current(); },
                                       .sharing = files_.get()},
                  &inventories_);
  freed_memory_ = ReturnFreedMemory();
  return {};
}

base::Status Serving::StartListeners() {
  TRY(StartFollowing());
  ingest_ = TRY(IngestListener::Start(settings_, {.sealing = [this] { return Sealing(); },
                                                  .following = FollowStateOf(follower_.get()),
                                                  .tls = tls_.get()}));
  if (ingest_) base::LogInfo("taking batches at {}", ingest_->place());
  replicas_ = TRY(ReplicaListener::Start(settings_, store_.get(), tls_.get()));
  if (replicas_) base::LogInfo("replicas can follow at {}", replicas_->place());
  metrics_ = TRY(MetricsListener::Start(settings_, {.source = &*source_,
                                                    .feed = &*feed_,
                                                    .service = service_.get(),
                                                    .server = server_.get(),
                                                    .inventories = &inventories_,
                                                    .visibility = &visibility_,
                                                    .requests = &watch_->counts(),
                                                    .access_log = access_log_.get(),
                                                    .keeper = &*keeper_,
                                                    .authorisation = authorisation_.get(),
                                                    .number_keys = &*number_keys_,
                                                    .statistics = support_->statistics(),
                                                    .statements = &support_->sources(),
                                                    .ingest = ingest_.get(),
                                                    .replicas = replicas_.get(),
                                                    .follower = follower_.get(),
                                                    .tls = tls_.get(),
                                                    .stop = stop_.get_token()}));
  stop_server_.emplace(stop_.get_token(), [this] { server_->Stop(); });
  return {};
}

base::Status Serving::StartFollowing() {
  const Place place = ServedPlaceOf(settings_);
  if (Follows(settings_)) {
    auto followed = SourceOf(settings_, database_.get());
    base::LogInfo("following {}", followed->address());
    follower_ = TRY(Follower::Start(place, std::move(followed)));
    copy_.Follow(&follower_->state());
    if (database_) ShareWithNodes();
    return {};
  }
  const auto source = TRY(ReadSource(place));
  if (source)
    base::LogWarning(
        "this is a replica of {}, which is not followed: neither source nor store is set", *source);
  return {};
}

// Asked by the listener for batches.
records::NumberSealing Serving::Sealing() {
  return key_sharing_ ? key_sharing_->sealing() : authorisation_->sealing();
}

base::Status Serving::CheckNumberKeys() const {
  const CatalogPointer catalog = service_->Current();
  if (catalog == nullptr)
    return base::Error{base::Code::kUnavailable, "there is no index of the register yet"};
  const auto check = TRY(api::CheckNumberKeys(authorisation_->authority(), *catalog));
  if (check.unusable() == 0) return {};
  return base::Error{base::Code::kInvalid, "number_keys: " + check.ToText()};
}

void Serving::ShareWithNodes() {
  const std::string name = NodeName(settings_.node_name);
  presence_.emplace(name, database_.get(), store_.get(), &follower_->state(), &copy_);
  if (support_->shared() != nullptr) sweep_.emplace(support_->shared(), database_.get());
  if (settings_.shared_users) user_copy_.emplace(UsersPath(settings_), database_.get());
  if (const auth::AuditKeeper* const audit = authorisation_->audit(); audit != nullptr)
    anchors_.emplace(name, [audit] { return audit->end(); }, database_.get());
  key_sharing_.emplace(
      name, authorisation_->sealing(), [this] { return CheckNumberKeys(); }, database_.get());
  usage_.emplace(store::UsageExchange::Plan{.path = UsagePath(settings_),
                                            .retention_days = settings_.usage_days},
                 database_.get());
}

// Until a replica has something, requests get 503.
base::Status Serving::AwaitSource() {
  const auto position = TRY(source_->Position());
  if (!follower_ || position != store::CommitId{}) return {};
  base::LogInfo("waiting for the register of the source");
  if (!follower_->state().AwaitFirst(stop_.get_token()))
    return base::Error{base::Code::kUnavailable, "stopped before the source was reached"};
  follower_->FetchSegments(stop_.get_token());
  return {};
}

// During this, requests are answered; those that need the catalog get 503.
base::Status Serving::BuildFirstCatalog() {
  base::LogInfo("the register is being indexed; until then, requests that need it get 503");
  auto catalog = builder_->Advance(stop_.get_token());
  if (!catalog && follower_ && catalog.error().code == base::Code::kCorrupt) {
    base::LogWarning("{}", catalog.error().message);
    TRY(follower_->Mend(stop_.get_token()));
    catalog = builder_->Advance(stop_.get_token());
  }
  if (!catalog) return std::move(catalog).error();
  service_->Publish(std::move(catalog).value());
  return {};
}

void Serving::FollowRegister() {
  const CatalogPointer first = service_->Current();
  LogCounts(*first);
  number_keys_->Look(*first);
  watcher_.emplace(
      &*source_, &*builder_, &visibility_,
      [this](const CatalogPointer& next) {
        service_->Publish(next);
        number_keys_->Look(*next);
      },
      [this] {
        if (follower_) follower_->NoteDamage();
      });
}

base::Status Serving::Take(const Settings& settings) {
  TRY(service_->Replace(ServiceSettingsOf(settings)));
  base::SetLogLevel(settings.log_level);
  return {};
}

int Serve(const Settings& settings, const SettingInput& input, const sigset_t& signals) {
  SetUpAllocator();
  base::SetLogLevel(settings.log_level);
  PrepareFiles(settings);
  EnterSandbox(settings, input.file);
  const auto reload = std::make_shared<Reload>(input, settings);
  const std::stop_source stop = HandleSignals(signals, [reload] { reload->Run(); });
  const base::Status served = Serving(settings, stop, reload.get()).Run();
  // A stop may interrupt the start, which is not a failure.
  return served || stop.stop_requested() ? kDone : Fail(served.error());
}

// Whether a start would find a register, or would begin one.
base::Status CheckRegister(const Settings& settings) {
  const Place place = ServedPlaceOf(settings);
  base::Status there = place.Check();
  const bool is_missing = !there && there.error().code == base::Code::kNotFound;
  if (is_missing && MayBegin(settings, place)) return {};
  return there;
}

int RunServe(SettingsRead read, const SettingInput& input, bool shows_settings) {
  const sigset_t signals = BlockSignals();
  CheckSettings(&read);
  if (const int code = ReportProblems(read); code != kDone) return code;
  if (!shows_settings) return Serve(read.settings, input, signals);
  fmt::print("{}", ToToml(read));
  const base::Status there = CheckRegister(read.settings);
  return there ? kDone : Fail(there.error());
}

}  // namespace

void AddServe(Command program) {
  Command command = program.Sub("serve", "Serve the register");
  const auto shows_settings = std::make_shared<bool>(false);
  command.Add(
      "--show-config", shows_settings.get(),
      "Check the settings as a start does, print them as a file for --config with the origin of "
      "each, and end");
  SettingFlags flags(command, {});
  command.Footer(
      "Each setting may also be in the file or in the environment (ORGREG_PUBLIC_URL, …).\n"
      "Flags overrule the environment, which overrules the file. SIGTERM stops gracefully; SIGHUP\n"
      "makes the server read its settings again (docs/operating.md).");
  flags.DoesWithRead([shows_settings, input = flags.input()](SettingsRead read) {
    return RunServe(std::move(read), *input, *shows_settings);
  });
}

}  // namespace orgreg::app
