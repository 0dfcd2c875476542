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
  return {CodeOfErrno(number),
          std::string(action).append(": ").append(std::system_category().message(number))};
}

}  // namespace orgreg::base
