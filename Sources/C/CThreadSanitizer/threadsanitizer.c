#include "threadsanitizer.h"

#if __has_feature(thread_sanitizer)
void __tsan_acquire(void *address);
void __tsan_release(void *address);

void tsan_lock_acquired(const void *lock) { __tsan_acquire((void *)lock); }
void tsan_lock_released(const void *lock) { __tsan_release((void *)lock); }
#else
void tsan_lock_acquired(const void *lock) { (void)lock; }
void tsan_lock_released(const void *lock) { (void)lock; }
#endif
