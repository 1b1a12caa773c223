#define _GNU_SOURCE
#include "clinux.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

int events_make(void) { return epoll_create1(EPOLL_CLOEXEC); }

int events_add(int set, int member, int only_end) {
  struct epoll_event event = {.events = only_end ? EPOLLRDHUP | EPOLLONESHOT : EPOLLIN, .data.fd = member};
  return epoll_ctl(set, EPOLL_CTL_ADD, member, &event);
}

int events_remove(int set, int member) { return epoll_ctl(set, EPOLL_CTL_DEL, member, NULL); }

int events_wait(int set, int *members, int limit, int milliseconds) {
  struct epoll_event events[64];
  int count = epoll_wait(set, events, limit < 64 ? limit : 64, milliseconds);
  for (int index = 0; index < count; index++) members[index] = events[index].data.fd;
  return count;
}

int accept_connection(int listener, void *address, unsigned *size) {
  *size = sizeof(struct sockaddr_storage);
  return accept4(listener, address, size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int descriptor_hollow(int descriptor, int set) {
  int hollow = eventfd(0, EFD_CLOEXEC);
  if (hollow < 0) return -1;
  int is_member = epoll_ctl(set, EPOLL_CTL_DEL, descriptor, NULL) == 0;
  int result = dup3(hollow, descriptor, O_CLOEXEC) < 0 ? -1 : 0;
  struct epoll_event event = {.events = 0, .data.fd = descriptor};
  if (is_member) epoll_ctl(set, EPOLL_CTL_ADD, descriptor, &event);
  close(hollow);
  return result;
}

int waker_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void waker_wake(int waker) { eventfd_write(waker, 1); }

int waker_reset(int waker) {
  eventfd_t count;
  return eventfd_read(waker, &count);
}

int open_beneath(int folder, const char *path, unsigned long long flags) {
  struct open_how how = {.flags = flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

long file_system_type(const char *path) {
  struct statfs system;
  return statfs(path, &system) == 0 ? (long)system.f_type : -1;
}

int milliseconds_since_input(int descriptor) {
  struct tcp_info info;
  socklen_t size = sizeof info;
  if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return -1;
  return info.tcpi_last_data_recv > INT_MAX ? INT_MAX : (int)info.tcpi_last_data_recv;
}

const char *file_at(unsigned long address, unsigned long *offset) {
  Dl_info file;
  if (!dladdr((void *)address, &file)) return NULL;
  *offset = address - (unsigned long)file.dli_fbase;
  return file.dli_fname;
}
