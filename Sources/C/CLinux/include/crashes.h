#pragma once

#include <stdint.h>

// What a parent and its worker processes share: which workers serve, and which requests and calls stopped some.
//
// A thread notes the request whose code of the app it runs. If it traps, a signal handler copies the note of that thread and
// its calls to the shared memory. The parent reads both when the worker has ended.

enum {
  /// The number of workers at most.
  CRASH_MAX_WORKERS = 64,
  /// How many calls of a thread that trapped are kept, from the innermost one. If the stack is full, they are the same few
  /// again and again.
  CRASH_FIRST_CALLS = 16,
  /// How many are kept of those that began it all.
  CRASH_LAST_CALLS = 80,
};

/// Makes the shared memory, empty. Returns its descriptor, which is not inherited.
int crash_table_make(void);

/// Maps the shared memory in the worker of a number, from 0, and notes traps from now on, in place of Swift's handlers.
int crash_table_open(int descriptor, int worker);

/// Gives the calling thread a second stack for the signal handler: its own may be full. Does nothing in a process that is no
/// worker.
void crash_prepare_thread(void);

/// Notes the request that this thread runs for the app; 0 for none. Does nothing in a process that is no worker.
void crash_note(uint64_t request);

/// Whether this process is a worker, so that requests have to be noted.
int crash_notes(void);

/// How often a request has stopped a worker in the last hour.
unsigned crash_count(uint64_t request);

/// Notes that this worker serves.
void crash_set_ready(void);

/// Lets the system send a signal to this process when its parent ends (prctl(2)).
int signal_after_parent(int signal);

// In the parent.

/// Clears what is noted of a worker, before it starts.
void crash_clear(int worker);

/// The request in which a worker trapped; 0 if it is not known.
uint64_t crash_culprit(int worker);

/// The number of the thread's calls when a worker trapped; 0 if it did not.
uint32_t crash_call_count(int worker);

/// Returns where a call would be in this process, which runs the same program. The first call is the innermost one. Returns 0
/// if it was not kept, or was in no file of the program.
uintptr_t crash_call(int worker, uint32_t index);

/// Counts that a request has stopped a worker. Returns how often it did in the last hour.
unsigned crash_add(uint64_t request);

/// Whether a worker serves.
int crash_is_ready(int worker);
