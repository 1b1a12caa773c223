#pragma once

#include "crashes.h"
#include "main_actor.h"

// System calls of Linux whose headers Swift's Glibc module does not have. The headers are included in the C file alone:
// they define again what that module has. A function of this file that returns a number returns -1 and sets errno if the system
// denies the call.

/// Makes a set of descriptors that a thread waits for (epoll(7)).
int events_make(void);

/// Adds a descriptor to a set. Its events are input, as long as there is some; with `only_end` the end of the input, once.
int events_add(int set, int member, int only_end);

int events_remove(int set, int member);

/// Waits at most `milliseconds` for events. Writes the descriptors that have some to `members`, at most `most` of them.
///
/// Returns their number.
int events_wait(int set, int *members, int limit, int milliseconds);

/// Accepts a connection (accept4(2)). Its descriptor does not block and is not inherited. Writes the client's address, a
/// sockaddr_storage, to `address`.
int accept_connection(int listener, void *address, unsigned *size);

/// Closes what an open descriptor refers to, and makes it refer to something that has no input and cannot be shut down
/// (dup3(2)). If the descriptor is in the set, it stays there, without events. Needs one more descriptor for a moment.
int descriptor_hollow(int descriptor, int set);

/// Returns the milliseconds since a connection's socket received something (tcp(7), TCP_INFO); -1 for a socket of another kind.
int milliseconds_since_input(int descriptor);

/// Makes a descriptor that is readable while its count is not zero (eventfd(2)).
int waker_make(void);

/// Adds 1 to the count.
void waker_wake(int waker);

/// Sets the count to zero. Returns 0 if it was not zero before.
int waker_reset(int waker);

/// Opens a path below a folder (openat2(2)). Nothing on the way may lead out of the folder. errno is ENOSYS or EPERM where
/// the kernel, or the filter of a container, does not have the call.
int open_beneath(int folder, const char *path, unsigned long long flags);

/// Returns the type of the file system that has a file or folder (statfs(2)).
long file_system_type(const char *path);

/// Returns the path of the program or library that has an address, and writes the offset in it; NULL if none has.
const char *file_at(unsigned long address, unsigned long *offset);

/// Writes the calls that the calling thread is in to `addresses`, the innermost one first, at most `limit`. It takes some ten
/// nanoseconds. Returns their number.
unsigned stack_note(uintptr_t *addresses, unsigned limit);
