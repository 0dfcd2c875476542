// Expected failures as values. A function that can fail returns Result<T>: a T, or an
// Error that says what was wrong in a sentence made for the person who reads it.
// Our code throws nothing; what a library throws is caught where the library is called.

#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace orgreg::base {

// What went wrong, by meaning. How it is answered over HTTP is decided in api/ alone.
enum class Code {
  kInvalid,      // the input breaks a rule
  kNotFound,     // well-formed, but there is no such thing
  kUnavailable,  // right now; the same call may succeed later
  kCorrupt,      // stored bytes are not what was written
  kIo,           // the system refused: disk, file, socket
  kLimit,        // larger than a stated limit
};

struct Error {
  Code code = Code::kInvalid;
  std::string message;

  // The same error, said with where it happened: "FILE: message".
  Error At(const std::string& where) && { return {code, where + ": " + message}; }
};

template <typename T>
class [[nodiscard]] Result {
 public:
  // A value is a result.
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  // So is an error.
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

// The result of work that gives nothing back.
class [[nodiscard]] Status {
 public:
  Status() = default;
  // An error is a status.
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

// The value of a Result, or a return of its error from the function around it. On a Status it is
// a statement. Stands only as a whole initialiser or a whole statement (decisions/0024):
//   const auto row = TRY(rows.Find(number));
//   TRY(rows.Put(row));
#define TRY(expression)                                    \
  __extension__({                                          \
    auto try_result = (expression);                        \
    if (!try_result) return std::move(try_result).error(); \
    std::move(try_result).value();                         \
  })
