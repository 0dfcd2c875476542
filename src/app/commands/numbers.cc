// SPDX-License-Identifier: EUPL-1.2

#include <fmt/format.h>

#include <memory>

#include "app/catalog/catalog_builder.h"
#include "app/commands.h"
#include "app/commands/wipe.h"
#include "app/exit_code.h"
#include "app/place/open_place.h"
#include "app/settings/number_sealing.h"
#include "app/settings/setting_flags.h"
#include "app/shared/shared_number_keys.h"
#include "auth/numbers/keys.h"
#include "model/kind.h"
#include "records/code_list_changes.h"
#include "records/reseal.h"

namespace orgreg::app {
namespace {

struct ResealArguments {
  Place place;
  bool accepts_clock = false;
  NumberOptions numbers;
};

int RunNewKey(std::uint32_t version) {
  auto line = auth::MakeKeyLine(version);
  if (!line) return Fail(line.error());
  const bool is_out = std::fwrite(line->data(), 1, line->size(), stdout) == line->size() &&
                      std::fputc('\n', stdout) != EOF && std::fflush(stdout) == 0;
  explicit_bzero(line->data(), line->size());
  return is_out ? kDone : Fail({base::Code::kIo, "the key cannot be written"});
}

int RunReseal(const ResealArguments& arguments) {
  if (arguments.numbers.keys.empty()) {
    fmt::print(stderr, "orgreg: --number-keys is needed, or the setting number_keys\n");
    return kMisused;
  }
  auto sealer = NumberSealer::Make(arguments.numbers);
  if (!sealer) return Fail(sealer.error());
  auto store = OpenPlace(arguments.place, store::OpenMode::kReadWriteCreate,
                         {.accepts_clock = arguments.accepts_clock});
  if (!store) return Fail(store.error());
  if (base::Status fit = CompareNumberKeys((*store)->cluster(), sealer->vault()); !fit)
    return Fail(fit.error());
  if (base::Status installed = records::InstallCodeLists(store->get()); !installed)
    return Fail(installed.error());
  const auto resealed = records::ResealNumbers(store->get(), *sealer->vault());
  if (!resealed) return Fail(resealed.error());
  fmt::print("{} numbers in {} role lists sealed under the newest key\n", resealed->numbers,
             resealed->lists);
  records::Register source(store->get());
  WipeWithdrawn(&source, arguments.place);
  CatalogBuilder builder(&source, arguments.place);
  base::Status kept = builder.KeepBase(model::Kind::kRoles);
  return kept ? kDone : Fail(kept.error());
}

}  // namespace

void AddNumbers(Command program) {
  Command numbers = program.Sub(
      "numbers", "The keys that seal identification numbers (identification-numbers.md)");
  const auto version = std::make_shared<std::uint32_t>(1);
  Command new_key = numbers.Sub("new-key", "Print a line with a new key, for a file of keys");
  new_key.Add("--version", version.get(), "The key's version; the highest one seals")
      .Between(1U, auth::NumberKeys::kMostVersion)
      .ShowDefault();
  new_key.Does([version] { return RunNewKey(*version); });

  const auto arguments = std::make_shared<ResealArguments>();
  Command reseal = numbers.Sub(
      "reseal", "Seal all stored numbers under the newest key, while others read and serve");
  SettingFlags(reseal, {"data", "store", "accept_clock", "number_keys", "number_rule"})
      .Does([arguments](const Settings& settings) {
        arguments->place = PlaceOf(settings);
        arguments->accepts_clock = settings.accept_clock;
        arguments->numbers = NumberOptionsOf(settings);
        return RunReseal(*arguments);
      });
}

}  // namespace orgreg::app
