/*
 * A disk that fails on command (LD_PRELOAD). Writes below FAULTY_DIR are counted. The commands in
 * FAULTY_CONTROL, a file of 32-bit numbers that both sides map, make a flush fail with EIO, or a write with
 * ENOSPC or EIO.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { GOOD, FLUSH_EIO, WRITE_ENOSPC, WRITE_EIO, ALWAYS_ENOSPC };

/*
 * Every third flush fails, or a write before it. A new log is flushed twice for one commit, so with every
 * second flush failing no commit would ever succeed.
 */
struct control {
  volatile int32_t order;
  volatile int32_t third; /* the number of the first bad flush, modulo 3 */
  volatile int32_t flushes; /* tried since the command came */
  volatile int32_t failed;  /* flushes or writes that failed */
};

#define FILES 4096
static char tracked[FILES];
static struct control *control;
static const char *folder;
static size_t folder_length;
static int32_t writes;  /* since the last flush */
static int32_t spoiled; /* the last flush before which a write failed: once is enough */

#define REAL(name) ({ static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name); real; })

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTY_CONTROL");
  folder = getenv("FAULTY_DIR");
  if (!path || !folder) return;
  folder_length = strlen(folder);
  int fd = REAL(open)(path, O_RDWR);
  if (fd < 0) abort();
  void *map = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (map == MAP_FAILED) abort();
  REAL(close)(fd);
  control = map;
}

static int opened(int fd, const char *path) {
  if (fd < 0 || fd >= FILES || !control) return fd;
  tracked[fd] = !strncmp(path, folder, folder_length) && path[folder_length] == '/';
  return fd;
}

static int is_bad(int fd) {
  return control && fd >= 0 && fd < FILES && tracked[fd] && control->order != GOOD;
}

static int flush_fails(int fd) {
  if (!is_bad(fd)) return 0;
  int32_t flush = control->flushes + 1;
  int is_turn = flush % 3 == control->third;
  int written = writes;
  writes = 0;
  if (control->order != FLUSH_EIO) {
    /*
     * Without writes none can fail: this is the flush of a log before its checkpoint. One with too few writes for
     * the fault leaves it to the next.
     */
    if (written > 0 && (!is_turn || spoiled == flush)) control->flushes = flush;
    return 0;
  }
  control->flushes = flush;
  if (!is_turn) return 0;
  control->failed++;
  errno = EIO;
  return 1;
}

/* The header of a new log: a write of its own, flushed before the next. */
static int is_log_head(size_t length, off64_t at) { return length == 32 && at == 0; }

/*
 * Before a bad flush one write fails: each time a different one of the first seven, unless there is only one.
 * A commit has more than seven writes.
 */
static int write_fails(int fd, size_t length, off64_t at) {
  if (!is_bad(fd) || control->order == FLUSH_EIO) return 0;
  if (control->order != ALWAYS_ENOSPC) {
    int32_t flush = control->flushes + 1;
    int32_t bad = is_log_head(length, at) ? writes + 1 : 1 + flush / 3 % 7;
    if (++writes != bad || flush % 3 != control->third || flush == spoiled) return 0;
    spoiled = flush;
  }
  control->failed++;
  errno = control->order == WRITE_EIO ? EIO : ENOSPC;
  return 1;
}

#define OPENS(name)                                          \
  int name(const char *path, int flags, ...) {               \
    mode_t mode = 0;                                         \
    va_list more;                                            \
    va_start(more, flags);                                   \
    if (flags & (O_CREAT | O_TMPFILE)) mode = va_arg(more, mode_t); \
    va_end(more);                                            \
    return opened(REAL(name)(path, flags, mode), path);      \
  }
OPENS(open)
OPENS(open64)

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  return write_fails(fd, length, at) ? -1 : REAL(pwrite)(fd, bytes, length, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  return write_fails(fd, length, at) ? -1 : REAL(pwrite64)(fd, bytes, length, at);
}
int fsync(int fd) { return flush_fails(fd) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return flush_fails(fd) ? -1 : REAL(fdatasync)(fd); }
int close(int fd) {
  if (fd >= 0 && fd < FILES) tracked[fd] = 0;
  return REAL(close)(fd);
}
