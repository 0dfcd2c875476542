// SPDX-License-Identifier: EUPL-1.2

#include "store/open/load_postgresql.h"

#include <dlfcn.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace orgreg::store {
namespace {

using base::Code;
using base::Error;
using base::Result;

// Next to the program, as the build leaves it; else where the package puts it.
constexpr std::string_view kPackageFolder = "../lib/orgreg";

std::string PathOfModule() {
  std::error_code failure;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", failure);
  const auto folder = program.parent_path();
  std::string beside = folder / kPostgresqlModuleFile;
  if (!failure && std::filesystem::exists(beside, failure)) return beside;
  return (folder / kPackageFolder / kPostgresqlModuleFile).lexically_normal();
}

std::string LoaderError() {
  const char* const text = dlerror();
  return text == nullptr ? "it cannot be loaded" : text;
}

}  // namespace

Result<const PostgresqlModule*> LoadModule(const std::string& path) {
  std::error_code failure;
  if (!std::filesystem::exists(path, failure)) {
    return Error{
        Code::kNotFound,
        "does not exist: a store in PostgreSQL needs this module, of the same build as the program "
        "(package orgreg-postgresql)"}
        .At(path);
  }
  void* const loaded = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) {
    return Error{Code::kInvalid,
                 LoaderError() + "; the module for PostgreSQL needs libpq (package libpq5)"}
        .At(path);
  }
  const auto* const module =
      static_cast<const PostgresqlModule*>(dlsym(loaded, kPostgresqlModuleSymbol));
  if (module == nullptr) return Error{Code::kInvalid, "is not a module of orgreg"}.At(path);
  if (std::string_view(module->mark) == ORGREG_MODULE_MARK) return module;
  return Error{Code::kInvalid,
               "is of another build than this program: install both of the same version"}
      .At(path);
}

Result<const PostgresqlModule*> LoadPostgresql() {
  static const Result<const PostgresqlModule*> module = LoadModule(PathOfModule());
  return module;
}

}  // namespace orgreg::store
