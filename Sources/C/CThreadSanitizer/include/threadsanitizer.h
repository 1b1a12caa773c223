#pragma once

/// Tells the thread sanitizer that this thread took the lock. Does nothing in builds without the sanitizer.
void tsan_lock_acquired(const void *lock);

/// Tells the thread sanitizer that this thread is about to give the lock back.
void tsan_lock_released(const void *lock);
