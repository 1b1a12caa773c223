#define _GNU_SOURCE
#include "clinux.h"
#include <pthread.h>

// Functions of Swift keep their frame pointers. Of a function without one, the pointer may be any number: only addresses in the
// thread's stack are read.

/// What a function stores at the start of its frame.
struct frame {
  const struct frame *caller;
  uintptr_t return_address;
};

/// Returns where the calling thread's stack ends; 0 if that is not known.
static uintptr_t end_of_stack(void) {
  static _Thread_local uintptr_t end;
  if (end != 0) return end;
  pthread_attr_t attributes;
  void *start;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  if (pthread_attr_getstack(&attributes, &start, &size) == 0) end = (uintptr_t)start + size;
  pthread_attr_destroy(&attributes);
  return end;
}

__attribute__((noinline)) unsigned stack_note(uintptr_t *addresses, unsigned limit) {
  uintptr_t end = end_of_stack();
  unsigned count = 0;
  const struct frame *frame = __builtin_frame_address(0);
  while (count < limit && (uintptr_t)frame + sizeof *frame <= end && frame->return_address != 0) {
    // Where a call returns to may be the next line.
    addresses[count++] = frame->return_address - 1;
    // The frames of callers are further up. Those of asynchronous functions are marked by a high bit, and are in no stack.
    if (frame->caller <= frame || (uintptr_t)frame->caller % sizeof(void *) != 0) break;
    frame = frame->caller;
  }
  return count;
}
