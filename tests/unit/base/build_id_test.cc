// SPDX-License-Identifier: EUPL-1.2

#include "base/build_id.h"

#include <gtest/gtest.h>

#include "unit/formats/scratch_folder.h"

namespace orgreg::base {
namespace {

// The note in the file: its sizes, its type and the owner before the bytes.
TEST(BuildId, IsTheLinkersNote) {
  ASSERT_FALSE(BuildId().empty());
  std::string note(16, '\0');
  note[0] = 4;
  note[4] = static_cast<char>(BuildId().size());
  note[8] = 3;
  note.replace(12, 3, "GNU");
  note += BuildId();
  EXPECT_NE(formats::BytesOf("/proc/self/exe").find(note), std::string::npos);
}

}  // namespace
}  // namespace orgreg::base
