// SPDX-License-Identifier: EUPL-1.2

#include "blobs/s3/credentials.h"

#include <algorithm>
#include <utility>

#include "auth/secrets/private_file.h"
#include "base/values/ascii.h"

namespace orgreg::blobs {
namespace {

using base::Code;
using base::Error;
using base::Status;

constexpr std::size_t kMostBytes = 16'384;
constexpr std::string_view kBlanks = " \t\r";

bool IsVisible(char c) { return c > ' ' && c < '\x7f'; }

Status TakeLine(std::string_view line, S3Credentials* taken) {
  const std::string_view name = base::Trim(base::TakeUntil('=', &line), kBlanks);
  const std::string_view value = base::Trim(line, kBlanks);
  std::string_view* const into = name == "aws_access_key_id"       ? &taken->key_id
                                 : name == "aws_secret_access_key" ? &taken->secret
                                 : name == "aws_session_token"     ? &taken->token
                                                                   : nullptr;
  if (into == nullptr) return {};
  if (!into->empty()) return Error{Code::kInvalid, std::string(name) + " is there twice"};
  if (value.empty() || !std::ranges::all_of(value, IsVisible)) {
    return Error{Code::kInvalid,
                 std::string(name) + " is not followed by = and visible characters of ASCII"};
  }
  *into = value;
  return {};
}

Status TakeAll(std::string_view text, S3Credentials* taken) {
  int sections = 0;
  while (!text.empty()) {
    const std::string_view line = base::Trim(base::TakeUntil('\n', &text), kBlanks);
    if (line.empty() || line.front() == '#' || line.front() == ';') continue;
    if (line.front() != '[') {
      TRY(TakeLine(line, taken));
    } else if (++sections > 1) {
      return Error{Code::kInvalid, "has several sections: one key is needed"};
    }
  }
  if (!taken->key_id.empty() && !taken->secret.empty()) return {};
  return Error{Code::kInvalid, "lacks aws_access_key_id = … or aws_secret_access_key = …"};
}

}  // namespace

base::Result<S3Credentials> LoadS3Credentials(const std::string& path) {
  S3Credentials credentials{.file = TRY(auth::ReadPrivateFile(path, kMostBytes))};
  Status taken = TakeAll(credentials.file.text(), &credentials);
  if (!taken) return std::move(taken).error().At(path);
  return credentials;
}

}  // namespace orgreg::blobs
