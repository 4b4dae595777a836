// SPDX-License-Identifier: Apache-2.0
// Faults that no machine makes to order, for LD_PRELOAD. TENSIX_FAULTS names them:
//   clock     CLOCK_REALTIME goes back by an hour each time it is read
//   nameless  the file system knows no files without a name (O_TMPFILE), as NFS
//   close     what is wrong with a copied file is said when it is closed (EIO), as on NFS
//   fsync     the disk does not take what was written (EIO)
//   thread    there can be no other thread (EAGAIN)
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

bool has(const char* fault) {
  const char* all = getenv("TENSIX_FAULTS");
  return all && std::strstr(all, fault);
}

template <class F>
F next(F, const char* name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}

time_t back() {
  static time_t hours = 0;
  return 3600 * ++hours;
}

int copy = -1;  // the last file that dup() made

int open_any(const char* name, const char* path, int flags, mode_t mode) {
  if ((flags & O_TMPFILE) == O_TMPFILE && has("nameless")) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return reinterpret_cast<int (*)(const char*, int, ...)>(dlsym(RTLD_NEXT, name))(path, flags, mode);
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, struct timespec* now) noexcept {
  const int result = next(&clock_gettime, "clock_gettime")(clock, now);
  if (clock == CLOCK_REALTIME && has("clock")) now->tv_sec -= back();
  return result;
}

int gettimeofday(struct timeval* now, void* zone) noexcept {
  const int result = next(&gettimeofday, "gettimeofday")(now, zone);
  if (has("clock")) now->tv_sec -= back();
  return result;
}

time_t time(time_t* into) noexcept {
  struct timespec now = {};
  clock_gettime(CLOCK_REALTIME, &now);
  if (into) *into = now.tv_sec;
  return now.tv_sec;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) noexcept {
  if (has("thread")) return EAGAIN;
  return next(&pthread_create, "pthread_create")(thread, attributes, start, argument);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const auto mode = static_cast<mode_t>((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, unsigned) : 0);
  va_end(rest);
  return open_any("open", path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const auto mode = static_cast<mode_t>((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, unsigned) : 0);
  va_end(rest);
  return open_any("open64", path, flags, mode);
}

int dup(int file) noexcept { return copy = next(&dup, "dup")(file); }

int close(int file) {
  const int result = next(&close, "close")(file);
  if (file < 0 || file != copy || !has("close")) return result;
  copy = -1;
  errno = EIO;
  return -1;
}

int fsync(int file) {
  if (!has("fsync")) return next(&fsync, "fsync")(file);
  errno = EIO;
  return -1;
}
}
