// SPDX-License-Identifier: EUPL-1.2

#include "app/watch/process_state.h"

#include <sys/resource.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace orgreg::app {
namespace {

constexpr std::uint64_t kKilobyte = 1024;

struct StatusRow {
  std::string_view name = {};
  std::uint64_t ProcessState::* member = nullptr;
  std::uint64_t unit = kKilobyte;
};
constexpr std::array kStatusRows = {StatusRow{"VmSize:", &ProcessState::virtual_bytes},
                                    StatusRow{"VmRSS:", &ProcessState::resident_bytes},
                                    StatusRow{"RssAnon:", &ProcessState::anonymous_bytes},
                                    StatusRow{"RssFile:", &ProcessState::file_bytes},
                                    StatusRow{"RssShmem:", &ProcessState::shared_bytes},
                                    StatusRow{"Threads:", &ProcessState::threads, 1}};

// A line is "VmRSS:     123456 kB".
void TakeStatusLine(std::string_view line, ProcessState* state) {
  for (const StatusRow& row : kStatusRows) {
    if (!line.starts_with(row.name)) continue;
    line.remove_prefix(row.name.size());
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    std::uint64_t number = 0;
    std::from_chars(line.data(), line.data() + line.size(), number);
    state->*row.member = number * row.unit;
  }
}

void ReadStatus(ProcessState* state) {
  std::ifstream file("/proc/self/status");
  std::string line;
  while (std::getline(file, line)) TakeStatusLine(line, state);
}

double SecondsOf(const timeval& time) {
  constexpr double kMicroseconds = 1e6;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / kMicroseconds;
}

}  // namespace

ProcessState ReadProcessState() {
  ProcessState state;
  ReadStatus(&state);
  std::error_code failure;
  for (std::filesystem::directory_iterator entry("/proc/self/fd", failure), end;
       !failure && entry != end; entry.increment(failure)) {
    ++state.open_descriptors;
  }
  // The folder itself was one of them.
  if (state.open_descriptors != 0) --state.open_descriptors;
  rlimit limit = {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) state.most_descriptors = limit.rlim_cur;
  rusage usage = {};
  if (::getrusage(RUSAGE_SELF, &usage) == 0)
    state.processor_seconds = SecondsOf(usage.ru_utime) + SecondsOf(usage.ru_stime);
  return state;
}

}  // namespace orgreg::app
