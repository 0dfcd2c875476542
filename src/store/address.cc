// SPDX-License-Identifier: EUPL-1.2

#include "store/address.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <utility>
#include <vector>

namespace orgreg::store {
namespace {

constexpr std::array<std::string_view, 2> kSchemes = {"postgresql://", "postgres://"};
constexpr std::array<std::string_view, 3> kSecretParameters = {"password", "sslpassword",
                                                               "oauth_client_secret"};
constexpr std::string_view kMask = "***";

// A file or a folder that libpq reads: the parameter and the variable that name it, and its name in
// the home folder.
struct ClientFile {
  std::string_view parameter = {};
  const char* variable = "";
  std::string_view of_home = {};
};
constexpr std::array kClientFiles = {
    ClientFile{"passfile", "PGPASSFILE", ".pgpass"},
    ClientFile{"sslrootcert", "PGSSLROOTCERT", ".postgresql"},
    ClientFile{"sslcert", "PGSSLCERT", ""},
    ClientFile{"sslkey", "PGSSLKEY", ""},
    ClientFile{"sslcrl", "PGSSLCRL", ""},
    ClientFile{"sslcrldir", "PGSSLCRLDIR", ""},
    ClientFile{"servicefile", "PGSERVICEFILE", ".pg_service.conf"},
};

// Parts of a URI that must not be shown, in order.
struct Span {
  std::size_t from = 0;
  std::size_t size = 0;
};

std::size_t EndOfScheme(std::string_view uri) {
  for (const std::string_view scheme : kSchemes) {
    if (uri.starts_with(scheme)) return scheme.size();
  }
  return 0;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string Decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_code = text[at] == '%' && at + 2 < text.size() && HexDigit(text[at + 1]) >= 0 &&
                         HexDigit(text[at + 2]) >= 0;
    if (!is_code) {
      decoded.push_back(text[at]);
      continue;
    }
    decoded.push_back(static_cast<char>(HexDigit(text[at + 1]) * 16 + HexDigit(text[at + 2])));
    at += 2;
  }
  return decoded;
}

bool IsSecret(std::string_view parameter) {
  const std::string name = Decoded(parameter);
  for (const std::string_view secret : kSecretParameters) {
    if (name == secret) return true;
  }
  return false;
}

// A password in which somebody forgot to encode an @ or a / must stay hidden too. So the user ends
// with the last @ of all but the parameters; if these hold one, they may be a part of the password.
Span PasswordOfUser(std::string_view uri) {
  const std::size_t begin = EndOfScheme(uri);
  const std::size_t end = uri.rfind('@');
  const std::size_t colon = uri.find(':', begin);
  if (begin == 0 || end == std::string_view::npos || colon >= end) return {};
  // A port before the @ that belongs to a parameter: postgresql://host:5432/db?user=a@b.
  const std::size_t question = uri.find('?', begin);
  const std::size_t first = uri.find('@', begin);
  if (question < first && uri.find('/', begin) < question) return {};
  return {.from = colon + 1, .size = end - colon - 1};
}

std::vector<Span> Secrets(std::string_view uri) {
  std::vector<Span> spans;
  const Span user = PasswordOfUser(uri);
  if (user.size > 0) spans.push_back(user);
  std::size_t at = uri.find('?', user.from + user.size);
  while (at != std::string_view::npos) {
    const std::size_t begin = at + 1;
    at = uri.find('&', begin);
    const std::string_view pair = uri.substr(begin, at - begin);
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos || !IsSecret(pair.substr(0, equals))) continue;
    const std::size_t size = pair.size() - equals - 1;
    if (size > 0) spans.push_back({.from = begin + equals + 1, .size = size});
  }
  return spans;
}

// The value of the parameter; empty if the URI has none.
std::string Parameter(std::string_view uri, std::string_view name) {
  const Span user = PasswordOfUser(uri);
  std::size_t at = uri.find('?', user.from + user.size);
  while (at != std::string_view::npos) {
    const std::size_t begin = at + 1;
    at = uri.find('&', begin);
    const std::string_view pair = uri.substr(begin, at - begin);
    const std::size_t equals = std::min(pair.find('='), pair.size());
    if (Decoded(pair.substr(0, equals)) == name && equals < pair.size())
      return Decoded(pair.substr(equals + 1));
  }
  return {};
}

std::string Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

void ReplaceAll(std::string* text, const std::string& old) {
  if (old.empty()) return;
  for (std::size_t at = text->find(old); at != std::string::npos;
       at = text->find(old, at + kMask.size())) {
    text->replace(at, old.size(), kMask);
  }
}

}  // namespace

bool IsPostgresql(std::string_view text) { return EndOfScheme(text) > 0; }

StoreAddress ParseAddress(std::string text) {
  StoreAddress address;
  (IsPostgresql(text) ? address.postgresql : address.file) = std::move(text);
  return address;
}

std::string Shown(const StoreAddress& address) {
  return address.postgresql.empty() ? address.file : ShownUri(address.postgresql);
}

std::string ShownUri(std::string_view uri) {
  std::string shown;
  std::size_t at = 0;
  for (const Span& secret : Secrets(uri)) {
    shown.append(uri.substr(at, secret.from - at)).append(kMask);
    at = secret.from + secret.size;
  }
  return shown.append(uri.substr(at));
}

bool HasPassword(std::string_view uri) { return !Secrets(uri).empty(); }

bool IsAmbiguous(std::string_view uri) {
  const Span user = PasswordOfUser(uri);
  return uri.substr(user.from, user.size).find_first_of("@/?#") != std::string_view::npos;
}

ClientFiles ClientFilesOf(std::string_view uri) {
  ClientFiles files;
  const std::string home = Variable("HOME");
  for (const ClientFile& file : kClientFiles) {
    std::string named = Parameter(uri, file.parameter);
    if (named.empty()) named = Variable(file.variable);
    if (named.starts_with('/')) files.named.push_back(std::move(named));
    if (!home.empty() && !file.of_home.empty())
      files.of_home.push_back(home + "/" + std::string(file.of_home));
  }
  return files;
}

std::string WithoutPasswords(std::string text, std::string_view uri) {
  for (const Span& secret : Secrets(uri)) {
    const std::string_view written = uri.substr(secret.from, secret.size);
    ReplaceAll(&text, std::string(written));
    ReplaceAll(&text, Decoded(written));
  }
  return text;
}

}  // namespace orgreg::store
