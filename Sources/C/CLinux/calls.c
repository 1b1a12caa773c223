#define _GNU_SOURCE
#include "calls.h"
#include <link.h>
#include <ucontext.h>
#include <unwind.h>

// No file is at a greater offset, and no program has more calls, unless its stack was overwritten.
enum { OFFSET_BITS = 48, MAX_FILES = 64, MAX_CALLS = 1000000 };

// The program and its libraries, in the order in which the system loads them: the same one in all processes.
static struct {
  uintptr_t start, end;
} files[MAX_FILES];
static unsigned file_count;

static int note_file(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  if (file_count == MAX_FILES) return 1;
  uintptr_t start = UINTPTR_MAX, end = 0;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[index];
    if (part->p_type != PT_LOAD) continue;
    uintptr_t from = info->dlpi_addr + part->p_vaddr;
    if (from < start) start = from;
    if (from + part->p_memsz > end) end = from + part->p_memsz;
  }
  files[file_count].start = start;
  files[file_count++].end = end;
  return 0;
}

static _Unwind_Reason_Code take_none(struct _Unwind_Context *context, void *data) {
  (void)context, (void)data;
  return _URC_NORMAL_STOP;
}

void calls_prepare(void) {
  file_count = 0;
  dl_iterate_phdr(note_file, NULL);
  // The first call of the unwinder finds its functions and makes its tables, which is nothing for a signal handler.
  _Unwind_Backtrace(take_none, NULL);
}

static uint64_t position_of(uintptr_t address) {
  for (uint64_t file = 0; file < file_count; file++)
    if (files[file].start <= address && address < files[file].end)
      return (file + 1) << OFFSET_BITS | (address - files[file].start);
  return 0;
}

static uint32_t index_of(uint32_t call) {
  return call < CRASH_FIRST_CALLS ? call : CRASH_FIRST_CALLS + (call - CRASH_FIRST_CALLS) % CRASH_LAST_CALLS;
}

static uint32_t add(struct calls *calls, uintptr_t address) {
  uint32_t count = atomic_load(&calls->count);
  calls->positions[index_of(count)] = position_of(address);
  atomic_store(&calls->count, count + 1);
  return count + 1;
}

struct walk {
  struct calls *calls;
  uintptr_t trap;
  int has_passed; // the signal handler's own calls
};

static _Unwind_Reason_Code take(struct _Unwind_Context *context, void *data) {
  struct walk *walk = data;
  int is_exact = 0;
  uintptr_t address = _Unwind_GetIPInfo(context, &is_exact);
  if (!walk->has_passed) {
    walk->has_passed = address == walk->trap;
    return _URC_NO_REASON;
  }
  if (address == 0) return _URC_NORMAL_STOP;
  // Where a call returns to may be the next line, and even the next function.
  return add(walk->calls, is_exact ? address : address - 1) < MAX_CALLS ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

void calls_note(struct calls *calls, void *context) {
  const mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  uintptr_t trap = (uintptr_t)machine->gregs[REG_RIP];
#else
  uintptr_t trap = (uintptr_t)machine->pc;
#endif
  struct walk walk = {.calls = calls, .trap = trap};
  add(calls, trap);
  _Unwind_Backtrace(take, &walk);
}

uintptr_t calls_address(const struct calls *calls, uint32_t call) {
  uint32_t count = atomic_load(&calls->count);
  if (call >= CRASH_FIRST_CALLS && call + CRASH_LAST_CALLS < count) return 0;
  uint64_t position = calls->positions[index_of(call)], file = position >> OFFSET_BITS;
  if (file == 0 || file > file_count) return 0;
  return files[file - 1].start + (position & (((uint64_t)1 << OFFSET_BITS) - 1));
}
