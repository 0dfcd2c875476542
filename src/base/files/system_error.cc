// SPDX-License-Identifier: EUPL-1.2

#include "base/files/system_error.h"

#include <cerrno>
#include <system_error>

namespace orgreg::base {

Code CodeOfErrno(int number) {
  switch (number) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:  // A limit of the process, which can be lifted while it runs.
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case EAGAIN:
    case EBUSY:
      return Code::kUnavailable;
    case ENOENT:
      return Code::kNotFound;
    default:
      return Code::kIo;
  }
}

Error SystemError(std::string_view action, int number) {
  Error error = IoError(action, number);
  error.code = CodeOfErrno(number);
  return error;
}

Error IoError(std::string_view path, std::string_view action, int number) {
  return IoError(std::string(path).append(": ").append(action), number);
}

Error IoError(std::string_view path, int number) {
  return {Code::kIo, std::string(path).append(": ").append(std::system_category().message(number))};
}

Error OpenError(std::string_view path, int number) {
  Error error = IoError(path, number);
  if (number == ENOENT) error.code = Code::kNotFound;
  return error;
}

}  // namespace orgreg::base
