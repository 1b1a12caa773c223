#define _GNU_SOURCE
#include "crashes.h"
#include "calls.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { MAX_STOPS = 512, HOUR = 3600, ALTERNATE_STACK = 64 * 1024, TIMEOUT = 2 };

struct crash_table {
  _Atomic uint32_t ready[CRASH_MAX_WORKERS];
  _Atomic uint64_t culprit[CRASH_MAX_WORKERS];
  struct calls calls[CRASH_MAX_WORKERS];
  // How many stops there were. Mostly 0, so that there is nothing to search. The latest ones are kept.
  _Atomic uint32_t added;
  struct stop {
    _Atomic uint64_t request;
    _Atomic uint32_t count; // of this request, with this stop
    _Atomic int64_t time; // in seconds of the clock that all processes share
  } stops[MAX_STOPS];
};

static struct crash_table *table;
static int own_number = -1;
// Without a function call for its address: the handler may run at any instruction.
static _Thread_local volatile uint64_t noted __attribute__((tls_model("initial-exec")));
static const int traps[] = {SIGTRAP, SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { TRAPS = sizeof traps / sizeof *traps };
static pthread_key_t stack_key;

static struct crash_table *map(int descriptor) {
  void *memory = mmap(NULL, sizeof(struct crash_table), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

int crash_table_make(void) {
  int descriptor = memfd_create("workers", MFD_CLOEXEC);
  if (descriptor < 0) return -1;
  if (ftruncate(descriptor, sizeof(struct crash_table)) != 0 || !(table = map(descriptor))) {
    close(descriptor);
    return -1;
  }
  calls_prepare();
  return descriptor;
}

// Calls only what a signal handler may call (signal-safety(7)).
static void did_trap(int number, siginfo_t *info, void *context) {
  static atomic_flag has_trapped = ATOMIC_FLAG_INIT;
  (void)info;
  // Another thread has trapped, too, and ends the process.
  while (atomic_flag_test_and_set(&has_trapped)) pause();
  uint64_t request = noted;
  if (request) table->culprit[own_number] = request;
  // The process ends even if the stack was overwritten, and cannot be read to its end.
  signal(SIGALRM, SIG_DFL);
  alarm(TIMEOUT);
  calls_note(&table->calls[own_number], context);
  signal(number, SIG_DFL);
  raise(number); // delivered when the handler returns
}

static void free_stack(void *stack) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  free(stack);
}

int crash_table_open(int descriptor, int worker) {
  if (!(table = map(descriptor)) || pthread_key_create(&stack_key, free_stack) != 0) return -1;
  own_number = worker;
  calls_prepare();
  // A trap in the handler itself ends the process.
  struct sigaction action = {.sa_sigaction = did_trap, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < TRAPS; index++) sigaddset(&action.sa_mask, traps[index]);
  for (int index = 0; index < TRAPS; index++)
    if (sigaction(traps[index], &action, NULL) != 0) return -1;
  crash_prepare_thread();
  return 0;
}

void crash_prepare_thread(void) {
  stack_t stack;
  if (own_number < 0) return;
  if (sigaltstack(NULL, &stack) != 0 || !(stack.ss_flags & SS_DISABLE)) return;
  void *memory = malloc(ALTERNATE_STACK);
  if (!memory) return;
  stack = (stack_t){.ss_sp = memory, .ss_size = ALTERNATE_STACK};
  if (sigaltstack(&stack, NULL) != 0 || pthread_setspecific(stack_key, memory) != 0) free_stack(memory);
}

int crash_notes(void) { return own_number >= 0; }

void crash_note(uint64_t request) {
  if (own_number >= 0) noted = request;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

unsigned crash_count(uint64_t request) {
  uint32_t added = table ? table->added : 0;
  for (uint32_t age = 1; age <= added && age <= MAX_STOPS; age++) {
    struct stop *stop = &table->stops[(added - age) % MAX_STOPS];
    if (stop->request == request) return now() - stop->time < HOUR ? stop->count : 0;
  }
  return 0;
}

unsigned crash_add(uint64_t request) {
  struct stop *stop = &table->stops[table->added % MAX_STOPS];
  unsigned count = crash_count(request) + 1;
  stop->time = now();
  stop->count = count;
  stop->request = request;
  table->added++;
  return count;
}

void crash_clear(int worker) {
  table->ready[worker] = 0;
  table->culprit[worker] = 0;
  table->calls[worker].count = 0;
}

uint32_t crash_call_count(int worker) { return table->calls[worker].count; }

uintptr_t crash_call(int worker, uint32_t index) { return calls_address(&table->calls[worker], index); }

uint64_t crash_culprit(int worker) { return table->culprit[worker]; }

void crash_set_ready(void) { table->ready[own_number] = 1; }

int crash_is_ready(int worker) { return table->ready[worker] != 0; }

int signal_after_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal); }
