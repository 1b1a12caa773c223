#include "main_actor.h"

// Of the Swift runtime: swift/Runtime/Concurrency.h.
typedef __attribute__((swiftcall)) serial_executor (*main_executor)(void);
extern __attribute__((swiftcall)) serial_executor (*swift_task_getMainExecutor_hook)(main_executor original);

static serial_executor (*ask)(void);

static __attribute__((swiftcall)) serial_executor answer(main_executor original) {
  serial_executor known = ask();
  return known.object ? known : original();
}

void main_actor_ask(serial_executor (*function)(void)) {
  ask = function;
  swift_task_getMainExecutor_hook = answer;
}
