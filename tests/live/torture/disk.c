/* Preloaded into the program: the n-th of the calls by which it changes files fails as on a full disk, or the process
 * dies in it. $PSCHEMA_FAULT is `N full`, `N short` (a write that gets half in, and the next one fails) or `N kill`.
 * Of writes only those to files count that were opened for writing here. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { most_files = 1024 };
static char ours[most_files];
static int left = -1; /* calls until the fault; below 0 there is none */
static char how[8];

__attribute__((constructor)) static void read_order(void) {
  const char *order = getenv("PSCHEMA_FAULT");
  if (!order || sscanf(order, "%d %7s", &left, how) != 2) left = -1;
}

/* Is it now? */
static int strikes(void) {
  if (left < 0 || left-- > 0) return 0;
  if (strcmp(how, "kill") == 0) raise(SIGKILL);
  errno = ENOSPC;
  return 1;
}

static int opened(int file, int flags) {
  if (file >= 0 && file < most_files) ours[file] = (flags & O_ACCMODE) != O_RDONLY;
  return file;
}

#define OPEN(name)                                                                        \
  int name(const char *path, int flags, ...) {                                            \
    int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
    va_list more;                                                                         \
    va_start(more, flags);                                                                \
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;                             \
    va_end(more);                                                                         \
    if ((flags & O_CREAT) && strikes()) return -1;                                        \
    return opened(real(path, flags, mode), flags);                                        \
  }
OPEN(open)
OPEN(open64)

ssize_t write(int file, const void *bytes, size_t size) {
  ssize_t (*real)(int, const void *, size_t) = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  if (file > 2 && file < most_files && ours[file] && strikes()) {
    if (strcmp(how, "short") != 0) return -1;
    strcpy(how, "full");
    left = 0;
    return real(file, bytes, size / 2);
  }
  return real(file, bytes, size);
}

int fsync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  return strikes() ? -1 : real(file);
}

int rename(const char *from, const char *to) {
  int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
  return strikes() ? -1 : real(from, to);
}

int mkdir(const char *path, mode_t mode) {
  int (*real)(const char *, mode_t) = (int (*)(const char *, mode_t))dlsym(RTLD_NEXT, "mkdir");
  return strikes() ? -1 : real(path, mode);
}
