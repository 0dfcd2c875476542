// SPDX-License-Identifier: EUPL-1.2

// Blobs that a text of the database names, or a row, by the SHA-256 of their bytes. Safe from any
// thread. Errors are those of blobs.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "blobs/blobs.h"

namespace orgreg::app {

// As Blobs::Get. kCorrupt unless it has so many bytes, which are those that it is called by; `take`
// may have got some of them by then.
base::Status GetChecked(blobs::Blobs* blobs, const std::string& name, std::uint64_t size_bytes,
                        const blobs::Blobs::Take& take);

// Deletes those of a kind that are not named, but not what is younger than `kept`, which somebody
// may still be taking. Returns whether something younger is left.
base::Result<bool> SweepUnnamed(blobs::Blobs* blobs, std::string_view kind,
                                const std::function<bool(std::string_view)>& is_named,
                                std::chrono::seconds kept);

}  // namespace orgreg::app
