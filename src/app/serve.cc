#include <fmt/format.h>
#include <malloc.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <thread>

#include "api/service.h"
#include "app/authorisation.h"
#include "app/catalog_watcher.h"
#include "app/commands.h"
#include "app/download_keeper.h"
#include "app/ingest_listener.h"
#include "app/metrics_listener.h"
#include "app/number_keys_watch.h"
#include "app/settings.h"
#include "app/statement_support.h"
#include "base/log.h"
#include "http/server.h"
#include "records/feed.h"
#include "store/sqlite_store.h"

namespace orgreg::app {
namespace {

// What was given on the command line.
// For checks of passwords, most of which wait for another: as many as may wait, so that who comes
// with the same credentials at the same time is not turned away (auth/basic_check.h).
constexpr unsigned kSideThreads = 8;

struct ServeArguments {
  std::string config;
  bool show_config = false;
  std::vector<std::optional<std::string>> flags;  // By row.
};

base::Result<Settings> Resolve(const ServeArguments& arguments) {
  Settings settings;
  if (!arguments.config.empty()) {
    if (base::Status status = ReadFile(arguments.config, &settings); !status)
      return std::move(status).error();
  }
  if (base::Status status = ReadEnvironment(&settings); !status) return std::move(status).error();
  for (std::size_t index = 0; index < arguments.flags.size(); ++index) {
    if (!arguments.flags[index]) continue;
    base::Status status = Assign(SettingRows()[index], *arguments.flags[index], &settings);
    if (!status) return std::move(status).error();
  }
  return settings;
}

http::Options OptionsOf(const Settings& settings) {
  http::Options options{.address = settings.listen,
                        .port = static_cast<std::uint16_t>(settings.port)};
  options.threads =
      settings.threads != 0 ? settings.threads : std::max(1U, std::thread::hardware_concurrency());
  options.side_threads = kSideThreads;
  options.limits.connections = settings.max_connections;
  options.limits.head_timeout = std::chrono::seconds(settings.head_timeout_s);
  options.limits.idle_timeout = std::chrono::seconds(settings.idle_timeout_s);
  return options;
}

api::ServiceSettings ServiceSettingsOf(const Settings& settings) {
  return {.origin = {.public_url = settings.public_url,
                     .allowed_hosts = settings.allowed_hosts,
                     .trusted_proxies = settings.trusted_proxies},
          .v1_deprecation = settings.v1_deprecation,
          .v1_sunset = settings.v1_sunset};
}

// Asks for a stop when the process is told to end. The signals must be blocked before any
// thread starts, so that none but the waiting one takes them.
std::stop_source StopOnTermination() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::stop_source stop;
  std::thread([signals, stop]() mutable {
    int signal = 0;
    sigwait(&signals, &signal);
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
  mallopt(M_TRIM_THRESHOLD, 16 * kLargestKept);
  // Where checks bring an allocator of their own, the first call of this one sets it up, which is
  // not safe in two of the threads that make segments.
  malloc_trim(0);
}

// A store of an earlier version is upgraded by opening it once for writing. Whatever keeps
// that from being done is told when it is opened for reading.
void Upgrade(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return;
  static_cast<void>(store::OpenSqlite(path, store::OpenMode::kReadWriteCreate));
}

int Serve(const Settings& settings) {
  KeepLargeBlocks();
  const std::stop_source stop = StopOnTermination();
  base::SetLogLevel(settings.log_level);
  Upgrade(settings.store);
  auto store = store::OpenSqlite(settings.store, store::OpenMode::kReadOnly);
  if (!store) return Fail(store.error());
  const records::Register source(store->get());
  CatalogBuilder builder(&source, settings.store);
  auto catalog = builder.Advance(stop.get_token());
  if (stop.stop_requested()) return kDone;
  if (!catalog) return Fail(catalog.error());
  for (const model::Kind kind : model::kKinds) {
    base::LogInfo("{} {}", (*catalog)->CountLive(kind), model::RowOf(kind).many);
  }
  const auto authorisation = Authorisation::Make(settings, &source);
  if (!authorisation) return Fail(authorisation.error());
  NumberKeysWatch number_keys(&(*authorisation)->authority());
  number_keys.Look(**catalog);
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
                                    std::move(catalog).value());
  if (!service) return Fail(service.error());
  auto nightly = DailyTime::Make(settings.downloads_at, settings.time_zone);
  if (!nightly) return Fail(nightly.error());
  auto server = http::Server::Start(OptionsOf(settings), service->get());
  if (!server) return Fail(server.error());
  const CatalogWatcher watcher(&source, &builder,
                               [&service, &number_keys](const CatalogPointer& next) {
                                 (*service)->Publish(next);
                                 number_keys.Look(*next);
                               });
  const DownloadKeeper keeper(&source,
                              {.folder = DownloadFolder(settings),
                               .nightly = std::move(*nightly),
                               .catalog = [&service] { return (*service)->Current(); }},
                              &inventories);
  const auto ingest = IngestListener::Start(settings, (*authorisation)->sealing());
  if (!ingest) return Fail(ingest.error());
  if (*ingest) base::LogInfo("taking batches at {}", (*ingest)->place());
  const auto metrics = MetricsListener::Start(settings, {.service = service->get(),
                                                         .inventories = &inventories,
                                                         .keeper = &keeper,
                                                         .authorisation = authorisation->get(),
                                                         .number_keys = &number_keys,
                                                         .statistics = (*support)->statistics()});
  if (!metrics) return Fail(metrics.error());
  const bool is_v6 = settings.listen.find(':') != std::string::npos;
  fmt::print("orgreg serves http://{}:{}\n", is_v6 ? "[" + settings.listen + "]" : settings.listen,
             (*server)->port());
  std::fflush(stdout);
  const std::stop_callback stop_server(stop.get_token(), [&server] { (*server)->Stop(); });
  (*server)->Wait();
  return kDone;
}

int RunServe(const ServeArguments& arguments) {
  const auto settings = Resolve(arguments);
  if (!settings) {
    fmt::print(stderr, "orgreg: {}\n", settings.error().message);
    return kMisused;
  }
  if (!arguments.show_config) return Serve(*settings);
  for (const SettingRow& row : SettingRows())
    fmt::print("{} = {}\n", row.name, ValueText(row, *settings));
  return kDone;
}

}  // namespace

void AddServe(Command program) {
  const auto arguments = std::make_shared<ServeArguments>();
  Command command = program.Sub("serve", "Serve the register");
  command
      .Add("--config", &arguments->config,
           "A TOML file with the settings below, underscores in their names")
      .ExistingFile();
  command.Add("--show-config", &arguments->show_config, "Print the settings in force and end");
  arguments->flags.resize(SettingRows().size());
  const Settings defaults;
  for (std::size_t index = 0; index < SettingRows().size(); ++index) {
    const SettingRow& row = SettingRows()[index];
    const std::string default_text = ValueText(row, defaults);
    const std::string help =
        std::string(row.help) + (default_text.empty() ? "" : " [" + default_text + "]");
    command.Add(FlagName(row), &arguments->flags[index], help);
  }
  command.Footer(
      "Each setting may also stand in the file or in the environment (ORGREG_PUBLIC_URL, …).\n"
      "Flags overrule the environment, which overrules the file. SIGTERM stops gracefully.");
  command.Does([arguments] { return RunServe(*arguments); });
}

}  // namespace orgreg::app
