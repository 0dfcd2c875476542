// SPDX-License-Identifier: EUPL-1.2

// Descriptors that are kept open only to be closed when the process has no other left, so that a
// client that connects then is answered instead of left waiting. For one thread.

#pragma once

#include <cstddef>
#include <vector>

namespace orgreg::http {

// One worker keeps so many: clients that are refused at the same time.
inline constexpr std::size_t kSpareDescriptors = 8;

class SpareDescriptors {
 public:
  SpareDescriptors();
  ~SpareDescriptors();
  SpareDescriptors(const SpareDescriptors&) = delete;
  SpareDescriptors& operator=(const SpareDescriptors&) = delete;

  // Opens those that are missing, as far as there are free ones.
  void Fill();
  // Closes one, so that there is room for the next file or socket. False where none is left.
  bool LetGo();

 private:
  std::vector<int> descriptors_;
};

}  // namespace orgreg::http
