#include "store/sqlite_copy.h"

#include <unistd.h>

#include <filesystem>

#include "store/files.h"
#include "store/sqlite_store.h"

namespace orgreg::store {
namespace {

using base::Status;

// Nobody sees the file before it is whole, so it needs neither journal nor syncs on the way.
Status Fill(Connection* source, const std::string& path) {
  auto target = Connection::Open(path, SQLITE_OPEN_READWRITE);
  if (!target) return std::move(target).error();
  Status set = (*target)->Run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  if (!set) return set;
  return source->CopyInto(target->get());
}

}  // namespace

Status CopyDatabase(Connection* source, const std::string& path) {
  std::error_code ignored;
  if (path.empty() || std::filesystem::exists(path, ignored)) {
    return base::Error{base::Code::kInvalid, "is there already"}.At(path);
  }
  const auto partial = CreateBeside(path);
  if (!partial) return partial.error();
  Status done = Fill(source, *partial);
  // What stands beside that name is of a store that was there before.
  for (const char* ending : kSideFiles) unlink((path + ending).c_str());
  if (done.ok()) done = Publish(*partial, path);
  if (!done) unlink(partial->c_str());
  return done;
}

}  // namespace orgreg::store
