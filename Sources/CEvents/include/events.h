#pragma once

// Linux's epoll(7) and accept4(2), whose headers Swift's Glibc module does not have. The constants stay in the C file:
// their headers define again what that module has.

/// A set of descriptors that a thread waits for; -1 with errno set if the system denies it.
int events_make(void);

/// Adds a descriptor: for something to read, as long as there is something; or for the end of what is sent, once.
int events_add(int set, int member, int only_end);

int events_remove(int set, int member);

/// Waits for at most so many milliseconds, and writes down the members that something happened to. Returns their number.
int events_wait(int set, int *members, int most, int milliseconds);

/// Accepts a connection that does not block and is not inherited, and writes down its address, a sockaddr_storage.
int events_accept(int listener, void *address, unsigned *size);
