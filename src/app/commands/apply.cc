// SPDX-License-Identifier: EUPL-1.2

// Files and standard input are applied one after the other. A Follower applies the files of a drop
// folder until a signal ends it.

#include "ingest/batches/apply.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <memory>
#include <utility>

#include "app/commands.h"
#include "app/commands/wipe.h"
#include "app/place/open_place.h"
#include "app/settings/number_sealing.h"
#include "app/settings/setting_flags.h"
#include "app/shared/shared_number_keys.h"
#include "base/files/file_access.h"
#include "base/files/system_error.h"
#include "base/log.h"
#include "base/threads/precedence.h"
#include "formats/byte_source.h"
#include "ingest/batches/drop_folder.h"
#include "records/readers/role_sealing.h"

namespace orgreg::app {
namespace {

constexpr const char* kApplyFooter =
    R"(A batch is lines of JSON (see batches.md): a header {"batch":"ID"}, then an operation on
each line: upsert, delete, remove or reinstate. It is applied as a whole or not at all. For
each batch a line of JSON goes to standard output as soon as the batch is on the disk; a
batch whose id was applied before is only acknowledged again. The first batch that is
refused ends the run; its problems go to standard error.
--follow runs until SIGTERM: it applies files NAME.ndjson in order of name, once they were
renamed into place, and moves them to DIR/done, or to DIR/refused with the reasons next to
them. If the command exits with 1, send the batch again; if it exits with 3, correct it first.)";

// A server that answers on the same machine runs first (decisions/0039).
constexpr int kNiceness = 5;
constexpr int kDefaultWaitSeconds = 60;
constexpr int kMostWaitSeconds = 3600;
constexpr std::chrono::milliseconds kLookAgain(50);

struct ApplyArguments {
  std::vector<std::string> files;
  std::string folder;
  Place place;
  int wait_s = kDefaultWaitSeconds;
  bool is_history = false;
  bool accepts_clock = false;
  NumberOptions numbers;
};

// The sender keeps the batch until it reads this line, so the line must go out now.
base::Status PrintAcknowledgement(const ingest::Acknowledgement& done) {
  const std::string line = done.ToJson() + "\n";
  const bool is_out =
      std::fwrite(line.data(), 1, line.size(), stdout) == line.size() && std::fflush(stdout) == 0;
  if (is_out) return {};
  return base::IoError("the batch is applied, but its acknowledgement cannot be written", errno);
}

void PrintProblems(const std::string& file, const ingest::BatchProblems& problems) {
  for (const std::string& problem : problems.Texts()) fmt::print(stderr, "{}: {}\n", file, problem);
  const std::uint64_t unshown = problems.count - problems.first.size();
  if (unshown != 0) fmt::print(stderr, "… and {} more problems\n", unshown);
}

int ApplyFiles(records::Register* target, const ApplyArguments& arguments,
               const records::NumberSealing& sealing) {
  for (const std::string& file : arguments.files) {
    auto source = formats::OpenSource(file);
    if (!source) return Fail(source.error());
    const auto report = ingest::ApplyBatches(target, &source->bytes(),
                                             {.is_history = arguments.is_history,
                                              .sealing = sealing,
                                              .acknowledge = PrintAcknowledgement});
    if (!report) return Fail(report.error());
    if (!report->refused()) continue;
    PrintProblems(file, report->problems);
    return kRefused;
  }
  return kDone;
}

// Signals that end the work are blocked and handled here, between two files.
class Termination {
 public:
  Termination() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGTERM);
    sigaddset(&signals_, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  }
  // Waits this long for one.
  bool ComesWithin(std::chrono::milliseconds time) const {
    const timespec limit = {.tv_sec = time.count() / 1000,
                            .tv_nsec = static_cast<long>(time.count() % 1000) * 1'000'000};
    return sigtimedwait(&signals_, nullptr, &limit) > 0;
  }

 private:
  sigset_t signals_ = {};
};

// Applies the files of a folder as they come.
class Follower {
 public:
  Follower(records::Register* target, ingest::DropFolder folder, const Place& place,
           const records::NumberSealing& sealing)
      : target_(target), folder_(std::move(folder)), sealing_(sealing), wiper_(target, place) {
    wiper_.NoteChange();  // The rest of another process's work.
  }

  base::Status Run(const Termination& termination) {
    while (!termination.ComesWithin(kLookAgain)) {
      const auto names = TRY(folder_.Waiting());
      for (const std::string& name : names) {
        const auto report = folder_.Apply(
            target_, name, {.sealing = sealing_, .acknowledge = PrintAcknowledgement});
        if (!report && report.error().code == base::Code::kUnavailable) {
          TellOnce(name, report.error().message);
          break;
        }
        if (!report) return report.error();
        Tell(name, *report);
        if (termination.ComesWithin(std::chrono::milliseconds(0))) return {};
      }
    }
    return {};
  }

 private:
  // Another process writes, maybe for long.
  void TellOnce(const std::string& name, const std::string& reason) {
    if (!std::exchange(is_waiting_, true)) base::LogWarning("{} waits: {}", name, reason);
  }

  void Tell(const std::string& name, const ingest::ApplyReport& report) {
    is_waiting_ = false;
    wiper_.NoteChange();
    if (report.refused()) {
      base::LogWarning("{} is refused: {} problems, the first: {}", name, report.problems.count,
                       report.problems.Texts().front());
    } else {
      base::LogInfo("{} is applied: {} batches", name, report.done);
    }
  }

  records::Register* target_;
  ingest::DropFolder folder_;
  records::NumberSealing sealing_;
  Wiper wiper_;
  bool is_waiting_ = false;
};

int Follow(records::Register* target, const ApplyArguments& arguments,
           const records::NumberSealing& sealing) {
  const Termination termination;
  auto folder = ingest::DropFolder::Open(arguments.folder);
  if (!folder) return Fail(folder.error());
  base::LogInfo("following {}", arguments.folder);
  base::Status followed =
      Follower(target, std::move(*folder), arguments.place, sealing).Run(termination);
  return followed ? kDone : Fail(followed.error());
}

// A misspelt path must not become a new register that takes the batches.
base::Status CheckHasStore(const Place& place) {
  TRY(place.Check());
  if (place.has_database()) {
    TRY(OpenPlace(place, store::OpenMode::kReadOnly));
    return {};
  }
  return base::CheckFile(place.PathOf(PlacePart::kStore), base::Access::kRead);
}

int RunApply(const ApplyArguments& arguments) {
  if (arguments.files.empty() && arguments.folder.empty()) {
    fmt::print(stderr, "orgreg: files or --follow are needed; see orgreg apply --help\n");
    return kMisused;
  }
  if (base::Status found = CheckHasStore(arguments.place); !found) return Fail(found.error());
  base::GiveWay(kNiceness);
  // A missing file is noticed before another one is applied.
  for (const std::string& file : arguments.files) {
    if (file == "-") continue;
    if (auto source = formats::FileSource::Open(file); !source) return Fail(source.error());
  }
  const auto sealer = NumberSealer::Make(arguments.numbers);
  if (!sealer) return Fail(sealer.error());
  // A follower checks for signals now and then, and waits as long as necessary.
  const int wait_s = arguments.folder.empty() ? arguments.wait_s : std::min(arguments.wait_s, 1);
  auto store = OpenPlace(arguments.place, store::OpenMode::kReadWriteCreate,
                         {.busy_timeout_ms = wait_s * 1000,
                          .on_wait =
                              [&arguments, wait_s] {
                                if (arguments.folder.empty())
                                  SayWaiting(arguments.place.path(), wait_s);
                              },
                          .accepts_clock = arguments.accepts_clock});
  if (!store) return Fail(store.error());
  records::NumberSealing sealing = sealer->sealing();
  if (base::Status fit = CompareNumberKeys((*store)->cluster(), sealing.vault); !fit)
    sealing = {.rule = sealing.rule, .refusal = "and " + fit.error().message};
  records::Register target(store->get());
  if (!arguments.folder.empty()) return Follow(&target, arguments, sealing);
  const int code = ApplyFiles(&target, arguments, sealing);
  WipeWithdrawn(&target, arguments.place);
  return code;
}

}  // namespace

void AddApply(Command program) {
  const auto arguments = std::make_shared<ApplyArguments>();
  Command command = program.Sub("apply", "Apply batches of changes to the register");
  const Option files = command.Add("files", &arguments->files,
                                   "Batches, packed with gzip or not; - reads standard input");
  const Option follow =
      command.Add("--follow", &arguments->folder, "Apply files of this folder as they come")
          .ExistingFolder()
          .Excludes(files);
  command
      .Add("--history", &arguments->is_history,
           "Accept batches with the time of their changes (\"time\" in the header)")
      .Excludes(follow);
  command.Add("--wait", &arguments->wait_s, "Seconds to wait for another process that writes")
      .Between(0, kMostWaitSeconds)
      .ShowDefault();
  command.Footer(kApplyFooter);
  SettingFlags(command, {"data", "store", "accept_clock", "number_keys", "number_rule"})
      .Does([arguments](const Settings& settings) {
        arguments->place = PlaceOf(settings);
        arguments->accepts_clock = settings.accept_clock;
        arguments->numbers = NumberOptionsOf(settings);
        return RunApply(*arguments);
      });
}

}  // namespace orgreg::app
