/* Preloaded into the program by the drivers iofault and clock; built by shim.py.
 *
 * FAULT_FOLDER  only calls on files under this folder are counted
 * FAULT_CALL    which: write (write, pwrite, writev), sync (fsync, fdatasync), truncate,
 *               open (for writing or making), rename (rename, renameat2, linkat, unlink),
 *               renameat2, or any
 * FAULT_AT      the call of that number fails, counted from 1; 0: none
 * FAULT_FOREVER 1: so do all after it
 * FAULT_ERRNO   with this errno; for writes with -1 half of the bytes are written (a short write);
 *               syncs with -2 do nothing and say that they did; with -3 the process kills itself
 * FAULT_LOG     a line is added for each failed call, with "folder" for a sync of a folder, and
 *               "folder-synced" for one that went well; at a normal end: "calls N"
 * CLOCK_FILE    holds the seconds by which the wall clock is off; read anew each time
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static atomic_long calls;

static void* next(const char* name) { return dlsym(RTLD_NEXT, name); }

static void tell(const char* text, long number) {
  const char* path = getenv("FAULT_LOG");
  if (!path) return;
  char line[64];
  const int size = snprintf(line, sizeof line, "%s %ld\n", text, number);
  const long file = syscall(SYS_open, path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file < 0) return;
  syscall(SYS_write, file, line, (size_t)size);
  syscall(SYS_close, file);
}

__attribute__((destructor)) static void tell_calls(void) { tell("calls", atomic_load(&calls)); }

static int is_counted(const char* path) {
  const char* folder = getenv("FAULT_FOLDER");
  return folder && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_counted_file(int file) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return 0;
  path[size] = 0;
  return is_counted(path);
}

/* The errno with which this call is to fail, which is told by that name; 0 where it is not. */
static int fault(const char* call, const char* name) {
  const char *wanted = getenv("FAULT_CALL"), *at = getenv("FAULT_AT");
  if (!wanted || !at || (strcmp(wanted, "any") != 0 && strcmp(wanted, call) != 0)) return 0;
  const long number = atomic_fetch_add(&calls, 1) + 1, failing = atol(at);
  const char *forever = getenv("FAULT_FOREVER"), *code = getenv("FAULT_ERRNO");
  if (failing == 0 || number < failing) return 0;
  if (number > failing && !(forever && *forever == '1')) return 0;
  tell(name, number);
  if (code && atoi(code) == -3) raise(SIGKILL);
  return code ? atoi(code) : EIO;
}

/* Gives -2 where the call is to be done, with *size bytes. */
static ssize_t write_fault(int file, size_t* size) {
  const int code = is_counted_file(file) ? fault("write", "write") : 0;
  if (code == 0) return -2;
  if (code == -1 && *size > 1) {
    *size /= 2;
    return -2;
  }
  errno = code == -1 ? ENOSPC : code;
  return -1;
}

ssize_t write(int file, const void* data, size_t size) {
  static ssize_t (*real)(int, const void*, size_t);
  if (!real) real = next("write");
  const ssize_t failed = write_fault(file, &size);
  return failed == -2 ? real(file, data, size) : failed;
}

ssize_t pwrite(int file, const void* data, size_t size, off_t offset) {
  static ssize_t (*real)(int, const void*, size_t, off_t);
  if (!real) real = next("pwrite");
  const ssize_t failed = write_fault(file, &size);
  return failed == -2 ? real(file, data, size, offset) : failed;
}

ssize_t pwrite64(int file, const void* data, size_t size, off64_t offset) {
  return pwrite(file, data, size, offset);
}

ssize_t writev(int file, const struct iovec* parts, int count) {
  static ssize_t (*real)(int, const struct iovec*, int);
  if (!real) real = next("writev");
  size_t size = 1;
  const ssize_t failed = write_fault(file, &size);
  return failed == -2 ? real(file, parts, count) : failed;
}

static int fails(const char* call, int is_meant) {
  const int code = is_meant ? fault(call, call) : 0;
  if (code) errno = code == -1 ? EIO : code;
  return code != 0;
}

static int sync_with(const char* function, int file) {
  int (*real)(int) = (int (*)(int))next(function);
  struct stat about;
  const int is_folder = fstat(file, &about) == 0 && S_ISDIR(about.st_mode);
  const int code = is_counted_file(file) ? fault("sync", is_folder ? "folder" : "sync") : 0;
  if (code == -2) return 0;
  if (code) {
    errno = code == -1 ? EIO : code;
    return -1;
  }
  const int done = real(file);
  if (is_folder && done == 0) tell("folder-synced", file);
  return done;
}

int fsync(int file) { return sync_with("fsync", file); }

int fdatasync(int file) { return sync_with("fdatasync", file); }

int ftruncate(int file, off_t size) {
  static int (*real)(int, off_t);
  if (!real) real = next("ftruncate");
  return fails("truncate", is_counted_file(file)) ? -1 : real(file, size);
}

int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }

int rename(const char* from, const char* to) {
  static int (*real)(const char*, const char*);
  if (!real) real = next("rename");
  return fails("rename", is_counted(to)) ? -1 : real(from, to);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned int flags) {
  static int (*real)(int, const char*, int, const char*, unsigned int);
  if (!real) real = next("renameat2");
  if (fails("renameat2", is_counted(to)) || fails("rename", is_counted(to))) return -1;
  return real(from_folder, from, to_folder, to, flags);
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  static int (*real)(int, const char*, int, const char*, int);
  if (!real) real = next("linkat");
  return fails("rename", is_counted(to)) ? -1 : real(from_folder, from, to_folder, to, flags);
}

int unlink(const char* path) {
  static int (*real)(const char*);
  if (!real) real = next("unlink");
  return fails("rename", is_counted(path)) ? -1 : real(path);
}

int open(const char* path, int flags, ...) {
  static int (*real)(const char*, int, ...);
  if (!real) real = next("open");
  mode_t mode = 0;
  if (flags & (O_CREAT | O_TMPFILE)) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  const int writes = (flags & O_ACCMODE) != O_RDONLY;
  return fails("open", writes && is_counted(path)) ? -1 : real(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open(path, flags, mode);
}

static time_t clock_offset(void) {
  const char* path = getenv("CLOCK_FILE");
  if (!path) return 0;
  char text[32] = {0};
  const long file = syscall(SYS_open, path, O_RDONLY);
  if (file < 0) return 0;
  const long size = syscall(SYS_read, file, text, sizeof text - 1);
  syscall(SYS_close, file);
  return size > 0 ? (time_t)atoll(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  const int done = (int)syscall(SYS_clock_gettime, clock, now);
  if (done == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    now->tv_sec += clock_offset();
  return done;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}

time_t time(time_t* now) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (now) *now = exact.tv_sec;
  return exact.tv_sec;
}
