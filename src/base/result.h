// SPDX-License-Identifier: EUPL-1.2

// Expected failures are values. A function that can fail returns Result<T>: a T, or an
// Error that explains the failure in a sentence for the person who reads it.
// Our code throws nothing; what a library throws is caught where the library is called.

#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace orgreg::base {

// The meaning of an error. Only api/ decides how it is answered over HTTP.
enum class Code {
  kInvalid,      // the input breaks a rule
  kNotFound,     // well-formed, but there is no such thing
  kUnavailable,  // not possible now; the same call may succeed later
  kCorrupt,      // stored bytes are not what was written
  kIo,           // the system refused: disk, file, socket
  kLimit,        // larger than a stated limit
};

struct Error {
  Code code = Code::kInvalid;
  std::string message;

  // The same error with the place where it happened: "FILE: message".
  Error At(const std::string& where) && { return {code, where + ": " + message}; }
};

template <typename T>
class [[nodiscard]] Result {
 public:
  // A value converts to a result.
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  // An error converts as well.
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Only when ok().
  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // Only when not ok().
  Error& error() & { return *std::get_if<1>(&state_); }
  const Error& error() const& { return *std::get_if<1>(&state_); }
  Error&& error() && { return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, Error> state_;
};

// The result of work that has no value.
class [[nodiscard]] Status {
 public:
  Status() = default;
  // An error converts to a status.
  // NOLINTNEXTLINE(google-explicit-constructor)
  Status(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_; }
  explicit operator bool() const { return ok(); }
  void value() const {}
  Error& error() & { return *error_; }
  const Error& error() const& { return *error_; }
  Error&& error() && { return std::move(*error_); }

 private:
  std::optional<Error> error_;
};

}  // namespace orgreg::base

// Gives the value of a Result, or returns its error from the function around it. On a Status it is
// a statement. It stands only as a whole initialiser, as the right side of an assignment or as a
// whole statement (decisions/0024):
//   const auto row = TRY(rows.Find(number));
//   TRY(rows.Put(row));
#define TRY(expression)                                    \
  __extension__({                                          \
    auto try_result = (expression);                        \
    if (!try_result) return std::move(try_result).error(); \
    std::move(try_result).value();                         \
  })
