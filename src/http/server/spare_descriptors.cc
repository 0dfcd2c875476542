// SPDX-License-Identifier: EUPL-1.2

#include "http/server/spare_descriptors.h"

#include <fcntl.h>
#include <unistd.h>

namespace orgreg::http {

SpareDescriptors::SpareDescriptors() {
  descriptors_.reserve(kSpareDescriptors);
  Fill();
}

SpareDescriptors::~SpareDescriptors() {
  while (LetGo()) {
  }
}

void SpareDescriptors::Fill() {
  while (descriptors_.size() < kSpareDescriptors) {
    const int descriptor = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    descriptors_.push_back(descriptor);
  }
}

bool SpareDescriptors::LetGo() {
  if (descriptors_.empty()) return false;
  ::close(descriptors_.back());
  descriptors_.pop_back();
  return true;
}

}  // namespace orgreg::http
