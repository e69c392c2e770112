/* A clock that a test can set, for a program that this library is preloaded into: wall-clock time is the real one plus
 * an offset in nanoseconds, which is read anew at each call from the file $PSCHEMA_CLOCK (one int64 in the machine's
 * byte order). Monotonic clocks, timers and waits stay as they are.
 *
 * libfaketime does more and too much: inside the waits that it wraps, a signal handler sees the real time, so that
 * PostgreSQL's statement_timeout and lock_timeout never fire. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const int64_t second = 1000000000;
static const volatile int64_t *offset;
static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void open_clock(void) {
  const char *path = getenv("PSCHEMA_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  real_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  if (file >= 0) {
    void *page = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
    if (page != MAP_FAILED) offset = page;
    close(file);
  }
  if (!real_clock_gettime || !offset) abort();
}

int clock_gettime(clockid_t clock, struct timespec *result) {
  int code = real_clock_gettime(clock, result);
  if (code == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    int64_t moment = result->tv_sec * second + result->tv_nsec + *offset;
    result->tv_sec = moment / second;
    result->tv_nsec = moment % second;
  }
  return code;
}

int gettimeofday(struct timeval *result, void *zone) {
  struct timespec moment;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &moment);
  result->tv_sec = moment.tv_sec;
  result->tv_usec = moment.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec moment;
  clock_gettime(CLOCK_REALTIME, &moment);
  if (result) *result = moment.tv_sec;
  return moment.tv_sec;
}
