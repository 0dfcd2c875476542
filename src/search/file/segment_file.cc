// SPDX-License-Identifier: EUPL-1.2

// Opening a file maps it and verifies its head and tables. Writing goes block by block into a
// buffer, whose checksums are kept for the end of the file; the head is written last.

#include "search/file/segment_file.h"

#define XXH_INLINE_ALL
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/files/system_error.h"

namespace orgreg::search {
namespace {

constexpr std::array<char, 8> kMagic = {'O', 'R', 'G', 'S', 'E', 'G', '0', '4'};
constexpr std::string_view kFormat = "ORGSEG";  // The version follows.
constexpr std::size_t kHeadBytes = 4096;        // The data begin on a separate page.
constexpr std::size_t kAlignment = 64;          // Of sections.

struct Head {
  std::array<char, 8> magic = kMagic;
  SegmentIdentity identity = {};
  std::uint64_t seed = 0;           // Mixed into this file's block checksums.
  std::uint64_t data_bytes = 0;     // The size of all sections; after them comes the directory,
  std::uint64_t section_count = 0;  // then the block checksums, which end the file.
  std::uint64_t block_count = 0;
  std::uint64_t tables_sum = 0;  // Of the directory and the block checksums.
  std::uint64_t head_sum = 0;    // Of all members before it.
};
static_assert(sizeof(Head) <= kHeadBytes);

std::uint64_t SumOf(std::span<const char> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::uint64_t HeadSum(const Head& head) {
  return SumOf({reinterpret_cast<const char*>(&head), offsetof(Head, head_sum)});
}

// Differs for files of other content, so that a block of one is never mistaken for a block of
// another; files of the same content are equal, whichever machine made them.
std::uint64_t SeedOf(const SegmentIdentity& identity) {
  static_assert(std::has_unique_object_representations_v<SegmentIdentity>);
  return XXH3_64bits(&identity, sizeof(identity));
}

std::size_t BlocksOf(std::uint64_t bytes) {
  return (bytes + BlockGuard::kBlockBytes - 1) / BlockGuard::kBlockBytes;
}

// Whether the system shall read the file in large pages (base/files/piece_writer.h). It reads more
// at a time then, which would be wasted where memory does not hold the file.
bool FitsLargePages(std::size_t bytes) {
  constexpr std::size_t kShare = 2;  // Of memory.
  const auto pages = static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES));
  const auto page_bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes >= base::kLargePageBytes && bytes / page_bytes <= pages / kShare;
}

}  // namespace

base::Result<std::shared_ptr<const SegmentFile>> SegmentFile::Open(const std::string& path) {
  base::Descriptor opened = base::OpenDescriptor(path, O_RDONLY);
  if (!opened.is_open()) return base::OpenError(path, errno);
  auto file = TRY(Map(opened.number(), path));
  file->Keep(std::move(opened));
  return std::shared_ptr<const SegmentFile>(std::move(file));
}

base::Result<std::shared_ptr<SegmentFile>> SegmentFile::Map(int descriptor,
                                                            const std::string& path) {
  struct stat status = {};
  if (fstat(descriptor, &status) != 0) return base::IoError(path, errno);
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size < kHeadBytes)
    return base::Error{base::Code::kCorrupt, path + ": is shorter than its head"};
  void* const mapping = mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  if (mapping == MAP_FAILED) return base::IoError(path, errno);
  if (FitsLargePages(size)) madvise(mapping, size, MADV_HUGEPAGE);  // Best effort.
  const std::shared_ptr<SegmentFile> file(new SegmentFile());
  file->mapped_ = {static_cast<const char*>(mapping), size};
  file->watched_.emplace(file->mapped_);
  TRY(file->ReadHead(path));
  file->watched_->SetGuard(file->guard_.get());
  return file;
}

void SegmentFile::Keep(base::Descriptor file) {
  file_ = std::move(file);
  trace_ = ReadTrace();
}

std::optional<SegmentFile::Trace> SegmentFile::ReadTrace() const {
  struct stat status = {};
  if (!file_.is_open() || fstat(file_.number(), &status) != 0) return std::nullopt;
  return Trace{.seconds = status.st_mtim.tv_sec,
               .nanoseconds = status.st_mtim.tv_nsec,
               .bytes = status.st_size};
}

void SegmentFile::LookForChange() const {
  const std::optional<Trace> now = ReadTrace();
  if (!now || now == trace_) return;
  if (std::cmp_less(now->bytes, mapped_.size())) guard_->MarkDamaged();
  NoteFailedRead(*guard_);
  trace_ = now;
}

base::Status SegmentFile::ReadHead(const std::string& path) {
  const auto corrupt = [&](const char* what) {
    return base::Error{base::Code::kCorrupt, path + ": " + what};
  };
  Head head;
  std::memcpy(&head, mapped_.data(), sizeof(head));
  const std::string_view magic(head.magic.data(), head.magic.size());
  if (!magic.starts_with(kFormat)) return corrupt("is no segment");
  if (head.magic != kMagic)
    return base::Error{base::Code::kInvalid, path + ": is an index of another version"};
  if (head.head_sum != HeadSum(head)) return corrupt("its head is damaged");
  const std::uint64_t directory_bytes = head.section_count * sizeof(Section);
  const std::uint64_t sums_bytes = head.block_count * sizeof(std::uint64_t);
  if (mapped_.size() != kHeadBytes + head.data_bytes + directory_bytes + sums_bytes ||
      head.block_count != BlocksOf(head.data_bytes)) {
    return corrupt("is not as long as its head says");
  }
  const std::span<const char> tables = mapped_.subspan(kHeadBytes + head.data_bytes);
  if (SumOf(tables) != head.tables_sum) return corrupt("its tables are damaged");
  identity_ = head.identity;
  data_ = mapped_.subspan(kHeadBytes, head.data_bytes);
  sections_ = {reinterpret_cast<const Section*>(tables.data()), head.section_count};
  const std::span<const std::uint64_t> sums(
      reinterpret_cast<const std::uint64_t*>(tables.data() + directory_bytes), head.block_count);
  guard_ = std::make_unique<BlockGuard>(data_, sums, head.seed);
  return {};
}

SegmentFile::~SegmentFile() {
  watched_.reset();
  munmap(const_cast<char*>(mapped_.data()), mapped_.size());
}

std::span<const char> SectionReader::NextBytes(std::size_t element_bytes) {
  if (AtEnd() || file_.sections_[next_].element_bytes != element_bytes) {
    ok_ = false;
    return {};
  }
  const SegmentFile::Section& section = file_.sections_[next_++];
  return file_.data_.subspan(section.offset, section.bytes);
}

Array<char> SectionReader::NextOfWidth(std::size_t* width) {
  const std::size_t found = AtEnd() ? 0 : file_.sections_[next_].element_bytes;
  if (found == 0 || found > sizeof(std::uint64_t) || !std::has_single_bit(found)) {
    ok_ = false;
    return {};
  }
  *width = found;
  return {NextBytes(found), file_.guard_.get()};
}

SegmentFileWriter::SegmentFileWriter(std::string path) : path_(std::move(path)) {
  block_.reserve(BlockGuard::kBlockBytes);
  if (path_.empty()) {
    memory_ = base::Descriptor(memfd_create("segment", MFD_CLOEXEC));
    if (!memory_.is_open()) error_ = Failed("cannot be made");
    Begin(memory_.number());
    return;
  }
  auto file = base::NewFile::Begin(path_, S_IRUSR | S_IWUSR);
  if (!file) {
    error_ = std::move(file).error();
    return;
  }
  file_ = std::move(*file);
  Begin(file_->descriptor());
}

// The head is written at the end, over these zeros: an unfinished file is none.
void SegmentFileWriter::Begin(int descriptor) {
  static constexpr std::array<char, kHeadBytes> kNoHead = {};
  descriptor_ = descriptor;
  pieces_.emplace(descriptor);
  Put(kNoHead);
}

base::Error SegmentFileWriter::Failed(const char* what) const {
  const int reason = errno;
  return base::IoError((path_.empty() ? "segment in memory" : path_) + " " + what, reason);
}

void SegmentFileWriter::Write(std::string_view bytes) {
  BeginSection(1);
  Append(bytes);
  EndSection();
}

void SegmentFileWriter::BeginSection(std::size_t element_bytes) {
  static constexpr std::array<char, kAlignment> kZeros = {};
  Append(std::span(kZeros).first((kAlignment - data_bytes_ % kAlignment) % kAlignment));
  sections_.push_back({.offset = data_bytes_, .bytes = 0, .element_bytes = element_bytes});
}

void SegmentFileWriter::Append(std::span<const char> bytes) {
  data_bytes_ += bytes.size();
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), BlockGuard::kBlockBytes - block_.size());
    block_.insert(block_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
    bytes = bytes.subspan(count);
    if (block_.size() == BlockGuard::kBlockBytes) Flush();
  }
}

void SegmentFileWriter::EndSection() {
  sections_.back().bytes = data_bytes_ - sections_.back().offset;
}

void SegmentFileWriter::Flush() {
  sums_.push_back(BlockGuard::Sum(block_, sums_.size(), 0));
  Put(block_);
  block_.clear();
}

void SegmentFileWriter::Put(std::span<const char> bytes) {
  if (!error_ && !pieces_->Append({bytes.data(), bytes.size()}))
    error_ = Failed("cannot be written");
}

void SegmentFileWriter::WriteHead(const SegmentIdentity& identity) {
  const std::uint64_t seed = SeedOf(identity);
  for (std::uint64_t& sum : sums_) sum = BlockGuard::Seeded(sum, seed);
  std::vector<char> tables;
  const auto append = [&](const auto& values) {
    const auto* const first = reinterpret_cast<const char*>(values.data());
    tables.insert(tables.end(), first, first + values.size() * sizeof(values[0]));
  };
  append(sections_);
  append(sums_);
  Put(tables);
  Head head{.identity = identity,
            .seed = seed,
            .data_bytes = data_bytes_,
            .section_count = sections_.size(),
            .block_count = sums_.size()};
  head.tables_sum = SumOf(tables);
  head.head_sum = HeadSum(head);
  if (error_) return;
  const std::string_view bytes(reinterpret_cast<const char*>(&head), sizeof(head));
  if (!pieces_->Finish() || !base::WriteAllAt(descriptor_, bytes, 0))
    error_ = Failed("cannot be written");
}

base::Result<std::shared_ptr<const SegmentFile>> SegmentFileWriter::Finish(
    const SegmentIdentity& identity) {
  static constexpr std::array<char, sizeof(std::uint64_t)> kZeros = {};
  Append(std::span(kZeros).first((kZeros.size() - data_bytes_ % kZeros.size()) % kZeros.size()));
  if (!block_.empty()) Flush();
  WriteHead(identity);
  if (error_) return *error_;
  auto file = TRY(SegmentFile::Map(descriptor_, path_.empty() ? "segment in memory" : path_));
  const std::shared_ptr<const SegmentFile> finished = file;
  if (path_.empty()) return finished;
  file->Keep(base::Descriptor(fcntl(descriptor_, F_DUPFD_CLOEXEC, 0)));
  // A file with the name is complete, even after a power cut.
  TRY(file_->Sync());
  TRY(file_->Place());
  return finished;
}

}  // namespace orgreg::search
