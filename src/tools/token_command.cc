// SPDX-License-Identifier: EUPL-1.2

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>

#include "app/commands.h"
#include "app/exit_code.h"
#include "formats/file_writer.h"
#include "model/resources.h"
#include "tools/commands.h"
#include "tools/token/mint.h"

namespace orgreg::tools {
namespace {

constexpr const char* kTokenFooter =
    R"(A missing key is made first, and its public part next to it, with .jwks at the end of its
name: give this to a server as --token-keys, so that it accepts these tokens. This is for
development and tests only: a real token service keeps its key to itself.)";

constexpr int kKeyBits = 2048;

struct TokenArguments {
  std::string key = "var/token-key.pem";
  bool prepares_only = false;
  std::string issuer = "https://token.example.test/";
  std::string audience;
  std::vector<std::string> scopes = {std::string(model::kRoleScopes.front()),
                                     std::string(model::kRoleStatementScope)};
  std::string consumer = "314159268";
  std::string client_id = "orgreg-development";
  int lifetime_s = 120;
};

base::Status WriteKeySet(const SigningKey& key, const std::string& path) {
  auto file = TRY(formats::FileWriter::Create(path));
  base::Status status = file->Append(key.Jwks());
  if (status) status = file->Finish();
  return status ? file->Publish() : std::move(status);
}

// The key set is written with its key, and again only if somebody deleted it: a key may lie in a
// folder where nothing can be written.
base::Result<SigningKey> LoadOrMake(const std::string& path) {
  const std::string key_set = path + ".jwks";
  auto key = SigningKey::Load(path);
  const bool is_new = !key && key.error().code == base::Code::kNotFound;
  if (is_new) {
    key = SigningKey::Generate(kKeyBits);
    if (!key) return key;
    TRY(key->Save(path));
  }
  if (!key) return key;
  if (is_new || !std::filesystem::exists(key_set)) TRY(WriteKeySet(*key, key_set));
  return key;
}

int RunToken(const TokenArguments& arguments) {
  const auto consumer = base::OrgNumber::Parse(arguments.consumer);
  if (!consumer)
    return app::Fail({base::Code::kInvalid, "--consumer: is not nine digits"}, kProgram);
  auto key = LoadOrMake(arguments.key);
  if (!key) return app::Fail(key.error(), kProgram);
  if (arguments.prepares_only) return app::kDone;
  const auto token = MintToken(*key, {.issuer = arguments.issuer,
                                      .audience = arguments.audience,
                                      .scopes = arguments.scopes,
                                      .consumer = *consumer,
                                      .client_id = arguments.client_id,
                                      .issued = std::chrono::system_clock::now(),
                                      .lifetime = std::chrono::seconds(arguments.lifetime_s)});
  if (!token) return app::Fail(token.error(), kProgram);
  fmt::print("{}\n", *token);
  return app::kDone;
}

}  // namespace

void AddToken(app::Command program) {
  const auto arguments = std::make_shared<TokenArguments>();
  app::Command command =
      program.Sub("token", "Make an access token for the authorised operations, for development");
  command.Add("--key", &arguments->key, "The key to sign with; made if it is missing")
      .ShowDefault();
  command.Add("--prepare", &arguments->prepares_only, "Make the key, and no token");
  command.Add("--issuer", &arguments->issuer, "As the server's token_issuer").ShowDefault();
  command.Add("--audience", &arguments->audience, "As the server's token_audience");
  command.Add("--scope", &arguments->scopes, "May be given several times").ShowDefault();
  command.Add("--consumer", &arguments->consumer, "On whose behalf: an organisation number")
      .ShowDefault();
  command.Add("--client-id", &arguments->client_id, "Who asks").ShowDefault();
  command.Add("--lifetime", &arguments->lifetime_s, "Seconds that it is valid")
      .Between(1, 86'400)
      .ShowDefault();
  command.Footer(kTokenFooter);
  command.Does([arguments] { return RunToken(*arguments); });
}

}  // namespace orgreg::tools
