/*
 * A disk with a volatile cache, for one program (LD_PRELOAD). Writes of the program into a file of
 * $CACHED_FOLDER reach the same file of $PLATTER_FOLDER only when that file is synced. After a SIGKILL, the
 * platter holds what a power cut would have left at worst.
 *
 * The model covers lost writes, not torn or reordered ones; names (creating, renaming, deleting) count as
 * durable at once. Shared memory files are never on a disk and are left out.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_DESCRIPTORS 4096
#define MOST_FILES 256

/* The next definition of a function, which is the C library's own. */
#define REAL(name) \
  ({ static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name); real; })

typedef struct { off_t at; size_t length; } Range;
/* A file, by its name below the folder: two descriptors of it share what is not synced yet. */
typedef struct { char *name; Range *dirty; size_t count, room; } Cached;

static Cached files[MOST_FILES];
static size_t file_count;
static Cached *open_files[MOST_DESCRIPTORS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *cached_folder, *platter_folder;
static size_t folder_length;

__attribute__((constructor)) static void begin(void) {
  cached_folder = getenv("CACHED_FOLDER");
  platter_folder = getenv("PLATTER_FOLDER");
  if (!cached_folder || !platter_folder) cached_folder = NULL;
  else folder_length = strlen(cached_folder);
}

/* The name below the folder, or NULL for a file elsewhere. */
static const char *name_below(const char *path, char *whole) {
  if (!cached_folder) return NULL;
  if (path[0] != '/') {
    if (!realpath(path, whole)) return NULL;
    path = whole;
  }
  if (strncmp(path, cached_folder, folder_length) || path[folder_length] != '/') return NULL;
  return strstr(path, "-shm") ? NULL : path + folder_length + 1;
}

static Cached *file_called(const char *name) {
  for (size_t i = 0; i < file_count; i++)
    if (!strcmp(files[i].name, name)) return &files[i];
  if (file_count == MOST_FILES) abort();
  files[file_count].name = strdup(name);
  return &files[file_count++];
}

static void opened(int descriptor, const char *path) {
  char whole[PATH_MAX];
  if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS) return;
  const char *name = name_below(path, whole);
  pthread_mutex_lock(&lock);
  open_files[descriptor] = name ? file_called(name) : NULL;
  pthread_mutex_unlock(&lock);
}

static Cached *held(int descriptor) {
  return descriptor < 0 || descriptor >= MOST_DESCRIPTORS ? NULL : open_files[descriptor];
}

static void written(int descriptor, off_t at, ssize_t length) {
  Cached *file = held(descriptor);
  if (!file || length <= 0) return;
  pthread_mutex_lock(&lock);
  if (file->count == file->room) {
    file->room = file->room ? file->room * 2 : 256;
    file->dirty = realloc(file->dirty, file->room * sizeof(Range));
    if (!file->dirty) abort();
  }
  file->dirty[file->count++] = (Range){at, (size_t)length};
  pthread_mutex_unlock(&lock);
}

static void on_platter(char *path, const char *name) {
  snprintf(path, PATH_MAX, "%s/%s", platter_folder, name);
}

/* Copies the writes since the last sync to the platter. */
static void synced(int descriptor) {
  Cached *file = held(descriptor);
  if (!file) return;
  pthread_mutex_lock(&lock);
  char path[PATH_MAX];
  on_platter(path, file->name);
  int platter = REAL(open64)(path, O_RDWR | O_CREAT, 0600);
  if (platter < 0) abort();
  for (size_t i = 0; i < file->count; i++) {
    Range range = file->dirty[i];
    char *bytes = malloc(range.length);
    if (!bytes) abort();
    ssize_t got = REAL(pread64)(descriptor, bytes, range.length, range.at);
    if (got > 0 && REAL(pwrite64)(platter, bytes, (size_t)got, range.at) != got) abort();
    free(bytes);
  }
  struct stat now;
  if (!fstat(descriptor, &now) && REAL(ftruncate64)(platter, now.st_size)) abort();
  REAL(close)(platter);
  file->count = 0;
  pthread_mutex_unlock(&lock);
}

#define MODE_OF(flags, last) \
  ({ mode_t mode = 0; if ((flags) & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, last); mode = va_arg(rest, mode_t); va_end(rest); } mode; })

int open64(const char *path, int flags, ...) {
  int descriptor = REAL(open64)(path, flags, MODE_OF(flags, flags));
  opened(descriptor, path);
  return descriptor;
}
int open(const char *path, int flags, ...) {
  int descriptor = REAL(open)(path, flags, MODE_OF(flags, flags));
  opened(descriptor, path);
  return descriptor;
}
int close(int descriptor) {
  if (held(descriptor)) open_files[descriptor] = NULL;
  return REAL(close)(descriptor);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t at) {
  ssize_t done = REAL(pwrite64)(descriptor, bytes, length, at);
  written(descriptor, at, done);
  return done;
}
ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t at) {
  ssize_t done = REAL(pwrite)(descriptor, bytes, length, at);
  written(descriptor, at, done);
  return done;
}
ssize_t write(int descriptor, const void *bytes, size_t length) {
  off_t at = held(descriptor) ? lseek(descriptor, 0, SEEK_CUR) : 0;
  ssize_t done = REAL(write)(descriptor, bytes, length);
  written(descriptor, at, done);
  return done;
}
int fsync(int descriptor) {
  int result = REAL(fsync)(descriptor);
  if (!result) synced(descriptor);
  return result;
}
int fdatasync(int descriptor) {
  int result = REAL(fdatasync)(descriptor);
  if (!result) synced(descriptor);
  return result;
}
int unlink(const char *path) {
  char whole[PATH_MAX], platter[PATH_MAX];
  const char *name = name_below(path, whole);
  if (name) {
    on_platter(platter, name);
    REAL(unlink)(platter);
  }
  return REAL(unlink)(path);
}
int rename(const char *from, const char *to) {
  char whole_from[PATH_MAX], whole_to[PATH_MAX], platter_from[PATH_MAX], platter_to[PATH_MAX];
  const char *old_name = name_below(from, whole_from), *new_name = name_below(to, whole_to);
  int result = REAL(rename)(from, to);
  if (!result && old_name && new_name) {
    on_platter(platter_from, old_name);
    on_platter(platter_to, new_name);
    REAL(rename)(platter_from, platter_to);
  }
  return result;
}
