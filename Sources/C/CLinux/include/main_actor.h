#pragma once

#include <stdint.h>

/// A serial executor of Swift. It has no object if the executor is not known.
typedef struct {
  uintptr_t object, witness;
} serial_executor;

/// Sets a function that knows the executor of Swift's main actor for the code that runs. Where it does not know it, that of the
/// process is used.
void main_actor_ask(serial_executor (*function)(void));

/// Retains an object of Swift and returns it; returns NULL if it is at its end. Its memory must be there. Of the Swift runtime.
void *swift_tryRetain(void *object);
