#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <thread>

#include "api/service.h"
#include "app/catalog/catalog_watcher.h"
#include "app/commands.h"
#include "app/commands/rests.h"
#include "app/serve/authorisation.h"
#include "app/serve/download_keeper.h"
#include "app/serve/ingest_listener.h"
#include "app/serve/memory_return.h"
#include "app/serve/metrics_listener.h"
#include "app/serve/number_keys_watch.h"
#include "app/serve/setting_checks.h"
#include "app/serve/statement_support.h"
#include "app/settings/setting_flags.h"
#include "auth/users/password_turns.h"
#include "base/log.h"
#include "base/threads/guarded_thread.h"
#include "http/server/server.h"
#include "records/feed.h"
#include "store/sqlite/store.h"

namespace orgreg::app {
namespace {

// For checks of passwords, most of which wait for another: as many as may wait, so that who comes
// with the same credentials at the same time is not turned away (auth/users/password_turns.h).
constexpr unsigned kSideThreads = auth::PasswordTurns::kMostInside;
// For the authorised operations. One may wait for the keys of the token service.
constexpr unsigned kReservedThreads = 4;
// For statistics and whole inventories of roles.
constexpr unsigned kScanThreads = 2;
// What takes time gives way to look-ups.
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
  options.limits.connections = settings.max_connections;
  options.limits.head_timeout = std::chrono::seconds(settings.head_timeout_s);
  options.limits.idle_timeout = std::chrono::seconds(settings.idle_timeout_s);
  return options;
}

api::ServiceSettings ServiceSettingsOf(const Settings& settings) {
  return {.origin = {.public_url = settings.public_url,
                     .allowed_hosts = settings.allowed_hosts,
                     .trusted_proxies = settings.trusted_proxies,
                     .forwarded_by = settings.forwarded_by == kByForwarded
                                         ? api::ForwardedBy::kForwarded
                                         : api::ForwardedBy::kXForwarded,
                     .listen = settings.listen},
          .v1_deprecation = settings.v1_deprecation,
          .v1_sunset = settings.v1_sunset};
}

// Blocked before any thread starts, so that none but the waiting one takes them.
sigset_t BlockSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

// Asks for a stop at SIGTERM or SIGINT. A SIGHUP, which a closed terminal sends and which asks
// other servers to read their settings again, does not end this one.
std::stop_source StopOnTermination(const sigset_t& signals) {
  std::stop_source stop;
  base::StartGuarded("signals", [signals, stop](const std::stop_token&) mutable {
    int signal = 0;
    while (sigwait(&signals, &signal) != 0 || signal == SIGHUP) {
      base::LogInfo("SIGHUP changes nothing: settings are read at the start");
    }
    base::LogInfo("stopping");
    stop.request_stop();
  }).detach();
  return stop;
}

// A search takes and gives back bitmaps of one bit a record, which are larger than what the
// allocator keeps by itself: each would be mapped, filled page by page and unmapped.
void KeepLargeBlocks() {
  constexpr int kLargestKept = 4 * 1024 * 1024;
  mallopt(M_MMAP_THRESHOLD, kLargestKept);
  mallopt(M_TRIM_THRESHOLD, 4 * kLargestKept);
  // Where checks bring an allocator of their own, the first call of this one sets it up, which is
  // not safe in two of the threads that make segments.
  malloc_trim(0);
}

// A store of an earlier version is upgraded by opening it once for writing. Whatever keeps
// that from being done is told when it is opened for reading.
void Upgrade(const Settings& settings) {
  std::error_code failure;
  const std::uintmax_t bytes = std::filesystem::file_size(settings.store, failure);
  const bool may_begin = bytes != 0 || settings.empty_register == kServeEmpty;
  if (failure || !may_begin) return;
  static_cast<void>(store::OpenSqlite(settings.store, store::OpenMode::kReadWriteCreate));
}

// A register without a record is most likely a wrong path, or an import that was refused.
base::Status CheckIsFilled(const records::Register& source, const Settings& settings) {
  if (settings.empty_register == kServeEmpty) return {};
  const auto view = TRY(source.Read());
  const auto is_filled = [&](model::Kind kind) { return view.Describe(kind).rows != 0; };
  if (std::ranges::any_of(model::kKinds, is_filled)) return {};
  return base::Error{base::Code::kInvalid,
                     "holds no record; import some (orgreg import --help), or serve it as it is "
                     "with --empty-register serve"}
      .At(settings.store);
}

// Told on standard output, which is read by whoever started the server.
void Announce(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

std::string AddressOf(const Settings& settings, std::uint16_t port) {
  const bool is_v6 = settings.listen.find(':') != std::string::npos;
  return fmt::format("http://{}:{}", is_v6 ? "[" + settings.listen + "]" : settings.listen, port);
}

// The first catalog where no base could be used. Requests are answered meanwhile, those that need
// it with 503.
base::Status BuildFirst(CatalogBuilder* builder, const std::stop_token& stop,
                        api::Service* service) {
  base::LogInfo("the register is being indexed; until that is done, what needs it answers 503");
  auto catalog = TRY(builder->Advance(stop));
  service->Publish(std::move(catalog));
  return {};
}

void LogCounts(const search::Catalog& catalog) {
  for (const model::Kind kind : model::kKinds) {
    base::LogInfo("{} {}", catalog.CountLive(kind), model::RowOf(kind).many);
  }
}

int Serve(const Settings& settings, const sigset_t& signals) {
  KeepLargeBlocks();
  const std::stop_source stop = StopOnTermination(signals);
  base::SetLogLevel(settings.log_level);
  Upgrade(settings);
  SweepBesideStore(settings.store);
  SweepDownloads(DownloadFolder(settings));
  auto store = store::OpenSqlite(settings.store, store::OpenMode::kReadOnly);
  if (!store) return Fail(store.error());
  const records::Register source(store->get());
  if (base::Status filled = CheckIsFilled(source, settings); !filled) return Fail(filled.error());
  CatalogBuilder builder(&source, settings.store);
  auto kept = builder.OpenKept(stop.get_token());
  if (stop.stop_requested()) return kDone;
  if (!kept) return Fail(kept.error());
  const auto authorisation = Authorisation::Make(settings, &source);
  if (!authorisation) return Fail(authorisation.error());
  NumberKeysWatch number_keys(&(*authorisation)->authority());
  const auto support = StatementSupport::Make(settings, &source);
  if (!support) return Fail(support.error());
  const records::Feed feed(store->get());
  api::Inventories inventories;
  auto service = api::Service::Make(ServiceSettingsOf(settings),
                                    {.feed = &feed,
                                     .inventories = &inventories,
                                     .authority = &(*authorisation)->authority(),
                                     .statistics = (*support)->statistics(),
                                     .statements = &(*support)->sources()},
                                    std::move(kept).value());
  if (!service) return Fail(service.error());
  auto nightly = DailyTime::Make(settings.downloads_at, settings.time_zone);
  if (!nightly) return Fail(nightly.error());
  auto server = http::Server::Start(OptionsOf(settings), service->get());
  if (!server) return Fail(server.error());
  const DownloadKeeper keeper(&source,
                              {.folder = DownloadFolder(settings),
                               .nightly = std::move(*nightly),
                               .catalog = [&service] { return (*service)->Current(); }},
                              &inventories);
  const std::jthread freed_memory = ReturnFreedMemory();
  const auto ingest = IngestListener::Start(settings, (*authorisation)->sealing());
  if (!ingest) return Fail(ingest.error());
  if (*ingest) base::LogInfo("taking batches at {}", (*ingest)->place());
  const auto metrics = MetricsListener::Start(settings, {.source = &source,
                                                         .service = service->get(),
                                                         .inventories = &inventories,
                                                         .keeper = &keeper,
                                                         .authorisation = authorisation->get(),
                                                         .number_keys = &number_keys,
                                                         .statistics = (*support)->statistics(),
                                                         .statements = &(*support)->sources()});
  if (!metrics) return Fail(metrics.error());
  const std::stop_callback stop_server(stop.get_token(), [&server] { (*server)->Stop(); });
  Announce("orgreg serves " + AddressOf(settings, (*server)->port()));
  if ((*service)->Current() == nullptr) {
    const base::Status built = BuildFirst(&builder, stop.get_token(), service->get());
    if (!built && !stop.stop_requested()) return Fail(built.error());
    if (!built) return kDone;
  }
  LogCounts(*(*service)->Current());
  number_keys.Look(*(*service)->Current());
  const CatalogWatcher watcher(&source, &builder,
                               [&service, &number_keys](const CatalogPointer& next) {
                                 (*service)->Publish(next);
                                 number_keys.Look(*next);
                               });
  Announce("orgreg is ready");
  (*server)->Wait();
  return kDone;
}

int RunServe(SettingsRead read, bool shows_settings) {
  const sigset_t signals = BlockSignals();
  CheckSettings(&read);
  if (const int code = ReportProblems(read); code != kDone) return code;
  if (!shows_settings) return Serve(read.settings, signals);
  fmt::print("{}", ToToml(read));
  return kDone;
}

}  // namespace

void AddServe(Command program) {
  Command command = program.Sub("serve", "Serve the register");
  const auto shows_settings = std::make_shared<bool>(false);
  command.Add(
      "--show-config", shows_settings.get(),
      "Check the settings as a start does, print them as a file for --config with where each "
      "comes from, and end");
  SettingFlags flags(command, {});
  command.Footer(
      "Each setting may also stand in the file or in the environment (ORGREG_PUBLIC_URL, …).\n"
      "Flags overrule the environment, which overrules the file. SIGTERM stops gracefully.");
  flags.DoesWithRead(
      [shows_settings](SettingsRead read) { return RunServe(std::move(read), *shows_settings); });
}

}  // namespace orgreg::app
