// SPDX-License-Identifier: EUPL-1.2

#include "app/serve/forbidden_calls.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace orgreg::app {
namespace {

constexpr std::array kForbidden = {
    // Programs.
    SYS_execve,
    SYS_execveat,
// Other processes. The checker of leaks in builds with sanitizers needs the first.
#ifndef ORGREG_SANITIZED
    SYS_ptrace,
#endif
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_pidfd_getfd,
    SYS_kcmp,
    // Files beside their names, and file systems.
    SYS_open_by_handle_at,
    SYS_name_to_handle_at,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_move_mount,
    SYS_open_tree,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_mount_setattr,
    SYS_quotactl,
    SYS_swapon,
    SYS_swapoff,
    // Rights.
    SYS_setuid,
    SYS_setgid,
    SYS_setreuid,
    SYS_setregid,
    SYS_setresuid,
    SYS_setresgid,
    SYS_setgroups,
    SYS_setfsuid,
    SYS_setfsgid,
    SYS_capset,
    SYS_unshare,
    SYS_setns,
    SYS_personality,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    // Large parts of the kernel that the server does not use.
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    // The system.
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_acct,
    SYS_syslog,
    SYS_vhangup,
#if defined(__x86_64__)
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
    SYS_kexec_file_load,
#endif
};

#if defined(__x86_64__)
constexpr std::uint32_t kMachine = AUDIT_ARCH_X86_64;
// Calls with this bit are those of another table, of programs with short pointers.
constexpr std::uint32_t kOtherTable = 0x40000000;
#elif defined(__aarch64__)
constexpr std::uint32_t kMachine = AUDIT_ARCH_AARCH64;
constexpr std::uint32_t kOtherTable = 0x40000000;
#endif

#if defined(__x86_64__) || defined(__aarch64__)

constexpr std::uint32_t kRefuse = SECCOMP_RET_ERRNO | EPERM;

sock_filter Load(std::size_t offset) {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

sock_filter Return(std::uint32_t what) { return BPF_STMT(BPF_RET | BPF_K, what); }

// Each test is followed by its refusal, which all other calls step over.
std::vector<sock_filter> MakeFilter() {
  std::vector<sock_filter> filter = {Load(offsetof(seccomp_data, arch)),
                                     BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kMachine, 1, 0),
                                     Return(kRefuse),
                                     Load(offsetof(seccomp_data, nr)),
                                     BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kOtherTable, 0, 1),
                                     Return(kRefuse)};
  for (const long call : kForbidden) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1));
    filter.push_back(Return(kRefuse));
  }
  filter.push_back(Return(SECCOMP_RET_ALLOW));
  return filter;
}

#endif

}  // namespace

#if defined(__x86_64__) || defined(__aarch64__)

bool ForbidCalls() {
  std::vector<sock_filter> filter = MakeFilter();
  const sock_fprog program = {.len = static_cast<unsigned short>(filter.size()),
                              .filter = filter.data()};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

#else

bool ForbidCalls() { return false; }

#endif

}  // namespace orgreg::app
