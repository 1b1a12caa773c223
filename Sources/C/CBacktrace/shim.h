#pragma once

#include <stddef.h>
#include <stdint.h>

// What is used of libbacktrace. Its header, backtrace.h, is where only GCC looks for headers.

struct backtrace_state;

typedef void (*backtrace_error_callback)(void *data, const char *message, int code);

typedef int (*backtrace_full_callback)(void *data, uintptr_t address, const char *file, int line, const char *function);

typedef void (*backtrace_syminfo_callback)(void *data, uintptr_t address, const char *symbol, uintptr_t value, uintptr_t size);

struct backtrace_state *backtrace_create_state(const char *program, int threaded, backtrace_error_callback, void *data);

int backtrace_pcinfo(struct backtrace_state *, uintptr_t address, backtrace_full_callback, backtrace_error_callback, void *data);

int backtrace_syminfo(
    struct backtrace_state *, uintptr_t address, backtrace_syminfo_callback, backtrace_error_callback, void *data);

// A function of Swift's runtime, for which Swift has no declaration. Returns memory that the caller frees; NULL if the name is
// not one of Swift's.
char *swift_demangle(const char *name, size_t length, char *output, size_t *output_length, uint32_t flags);
