// SPDX-License-Identifier: EUPL-1.2

// A folder with an audit log for tests, and the lines of its file.

#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "auth/audit/log.h"
#include "auth/audit/verify.h"
#include "unit/formats/scratch_folder.h"

namespace orgreg::auth {

class AuditFixture : public testing::Test {
 protected:
  std::unique_ptr<AuditLog> Open(const AuditLog::Options& options = {}) {
    auto log = AuditLog::Open(path_, options);
    EXPECT_TRUE(log.ok()) << (log.ok() ? "" : log.error().message);
    return log.ok() ? std::move(*log) : nullptr;
  }

  static AuditEntry Entry(std::string_view object) {
    return {.consumer = "910000012",
            .client_id = "d3b07384-d113-4ec6-a3b4-c9b2f1b3a0a1",
            .token_hash = "9f86d081884c7d65",
            .scope = "reg:data:enhetsregisteret:roller",
            .operation = "entity-roles",
            .object = std::string(object),
            .status = 200,
            .role_count = 4,
            .trace_id = "0b6c0a3e-6f0e-4d5b-9f0a-3e8f2f6f7a10",
            .address = "192.0.2.7"};
  }

  // Opens the log, appends `count` entries and closes it.
  void Write(int count) {
    const auto log = Open({.sync = [](int) { return 0; }});
    ASSERT_NE(log, nullptr);
    for (int i = 0; i < count; ++i) {
      ASSERT_TRUE(log->Append(Entry("91000" + std::to_string(1000 + i))).ok());
    }
  }

  std::string Bytes() const { return formats::BytesOf(path_); }
  // Writes a new file: some file systems sync one that is truncated and written again.
  void SetBytes(std::string_view bytes) const {
    std::filesystem::remove(path_);
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
    chmod(path_.c_str(), 0600);
  }

  // Each with its line end.
  std::vector<std::string> Lines() const {
    std::vector<std::string> lines;
    for (std::string rest = Bytes(); !rest.empty();) {
      const std::size_t end = rest.find('\n');
      lines.push_back(rest.substr(0, end == std::string::npos ? end : end + 1));
      rest.erase(0, lines.back().size());
    }
    return lines;
  }
  void SetLines(const std::vector<std::string>& lines) const {
    std::string bytes;
    for (const std::string& line : lines) bytes += line;
    SetBytes(bytes);
  }

  AuditReport Verify(const AuditExpected& expected = {}) const { return VerifyAt(path_, expected); }
  static AuditReport VerifyAt(const std::string& path, const AuditExpected& expected = {}) {
    const auto report = VerifyAudit(path, expected);
    EXPECT_TRUE(report.ok());
    return report.ok() ? *report : AuditReport{};
  }

  formats::ScratchFolder folder_{"audit"};
  std::string path_ = folder_.PathOf("audit.log");
};

}  // namespace orgreg::auth
