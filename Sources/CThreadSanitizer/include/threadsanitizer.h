#pragma once

/// Tells the thread sanitizer that what `lock` guards is now this thread's. Does nothing in any other build.
void tsan_lock_acquired(const void *lock);

/// Tells the thread sanitizer that this thread is done with what `lock` guards, for now.
void tsan_lock_released(const void *lock);
