// SPDX-License-Identifier: EUPL-1.2

#include "app/version.h"

#include <expat.h>
#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <isa-l.h>
#include <openssl/crypto.h>
#include <simdjson.h>
#include <spdlog/version.h>
#include <sqlite3.h>
#include <toml++/toml.h>
#include <unicode/uversion.h>
#include <xxhash.h>
#include <zstd.h>

#include <CLI/Version.hpp>
#include <array>
#include <boost/version.hpp>
#include <string_view>

#include "base/build_id.h"
#include "base/values/ascii.h"

// The build embeds it (cmake/write_commit.cmake).
extern "C" {
extern const char orgreg_commit[], orgreg_commit_end[];
}

namespace orgreg::app {
namespace {

std::string Dotted(unsigned major, unsigned minor, unsigned patch) {
  return fmt::format("{}.{}.{}", major, minor, patch);
}

// A number such as 90100 for 9.1.0, if `step` is 100.
std::string Dotted(unsigned number, unsigned step) {
  return Dotted(number / step / step, number / step % step, number % step);
}

std::string Compiler() {
#ifdef __clang__
  return Dotted(__clang_major__, __clang_minor__, __clang_patchlevel__).insert(0, "clang ");
#else
  return Dotted(__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__).insert(0, "gcc ");
#endif
}

std::string Icu() {
  UVersionInfo numbers = {};
  u_getVersion(numbers);
  return fmt::format("{}.{}", numbers[0], numbers[1]);
}

std::string Expat() {
  const XML_Expat_Version version = XML_ExpatVersionInfo();
  return fmt::format("{}.{}.{}", version.major, version.minor, version.micro);
}

struct Line {
  std::string_view name = {};
  std::string value = {};
};

}  // namespace

std::string_view ProgramVersion() { return ORGREG_VERSION; }

std::string_view ProgramCommit() { return {&orgreg_commit[0], &orgreg_commit_end[0]}; }

std::string VersionText(const std::string& program, const std::string& more) {
  const auto lines = std::to_array<Line>({
      {program, std::string(ProgramVersion())},
      {"commit", std::string(ProgramCommit())},
      {"build", base::ToHex(base::BuildId())},
      {"compiler", Compiler()},
      {"glibc", gnu_get_libc_version()},
      {"openssl", OpenSSL_version(OPENSSL_VERSION_STRING)},
      {"sqlite", sqlite3_libversion()},
      {"zstd", ZSTD_versionString()},
      {"icu", Icu()},
      {"expat", Expat()},
      {"xxhash", Dotted(XXH_versionNumber(), 100)},
      {"boost", Dotted(BOOST_VERSION / 100'000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100)},
      {"simdjson", Dotted(simdjson::SIMDJSON_VERSION_MAJOR, simdjson::SIMDJSON_VERSION_MINOR,
                          simdjson::SIMDJSON_VERSION_REVISION)},
      {"isa-l", Dotted(ISAL_MAJOR_VERSION, ISAL_MINOR_VERSION, ISAL_PATCH_VERSION)},
      {"fmt", Dotted(FMT_VERSION, 100)},
      {"spdlog", Dotted(SPDLOG_VERSION, 100)},
      {"tomlplusplus", Dotted(TOML_LIB_MAJOR, TOML_LIB_MINOR, TOML_LIB_PATCH)},
      {"cli11", CLI11_VERSION},
  });
  std::string text;
  for (const Line& line : lines) text += fmt::format("{} {}\n", line.name, line.value);
  text.pop_back();
  return text + more;
}

}  // namespace orgreg::app
