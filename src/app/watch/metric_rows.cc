// SPDX-License-Identifier: EUPL-1.2

#include "app/watch/metric_rows.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>

#include "app/watch/collectors.h"
#include "base/threads/guarded_thread.h"

namespace orgreg::app {
namespace {

using enum MetricType;

constexpr double kMilliseconds = 1000;

double SecondsOf(std::chrono::nanoseconds duration) {
  return std::chrono::duration<double>(duration).count();
}

// The row of a value without labels that the program counts, which is never missing.
template <auto kRead>
void Number(const Moment& moment, Samples* out) {
  out->Add(kRead(moment));
}

// The same for a value of the facts, which are missing if the store cannot be read.
template <auto kRead>
void Fact(const Moment& moment, Samples* out) {
  if (moment.facts && moment.facts->state.has_index) out->Add(kRead(*moment.facts));
}

// The value of the oldest file; 0 while any is missing.
template <auto kRead>
void OfAllFiles(const Moment& moment, Samples* out) {
  if (!moment.facts) return;
  out->Add(moment.facts->state.files_missing == 0 ? kRead(*moment.facts) : 0.0);
}

template <auto kRead>
void OfAccessLog(const Moment& moment, Samples* out) {
  if (moment.of.access_log != nullptr) out->Add(kRead(*moment.of.access_log));
}

// Adds the newest commit of the store, unless it cannot be read.
void CollectStoreCommit(const Moment& moment, Samples* out) {
  const auto position = moment.of.source->Position();
  if (position) out->Add(static_cast<double>(position->value));
}

void CollectServedCommit(const Moment& moment, Samples* out) {
  if (moment.catalog != nullptr) out->Add(static_cast<double>(moment.catalog->state().commit));
}

// Adds when the certificate ends, if there is one.
void CollectCertificateEnd(const Moment& moment, Samples* out) {
  if (moment.of.tls != nullptr) out->Add(static_cast<double>(moment.of.tls->expires()));
}

// The values of a replica.
template <auto kRead>
void OfReplica(const Moment& moment, Samples* out) {
  if (moment.of.following != nullptr) out->Add(kRead(moment.of.following->Read()));
}

void CollectSourceLag(const Moment& moment, Samples* out) {
  if (moment.of.following == nullptr) return;
  const FollowState::Facts facts = moment.of.following->Read();
  if (facts.lag) out->Add(SecondsOf(*facts.lag));
}

void CollectUsers(const Moment& moment, Samples* out) {
  if (moment.of.users != nullptr) out->Add(std::uint64_t{moment.of.users->user_count()});
}

// The newest change of all kinds.
double LastChange(const api::RegisterFacts& facts) {
  std::int64_t last = facts.position;
  for (const api::KindFacts& kind : facts.kinds) last = std::max(last, kind.last_change);
  return static_cast<double>(last);
}

constexpr std::array kRows = {
    MetricRow{"orgreg_request_duration_seconds",
              kHistogram,
              {"operation", "status"},
              "Time from a request that was read to its whole answer that was given to the system. "
              "Only those that occurred.",
              CollectDurations},
    MetricRow{"orgreg_answers_total",
              kCounter,
              {"status"},
              "Answers by class of status; none: the client left before there was one.",
              CollectAnswers},
    MetricRow{"orgreg_answers_cut_total",
              kCounter,
              {},
              "Answers whose client left, or was cut off, before their end.",
              Number<[](const Moment& m) { return m.of.requests->cut(); }>},
    MetricRow{"orgreg_response_bytes_total",
              kCounter,
              {"operation"},
              "Bytes of heads and bodies of answers. Only of operations that occurred.",
              CollectBytes},
    MetricRow{"orgreg_errors_total",
              kCounter,
              {"error"},
              "Answers that are errors, by the name that the guide has for each.",
              CollectErrors},
    MetricRow{"orgreg_rate_limited_total",
              kCounter,
              {"rate"},
              "Answers 429 to clients that asked too often, by the rate that they passed.",
              CollectRateLimits},
    MetricRow{"orgreg_connections",
              kGauge,
              {"state"},
              "Open connections, by what they do.",
              CollectConnections},
    MetricRow{"orgreg_connections_limit",
              kGauge,
              {},
              "Connections that may be open.",
              Number<[](const Moment& m) { return std::uint64_t{m.load.most_connections}; }>},
    MetricRow{"orgreg_connections_accepted_total",
              kCounter,
              {},
              "Connections that found a place.",
              Number<[](const Moment& m) { return m.of.requests->accepted(); }>},
    MetricRow{"orgreg_connections_refused_total",
              kCounter,
              {},
              "Connections that found no place, in all or for their address.",
              Number<[](const Moment& m) { return m.of.requests->refused(); }>},
    MetricRow{
        "orgreg_connections_closed_total",
        kCounter,
        {"reason"},
        "Connections that the server closed: a silent client, room for others, a slow client, "
        "an answer that took too long.",
        CollectClosed},
    MetricRow{"orgreg_certificate_end_seconds",
              kGauge,
              {},
              "When the certificate ends that new connections get. Only with TLS.",
              CollectCertificateEnd},
    MetricRow{"orgreg_unread_bytes",
              kGauge,
              {},
              "Memory of answers that their clients have not read yet.",
              Number<[](const Moment& m) { return std::uint64_t{m.load.waiting_bytes}; }>},
    MetricRow{"orgreg_unread_bytes_limit",
              kGauge,
              {},
              "The limit of that memory.",
              Number<[](const Moment& m) { return std::uint64_t{m.load.most_waiting_bytes}; }>},
    MetricRow{"orgreg_queue_waiting",
              kGauge,
              {"pool"},
              "Requests that wait for a thread.",
              CollectWaitingJobs},
    MetricRow{
        "orgreg_queue_threads", kGauge, {"pool"}, "Threads that take them.", CollectPoolThreads},
    MetricRow{
        "orgreg_thread_silence_seconds",
        kGauge,
        {},
        "Time since the slowest of the threads that serve came round; about 1 if all is well.",
        Number<[](const Moment& m) { return SecondsOf(m.load.longest_silence); }>},
    MetricRow{"orgreg_thread_failures_total",
              kCounter,
              {},
              "How often the body of a thread has failed and was started again; the log says why.",
              Number<[](const Moment&) { return base::CountThreadFailures(); }>},
    MetricRow{"orgreg_ready",
              kGauge,
              {},
              "1 once the index is there; 0 while the first one is being made.",
              Number<[](const Moment& m) { return m.catalog == nullptr ? 0.0 : 1.0; }>},
    MetricRow{"orgreg_health",
              kGauge,
              {"check"},
              "The checks of /livez and /readyz: 0 pass, 1 warn, 2 fail.",
              CollectHealth},
    MetricRow{"orgreg_records", kGauge, {"kind"}, "Live records that are served.", CollectRecords},
    MetricRow{"orgreg_layers",
              kGauge,
              {"kind"},
              "Layers of the index: a base, and changes that are not merged into it yet.",
              CollectLayers},
    MetricRow{"orgreg_catalogs_total",
              kCounter,
              {},
              "Generations of the index that were published since the first one.",
              Number<[](const Moment& m) { return m.of.visibility->published(); }>},
    MetricRow{"orgreg_served_commit",
              kGauge,
              {},
              "The commit of the store that is served.",
              CollectServedCommit},
    MetricRow{
        "orgreg_store_commit", kGauge, {}, "The newest commit of the store.", CollectStoreCommit},
    MetricRow{"orgreg_last_update",
              kGauge,
              {},
              "Id of the last update that is served.",
              Fact<[](const api::RegisterFacts& f) { return static_cast<double>(f.position); }>},
    MetricRow{"orgreg_store_last_update",
              kGauge,
              {},
              "Id of the last update in the store.",
              Fact<LastChange>},
    MetricRow{"orgreg_waiting_updates",
              kGauge,
              {},
              "Updates that are not served yet.",
              Fact<[](const api::RegisterFacts& f) { return f.state.waiting; }>},
    MetricRow{"orgreg_last_update_time_seconds",
              kGauge,
              {},
              "When the last update was made; 0 if there is none.",
              Fact<[](const api::RegisterFacts& f) {
                return static_cast<double>(f.state.changed_ms.value_or(0)) / kMilliseconds;
              }>},
    MetricRow{"orgreg_visibility_lag_seconds",
              kGauge,
              {},
              "For how long something that was committed has not been served; 0 if all is.",
              Number<[](const Moment& m) { return SecondsOf(m.of.visibility->Lag(m.now)); }>},
    MetricRow{"orgreg_visibility_delay_seconds",
              kHistogram,
              {},
              "Time from seeing a commit to serving it.",
              Number<[](const Moment& m) { return m.of.visibility->Delays(); }>},
    MetricRow{"orgreg_files_last_update",
              kGauge,
              {},
              "Id of the last update that is in all files.",
              OfAllFiles<[](const api::RegisterFacts& f) {
                return static_cast<double>(f.files_position);
              }>},
    MetricRow{"orgreg_files_time_seconds",
              kGauge,
              {},
              "When the oldest of the files was made; 0 while some are missing.",
              OfAllFiles<[](const api::RegisterFacts& f) {
                return static_cast<double>(f.state.files_ms) / kMilliseconds;
              }>},
    MetricRow{
        "orgreg_file_time_seconds", kGauge, {"file"}, "When the file was made.", CollectFileTimes},
    MetricRow{"orgreg_file_bytes", kGauge, {"file"}, "The size of the file.", CollectFileBytes},
    MetricRow{"orgreg_files_failures_total",
              kCounter,
              {},
              "How often making the files has failed.",
              Number<[](const Moment& m) { return m.of.files_failures(); }>},
    MetricRow{"orgreg_last_import_outcome",
              kGauge,
              {"kind"},
              "The exit code of the last import of a kind.",
              CollectImportOutcomes},
    MetricRow{"orgreg_last_import_time_seconds",
              kGauge,
              {"kind"},
              "When the last import ended.",
              CollectImportTimes},
    MetricRow{"orgreg_last_import_records",
              kGauge,
              {"kind"},
              "Records that the last import read.",
              CollectImportRecords},
    MetricRow{"orgreg_last_import_bad_records",
              kGauge,
              {"kind"},
              "Records that it refused.",
              CollectImportBadRecords},
    MetricRow{"orgreg_batches_total",
              kCounter,
              {"outcome"},
              "Batches that were sent to this server (setting ingest).",
              CollectBatches},
    MetricRow{"orgreg_password_checks_total",
              kCounter,
              {"result"},
              "Requests with a password, by the result of its check.",
              CollectPasswordChecks},
    MetricRow{"orgreg_users", kGauge, {}, "Users with a password.", CollectUsers},
    MetricRow{"orgreg_token_checks_total",
              kCounter,
              {"result"},
              "Checks of access tokens, by their result.",
              CollectTokenChecks},
    MetricRow{"orgreg_token_key_failures_total",
              kCounter,
              {},
              "How often reading the token service's keys has failed.",
              Number<[](const Moment& m) { return m.of.key_failures(); }>},
    MetricRow{"orgreg_number_keys_unusable",
              kGauge,
              {},
              "Keys that stored identification numbers are sealed under and that are missing or "
              "wrong.",
              Number<[](const Moment& m) { return m.of.unusable_number_keys(); }>},
    MetricRow{"orgreg_file_unusable",
              kGauge,
              {"file"},
              "1 if the file of the setting is damaged or may not be used; operations that need it "
              "answer 500.",
              CollectUnusableFiles},
    MetricRow{"orgreg_replicas",
              kGauge,
              {},
              "Replicas that follow this register now.",
              Number<[](const Moment& m) { return m.of.replicas(); }>},
    MetricRow{"orgreg_source_commit",
              kGauge,
              {},
              "The last known commit of the source; 0 before it was reached. Only of a replica.",
              OfReplica<[](const FollowState::Facts& facts) {
                return static_cast<double>(facts.source_commit.value);
              }>},
    MetricRow{"orgreg_source_lag_seconds",
              kGauge,
              {},
              "Time since the replica was last known to be as its source. Only once it was.",
              CollectSourceLag},
    MetricRow{"orgreg_source_steps_total",
              kCounter,
              {},
              "Steps from one state of the source to a later one. Only of a replica.",
              OfReplica<[](const FollowState::Facts& facts) { return facts.steps; }>},
    MetricRow{"orgreg_source_failures_total",
              kCounter,
              {},
              "Ends of connections to the source, and steps that failed. Only of a replica.",
              OfReplica<[](const FollowState::Facts& facts) { return facts.failures; }>},
    MetricRow{
        "orgreg_source_begun_anew_total",
        kCounter,
        {},
        "How often the replica has taken everything from the source again. Only of a replica.",
        OfReplica<[](const FollowState::Facts& facts) { return facts.begun_anew; }>},
    MetricRow{"orgreg_usage_lost_total",
              kCounter,
              {},
              "Calls of statements that could not be counted, or not for their address.",
              Number<[](const Moment& m) { return m.of.lost_usage(); }>},
    MetricRow{"orgreg_access_log_lines_total",
              kCounter,
              {},
              "Lines of the access log.",
              OfAccessLog<[](const AccessLog& log) { return log.written(); }>},
    MetricRow{"orgreg_access_log_lost_total",
              kCounter,
              {},
              "Answers that are not in it, for want of room or because it could not be written.",
              OfAccessLog<[](const AccessLog& log) { return log.lost(); }>},
    MetricRow{"orgreg_place_bytes",
              kGauge,
              {"part"},
              "Free bytes, and all, of the disk that the register is on.",
              CollectPlaceBytes},
    MetricRow{"orgreg_memory_bytes",
              kGauge,
              {"part"},
              "Resident memory: the program's own, mapped files, which the system may take back, "
              "and shared.",
              CollectMemory},
    MetricRow{"orgreg_build_info", kGauge, {"version", "commit"}, "1.", CollectBuild},
    MetricRow{"process_resident_memory_bytes",
              kGauge,
              {},
              "Resident memory.",
              Number<[](const Moment& m) { return m.process.resident_bytes; }>},
    MetricRow{"process_virtual_memory_bytes",
              kGauge,
              {},
              "Virtual memory.",
              Number<[](const Moment& m) { return m.process.virtual_bytes; }>},
    MetricRow{"process_cpu_seconds_total",
              kCounter,
              {},
              "Processor time.",
              Number<[](const Moment& m) { return m.process.processor_seconds; }>},
    MetricRow{"process_threads",
              kGauge,
              {},
              "Threads.",
              Number<[](const Moment& m) { return m.process.threads; }>},
    MetricRow{"process_open_fds",
              kGauge,
              {},
              "Open descriptors.",
              Number<[](const Moment& m) { return m.process.open_descriptors; }>},
    MetricRow{"process_max_fds",
              kGauge,
              {},
              "Descriptors that may be open.",
              Number<[](const Moment& m) { return m.process.most_descriptors; }>},
    MetricRow{"process_start_time_seconds",
              kGauge,
              {},
              "When the server was started.",
              Number<[](const Moment& m) {
                return static_cast<double>(m.of.started_ms) / kMilliseconds;
              }>},
};

}  // namespace

std::span<const MetricRow> MetricRows() { return kRows; }

void AppendMetrics(const Watched& watched, std::string* out) {
  const Moment moment(watched);
  for (const MetricRow& row : kRows) {
    Samples samples(row, out);
    row.collect(moment, &samples);
  }
}

}  // namespace orgreg::app
