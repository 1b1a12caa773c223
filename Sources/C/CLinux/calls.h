#pragma once

#include "crashes.h"
#include <stdatomic.h>

// The calls of a thread, as a signal handler notes them for another process of the same program.

struct calls {
  _Atomic uint32_t count; // of all calls, also of those in the middle that are left out
  // Positions in the files of the program, because each process has its files elsewhere in memory.
  uint64_t positions[CRASH_FIRST_CALLS + CRASH_LAST_CALLS];
};

/// Notes where the files of the program are in memory. Must run before the other functions.
void calls_prepare(void);

/// Notes the calls of a thread that a signal stopped. A signal handler may call it (signal-safety(7)).
void calls_note(struct calls *calls, void *context);

/// Returns the address of a call in this process; 0 if it is in none of the program's files, or was left out.
uintptr_t calls_address(const struct calls *calls, uint32_t index);
